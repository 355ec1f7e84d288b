import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NamedThing, ShownNames } from '../render/result.ts';
import { readOwnText } from '../storage/read-file.ts';
import { withLock } from '../storage/sqlite/lock.ts';
import { makeFolder, moveAside, removeAbandoned, temporaryFor, writeWhole } from '../storage/whole-file.ts';
import { codeOf, fieldsOf, isFields, keysOf } from '../text/records.ts';
import { absoluteState, type Home } from './paths.ts';
import type { ReadConfigOptions } from './settings-file.ts';

/** Most names kept of each kind, so that reading them stays fast; the oldest go first. */
const most: Readonly<Record<NamedThing, number>> = { warehouse: 200, sku: 5000, po: 500 };
/** Most accounts whose names are kept. */
const mostAccounts = 20;

const namesFile = (cache: string): string => join(cache, 'names.json');

/** Which account a command line is about. */
export interface AccountSettings {
  readonly profile: string;
  /** From flag or environment. */
  readonly baseUrl?: string | undefined;
  readonly emulator: boolean;
  readonly state?: string | undefined;
}

/** The key of an account's names: a state of the emulator, or a profile and any address that overrides its own. */
export const namesAccount = (
  { profile, baseUrl, emulator, state }: AccountSettings,
  home: Home,
  cwd: string,
): string =>
  emulator
    ? `emulator ${absoluteState(state ?? home.emulatorState, cwd)}`
    : [profile, ...(baseUrl === undefined ? [] : [baseUrl])].join(' ');

function readNames(cache: string): Record<string, unknown> {
  try {
    return { ...fieldsOf(JSON.parse(readOwnText(namesFile(cache)))) };
  } catch {
    return {};
  }
}

const namesIn = (account: unknown, kind: NamedThing): string[] => {
  const names = fieldsOf(account)[kind];
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
};

/** Names of that kind that the account's results have shown on this machine, in order. Makes no request. */
export const knownNames = (cache: string, account: string, kind: NamedThing): string[] =>
  namesIn(readNames(cache)[account], kind).sort();

/** Writes the file whole, under a name that nobody can guess before it is complete. */
function write(cache: string, text: string): void {
  const draft = temporaryFor(namesFile(cache));
  try {
    makeFolder(cache);
    removeAbandoned(namesFile(cache));
    writeFileSync(draft, text, { flag: 'wx', mode: 0o600 });
    renameSync(draft, namesFile(cache));
  } catch {
    try {
      rmSync(draft, { force: true });
    } catch {}
  }
}

/**
 * Keeps the names that a result has shown, for completion. Keeps nothing when nothing can be written. It ignores every
 * failure: the result has been shown, and nothing after that may change the outcome of the command.
 */
export function rememberNames(cache: string, account: string, shown: ShownNames): void {
  const all = readNames(cache);
  const before = all[account];
  const now: Partial<Record<NamedThing, readonly string[]>> = { ...fieldsOf(before) };
  let isNew = false;
  for (const kind of keysOf(most)) {
    const known = new Set(namesIn(before, kind));
    const names = [...new Set(shown[kind])].filter((name) => !known.has(name)).slice(0, most[kind]);
    if (names.length === 0) continue;
    isNew = true;
    now[kind] = [...known, ...names].slice(-most[kind]);
  }
  if (!isNew) return;
  delete all[account];
  const accounts = [...Object.entries(all), [account, now]].slice(-mostAccounts);
  write(cache, JSON.stringify(Object.fromEntries(accounts)));
}

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
const mostSlotAccounts = 50;

const slotsFile = (dataFolder: string): string => join(dataFolder, 'slots.json');

type Remembered = Record<string, unknown>;

/**
 * What is remembered. With `reading`, a damaged file is renamed and reported, and the next poll starts from
 * nothing. Throws the file system's error.
 */
async function readSlots(dataFolder: string, reading?: ReadConfigOptions): Promise<Remembered> {
  const file = slotsFile(dataFolder);
  let text: string;
  try {
    text = readOwnText(file);
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
  if (kept === undefined) return readSlots(dataFolder, reading);
  reading.warn(`the list of known slots is damaged and was renamed to ${kept}; continuing without it`);
  return {};
}

/** Like `readSlots`, but nothing is remembered in a file that cannot be read. */
const readIfPossible = (dataFolder: string, reading?: ReadConfigOptions): Promise<Remembered> =>
  readSlots(dataFolder, reading).catch(() => ({}));

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
  return Object.fromEntries(accounts.slice(-mostSlotAccounts));
}

/** Remembers slots; one without a state keeps its previous state. Does not fail when the folder cannot be written. */
export async function rememberSlots(
  dataFolder: string,
  account: string,
  seen: KnownSlots,
  reading?: ReadConfigOptions,
): Promise<void> {
  const file = slotsFile(dataFolder);
  try {
    const known = await readSlots(dataFolder, reading);
    // Most of the time there is nothing new to write.
    if (JSON.stringify(withSeen(known, account, seen)) === JSON.stringify(known)) return;
    await withLock(file, async () => {
      const all = withSeen(await readSlots(dataFolder, reading), account, seen);
      await writeWhole(file, JSON.stringify(all), 'unsynced');
    });
  } catch {
    return;
  }
}
