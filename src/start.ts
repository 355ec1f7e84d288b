import { type Deps, realDeps, type StartedAs } from './deps.ts';
import { guessedReporting, report } from './program/report.ts';
import { runCommandLine } from './program/run.ts';

/** Runs one command line and returns the exit code. Turns every error into text and a code; never throws. */
export async function answer(argv: readonly string[], version: string, deps: Deps): Promise<number> {
  try {
    return await runCommandLine(argv, version, deps);
  } catch (error) {
    return report(error, deps, guessedReporting(argv, deps));
  }
}

/** Runs the command line of this process and exits with its code. */
export async function runProcess(
  argv: readonly string[],
  version: string,
  started: StartedAs,
): Promise<void> {
  const deps = realDeps(started);
  // Each write reports its own failure; without a listener it would end the process.
  for (const stream of [deps.stdout, deps.stderr]) stream.on('error', () => {});
  const last = (error: unknown): Promise<void> =>
    end(report(error, deps, guessedReporting(argv, deps)), deps);
  process.on('uncaughtException', last);
  process.on('unhandledRejection', last);
  await end(await answer(argv, version, deps), deps);
}

/** Ends the process when all output is written, even if something else is still open. */
async function end(code: number, deps: Deps): Promise<void> {
  process.exitCode = code;
  for (const stream of [deps.stdout, deps.stderr]) {
    if (!stream.destroyed) await new Promise<void>((done) => stream.write('', () => done()));
  }
  process.exit();
}
