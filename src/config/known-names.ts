import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NamedThing, ShownNames } from '../render/result.ts';
import { makeFolder, removeAbandoned, temporaryFor } from '../storage/whole-file.ts';
import { fieldsOf, keysOf } from '../text/records.ts';
import { absoluteState, type Home } from './paths.ts';

/** Most names kept of each kind, so that reading them stays fast; the oldest go first. */
const most: Readonly<Record<NamedThing, number>> = { warehouse: 200, sku: 5000, po: 500 };
/** Most accounts whose names are kept. */
const mostAccounts = 20;

const fileOf = (cache: string): string => join(cache, 'names.json');

/** The account whose names are wanted. */
interface NamesOf {
  readonly profile: string;
  /** From flag or environment. */
  readonly baseUrl?: string;
  readonly emulator: boolean;
  readonly state?: string;
}

/** The key of an account's names: a state of the emulator, or a profile and any address that overrides its own. */
export const namesAccount = (
  { profile, baseUrl, emulator, state }: NamesOf,
  home: Home,
  cwd: string,
): string =>
  emulator
    ? `emulator ${absoluteState(state ?? home.emulatorState, cwd)}`
    : [profile, ...(baseUrl === undefined ? [] : [baseUrl])].join(' ');

function readAll(cache: string): Record<string, unknown> {
  try {
    return { ...fieldsOf(JSON.parse(readFileSync(fileOf(cache), 'utf8'))) };
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
  namesIn(readAll(cache)[account], kind).sort();

/** Writes the file whole, under a name that nobody can guess before it is complete. */
function write(cache: string, text: string): void {
  const draft = temporaryFor(fileOf(cache));
  try {
    makeFolder(cache);
    removeAbandoned(fileOf(cache));
    writeFileSync(draft, text, { flag: 'wx', mode: 0o600 });
    renameSync(draft, fileOf(cache));
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
  const all = readAll(cache);
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
