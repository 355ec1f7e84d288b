import { join } from 'node:path';
import type { NamedThing, ShownNames } from '../render/result.ts';
import { readOwnText } from '../storage/read-file.ts';
import { withLock } from '../storage/sqlite/lock.ts';
import { makeFolder, writeWhole } from '../storage/whole-file.ts';
import { attempt, fieldsOf, isFields, keysOf } from '../text/records.ts';
import { absoluteState, type Home } from './paths.ts';

/** Most names kept of each kind, so that reading them stays fast; the oldest go first. */
const most: Readonly<Record<NamedThing, number>> = { warehouse: 200, sku: 5000, po: 500 };
/** Most accounts whose names are kept. */
const mostAccounts = 20;
/** The characters of a name, or of a slot, that is kept: far more than real ones have, so that the files stay readable. */
const longest = 400;

const namesFile = (cache: string): string => join(cache, 'names.json');

/** Which account a command line is about. */
export interface AccountSettings {
  readonly profile: string;
  /** From flag or environment; the profile's saved address comes later, with the session. */
  readonly baseUrl?: string | undefined;
  readonly emulator: boolean;
  /** State folder of the embedded emulator, or `:memory:`. */
  readonly state?: string | undefined;
}

/** The key under which an account's names are remembered: a state of the emulator, or a profile and any address that overrides its own. */
export const rememberedFor = (
  { profile, baseUrl, emulator, state }: AccountSettings,
  home: Home,
  cwd: string,
): string =>
  emulator
    ? `emulator ${absoluteState(state ?? home.emulatorState, cwd)}`
    : [profile, ...(baseUrl === undefined ? [] : [baseUrl])].join(' ');

type Remembered = Readonly<Record<string, unknown>>;

/** What is remembered in a file, by account; nothing if it is missing or damaged. Throws the file system's error. */
function readAll(file: string): Remembered {
  const text = attempt(() => readOwnText(file), '{}', 'ENOENT');
  return attempt(() => fieldsOf(JSON.parse(text)), {});
}

/** Like `readAll`, but nothing is remembered in a file that cannot be read. */
const readIfPossible = (file: string): Remembered => attempt(() => readAll(file), {});

/** What is remembered with this about an account, which becomes the latest; of more than `most` accounts, the oldest go. */
function withAccount(all: Remembered, account: string, about: unknown, most: number): Remembered {
  const { [account]: _, ...others } = all;
  return Object.fromEntries([...Object.entries(others), [account, about]].slice(-most));
}

const namesIn = (account: unknown, kind: NamedThing): string[] => {
  const names = fieldsOf(account)[kind];
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
};

/** Names of that kind that the account's results have shown on this machine, in order. Makes no request. */
export const knownNames = (cache: string, account: string, kind: NamedThing): string[] =>
  namesIn(readIfPossible(namesFile(cache))[account], kind).sort();

/** Keeps the names that a result has shown, for completion. Ignores every failure: the command has done its work. */
export async function rememberNames(cache: string, account: string, shown: ShownNames): Promise<void> {
  const all = readIfPossible(namesFile(cache));
  const before = all[account];
  const now: Partial<Record<NamedThing, readonly string[]>> = { ...fieldsOf(before) };
  let isNew = false;
  for (const kind of keysOf(most)) {
    const known = new Set(namesIn(before, kind));
    const news = [...new Set(shown[kind])].filter((name) => !known.has(name) && name.length <= longest);
    const names = news.slice(0, most[kind]);
    if (names.length === 0) continue;
    isNew = true;
    now[kind] = [...known, ...names].slice(-most[kind]);
  }
  if (!isNew) return;
  try {
    makeFolder(cache);
    const text = JSON.stringify(withAccount(all, account, now, mostAccounts));
    await writeWhole(namesFile(cache), text);
  } catch {}
}

/** A slot's last reported state; without a status, only that the slot exists. */
export interface KnownSlot {
  readonly status?: string;
  /** The time that the status refers to: offered or agreed. */
  readonly time?: string;
  /** How many offers the warehouse has made; absent if the record shows no proposals. */
  readonly offers?: number;
}

/** By slot reference. */
export type KnownSlots = Readonly<Record<string, KnownSlot>>;

/** Most slots remembered per account, and most accounts; the oldest go first. */
export const mostSlots = 500;
const mostSlotAccounts = 50;

const slotsFile = (dataFolder: string): string => join(dataFolder, 'slots.json');

/** Slots that this machine has seen for an account (service address and client). */
export function knownSlots(dataFolder: string, account: string): KnownSlots {
  const entries = Object.entries(fieldsOf(readIfPossible(slotsFile(dataFolder))[account]));
  return Object.fromEntries(entries.filter(([, value]) => isFields(value))) as unknown as KnownSlots;
}

/** Every slot reference that this machine has seen, for any account; used by completion. */
export const knownSlotReferences = (dataFolder: string): string[] =>
  Object.values(readIfPossible(slotsFile(dataFolder))).flatMap((slots) => Object.keys(fieldsOf(slots)));

/** What is remembered after these slots of an account were seen. */
function withSeen(before: Remembered, account: string, seen: KnownSlots): Remembered {
  const slots = new Map(Object.entries(fieldsOf(before[account])));
  for (const [reference, slot] of Object.entries(seen)) {
    if (JSON.stringify([reference, slot]).length > longest) continue;
    const known = slots.get(reference);
    // Move the most recent to the end: the oldest are dropped from the start.
    slots.delete(reference);
    slots.set(reference, slot.status === undefined ? (known ?? slot) : slot);
  }
  return withAccount(before, account, Object.fromEntries([...slots].slice(-mostSlots)), mostSlotAccounts);
}

/** Remembers slots; one without a state keeps its previous state. Does not fail when the folder cannot be written. */
export async function rememberSlots(dataFolder: string, account: string, seen: KnownSlots): Promise<void> {
  const file = slotsFile(dataFolder);
  try {
    const known = readAll(file);
    // Most of the time there is nothing new to write.
    if (JSON.stringify(withSeen(known, account, seen)) === JSON.stringify(known)) return;
    await withLock(file, () => writeWhole(file, JSON.stringify(withSeen(readAll(file), account, seen))));
  } catch {}
}
