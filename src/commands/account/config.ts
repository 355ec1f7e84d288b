import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeSending } from '../../cli/ask.ts';
import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { likelyWarehouses } from '../../client/api/lookups.ts';
import { commandFor, openHome } from '../../client/auth/account.ts';
import { forgetSecret } from '../../client/auth/secrets.ts';
import { baseAddress } from '../../client/http.ts';
import { type ConfigKey, configKey, configKeys, savedSettings } from '../../config/keys.ts';
import { homePaths } from '../../config/paths.ts';
import { type Config, dropSecret, type KeychainEntry, updateConfig } from '../../config/settings-file.ts';
import { CfiError, usageError } from '../../errors.ts';
import { confirmation, fieldColumn, listing, memberColumns } from '../../render/columns.ts';
import type { Result } from '../../render/result.ts';
import { chooseWarehouse, knownWarehouses } from '../../report/warehouses.ts';
import type { getCommand, setCommand, unsetCommand } from './definition.ts';

const settingColumns = [
  fieldColumn('Key', 'key', { priority: 1 }),
  fieldColumn('Value', 'value', { priority: 1 }),
  fieldColumn('Meaning', 'meaning', { priority: 9 }),
];

const settingCsv = memberColumns(['key', 'value', 'meaning']);

/** Lists all settings of the profile, including those that are not set. */
export const list = {
  columns: () => settingCsv,
  async run(context: CommandContext): Promise<Result> {
    const { config } = openHome(context);
    const data = savedSettings(config.profiles[context.settings.profile]);
    const rows = configKeys.map(({ name, meaning }) => ({ key: name, value: data[name] ?? '', meaning }));
    return { ...listing(rows, settingColumns, settingCsv, 'no settings'), data };
  },
};

export const get = {
  columns: () => memberColumns(['key', 'value']),
  async run(context: CommandContext, options: OptionsOf<typeof getCommand>): Promise<Result> {
    const { name } = configKey(options.key);
    const { profile } = context.settings;
    const value = savedSettings(openHome(context).config.profiles[profile])[name];
    if (value === undefined)
      throw new CfiError('not-found', `${name} is not set in profile ${profile}`, {
        hint: `set it: ${commandFor({ profile, emulator: false }, 'config', 'set', name, 'VALUE')}`,
      });
    return { ...confirmation({ key: name, value }, value), data: value };
  },
};

/** The value to save, with a warehouse of the account's: another one is chosen again on a terminal, else warned of. */
async function withWarehouses(context: CommandContext, { name }: ConfigKey, value: string): Promise<string> {
  const names = name === 'warehouse' ? [value] : name === 'monday_warehouses' ? value.split(',') : [];
  if (names.length === 0) return value;
  const known = await knownWarehouses(context, names);
  for (const text of names) {
    const warehouse = text.trim();
    const near = likelyWarehouses(warehouse, known);
    if (near === undefined) continue;
    if (name === 'warehouse' && context.settings.interactive)
      return beforeSending('nothing was changed', () => chooseWarehouse(context, value, known));
    context.warn(`this account has no warehouse ${JSON.stringify(warehouse)}; ${near}`);
  }
  return value;
}

/** Checks a setting and saves it in the profile. */
export async function set(context: CommandContext, options: OptionsOf<typeof setCommand>): Promise<Result> {
  const key = configKey(options.key);
  // It says more about what is wrong with an address.
  const address = key.name === 'base_url' ? baseAddress(options.value) : undefined;
  if (address === undefined && !key.accepts(options.value))
    throw usageError(`${key.name} must be ${key.expected}; found ${JSON.stringify(options.value)}`);
  // It must mean the same in every working directory.
  const given = address ?? (key.isFile ? resolve(context.deps.cwd, options.value) : options.value);
  const value = await withWarehouses(context, key, given);
  if (key.isFile === true && !existsSync(value)) context.warn(`there is no file ${value}`);
  const { profile } = context.settings;
  await change(context, ({ profiles }) => {
    const saved = profiles[profile] ?? {};
    // The token and the secret belong to the old address.
    const isMoved = key.name === 'base_url' && saved.base_url !== value;
    const entry = isMoved ? dropSecret(profile, saved) : undefined;
    profiles[profile] = { ...saved, [key.name]: value };
    return entry;
  });
  return confirmation({ profile, key: key.name, value }, `${key.name} is ${value} in profile ${profile}`);
}

/** Changes the settings, and forgets the secret in the keychain that `edit` returns. */
async function change(context: CommandContext, edit: (config: Config) => KeychainEntry | undefined) {
  const { home, reading } = openHome(context);
  const entry = await updateConfig(home.configFile, reading, edit);
  if (entry !== undefined) await forgetSecret(context, entry);
}

/** Removes a setting from the profile. It is not an error if it was not set. */
export async function unset(context: CommandContext, options: OptionsOf<typeof unsetCommand>) {
  const { name } = configKey(options.key);
  const { profile } = context.settings;
  await change(context, ({ profiles }) => {
    const saved = profiles[profile];
    // The secret belongs to the address.
    const entry = saved !== undefined && name === 'base_url' ? dropSecret(profile, saved) : undefined;
    delete saved?.[name];
    return entry;
  });
  return confirmation({ profile, key: name, value: null }, `${name} is no longer set in profile ${profile}`);
}

export const path = {
  columns: () => memberColumns(['path']),
  async run({ deps }: CommandContext): Promise<Result> {
    const { configFile } = homePaths(deps.env, deps.platform, deps.cwd);
    return { ...confirmation({ path: configFile }, configFile), data: configFile };
  },
};
