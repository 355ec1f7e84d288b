import { frontPage } from './app/front-page.ts';
import type { StartedAs } from './deps.ts';
import { damagedInstallation } from './errors.ts';
import { wrapLines } from './text/words.ts';

/** The answer to a line that asks only for the version or the general help; loads nothing else. */
function quickAnswer([word, ...rest]: readonly string[], stdout: NodeJS.WriteStream): string | undefined {
  if (rest.length > 0) return undefined;
  if (word === '--version' || word === '-V') return `${CFI_VERSION}\n`;
  if (word !== undefined && word !== '--help' && word !== '-h') return undefined;
  return stdout.isTTY ? wrapLines(frontPage, stdout.columns || 80) : frontPage;
}

/** The program itself: runs the command line of this process, and sets its exit code. */
export async function cli(started: StartedAs): Promise<void> {
  // Node's own warnings are for programmers. Users get our own messages instead.
  process.removeAllListeners('warning');
  const argv = process.argv.slice(2);
  const quick = quickAnswer(argv, process.stdout);
  if (quick === undefined) return runProgram(argv, started);
  process.stdout.on('error', () => {});
  process.stdout.write(quick, (error) => {
    // The program writes it again, and says what is wrong.
    if (error) void runProgram(argv, started);
  });
}

async function runProgram(argv: readonly string[], started: StartedAs): Promise<void> {
  let program: typeof import('./start.ts');
  try {
    // The executable contains its compiled code. Loaded here, because the version and the general help need no files.
    if (!started.executable) {
      const { keepCompiledCode } = await import('./compile-cache.ts');
      keepCompiledCode(CFI_VERSION, process);
    }
    program = await import('./start.ts');
  } catch (error) {
    const { message, details, exitCode } = damagedInstallation(error);
    process.stderr.write(`error: ${message}\nhint: ${details.hint}\n`);
    process.exitCode = exitCode;
    return;
  }
  return program.runProcess(argv, CFI_VERSION, started);
}
