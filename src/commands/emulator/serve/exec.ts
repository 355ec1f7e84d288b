import type { OptionsOf } from '../../../cli/command.ts';
import type { CommandContext } from '../../../cli/settings.ts';
import type { Running } from '../../../emulator/boot.ts';
import { answerOf, questionOf } from '../../../emulator/conformance/assumptions.ts';
import { type Choices, choicesFor } from '../../../emulator/conformance/variants.ts';
import { type Report, unverified } from '../../../emulator/report.ts';
import { CfiError, usageError } from '../../../errors.ts';
import type { Result } from '../../../render/result.ts';
import { writeOut } from '../../../storage/output-file.ts';
import { inMemory } from '../../../storage/sqlite/database.ts';
import { counted } from '../../../text/words.ts';
import { stateFolder } from '../control.ts';
import type { execCommand } from '../definition.ts';
import { boot } from './boot.ts';

type ExecOptions = OptionsOf<typeof execCommand>;

/** Runs the command with the address and the first client of an emulator. Returns its exit code. */
async function runAgainst({ deps }: CommandContext, running: Running, words: readonly string[]) {
  const [first] = running.emulator.clients();
  const [command = '', ...args] = words;
  return deps.hand(command, args, {
    CFI_BASE_URL: running.baseUrl,
    CFI_CLIENT_ID: first?.client_id,
    CFI_CLIENT_SECRET: first?.client_secret,
    CFI_EMULATOR_ADMIN: running.adminUrl,
    // With these, the command would use another service or account than the emulator's.
    CFI_EMULATOR: undefined,
    CFI_TOKEN: undefined,
    CFI_CLIENT_SECRET_FILE: undefined,
  });
}

const ended = (exitCode: number): Result => ({ data: null, blocks: [], bare: '', exitCode });

/** Throws an error with exit code 9 if the run relied on something that may be different at the real service. */
function checkVerified(report: Report): void {
  const guesses = unverified(report);
  if (guesses.length === 0) return;
  const list = guesses.map(({ id, choice, question }) => `${id}=${choice} (${question})`).join('; ');
  throw new CfiError(
    'partial',
    `the command relied on ${counted(guesses.length, 'assumption')} that nobody has checked: ${list}`,
    {
      hint: 'check your service with cfi verify --write --save FILE, and run this with --assume FILE; what cannot be checked, your client should not rely on',
    },
  );
}

/** Serves an emulator while a command runs, without a shell. The exit code is the command's. */
export async function run(context: CommandContext, options: ExecOptions): Promise<Result> {
  const { deps } = context;
  if (options.vary !== undefined) return runVaried(context, options, options.vary);
  const running = await boot(context, options, {
    state: stateFolder(context, inMemory),
    port: options.port ?? 0,
  });
  let exitCode: number;
  let report: Report;
  try {
    await deps.loadWholeProgram();
    try {
      exitCode = await runAgainst(context, running, options.command);
    } finally {
      report = await running.emulator.report();
      if (options.report !== undefined)
        await writeOut(options.report, deps.cwd, `${JSON.stringify(report, null, 2)}\n`);
    }
  } finally {
    await running.stop();
  }
  if (options.require === 'verified' && exitCode === 0) checkVerified(report);
  return ended(exitCode);
}

/** Throws a usage error for options that contradict a run under many assumptions. */
function checkOptions({ settings, deps }: CommandContext, options: ExecOptions): void {
  const keepsState =
    settings.state !== undefined &&
    settings.state !== inMemory &&
    settings.state !== deps.env.CFI_EMULATOR_STATE;
  const { report, require, assume, varyAssumptions } = options;
  const contradicting = {
    ...{ '--report': report, '--require': require, '--assume': assume },
    ...{ '--vary-assumptions': varyAssumptions, '--state': keepsState ? settings.state : undefined },
  };
  const given = Object.entries(contradicting).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (given.length > 0) throw usageError(`--vary and ${given.join(', ')} cannot be combined`);
}

/** A choice in words: the question, and the answer in place of the default. */
const choiceText = (id: string, choice: number): string =>
  `${id}=${choice}: ${questionOf(id)}: ${answerOf(id, choice)} (the default is: ${answerOf(id, 0)})`;

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
async function runVaried(
  context: CommandContext,
  options: ExecOptions,
  numbers: readonly number[],
): Promise<Result> {
  const { deps } = context;
  checkOptions(context, options);
  await deps.loadWholeProgram();
  const codeUnder = async (choices: Choices): Promise<number> => {
    const list = choiceList(choices);
    const chosen = { ...options, ...(list === '' ? {} : { assume: list }) };
    const running = await boot(context, chosen, { state: inMemory, port: options.port ?? 0 });
    const code = await runAgainst(context, running, options.command).finally(() => running.stop());
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
  if (first === undefined) return ended(0);
  const passes = async (choices: Choices): Promise<boolean> => (await codeUnder(choices)) === 0;
  const reason = await reasonFor(passes, first, choicesFor(first));
  throw new CfiError('partial', reason, {
    hint: `the command failed under ${failed.length} of ${counted(numbers.length, 'set')} of assumptions: ${failed.join(', ')}`,
  });
}
