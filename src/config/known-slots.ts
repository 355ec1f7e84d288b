import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { moveAside } from '../storage/quarantine.ts';
import { withLock } from '../storage/sqlite/lock.ts';
import { writeWhole } from '../storage/whole-file.ts';
import { codeOf, fieldsOf, isFields } from '../text/records.ts';
import type { ReadConfigOptions } from './file.ts';

/** A slot's last reported state; without a status, only that the slot exists. */
export interface KnownSlot {
  readonly status?: string;
  /** The time that the status refers to: offered or agreed. */
  readonly time?: string;
}

/** By slot reference. */
export type KnownSlots = Readonly<Record<string, KnownSlot>>;

/** Most slots remembered per account, and most accounts; the oldest go first. */
const mostSlots = 500;
const mostAccounts = 50;

const fileOf = (dataFolder: string): string => join(dataFolder, 'slots.json');

type Remembered = Record<string, unknown>;

/**
 * What is remembered. With `reading`, a damaged file is renamed and reported, and the next poll starts from
 * nothing. Throws the file system's error.
 */
async function readAll(dataFolder: string, reading?: ReadConfigOptions): Promise<Remembered> {
  const file = fileOf(dataFolder);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return {};
    throw error;
  }
  try {
    const all: unknown = JSON.parse(text);
    if (isFields(all)) return { ...all };
  } catch {}
  if (reading === undefined) return {};
  const kept = moveAside(file, reading.now(), text);
  if (kept === undefined) return readAll(dataFolder, reading);
  reading.warn(`the list of known slots is damaged and was renamed to ${kept}; continuing without it`);
  return {};
}

/** Like `readAll`, but nothing is remembered in a file that cannot be read. */
const readIfPossible = (dataFolder: string, reading?: ReadConfigOptions): Promise<Remembered> =>
  readAll(dataFolder, reading).catch(() => ({}));

/** Slots that this machine has seen for an account (service address and client). */
export async function knownSlots(
  dataFolder: string,
  account: string,
  reading?: ReadConfigOptions,
): Promise<KnownSlots> {
  const entries = Object.entries(fieldsOf((await readIfPossible(dataFolder, reading))[account]));
  return Object.fromEntries(entries.filter(([, value]) => isFields(value))) as unknown as KnownSlots;
}

/** Every slot reference that this machine has seen, for any account; used by completion. */
export async function knownSlotReferences(dataFolder: string): Promise<string[]> {
  return Object.values(await readIfPossible(dataFolder)).flatMap((slots) => Object.keys(fieldsOf(slots)));
}

/** What is remembered after these slots of an account were seen. */
function withSeen(before: Remembered, account: string, seen: KnownSlots): Remembered {
  const { [account]: known, ...others } = before;
  const older = { ...fieldsOf(known) };
  const news: Record<string, unknown> = {};
  for (const [reference, slot] of Object.entries(seen)) {
    news[reference] = slot.status === undefined ? (older[reference] ?? slot) : slot;
    // Move the most recent to the end: the oldest are dropped from the start.
    delete older[reference];
  }
  const kept = Object.entries({ ...older, ...news }).slice(-mostSlots);
  const accounts = [...Object.entries(others), [account, Object.fromEntries(kept)]];
  return Object.fromEntries(accounts.slice(-mostAccounts));
}

/** Remembers slots; one without a state keeps its previous state. Does not fail when the folder cannot be written. */
export async function rememberSlots(
  dataFolder: string,
  account: string,
  seen: KnownSlots,
  reading?: ReadConfigOptions,
): Promise<void> {
  const file = fileOf(dataFolder);
  try {
    const known = await readAll(dataFolder, reading);
    // Most of the time there is nothing new to write.
    if (JSON.stringify(withSeen(known, account, seen)) === JSON.stringify(known)) return;
    await withLock(file, async () => {
      const all = withSeen(await readAll(dataFolder, reading), account, seen);
      await writeWhole(file, JSON.stringify(all), 'owner', 'unsynced');
    });
  } catch {
    return;
  }
}
