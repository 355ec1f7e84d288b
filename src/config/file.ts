import { chmodSync, readFileSync, renameSync, statSync } from 'node:fs';
import { CfiError, type ErrorCode } from '../errors.ts';
import { isFields } from '../text/records.ts';

/** A sign-in with one account, good until it expires. */
export interface SavedToken {
  readonly access_token: string;
  /** Milliseconds since the epoch, by the service's clock. */
  readonly expires_at: number;
  /** Service's clock less the local one when it was issued, milliseconds. */
  readonly skew: number;
}

/** An account of the embedded emulator that was signed in on purpose. */
interface EmulatorAccount {
  readonly client_id: string;
}

/** A saved account with its settings; unknown members are kept. */
export interface Profile {
  base_url?: string;
  client_id?: string;
  client_secret?: string;
  /** By state folder. */
  emulators?: Record<string, EmulatorAccount>;
  [setting: string]: unknown;
}

export interface Config {
  current_profile?: string;
  profiles: Record<string, Profile>;
  /** By account: service address, a space, client_id. */
  tokens: Record<string, SavedToken>;
}

/** How a config file is read: whom to tell, and the clock for the name of a damaged one. */
export interface ConfigReading {
  warn(line: string): void;
  now(): number;
}

/** Without a prototype, so that no name a user chooses is there already. */
const table = <T>(): Record<string, T> => Object.create(null);

const emptyConfig = (): Config => ({ profiles: table(), tokens: table() });

const errorCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** What stands in the way of a file, for people. */
export function fileError(
  doing: string,
  file: string,
  error: unknown,
  code: ErrorCode = 'internal',
): CfiError {
  const reasons: Record<string, string> = {
    ENOENT: 'there is no such file or folder',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
    ENOTDIR: 'part of its path is not a folder',
    EISDIR: 'it is a folder',
  };
  const reason = reasons[errorCode(error) ?? ''] ?? (error as Error).message;
  const hint = code === 'internal' ? { hint: 'CFI_HOME names another folder for it' } : {};
  return new CfiError(code, `cannot ${doing} ${file}: ${reason}`, { ...hint, cause: error });
}

/** The members that have the right shape; anything else in their place is as if absent. */
function shaped(value: Record<string, unknown>): Config {
  const config: Config = { ...value, ...emptyConfig() };
  if (typeof value.current_profile !== 'string') delete config.current_profile;
  for (const [name, profile] of Object.entries(isFields(value.profiles) ? value.profiles : {}))
    if (isFields(profile)) config.profiles[name] = profile;
  for (const [account, token] of Object.entries(isFields(value.tokens) ? value.tokens : {})) {
    if (!isFields(token) || typeof token.access_token !== 'string' || typeof token.expires_at !== 'number')
      continue;
    const skew = typeof token.skew === 'number' ? token.skew : 0;
    config.tokens[account] = { access_token: token.access_token, expires_at: token.expires_at, skew };
  }
  return config;
}

function keepAside(file: string, { warn, now }: ConfigReading): Config {
  const kept = `${file}.damaged-${new Date(now()).toISOString().replace(/[:.]/g, '-')}`;
  try {
    renameSync(file, kept);
  } catch (error) {
    // Another process has just moved it.
    if (errorCode(error) !== 'ENOENT') throw fileError('set aside the damaged', file, error);
  }
  warn(`the config file is damaged and was kept as ${kept}; going on without it`);
  return emptyConfig();
}

/** What is saved; nothing, when there is no file. A file that others could read is closed to them. */
export function readConfig(file: string, reading: ConfigReading): Config {
  let text: string;
  try {
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return emptyConfig();
    throw fileError('read', file, error);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isFields(value)) return shaped(value);
  } catch {}
  return keepAside(file, reading);
}
