import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { usageError } from '../../errors.ts';
import { memberColumns } from '../../render/json.ts';
import type { Result } from '../../render/result.ts';
import { type Fields, fieldsOf, listField } from '../../text/records.ts';
import { withControl } from './control.ts';
import type { clockCommand } from './control-definitions.ts';
import { recordResult } from './view.ts';

const ownColumns = memberColumns(['now', 'mode']);

/** The columns of csv. */
export const columns = () => ownColumns;

/** Shows or moves the clock, and lists what fell due in between. */
export async function run(
  context: CommandContext,
  { action = 'show', value }: OptionsOf<typeof clockCommand>,
): Promise<Result> {
  const valued = action === 'set' || action === 'advance';
  if (valued && value === undefined) {
    throw usageError(
      `missing ${action === 'set' ? 'ISO' : 'DURATION'}`,
      `for example cfi emulator clock ${examples[action]}`,
    );
  }
  if (!valued && value !== undefined) throw usageError(`clock ${action} takes no value; found ${value}`);
  return withControl(context, async (control) => {
    const answer =
      action === 'show'
        ? await control.call('GET', '/clock')
        : await control.call('POST', '/clock', { [action]: valued ? value : true });
    return clockResult(fieldsOf(answer));
  });
}

const examples = { set: 'set 2026-09-02T08:00:00Z', advance: 'advance 36h' } as const;

function clockResult(answer: Fields): Result {
  const shown = { ...recordResult(answer), csv: { columns: ownColumns, rows: [answer] } };
  const fired = listField(answer, 'fired');
  if (fired.length === 0) return shown;
  const firedColumns = [
    { header: 'At', value: (row: Fields) => row.at, time: true },
    { header: 'What', value: (row: Fields) => row.job },
    { header: 'Of', value: (row: Fields) => row.ref },
  ];
  const rows = lastOfMany(fired);
  return {
    ...shown,
    blocks: [...shown.blocks, { kind: 'table', title: 'Fell due', columns: firedColumns, rows }],
  };
}

/** A job that fell due more often than this has one row. */
const mostRows = 5;

/** For people: of a job that fell due many times, such as one that runs every day, only the last time and their number. */
function lastOfMany(fired: readonly Fields[]): readonly Fields[] {
  const left = new Map<unknown, number>();
  for (const { job } of fired) left.set(job, (left.get(job) ?? 0) + 1);
  const times = new Map(left);
  return fired.flatMap((row) => {
    const many = times.get(row.job) ?? 0;
    if (many <= mostRows) return [row];
    const later = (left.get(row.job) ?? 0) - 1;
    left.set(row.job, later);
    return later > 0 ? [] : [{ ...row, ref: `${String(row.ref)}, the last of ${many}` }];
  });
}
