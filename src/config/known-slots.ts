import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../files/folder.ts';
import { fieldsOf, isFields } from '../text/records.ts';

/** What was last told of a slot; without a state, only that there is such a slot. */
export interface KnownSlot {
  readonly status?: string;
  /** Time that the state speaks of: offered or agreed. */
  readonly time?: string;
}

/** By slot reference. */
export type KnownSlots = Readonly<Record<string, KnownSlot>>;

/** Most slots remembered for an account, and most accounts; the oldest go first. */
const mostSlots = 500;
const mostAccounts = 50;

const fileOf = (dataFolder: string): string => join(dataFolder, 'slots.json');

async function readAll(dataFolder: string): Promise<Record<string, unknown>> {
  try {
    return { ...fieldsOf(JSON.parse(await readFile(fileOf(dataFolder), 'utf8'))) };
  } catch {
    // A memory that cannot be read is only a memory: the next poll fills it again.
    return {};
  }
}

/** Slots that this machine has seen for an account (service address and client). */
export async function knownSlots(dataFolder: string, account: string): Promise<KnownSlots> {
  const entries = Object.entries(fieldsOf((await readAll(dataFolder))[account]));
  return Object.fromEntries(entries.filter(([, value]) => isFields(value))) as unknown as KnownSlots;
}

/** Every slot reference that this machine has seen, whatever the account; for completion. */
export async function knownSlotReferences(dataFolder: string): Promise<string[]> {
  return Object.values(await readAll(dataFolder)).flatMap((slots) => Object.keys(fieldsOf(slots)));
}

/**
 * Remembers slots; one without a state keeps the state it had. A folder that cannot be written is no reason to fail.
 */
export async function rememberSlots(
  dataFolder: string,
  account: string,
  seen: KnownSlots,
  pid: number,
): Promise<void> {
  try {
    const all = await readAll(dataFolder);
    const before = { ...fieldsOf(all[account]) };
    delete all[account];
    const news: Record<string, unknown> = {};
    for (const [reference, slot] of Object.entries(seen)) {
      news[reference] = slot.status === undefined ? (before[reference] ?? slot) : slot;
      // The most recent go last, where the oldest are cut off.
      delete before[reference];
    }
    const kept = Object.entries({ ...before, ...news }).slice(-mostSlots);
    const file = fileOf(dataFolder);
    const draft = `${file}.${pid}`;
    makeFolder(dirname(file));
    const accounts = [...Object.entries(all), [account, Object.fromEntries(kept)]].slice(-mostAccounts);
    await writeFile(draft, JSON.stringify(Object.fromEntries(accounts)), { mode: 0o600 });
    await rename(draft, file);
  } catch {
    return;
  }
}
