import { confirmOrExit } from '../../cli/ask.ts';
import type { OptionsOf } from '../../cli/command.ts';
import type { Choice } from '../../cli/prompts.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { keepToken, openHome, savedToken } from '../../client/auth/account.ts';
import { forgetSecret } from '../../client/auth/secrets.ts';
import { currentProfile } from '../../config/keys.ts';
import {
  type Config,
  hasSecret,
  keychainEntry,
  savedProfile,
  updateConfig,
} from '../../config/settings-file.ts';
import { confirmation, listing, memberColumns } from '../../render/columns.ts';
import type { Column, Result } from '../../render/result.ts';
import { wordsIn } from '../../render/text.ts';
import { withoutUserInfo } from '../../text/host.ts';
import type { removeCommand, useCommand } from './definition.ts';

type Row = ReturnType<typeof rowOf>;

const profileColumns: readonly Column<Row>[] = [
  { header: 'Profile', value: (row) => row.name, priority: 1 },
  { header: 'In use', value: (row) => (row.current ? 'yes' : ''), priority: 2 },
  { header: 'Base address', value: (row) => row.base_url, priority: 3 },
  { header: 'Client', value: (row) => row.client_id, priority: 2 },
  { header: 'Token until', value: (row) => row.expires_at, time: true, priority: 3 },
  { header: 'Secret saved', value: (row) => (row.secret_saved ? 'yes' : ''), priority: 4 },
];

const profileCsv = memberColumns(['name', 'current', 'base_url', 'client_id', 'expires_at', 'secret_saved']);

function rowOf(config: Config, name: string) {
  const saved = config.profiles[name];
  const { base_url, client_id } = saved ?? {};
  const token = base_url === undefined ? undefined : savedToken(config, base_url, client_id);
  return {
    name,
    current: name === currentProfile(config),
    base_url: base_url === undefined ? null : withoutUserInfo(base_url),
    client_id: client_id ?? null,
    expires_at: token === undefined ? null : new Date(token.expires_at).toISOString(),
    secret_saved: hasSecret(saved),
  };
}

function allRows(context: CommandContext): Row[] {
  const { config } = openHome(context);
  return Object.keys(config.profiles)
    .sort()
    .map((name) => rowOf(config, name));
}

export const list = {
  columns: () => profileCsv,
  async run(context: CommandContext): Promise<Result> {
    return listing(allRows(context), profileColumns, profileCsv, 'no profiles; create one with cfi login');
  },
};

/** The saved accounts to choose from; undefined if there are none. */
export async function savedProfiles(context: CommandContext): Promise<Choice[] | undefined> {
  const rows = allRows(context);
  if (rows.length === 0) return undefined;
  return rows.map(({ name, current, base_url, client_id }) => {
    const facts = wordsIn(name, client_id, base_url, current ? 'in use' : '');
    return { value: name, name: facts.join(', '), short: name };
  });
}

/** Makes a profile the current one, used when neither flag nor environment names another. */
export async function use(context: CommandContext, { name }: OptionsOf<typeof useCommand>): Promise<Result> {
  const { home, reading } = openHome(context);
  await updateConfig(home.configFile, reading, (config) => {
    savedProfile(config, name);
    config.current_profile = name;
  });
  return confirmation({ profile: name }, `Profile ${name} is now in use.`);
}

function removeFrom(config: Config, name: string): void {
  const { base_url, client_id } = savedProfile(config, name);
  delete config.profiles[name];
  if (config.current_profile === name) delete config.current_profile;
  const shared = Object.values(config.profiles).some(
    (other) => other.base_url === base_url && other.client_id === client_id,
  );
  if (base_url !== undefined && client_id !== undefined && !shared)
    keepToken(config, base_url, client_id, undefined);
}

/** Removes a profile with its token, secret and settings. */
export async function remove(context: CommandContext, { name, yes }: OptionsOf<typeof removeCommand>) {
  const { home, reading, config } = openHome(context);
  savedProfile(config, name);
  await confirmOrExit(context, { message: `Remove profile ${name} with its sign-in and settings?`, yes });
  const entry = keychainEntry(name, config.profiles[name]);
  await updateConfig(home.configFile, reading, (current) => removeFrom(current, name));
  if (entry !== undefined) await forgetSecret(context, entry);
  return confirmation({ profile: name, removed: true }, `Profile ${name} is removed.`);
}
