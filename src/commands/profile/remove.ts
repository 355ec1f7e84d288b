import { confirmOrExit } from '../../cli/ask.ts';
import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { keepToken, openHome } from '../../client/auth/account.ts';
import { forgetAll } from '../../client/auth/secrets.ts';
import type { Config } from '../../config/file.ts';
import { savedProfile } from '../../config/profiles.ts';
import { keychainEntry } from '../../config/secret-place.ts';
import { updateConfig } from '../../config/store.ts';
import { memberRow } from '../../render/json.ts';
import type { Result } from '../../render/result.ts';
import type { removeCommand } from './definition.ts';

type ProfileRemoveOptions = OptionsOf<typeof removeCommand>;

function remove(config: Config, name: string): void {
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
export async function run(context: CommandContext, { name, yes }: ProfileRemoveOptions): Promise<Result> {
  const { home, reading, config } = openHome(context);
  savedProfile(config, name);
  await confirmOrExit(context, { message: `Remove profile ${name} with its sign-in and settings?`, yes });
  const entry = keychainEntry(name, config.profiles[name]);
  await updateConfig(home.configFile, reading, (current) => remove(current, name));
  await forgetAll(context, name, entry);
  const data = { profile: name, removed: true };
  return {
    data,
    csv: memberRow(data),
    blocks: [{ kind: 'text', text: `Profile ${name} is removed.` }],
  };
}
