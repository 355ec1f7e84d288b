import { runCommandLine } from './app/run.ts';
import { guessedReporting, report } from './app/show.ts';
import { type Deps, leaveLookups, realDeps, type StartedAs } from './deps.ts';

/** Runs one command line and returns the exit code. Turns every error into text and a code; never throws. */
export async function answer(argv: readonly string[], version: string, deps: Deps): Promise<number> {
  // Each write reports its own failure; without a listener it would end the process.
  for (const stream of [deps.stdout, deps.stderr]) stream.on('error', () => {});
  try {
    return await runCommandLine(argv, version, deps);
  } catch (error) {
    return report(error, deps, guessedReporting(argv, deps));
  }
}

/** Runs the command line of this process and exits with its code. */
export async function runProcess(argv: readonly string[], version: string, started: StartedAs) {
  const deps = realDeps(started);
  const last = async (error: unknown): Promise<void> =>
    end(await report(error, deps, guessedReporting(argv, deps)), deps);
  process.on('uncaughtException', last);
  process.on('unhandledRejection', last);
  // Node would end with 0, as if all were well.
  process.once('beforeExit', () => last(new Error('nothing is left to wait for')));
  await end(await answer(argv, version, deps), deps);
}

/** Ends the process when all output is written, even if something else is still open. */
async function end(code: number, deps: Deps): Promise<void> {
  process.exitCode = code;
  // A signal ends a command in the middle of what it writes, which may never be read.
  for (const stream of deps.interrupted.aborted ? [deps.stderr] : [deps.stdout, deps.stderr]) {
    if (!stream.destroyed) await new Promise<void>((done) => stream.write('', () => done()));
  }
  // The terminal can also be closed without a signal, after `disown`.
  if (deps.interrupted.reason === 'SIGHUP' || deps.stdout.isTTY || deps.stderr.isTTY)
    await leaveClosedTerminals();
  await leaveLookups(deps);
  process.exit();
}

/** Closes the standard streams whose terminal was closed: Node 20 aborts when it cannot restore a terminal that it opened. */
async function leaveClosedTerminals(): Promise<void> {
  const { closeSync, fstatSync } = await import('node:fs');
  const { isatty } = await import('node:tty');
  for (const stream of [0, 1, 2]) {
    try {
      if (fstatSync(stream).isCharacterDevice() && !isatty(stream)) closeSync(stream);
    } catch {
      // It is closed already.
    }
  }
}
