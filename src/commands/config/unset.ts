import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { openHome } from '../../client/auth/session.ts';
import { configKey } from '../../config/keys.ts';
import { updateConfig } from '../../config/store.ts';
import type { Result } from '../../render/result.ts';
import type { unsetCommand } from './definition.ts';

/** Removes a setting from the profile. It is not an error if it was not set. */
export async function run(context: CommandContext, options: OptionsOf<typeof unsetCommand>): Promise<Result> {
  const { name } = configKey(options.key);
  const { profile } = context.settings;
  const { home, reading } = openHome(context);
  await updateConfig(home.configFile, reading, (config) => {
    delete config.profiles[profile]?.[name];
  });
  return {
    data: { profile, key: name, value: null },
    blocks: [{ kind: 'text', text: `${name} is no longer set in profile ${profile}` }],
  };
}
