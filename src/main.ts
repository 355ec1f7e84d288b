import type { Deps } from './deps.ts';
import { exitCodes } from './errors.ts';

declare const CFI_VERSION: string;

/**
 * Runs one command line and gives the exit code. The only place where an error becomes text and a code; it throws
 * nothing.
 */
export async function main(argv: readonly string[], deps: Deps): Promise<number> {
  // Other streams' failures are told by their writes; without a listener they would end the process.
  for (const stream of [deps.stdout, deps.stderr]) stream.on('error', () => {});
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    deps.stdout.write(`${CFI_VERSION}\n`);
    return exitCodes.ok;
  }
  try {
    const { readLine } = await import('./program.ts');
    const request = await readLine(argv, CFI_VERSION);
    if (request.kind === 'text') {
      deps.stdout.write(request.text);
      return exitCodes.ok;
    }
    const { runLine } = await import('./program/run.ts');
    return await runLine(request.line, deps);
  } catch (error) {
    const { guessedLook, report } = await import('./program/report.ts');
    return report(error, deps, guessedLook(argv, deps));
  }
}

/** The program itself: the real world around `main`, and the process's exit code. */
export async function cli(): Promise<void> {
  const { realDeps } = await import('./deps.ts');
  const deps = realDeps();
  const argv = process.argv.slice(2);
  const last = (error: unknown): void => {
    import('./program/report.ts').then(({ guessedLook, report }) =>
      end(report(error, deps, guessedLook(argv, deps)), deps),
    );
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
