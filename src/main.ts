import type { Deps, StartedAs } from './deps.ts';
import { type ProgramFiles, programModules } from './modules/program-modules.ts';
import { frontPage } from './program/front-page.ts';
import { messageOf } from './text/thrown.ts';
import { wrapLines } from './text/wrap.ts';

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** The answer to a line that asks only for the version or the general help; loads nothing else. */
function quickAnswer([word, ...rest]: readonly string[], stdout: Terminal): string | undefined {
  if (rest.length > 0) return undefined;
  if (word === '--version' || word === '-V') return `${CFI_VERSION}\n`;
  if (word !== undefined && word !== '--help' && word !== '-h') return undefined;
  return stdout.isTTY ? wrapLines(frontPage, stdout.columns || 80) : frontPage;
}

/** Runs one command line and returns the exit code; never throws. */
export async function main(argv: readonly string[], deps: Deps): Promise<number> {
  // Each write reports its own failure; without a listener it would end the process.
  for (const stream of [deps.stdout, deps.stderr]) stream.on('error', () => {});
  const quick = quickAnswer(argv, deps.stdout);
  if (quick === undefined) {
    const { answer } = await import('./start.ts');
    return answer(argv, CFI_VERSION, deps);
  }
  deps.stdout.write(quick);
  return 0;
}

type Program = typeof import('./start.ts');

/**
 * The program itself: connects `main` to the real world, and sets the process's exit code. `files` holds its other
 * modules; the executable loads them itself and passes none.
 */
export async function cli(started: StartedAs, files?: ProgramFiles): Promise<void> {
  // Node's own warnings are for programmers. Users get our own messages instead.
  process.removeAllListeners('warning');
  const argv = process.argv.slice(2);
  const quick = quickAnswer(argv, process.stdout);
  if (quick === undefined) return runProgram(argv, started, files);
  process.stdout.on('error', () => {});
  process.stdout.write(quick, (error) => {
    // The program writes it again, and says what is wrong.
    if (error) void runProgram(argv, started, files);
  });
}

async function runProgram(
  argv: readonly string[],
  started: StartedAs,
  files: ProgramFiles | undefined,
): Promise<void> {
  let program: Program;
  try {
    program =
      files === undefined ? await import('./start.ts') : (programModules(files)('./start.js') as Program);
  } catch (error) {
    process.stderr.write(`error: ${messageOf(error)}\nhint: run the command again, or reinstall cfi\n`);
    process.exitCode = 1;
    return;
  }
  return program.runProcess(argv, CFI_VERSION, started);
}
