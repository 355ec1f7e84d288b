import type { CommandContext } from '../../../cli/settings.ts';
import { assumptionRules } from '../../../emulator/conformance/assumptions.ts';
import { type Choices, choicesFor } from '../../../emulator/conformance/variants.ts';
import { CfiError, usageError } from '../../../errors.ts';
import type { Result } from '../../../render/result.ts';
import { inMemory } from '../../../storage/sqlite/database.ts';
import { counted } from '../../../text/words.ts';
import { type ExecOptions, runInMemory } from './exec.ts';

/** Throws a usage error for options that contradict a run under many assumptions. */
function checkOptions({ settings, deps }: CommandContext, options: ExecOptions): void {
  const keepsState =
    settings.state !== undefined &&
    settings.state !== inMemory &&
    settings.state !== deps.env.CFI_EMULATOR_STATE;
  const given = [
    ...(options.report === undefined ? [] : ['--report']),
    ...(options.require === undefined ? [] : ['--require']),
    ...(options.assume === undefined ? [] : ['--assume']),
    ...(options.varyAssumptions === undefined ? [] : ['--vary-assumptions']),
    ...(keepsState ? ['--state'] : []),
  ];
  if (given.length > 0) throw usageError(`--vary and ${given.join(', ')} cannot be combined`);
}

const rules = new Map<string, (typeof assumptionRules)[number]>(
  assumptionRules.map((rule) => [rule.id, rule]),
);

/** A choice in words: the question, and the answer in place of the default. */
function choiceText(id: string, choice: number): string {
  const { text = id, standard = '', alternatives = [] } = rules.get(id) ?? {};
  return `${id}=${choice}: ${text}: ${alternatives[choice - 1] ?? ''} (the default is: ${standard})`;
}

const choiceList = (choices: Choices): string =>
  Object.entries(choices)
    .map(([id, choice]) => `${id}=${choice}`)
    .join(',');

/** A test of the command: whether it succeeds under these choices. */
type Passes = (choices: Choices) => Promise<boolean>;

/** Why the command fails under several choices: the first that suffices, or that there is none. */
async function reasonFor(passes: Passes, number: number, choices: Choices): Promise<string> {
  if (!(await passes({}))) return 'the command fails under the defaults too';
  for (const [id, choice] of Object.entries(choices))
    if (!(await passes({ [id]: choice }))) return `fails under ${choiceText(id, choice)}`;
  return `no choice of --vary-assumptions ${number} makes it fail alone, only several together: ${choiceList(choices)}`;
}

/** Runs the command against a fresh emulator under each number; finds the choice that makes the first failure. */
export async function runVaried(
  context: CommandContext,
  options: ExecOptions,
  numbers: readonly number[],
): Promise<Result> {
  const { deps } = context;
  checkOptions(context, options);
  await deps.loadWholeProgram();
  const codeUnder = async (choices: Choices): Promise<number> => {
    const list = choiceList(choices);
    const code = await runInMemory(context, { ...options, ...(list === '' ? {} : { assume: list }) });
    deps.interrupted.throwIfAborted();
    return code;
  };
  const failed: number[] = [];
  for (const number of numbers) {
    const code = await codeUnder(choicesFor(number));
    if (code !== 0) failed.push(number);
    context.notice(`--vary-assumptions ${number}: ${code === 0 ? 'passed' : `exit code ${code}`}`);
  }
  const [first] = failed;
  if (first === undefined) return { data: null, blocks: [], bare: '' };
  const passes = async (choices: Choices): Promise<boolean> => (await codeUnder(choices)) === 0;
  const reason = await reasonFor(passes, first, choicesFor(first));
  throw new CfiError('partial', reason, {
    hint: `the command failed under ${failed.length} of ${counted(numbers.length, 'set')} of assumptions: ${failed.join(', ')}`,
  });
}
