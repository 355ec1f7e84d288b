import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { commandFor, openHome } from '../../client/auth/account.ts';
import { configKey, savedSettings } from '../../config/keys.ts';
import { CfiError } from '../../errors.ts';
import { memberColumns } from '../../render/json.ts';
import type { Result } from '../../render/result.ts';
import type { getCommand } from './definition.ts';

/** Shows one setting of the profile; throws `not-found` when it is not set. */
export async function run(context: CommandContext, options: OptionsOf<typeof getCommand>): Promise<Result> {
  const { name } = configKey(options.key);
  const { profile } = context.settings;
  const value = savedSettings(openHome(context).config.profiles[profile])[name];
  if (value === undefined)
    throw new CfiError('not-found', `${name} is not set in profile ${profile}`, {
      hint: `set it: ${commandFor({ profile, emulator: false }, 'config', 'set', name, 'VALUE')}`,
    });
  return {
    data: value,
    blocks: [{ kind: 'text', text: value }],
    csv: { columns: valueColumns, rows: [{ key: name, value }] },
  };
}

const valueColumns = memberColumns(['key', 'value']);

/** The columns in csv. */
export const columns = () => valueColumns;
