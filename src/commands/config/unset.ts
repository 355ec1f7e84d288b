import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { openHome } from '../../client/auth/account.ts';
import { forgetOrNote } from '../../client/auth/secrets.ts';
import type { KeychainEntry } from '../../config/file.ts';
import { configKey } from '../../config/keys.ts';
import { dropSecret } from '../../config/secret-place.ts';
import { updateConfig } from '../../config/store.ts';
import { memberRow } from '../../render/json.ts';
import type { Result } from '../../render/result.ts';
import type { unsetCommand } from './definition.ts';

/** Removes a setting from the profile. It is not an error if it was not set. */
export async function run(context: CommandContext, options: OptionsOf<typeof unsetCommand>): Promise<Result> {
  const { name } = configKey(options.key);
  const { profile } = context.settings;
  const { home, reading } = openHome(context);
  let entry: KeychainEntry | undefined;
  await updateConfig(home.configFile, reading, (config) => {
    const saved = config.profiles[profile];
    if (saved === undefined) return;
    // The secret belongs to the address.
    if (name === 'base_url') entry = dropSecret(profile, saved);
    delete saved[name];
  });
  if (entry !== undefined) await forgetOrNote(context, entry);
  const data = { profile, key: name, value: null };
  return {
    data,
    csv: memberRow(data),
    blocks: [{ kind: 'text', text: `${name} is no longer set in profile ${profile}` }],
  };
}
