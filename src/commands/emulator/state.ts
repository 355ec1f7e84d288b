import { existsSync } from 'node:fs';
import { confirmOrExit } from '../../cli/ask.ts';
import type { OptionsOf, Run } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { seedNamed } from '../../emulator/named-files.ts';
import { stateFile } from '../../emulator/store/state-file.ts';
import { CfiError, usageError } from '../../errors.ts';
import { confirmation, memberColumns } from '../../render/columns.ts';
import type { Block, Column, Result } from '../../render/result.ts';
import { writeOut } from '../../storage/output-file.ts';
import { stringifyJson, textOf } from '../../text/json.ts';
import { type Fields, fieldsOf, listField } from '../../text/records.ts';
import { type Control, recordResult, stateFolder, withControl } from './control.ts';
import type { clockCommand } from './control-definitions.ts';
import type { exportCommand, importCommand, resetCommand } from './definition.ts';
import { namedSeed, readerFor, readJson } from './files.ts';

const statusColumns = memberColumns(['status', 'version', 'place', 'now', 'clock', 'assume']);

/** `emulator status`: whether there is an emulator, and its clock. Does not create one. */
export const status = {
  columns: () => statusColumns,
  async run(context: CommandContext): Promise<Result> {
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
      const health = await control.call('GET', '/health');
      const clock = await control.call('GET', '/clock');
      const { assume } = await control.call('GET', '/assumptions');
      const { status, version } = health;
      const shown = { status, version, place: control.place, now: clock.now, clock: clock.mode };
      const chosen = Object.entries(fieldsOf(assume)).map(([id, number]) => `${id}=${textOf(number)}`);
      const assumptions = chosen.length === 0 ? 'all default' : chosen.join(', ');
      return {
        ...recordResult({ ...shown, assumptions }),
        data: { ...shown, assume },
        csv: { columns: statusColumns, rows: [{ ...shown, assume: chosen.join(',') }] },
      };
    });
  },
};

/** `emulator reset`: starts over from a seed, by default the one that the state started from. On a terminal, asks first. */
export async function reset(context: CommandContext, options: OptionsOf<typeof resetCommand>) {
  const seed = options.seed === undefined ? undefined : await seedNamed(options.seed, readerFor(context));
  if (context.settings.interactive)
    await confirmOrExit(context, { message: 'Replace everything in the emulator?', yes: options.yes });
  const start = async ({ call }: Control) => recordResult(await call('POST', '/reset', { seed }));
  return withControl(context, start, seed).catch((error: unknown) => {
    throw namedSeed(options.seed, error);
  });
}

/** `emulator export`: writes the whole state to a file, whole or not at all; `-` is standard output. */
export const exportState: Run<typeof exportCommand> = async (context, { file }) => {
  const { deps } = context;
  const state = await withControl(context, (control) => control.call('GET', '/state'));
  const text = `${stringifyJson(state)}\n`;
  if (file === '-') return { data: state, blocks: [], bare: text };
  await writeOut(file, deps, text);
  return confirmation({ file }, `state written to ${file}`);
};

/** `emulator import`: replaces the whole state with an exported one; `-` is standard input. */
export async function importState(context: CommandContext, { file }: OptionsOf<typeof importCommand>) {
  const state = await readJson(context, file);
  return withControl(context, async (control) => recordResult(await control.call('PUT', '/state', state)));
}

const clockColumns = memberColumns(['now', 'mode']);

/** `emulator clock`: shows or moves the clock, and lists what fell due in between. */
export const clock = {
  columns: () => clockColumns,
  async run(context: CommandContext, { action = 'show', value }: OptionsOf<typeof clockCommand>) {
    const valued = action === 'set' || action === 'advance';
    if (valued && value === undefined) {
      const [what, example] = action === 'set' ? ['ISO', '2026-09-02T08:00:00Z'] : ['DURATION', '36h'];
      throw usageError(`missing ${what}`, `for example cfi emulator clock ${action} ${example}`);
    }
    if (!valued && value !== undefined) throw usageError(`clock ${action} takes no value; found ${value}`);
    return withControl(context, async (control) => {
      const answer =
        action === 'show'
          ? await control.call('GET', '/clock')
          : await control.call('POST', '/clock', { [action]: valued ? value : true });
      return clockResult(answer);
    });
  },
};

const firedColumns: readonly Column<Fields>[] = [
  { header: 'At', value: (row) => row.at, time: true },
  { header: 'What', value: (row) => row.job },
  { header: 'Of', value: (row) => row.ref },
];

function clockResult(answer: Fields): Result {
  const { data, blocks } = recordResult(answer);
  const rows = listField(answer, 'fired');
  const fired: Block = { kind: 'table', title: 'Fell due', columns: firedColumns, rows };
  const csv = { columns: clockColumns, rows: [answer] };
  return { data, blocks: rows.length === 0 ? blocks : [...blocks, fired], csv };
}
