import { readdirSync, realpathSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CfiError } from '../errors.ts';
import { fileError, fileReason } from '../storage/file-errors.ts';
import { readOwnText } from '../storage/read-file.ts';
import { withLock } from '../storage/sqlite/lock.ts';
import { closeToOthers, moveAside } from '../storage/whole-file.ts';
import { isNestedDeeper, mostInJson } from '../text/json.ts';
import { nearest } from '../text/nearest.ts';
import { attempt, codeOf, type Env, fieldsOf, isFields } from '../text/records.ts';
import { isTime } from '../text/time/time.ts';
import { isHeaderWord } from '../text/words.ts';

/** A sign-in with one account, valid until it expires. */
export interface SavedToken {
  readonly access_token: string;
  /** Milliseconds since the epoch, by the service's clock. */
  readonly expires_at: number;
  /** Service clock minus local clock when it was issued, milliseconds. */
  readonly skew: number;
}

export interface KeychainEntry {
  readonly profile: string;
  readonly address: string;
  readonly clientId: string;
}

/** A saved account with its settings; keeps unknown members. */
export interface Profile {
  base_url?: string;
  client_id?: string;
  client_secret?: string;
  /** `keychain` when the secret is in the system's keychain instead of this file. */
  secret_in?: string;
  /** The accounts of the embedded emulator that the user signed in explicitly, by state folder. */
  emulators?: Record<string, { readonly client_id: string }>;
  [setting: string]: unknown;
}

export interface Config {
  current_profile?: string;
  profiles: Record<string, Profile>;
  /** By account: service address, a space, client_id. */
  tokens: Record<string, SavedToken>;
}

/** How to read a config file: where to report problems, and the clock for naming a damaged one. */
export interface ReadConfigOptions {
  warn(line: string): void;
  now(): number;
}

/** Without a prototype, so that no name a user chooses already exists. */
const table = <T>(): Record<string, T> => Object.create(null);

const emptyConfig = (): Config => ({ profiles: table(), tokens: table() });

/** Members of a profile that must be text if present. */
const profileTexts = ['base_url', 'client_id', 'client_secret', 'secret_in'] as const;

function shapedProfile(value: Profile): Profile {
  const profile = { ...value };
  for (const name of profileTexts) if (typeof profile[name] !== 'string') delete profile[name];
  if (!isFields(profile.emulators)) delete profile.emulators;
  return profile;
}

/** The members with the right shape; any others count as absent. */
function shaped(value: Record<string, unknown>): Config {
  const config: Config = { ...value, ...emptyConfig() };
  if (typeof value.current_profile !== 'string') delete config.current_profile;
  for (const [name, profile] of Object.entries(isFields(value.profiles) ? value.profiles : {}))
    if (isFields(profile)) config.profiles[name] = shapedProfile(profile);
  for (const [account, token] of Object.entries(isFields(value.tokens) ? value.tokens : {})) {
    const { access_token, expires_at, skew } = fieldsOf(token);
    if (typeof access_token !== 'string' || !isHeaderWord(access_token) || !isTime(expires_at)) continue;
    config.tokens[account] = { access_token, expires_at, skew: isTime(skew) ? skew : 0 };
  }
  return config;
}

/** Renames the damaged file; false if another process has done so, or has replaced it. */
function setAside(file: string, text: string, { warn, now }: ReadConfigOptions): boolean {
  try {
    const kept = moveAside(file, now(), text);
    if (kept !== undefined)
      warn(`the config file is damaged and was renamed to ${kept}; continuing without it`);
    return kept !== undefined;
  } catch (error) {
    throw fileError('rename the damaged', file, error);
  }
}

/** What is saved; empty when there is no file. Removes other users' access to the file. */
export function readConfig(file: string, reading: ReadConfigOptions): Config {
  let text: string;
  try {
    closeToOthers(file);
    text = readOwnText(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return emptyConfig();
    throw fileError('read', file, error);
  }
  try {
    // What writes the settings looks through them recursively.
    const value: unknown = isNestedDeeper(text, mostInJson.levels) ? undefined : JSON.parse(text);
    if (isFields(value)) return shaped(value);
  } catch {}
  return setAside(file, text, reading) ? emptyConfig() : readConfig(file, reading);
}

/** The saved profile of that name. Throws `not-found` with the nearest known one. */
export function savedProfile(config: Config, name: string): Profile {
  const profile = config.profiles[name];
  if (profile !== undefined) return profile;
  const near = nearest(name, Object.keys(config.profiles));
  throw new CfiError('not-found', `there is no profile ${JSON.stringify(name)}`, {
    hint: near === undefined ? 'see them with cfi profile list' : `did you mean ${near}?`,
  });
}

/** The path of an existing or future file: a link to it stays a link. */
const placeOf = (file: string): string => attempt(() => realpathSync(file), file);

/** What conf adds to the name of a file that it is writing. */
const unfinished = /^\.tmp-\d{10}[0-9a-f]{6}$/;
/** The folders in which version 0.2.0 wrote. */
const draft = /^\.config-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Removes the unfinished settings that killed processes left: they hold tokens, and a sign-out would miss them. */
function removeUnfinished(place: string, { warn }: ReadConfigOptions): void {
  const [folder, own] = [dirname(place), basename(place)];
  try {
    for (const name of readdirSync(folder))
      if (draft.test(name) || (name.startsWith(own) && unfinished.test(name.slice(own.length))))
        rmSync(join(folder, name), { recursive: true, force: true });
  } catch (error) {
    warn(`unfinished settings in ${folder} may hold sign-ins and cannot be removed: ${fileReason(error)}`);
  }
}

/** Changes what is saved, under a lock: two processes must not undo each other's changes. conf writes whole; links stay links. */
export async function updateConfig<T>(
  file: string,
  reading: ReadConfigOptions,
  change: (config: Config) => T,
): Promise<T> {
  return withLock(file, async () => {
    const { default: Conf } = await import('conf');
    const config = readConfig(file, reading);
    const result = change(config);
    try {
      removeUnfinished(placeOf(file), reading);
      const conf = new Conf<Record<string, unknown>>({
        cwd: dirname(file),
        configName: basename(file, '.json'),
        configFileMode: 0o600,
        accessPropertiesByDotNotation: false,
      });
      conf.store = { ...config };
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      throw fileError('write', file, error);
    }
    return result;
  });
}

/** Where a secret is kept: in the system's keychain, or in the config file. */
export type SecretPlace = 'keychain' | 'file';

/** The keychain's entry for a profile; undefined when the profile keeps no secret there. */
export function keychainEntry(profile: string, saved: Profile | undefined): KeychainEntry | undefined {
  const { base_url: address, client_id: clientId, secret_in: place } = saved ?? {};
  if (place !== 'keychain' || address === undefined || clientId === undefined) return undefined;
  return { profile, address, clientId };
}

/** Whether the profile has a secret, wherever it is kept. */
export const hasSecret = (saved: Profile | undefined): boolean =>
  saved?.client_secret !== undefined || saved?.secret_in === 'keychain';

/** Removes the secret of a profile whose address changes: it belongs to the old one. Returns the keychain entry to delete. */
export function dropSecret(profile: string, saved: Profile): KeychainEntry | undefined {
  const entry = keychainEntry(profile, saved);
  delete saved.client_secret;
  delete saved.secret_in;
  return entry;
}

/** The password in a proxy's address, as it is sent. */
function proxyPassword(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const whole = address.includes('://') ? address : `http://${address}`;
  if (!URL.canParse(whole)) return undefined;
  const { password } = new URL(whole);
  return attempt(() => decodeURIComponent(password), password);
}

/** Every secret that the environment itself holds. */
export const secretsOfEnvironment = (env: Env): string[] =>
  [
    env.CFI_TOKEN?.trim(),
    env.CFI_CLIENT_SECRET,
    ...['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'].map((name) => proxyPassword(env[name])),
  ].filter((secret) => secret !== undefined);

/** Every secret that this machine knows, from its environment and what is saved. */
export const knownSecrets = (env: Env, { profiles, tokens }: Config): string[] => [
  ...secretsOfEnvironment(env),
  ...Object.values(profiles).flatMap(({ client_secret }) => client_secret ?? []),
  ...Object.values(tokens).map(({ access_token }) => access_token),
];

/** The profile of an account that is not in the emulator, unless another one is named or in use. */
export const defaultProfile = 'default';

/** The profile of the embedded emulator, unless another one is named: what is set while rehearsing reaches no account. */
export const emulatorProfile = 'emulator';
