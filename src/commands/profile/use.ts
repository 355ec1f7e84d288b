import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { openHome } from '../../client/auth/account.ts';
import { savedProfile } from '../../config/profiles.ts';
import { updateConfig } from '../../config/store.ts';
import { memberRow } from '../../render/json.ts';
import type { Result } from '../../render/result.ts';
import type { useCommand } from './definition.ts';

type ProfileUseOptions = OptionsOf<typeof useCommand>;

/** Makes a profile the current one, used when neither flag nor environment names another. */
export async function run(context: CommandContext, { name }: ProfileUseOptions): Promise<Result> {
  const { home, reading } = openHome(context);
  await updateConfig(home.configFile, reading, (config) => {
    savedProfile(config, name);
    config.current_profile = name;
  });
  const data = { profile: name };
  return {
    data,
    csv: memberRow(data),
    blocks: [{ kind: 'text', text: `Profile ${name} is now in use.` }],
  };
}
