import { existsSync } from 'node:fs';
import type { CommandContext } from '../../cli/settings.ts';
import { stateFile } from '../../emulator/store/state-file.ts';
import { CfiError } from '../../errors.ts';
import { memberColumns } from '../../render/json.ts';
import type { Result } from '../../render/result.ts';
import { fieldsOf } from '../../text/records.ts';
import { stateFolder, withControl } from './control.ts';
import { recordResult } from './view.ts';

const ownColumns = memberColumns(['status', 'version', 'place', 'now', 'clock', 'assume']);

/** The columns of csv. */
export const columns = () => ownColumns;

/** Shows whether there is an emulator, and its clock. Does not create one. */
export async function run(context: CommandContext): Promise<Result> {
  const { baseUrl, emulator } = context.settings;
  if (baseUrl === undefined || emulator) {
    const state = stateFolder(context);
    if (state !== ':memory:' && !existsSync(stateFile(state))) {
      throw new CfiError('not-found', `there is no emulator state in ${state} yet`, {
        hint: 'cfi emulator start creates one, as does any command with --emulator',
      });
    }
  }
  return withControl(context, async (control) => {
    const health = fieldsOf(await control.call('GET', '/health'));
    const clock = fieldsOf(await control.call('GET', '/clock'));
    const { assume } = fieldsOf(await control.call('GET', '/assumptions'));
    const { status, version } = health;
    const shown = { status, version, place: control.place, now: clock.now, clock: clock.mode };
    const chosen = Object.entries(fieldsOf(assume)).map(([id, number]) => `${id}=${number}`);
    const assumptions = chosen.length === 0 ? 'all default' : chosen.join(', ');
    return {
      ...recordResult({ ...shown, assumptions }),
      data: { ...shown, assume },
      csv: { columns: columns(), rows: [{ ...shown, assume: chosen.join(',') }] },
    };
  });
}
