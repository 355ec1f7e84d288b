import type { Deps } from './deps.ts';
import { frontPage } from './program/front-page.ts';

/** The answer to a line that asks for the version or the general help only; nothing else is loaded for it. */
function quickAnswer([word, ...rest]: readonly string[]): string | undefined {
  if (rest.length > 0) return undefined;
  if (word === '--version' || word === '-V') return `${CFI_VERSION}\n`;
  if (word !== undefined && word !== '--help' && word !== '-h') return undefined;
  return frontPage;
}

/**
 * Runs one command line and gives the exit code. The only place where an error becomes text and a code; it throws
 * nothing.
 */
export async function main(argv: readonly string[], deps: Deps): Promise<number> {
  // Failures are told by each write; without a listener they would end the process.
  for (const stream of [deps.stdout, deps.stderr]) stream.on('error', () => {});
  try {
    const quick = quickAnswer(argv);
    if (quick !== undefined) {
      deps.stdout.write(quick);
      return 0;
    }
    const { runCommandLine } = await import('./program/run.ts');
    return await runCommandLine(argv, CFI_VERSION, deps);
  } catch (error) {
    const { guessedReporting, report } = await import('./program/report.ts');
    return report(error, deps, guessedReporting(argv, deps));
  }
}

/** The program itself: the real world around `main`, and the process's exit code. */
export async function cli(): Promise<void> {
  // Node's own warnings are for those who write programs. What matters to users is said in our own words.
  process.removeAllListeners('warning');
  const argv = process.argv.slice(2);
  const quick = quickAnswer(argv);
  if (quick !== undefined) {
    process.stdout.on('error', () => {});
    process.stdout.write(quick);
    return;
  }
  const { realDeps } = await import('./deps.ts');
  const deps = realDeps();
  const last = async (error: unknown): Promise<void> => {
    const { guessedReporting, report } = await import('./program/report.ts');
    await end(report(error, deps, guessedReporting(argv, deps)), deps);
  };
  process.on('uncaughtException', last);
  process.on('unhandledRejection', last);
  await end(await main(argv, deps), deps);
}

/** Ends the process when all output is out, whatever else is still open. */
async function end(code: number, deps: Deps): Promise<void> {
  process.exitCode = code;
  for (const stream of [deps.stdout, deps.stderr]) {
    if (!stream.destroyed) await new Promise<void>((done) => stream.write('', () => done()));
  }
  process.exit();
}
