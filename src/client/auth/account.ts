import { resolve } from 'node:path';
import { homePaths } from '../../config/paths.ts';
import { type AccountSettings, knownNames, rememberedFor } from '../../config/remembered.ts';
import {
  type Config,
  defaultProfile,
  emulatorProfile,
  type KeychainEntry,
  keychainEntry,
  type ReadConfigOptions,
  readConfig,
  type SavedToken,
} from '../../config/settings-file.ts';
import type { Deps } from '../../deps.ts';
import { usageError } from '../../errors.ts';
import { type Reading, readNamed, secretBytes } from '../../storage/read-file.ts';
import type { Env } from '../../text/records.ts';
import { isPlainLine, sanitizeLine } from '../../text/sanitize.ts';
import { isHeaderWord, shownWord, withoutTrailing } from '../../text/words.ts';
import { baseAddress, placeText } from '../http.ts';
import type { Api } from '../types.ts';

export interface Credentials {
  readonly client_id: string;
  readonly client_secret: string;
  /** Whether somebody has typed the secret, and can type it again. */
  readonly isTyped?: boolean | undefined;
}

/** The global options for the same account on another command line, quoted for a shell. */
export function accountFlags({ profile, baseUrl, emulator, state }: AccountSettings): string[] {
  const implied = emulator ? emulatorProfile : defaultProfile;
  const words = profile === implied ? [] : ['--profile', shownWord(profile)];
  if (!emulator) return baseUrl === undefined ? words : [...words, '--base-url', shownWord(baseUrl)];
  return [...words, '--emulator', ...(state === undefined ? [] : ['--state', shownWord(state)])];
}

/** A command line to copy, for the same account. Its words are quoted where a shell needs it. */
export function commandFor(settings: AccountSettings, ...words: readonly string[]): string {
  const shown = words.map(shownWord);
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  return ['cfi', ...shown.slice(0, end), ...accountFlags(settings), ...shown.slice(end)].join(' ');
}

/** Which account a command acts for, and how it signs in. */
export type ServiceAccount = ReturnType<typeof serviceAccount>;

/** Where the account of a command comes from. */
export interface AccountSource {
  readonly env: Env;
  readonly cwd: string;
  readonly config: Config;
  readonly profile: string;
  /** The client that is asked for; it goes before that of the environment. */
  readonly clientId?: string | undefined;
  /** Ends the reading of a secret's file. */
  readonly interrupted?: AbortSignal;
  /** The secret that the system's keychain has for an entry. */
  findSecret(entry: KeychainEntry): Promise<string | undefined>;
}

const given = (value: string | undefined): string | undefined => value || undefined;

/** A secret without a byte-order mark and final line break. */
export const withoutLineEnd = (text: string): string => withoutTrailing(text.replace(/^\uFEFF/, ''), '\r\n');

/** The secret in a file, or with `stdin` on standard input, without the final line break. */
export async function readSecret(name: string, { cwd, interrupted, stdin }: Reading): Promise<string> {
  const file = stdin === undefined ? resolve(cwd, name) : 'standard input';
  const reading = { cwd, interrupted, stdin, mostBytes: secretBytes };
  const bytes = await readNamed(name, `cannot read the secret in ${file}`, reading, {
    code: 'invalid-input',
  });
  const secret = withoutLineEnd(bytes.toString('utf8'));
  if (secret === '') throw usageError(`${file} is empty: it has no secret`);
  return secret;
}

/** The secret that the environment gives, itself or in a file. */
export async function secretOfEnvironment(env: Env, cwd: string, signal?: AbortSignal) {
  const file = given(env.CFI_CLIENT_SECRET_FILE);
  return given(env.CFI_CLIENT_SECRET) ?? (file && readSecret(file, { cwd, interrupted: signal }));
}

/** The token in the environment. Throws a usage error for one that cannot be sent in a header. */
function tokenOfEnvironment(env: Env): string | undefined {
  const token = given(env.CFI_TOKEN)?.trim();
  if (token === undefined || isHeaderWord(token)) return token;
  throw usageError(
    'CFI_TOKEN is not a token: it must be one word of ASCII',
    'set it again, or unset it and use cfi login',
  );
}

/** Throws a usage error for a client ID that could be more than one line, or that hides something. */
export function checkClientId(clientId: string): void {
  if (!isPlainLine(clientId))
    throw usageError(
      'the client ID contains control characters',
      'give it again, as your account manager wrote it',
    );
}

const accountKey = (address: string, clientId: string): string => `${address} ${clientId}`;

/** The saved sign-in of this client at this address; no other counts. */
export const savedToken = (config: Config, address: string, clientId?: string): SavedToken | undefined =>
  clientId === undefined ? undefined : config.tokens[accountKey(address, clientId)];

/** Saves a sign-in, or removes it if `token` is undefined. */
export function keepToken(config: Config, address: string, clientId: string, token?: SavedToken): void {
  if (token === undefined) delete config.tokens[accountKey(address, clientId)];
  else config.tokens[accountKey(address, clientId)] = token;
}

/** The current base address: flag or environment first, then the profile's; undefined when there is none. */
export function addressInForce(
  { config, profile }: Pick<AccountSource, 'config' | 'profile'>,
  baseUrl: string | undefined,
): string | undefined {
  const text = baseUrl ?? given(config.profiles[profile]?.base_url);
  return text === undefined ? undefined : baseAddress(text);
}

/** An account of a client. Its secret is only looked up when it is needed. */
function serviceAccount(
  { env }: Pick<AccountSource, 'env'>,
  address: string,
  clientId: string | undefined,
  secretOf: (clientId: string) => string | undefined | Promise<string | undefined>,
) {
  if (clientId !== undefined) checkClientId(clientId);
  return {
    /** Base address, or the place of the embedded emulator's state. */
    address,
    clientId,
    /** From `CFI_TOKEN`: used unchanged, never saved or renewed. */
    fixedToken: tokenOfEnvironment(env),
    /** Undefined when there are none. Rejects when the secret's file cannot be read. */
    async credentials(): Promise<Credentials | undefined> {
      if (clientId === undefined) return undefined;
      const secret = await secretOf(clientId);
      return secret === undefined ? undefined : { client_id: clientId, client_secret: secret };
    },
  };
}

/** The account at a web address. Neither secret nor token of the profile goes to any other than its own. */
export function networkAccount(source: AccountSource, address: string): ServiceAccount {
  const { env, cwd, config, profile } = source;
  const saved = config.profiles[profile];
  const own = saved?.base_url !== undefined && baseAddress(saved.base_url) === address ? saved : undefined;
  const clientId = given(env.CFI_CLIENT_ID) ?? own?.client_id;
  const secretOf = async (id: string): Promise<string | undefined> => {
    const secret = await secretOfEnvironment(env, cwd, source.interrupted);
    if (secret !== undefined || own?.client_id !== id) return secret;
    const entry = keychainEntry(profile, own);
    return own.client_secret ?? (entry === undefined ? undefined : source.findSecret(entry));
  };
  return serviceAccount(source, address, clientId, secretOf);
}

/** The account in the embedded emulator: the one that signed in explicitly, or else the seed's first client. */
export function embeddedAccount(
  source: AccountSource,
  address: string,
  state: string,
  clients: readonly Credentials[],
): ServiceAccount {
  const { env, cwd, config, profile } = source;
  const named = given(source.clientId ?? env.CFI_CLIENT_ID);
  const saved = config.profiles[profile]?.emulators?.[state]?.client_id;
  const clientId = named ?? saved ?? clients[0]?.client_id;
  const secretOf = async (id: string): Promise<string | undefined> =>
    (named && (await secretOfEnvironment(env, cwd, source.interrupted))) ??
    clients.find((client) => client.client_id === id)?.client_secret;
  return serviceAccount(source, address, clientId, secretOf);
}

/** The folders of this program and the saved settings. */
export function openHome({ deps, warn }: { readonly deps: Deps; warn(line: string): void }) {
  const home = homePaths(deps.env, deps.platform, deps.cwd);
  const reading: ReadConfigOptions = { warn, now: () => deps.now() };
  return { home, config: readConfig(home.configFile, reading), reading };
}

/** The warehouses that the account's results have shown on this machine; none were, for a new account. */
export function warehousesSeen(context: {
  readonly deps: Deps;
  readonly settings: AccountSettings;
  warn(line: string): void;
}): readonly string[] {
  const { home } = openHome(context);
  return knownNames(home.cache, rememberedFor(context.settings, home, context.deps.cwd), 'warehouse');
}

/** `acme at service.example (profile main)`, `the owner of CFI_TOKEN at …`, or `emu-acme at the emulator (CFI_EMULATOR)`. */
export function accountText(
  { baseUrl, clientId }: Pick<Api, 'baseUrl' | 'clientId'>,
  { profile, emulator }: AccountSettings,
  env: Env,
): string {
  // A token of the environment is used whoever the profile names.
  const client = env.CFI_TOKEN ? 'the owner of CFI_TOKEN' : (clientId ?? 'nobody yet');
  if (emulator)
    return sanitizeLine(`${client} at the emulator (${env.CFI_EMULATOR ? 'CFI_EMULATOR' : '--emulator'})`);
  return sanitizeLine(`${client} at ${placeText(baseUrl)} (profile ${profile})`);
}
