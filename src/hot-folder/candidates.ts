import { isUtf8 } from 'node:buffer';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Deps } from '../deps.ts';

/** A file that could be taken, as it was when checked. */
export type Candidate = NonNullable<ReturnType<typeof lookAtFile>>;

const payload = /\.(?:csv|tsv|txt|json|ndjson|xlsx|xlsm)$/i;
/** What a run puts beside the files that failed, here perhaps in the folder `failed` of another one. */
const companion = /\.failed\.|\.(?:csv|tsv|txt|json|ndjson|xlsx|xlsm)\.report\.(?:json|txt)$/i;

/** Whether a file with this name is taken: no dot file, and not the mark that Excel leaves beside an open workbook. */
export const isPayloadName = (name: string): boolean =>
  !/^(?:\.|~\$)/.test(name) && payload.test(name) && !companion.test(name);

/** The payload files of a folder, oldest first; no dot files, failed files, reports or links. Throws the file system's error. */
export function candidatesIn(folder: string): Candidate[] {
  return readdirSync(folder)
    .filter(isPayloadName)
    .flatMap((name) => lookAtFile(folder, name) ?? [])
    .sort((a, b) => (a.modified < b.modified ? -1 : a.modified > b.modified ? 1 : a.name < b.name ? -1 : 1));
}

/** What looks like orders and is none that can be read, by the ending of its name. */
const foreign: readonly (readonly [ending: RegExp, why: string])[] = [
  [/\.xl[st]$/i, 'an old Excel workbook; save it as .xlsx'],
  [/\.xlsb$/i, 'a binary Excel workbook; save it as .xlsx'],
  [/\.xlt[xm]$/i, 'an Excel template; save it as .xlsx'],
  [/\.f?ods$/i, 'an OpenDocument spreadsheet; save it as .xlsx'],
  [/\.numbers$/i, 'a Numbers file; export it to Excel'],
  [/\.(?:zip|gz|tgz|tar|bz2|xz|zst|7z|rar)$/i, 'an archive; unpack it'],
  [/\.pdf$/i, 'a PDF; export the orders as CSV or as a workbook'],
  [/\.xml$/i, 'XML; export the orders as CSV or as a workbook'],
  [/\.(?:edi|edifact|x12|idoc)$/i, 'EDI; export the orders as CSV or as a workbook'],
];

/** What looks like orders and is not taken, and what to do about it; no dot files, no marks of open workbooks. Throws the file system's error. */
export function ignoredIn(folder: string): { readonly name: string; readonly why: string }[] {
  return readdirSync(folder, { encoding: 'buffer' })
    .sort(Buffer.compare)
    .flatMap((bytes) => {
      const name = bytes.toString();
      // Node cannot open a file by such a name.
      const rename = 'named in an encoding other than UTF-8; rename it';
      if (!isUtf8(bytes)) return isPayloadName(name) ? [{ name: withBytes(bytes), why: rename }] : [];
      const why = foreign.find(([ending]) => ending.test(name) && !/^(?:\.|~\$)/.test(name))?.[1];
      return why === undefined || lookAtFile(folder, name) === undefined ? [] : [{ name, why }];
    });
}

/** A name as text in which the odd bytes are written `\\xfc`. */
const withBytes = (name: Buffer): string =>
  Array.from(name, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16)}`)).join('');

/** The file's current state; undefined when it is gone or not a regular file. */
export function lookAtFile(folder: string, name: string) {
  const path = join(folder, name);
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined || !found.isFile()) return undefined;
  const { dev, ino, size, mtimeNs, mtimeMs, ctimeMs } = found;
  return {
    name,
    path,
    /** Changes whenever the file does: its identity, size and times. */
    mark: [dev, ino, size, mtimeNs].join(' '),
    /** When it was last written, ns since the epoch. */
    modified: mtimeNs,
    /** When it or its name last changed, ms since the epoch; only the system sets it. */
    touchedAt: Number(mtimeMs > ctimeMs ? mtimeMs : ctimeMs),
  };
}

export type Settling = ReturnType<typeof watchSettling>;

/** Remembers how long each file of a folder has stayed unchanged. */
export function watchSettling({ now, monotonicNow }: Pick<Deps, 'now' | 'monotonicNow'>) {
  const seen = new Map<string, { mark: string; since: number }>();
  const [wall, steady] = [now(), monotonicNow()];
  return {
    /**
     * Whether a file has not changed for `ms`, as seen here, or by its own time, which is from a clock that is `aheadMs`
     * ahead of this machine's. What this is set forward from now on does not count: a file that is still being written
     * would look old.
     */
    isSettled(file: Candidate, ms: number, aheadMs: number): boolean {
      const at = monotonicNow();
      const before = seen.get(file.name);
      const since = before?.mark === file.mark ? before.since : at;
      seen.set(file.name, { mark: file.mark, since });
      const neverAhead = Math.min(now(), wall + at - steady);
      return at - since >= ms || neverAhead + aheadMs - file.touchedAt >= ms;
    },
    /** Forgets files that no longer exist. */
    keepOnly(files: readonly Candidate[]): void {
      const there = new Set(files.map(({ name }) => name));
      for (const name of seen.keys()) if (!there.has(name)) seen.delete(name);
    },
  };
}
