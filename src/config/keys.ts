import { usageError } from '../errors.ts';
import { outputFormats } from '../render/result.ts';
import { withoutUserInfo } from '../text/host.ts';
import { nearest } from '../text/nearest.ts';
import { presetNames } from '../text/preset-names.ts';
import { longestTimerMs, parseDuration } from '../text/time/time.ts';
import { isZone } from '../text/time/zone.ts';
import { type Config, defaultProfile, type Profile } from './settings-file.ts';

/** A setting that a profile can hold instead of a flag. */
export interface ConfigKey {
  readonly name: string;
  readonly meaning: string;
  /** A short description of valid values. */
  readonly expected: string;
  accepts(value: string): boolean;
  /** It names a file, and is stored as an absolute path. */
  readonly isFile?: true;
}

const key = (
  name: string,
  meaning: string,
  expected: string,
  accepts: (value: string) => boolean,
): ConfigKey => ({ name, meaning, expected, accepts });

const isText = (value: string): boolean => value.trim() !== '';

const word = (name: string, meaning: string, words: readonly string[]): ConfigKey =>
  key(name, meaning, `one of ${words.join(', ')}`, (value) => words.includes(value));

const isDuration = (value: string): boolean => (parseDuration(value) ?? 0) > 0;

/** A value that the option rejects must not be saved: it would make every command fail, even the one that changes it. */
const isTimeout = (value: string): boolean =>
  isDuration(value) && Number(parseDuration(value)) <= longestTimerMs;
const isRetries = (value: string): boolean => /^\d{1,4}$/.test(value) && Number(value) <= 1000;

const timeouts = 'a duration of at most 24 days, for example 500ms, 30s or 15m';
const durations = 'a duration, for example 500ms, 30s, 15m, 36h, 7d or PT15M';
const warehouses = 'warehouse names, separated by commas';
const zones = 'a time zone, for example Europe/London';

const file = (name: string, meaning: string): ConfigKey => ({
  ...key(name, meaning, 'a file name', isText),
  isFile: true,
});

/** Every key of `cfi config`. Each is the profile's default for an option. */
export const configKeys: readonly ConfigKey[] = [
  key('base_url', 'service base address', 'a web address, for example https://host/v1', (value) =>
    URL.canParse(value),
  ),
  word('output', 'output format', outputFormats),
  word('accessible', 'output and questions for a screen reader', ['on', 'off']),
  key('timeout', 'time limit per request', timeouts, isTimeout),
  key('max_retries', 'maximum retries per request', 'a whole number from 0 to 1000', isRetries),
  key('warehouse', 'warehouse of orders without one', 'a warehouse name', isText),
  key('timezone', 'time zone for times in files without one', zones, isZone),
  word('dates', 'which comes first in dates such as 02/12/2026', ['dmy', 'mdy']),
  word('decimal', 'decimal mark of numbers in files', ['point', 'comma']),
  key('dispatch_within', 'time from the order to its dispatch-by date', durations, isDuration),
  word('preset', 'shop of the exports that order create reads', presetNames),
  file('map', 'map that order create uses to read files'),
  word('stock', 'what order create does about stock', ['ignore', 'warn', 'skip', 'stop']),
  word('notes', 'what order create does with orders with notes', ['show', 'hold']),
  file('sku_map', "the warehouse's SKU for each of the shop's"),
  key('monday_warehouses', 'warehouses that take deliveries on Mondays', warehouses, isText),
];

export const keyNames: readonly string[] = configKeys.map(({ name }) => name);

/** The key of that name. Throws a usage error with the nearest known one. */
export function configKey(name: string): ConfigKey {
  const known = configKeys.find((key) => key.name === name.replaceAll('-', '_'));
  if (known !== undefined) return known;
  const near = nearest(name.replaceAll('-', '_'), keyNames);
  throw usageError(
    `there is no setting ${JSON.stringify(name)}`,
    near === undefined ? `known settings: ${keyNames.join(', ')}` : `did you mean ${near}?`,
  );
}

/** The profile to use when neither flag nor environment names one. */
export const currentProfile = (config: Config): string => config.current_profile ?? defaultProfile;

/** The profile's settings by key, as a user would type them; leaves out values that their key does not accept. */
export function savedSettings(profile: Profile | undefined): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name, accepts } of configKeys) {
    const value = profile?.[name];
    if (typeof value !== 'string' || !accepts(value)) continue;
    // An earlier version saved whatever stood in the address; a session refuses it.
    found[name] = name === 'base_url' ? withoutUserInfo(value) : value;
  }
  return found;
}
