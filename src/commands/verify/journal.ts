import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { moveAside } from '../../storage/quarantine.ts';
import { withLock } from '../../storage/sqlite/lock.ts';
import { writeWhole } from '../../storage/whole-file.ts';
import { codeOf, isFields, listField, textField } from '../../text/records.ts';

/** Something that `verify` created or was about to create. */
export interface Entry {
  readonly kind: 'order' | 'slot' | 'purchase order';
  /** `CFI-VERIFY-…`: the order's or purchase order's reference, or the vehicle of the slot. */
  readonly reference: string;
  /** The service's own reference, once it is known. */
  readonly id?: string;
}

/** What was created for an account and may still exist, kept on disk so that the next run can clean up. */
export interface Journal {
  readonly entries: readonly Entry[];
  /** Adds an entry, or replaces the one of its kind and reference. Resolves when it is on disk. */
  keep(entry: Entry): Promise<void>;
  forget(entry: Pick<Entry, 'kind' | 'reference'>): Promise<void>;
}

/** The folder and account of the record. */
export interface JournalOptions {
  /** The data folder. */
  readonly folder: string;
  /** Service address and client. */
  readonly account: string;
  warn(line: string): void;
  now(): number;
}

type Stored = Entry & { readonly account: string };

const kinds = ['order', 'slot', 'purchase order'] as const;

function entryOf(value: unknown): Stored[] {
  const kind = kinds.find((known) => known === textField(value, 'kind'));
  const [reference, account, id] = [
    textField(value, 'reference'),
    textField(value, 'account'),
    textField(value, 'id'),
  ];
  if (kind === undefined || reference === undefined || account === undefined) return [];
  return [{ kind, reference, account, ...(id === undefined ? {} : { id }) }];
}

/** The entries on disk. A damaged file is renamed, with a warning. */
async function readAll(file: string, { warn, now }: Pick<JournalOptions, 'warn' | 'now'>): Promise<Stored[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return [];
  try {
    const document: unknown = JSON.parse(text);
    if (isFields(document) && Array.isArray(document.created))
      return listField(document, 'created').flatMap(entryOf);
  } catch {}
  const kept = moveAside(file, now(), text);
  if (kept === undefined) return readAll(file, { warn, now });
  warn(
    `the record of what verify created is damaged and was renamed to ${kept}; look for CFI-VERIFY-… at the service`,
  );
  return [];
}

type Key = Pick<Entry, 'kind' | 'reference'>;

const isSame = (one: Key, other: Key): boolean =>
  one.kind === other.kind && one.reference === other.reference;

/** Opens the record of what was created for an account. Throws a `CfiError` or the file system's error. */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const { folder, account } = options;
  const file = join(folder, 'verify.json');
  let own = (await readAll(file, options)).filter((entry) => entry.account === account);
  const replace = (changed: Key, entries: readonly Stored[]): Promise<void> =>
    withLock(file, async () => {
      own = [...own.filter((entry) => !isSame(entry, changed)), ...entries];
      const isOwn = (entry: Stored): boolean =>
        entry.account === account && [changed, ...own].some((each) => isSame(each, entry));
      // Other processes record what they create, for this account or another.
      const others = (await readAll(file, options)).filter((entry) => !isOwn(entry));
      await writeWhole(file, `${JSON.stringify({ version: 1, created: [...others, ...own] })}\n`, 'owner');
    });
  return {
    get entries() {
      return own;
    },
    keep: (entry) => replace(entry, [{ ...entry, account }]),
    forget: (entry) => replace(entry, []),
  };
}
