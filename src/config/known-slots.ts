import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../storage/folder.ts';
import { moveAside } from '../storage/quarantine.ts';
import { writeWhole } from '../storage/whole-file.ts';
import { fieldsOf, isFields } from '../text/records.ts';
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

/**
 * What is remembered. With `reading`, a damaged file is renamed and reported, and the next poll starts from
 * nothing.
 */
async function readAll(dataFolder: string, reading?: ReadConfigOptions): Promise<Record<string, unknown>> {
  const file = fileOf(dataFolder);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return {};
  }
  try {
    const all: unknown = JSON.parse(text);
    if (isFields(all)) return { ...all };
  } catch {}
  if (reading !== undefined) {
    const kept = moveAside(file, reading.now());
    reading.warn(`the list of known slots is damaged and was renamed to ${kept}; continuing without it`);
  }
  return {};
}

/** Slots that this machine has seen for an account (service address and client). */
export async function knownSlots(
  dataFolder: string,
  account: string,
  reading?: ReadConfigOptions,
): Promise<KnownSlots> {
  const entries = Object.entries(fieldsOf((await readAll(dataFolder, reading))[account]));
  return Object.fromEntries(entries.filter(([, value]) => isFields(value))) as unknown as KnownSlots;
}

/** Every slot reference that this machine has seen, for any account; used by completion. */
export async function knownSlotReferences(dataFolder: string): Promise<string[]> {
  return Object.values(await readAll(dataFolder)).flatMap((slots) => Object.keys(fieldsOf(slots)));
}

/** Remembers slots; one without a state keeps its previous state. Does not fail when the folder cannot be written. */
export async function rememberSlots(
  dataFolder: string,
  account: string,
  seen: KnownSlots,
  reading?: ReadConfigOptions,
): Promise<void> {
  try {
    const all = await readAll(dataFolder, reading);
    const before = { ...fieldsOf(all[account]) };
    delete all[account];
    const news: Record<string, unknown> = {};
    for (const [reference, slot] of Object.entries(seen)) {
      news[reference] = slot.status === undefined ? (before[reference] ?? slot) : slot;
      // Move the most recent to the end: the oldest are dropped from the start.
      delete before[reference];
    }
    const kept = Object.entries({ ...before, ...news }).slice(-mostSlots);
    const file = fileOf(dataFolder);
    makeFolder(dirname(file));
    const accounts = [...Object.entries(all), [account, Object.fromEntries(kept)]].slice(-mostAccounts);
    await writeWhole(file, JSON.stringify(Object.fromEntries(accounts)), 'owner');
  } catch {
    return;
  }
}
