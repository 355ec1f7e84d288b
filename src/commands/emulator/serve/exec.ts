import type { OptionsOf } from '../../../cli/command.ts';
import type { CommandContext } from '../../../cli/settings.ts';
import { type Report, unverified } from '../../../emulator/report.ts';
import { CfiError } from '../../../errors.ts';
import type { Result } from '../../../render/result.ts';
import { writeOut } from '../../../storage/output-file.ts';
import { inMemory } from '../../../storage/sqlite/database.ts';
import { counted } from '../../../text/words.ts';
import { stateFolder } from '../control.ts';
import type { execCommand } from '../definition.ts';
import { type BootOptions, boot, type Running } from './boot.ts';

/** The options of `emulator exec`. */
export type ExecOptions = OptionsOf<typeof execCommand>;

/** Runs the command with the address and the first client of an emulator. Returns its exit code. */
export function runAgainst({ deps }: CommandContext, running: Running, words: readonly string[]) {
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

/** Serves an emulator in memory, with these options, while a command runs. Returns the command's exit code. */
export async function runInMemory(
  context: CommandContext,
  options: BootOptions & Pick<ExecOptions, 'port' | 'command'>,
): Promise<number> {
  const running = await boot(context, options, { state: inMemory, port: options.port ?? 0 });
  try {
    return await runAgainst(context, running, options.command);
  } finally {
    await running.stop();
  }
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
  if (options.vary !== undefined)
    return (await import('./vary.ts')).runVaried(context, options, options.vary);
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
