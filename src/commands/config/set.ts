import { resolve } from 'node:path';
import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { commandFor, openHome } from '../../client/auth/account.ts';
import { forgetOrNote } from '../../client/auth/secrets.ts';
import { baseAddress } from '../../client/http/request.ts';
import type { KeychainEntry } from '../../config/file.ts';
import { type ConfigKey, configKey } from '../../config/keys.ts';
import { dropSecret } from '../../config/secret-place.ts';
import { updateConfig } from '../../config/store.ts';
import { usageError } from '../../errors.ts';
import { memberRow } from '../../render/json.ts';
import type { Result } from '../../render/result.ts';
import { withoutUserInfo } from '../../text/host.ts';
import { nearest } from '../../text/nearest.ts';
import type { setCommand } from './definition.ts';

type ConfigSetOptions = OptionsOf<typeof setCommand>;

/** A value as it is saved: it must mean the same in every working directory. */
function keptValue({ name, isFile }: ConfigKey, value: string, cwd: string): string {
  if (name === 'base_url') return baseAddress(value);
  return isFile === true ? resolve(cwd, value) : value;
}

function hintFor(
  { settings: { profile } }: CommandContext,
  { name, words = [] }: ConfigKey,
  value: string,
): string | undefined {
  if (value.trim() === '')
    return `to remove it: ${commandFor({ profile, emulator: false }, 'config', 'unset', name)}`;
  const near = nearest(value, words);
  return near === undefined ? undefined : `did you mean ${near}?`;
}

/** Checks a setting and saves it in the profile. */
export async function run(context: CommandContext, options: ConfigSetOptions): Promise<Result> {
  const key = configKey(options.key);
  if (!key.accepts(options.value)) {
    throw usageError(
      `${key.name} must be ${key.expected}; found ${JSON.stringify(key.name === 'base_url' ? withoutUserInfo(options.value) : options.value)}`,
      hintFor(context, key, options.value),
    );
  }
  const value = keptValue(key, options.value, context.deps.cwd);
  const { profile } = context.settings;
  const { home, reading } = openHome(context);
  let entry: KeychainEntry | undefined;
  await updateConfig(home.configFile, reading, (config) => {
    const saved = config.profiles[profile] ?? {};
    // The token and the secret belong to the old address.
    const isMoved = key.name === 'base_url' && saved.base_url !== value;
    entry = isMoved ? dropSecret(profile, saved) : undefined;
    config.profiles[profile] = { ...saved, [key.name]: value };
  });
  if (entry !== undefined) await forgetOrNote(context, entry);
  const data = { profile, key: key.name, value };
  return {
    data,
    csv: memberRow(data),
    blocks: [{ kind: 'text', text: `${key.name} is ${value} in profile ${profile}` }],
  };
}
