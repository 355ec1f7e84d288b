import { colorOf, errorFormat, isOn } from '../cli/resolve-settings.ts';
import type { OutputFormat } from '../cli/settings.ts';
import type { Deps } from '../deps.ts';
import { CfiError, interruption } from '../errors.ts';
import { errorJson, errorText } from '../render/error.ts';

/** Any thrown value as the error that the user sees. */
function asCfiError(error: unknown, interrupted: AbortSignal): CfiError {
  if (error instanceof CfiError) return byItsSignal(error, interrupted);
  if (interrupted.aborted) return interruption(interrupted.reason);
  const message = error instanceof Error && error.message !== '' ? error.message : String(error);
  return new CfiError('internal', `unexpected failure: ${message}`, {
    hint: 'run it again with --debug to see where it happened',
    cause: error,
  });
}

/** A cancelled request does not know which signal cancelled it. */
function byItsSignal(error: CfiError, { aborted, reason }: AbortSignal): CfiError {
  if (error.code !== 'cancelled' || !aborted || reason !== 'SIGTERM') return error;
  return interruption(reason, error.message, error.details.cause);
}

/** How errors are to look. */
export interface Look {
  readonly format: OutputFormat;
  readonly red: boolean;
  readonly debug: boolean;
}

/** How errors look when the command line could not be read: as far as it can be made out. */
export const guessedLook = (argv: readonly string[], deps: Deps): Look => ({
  format: errorFormat(argv, deps.env),
  red: colorOf(deps.stderr, argv.includes('--no-color') ? false : undefined, deps.env),
  debug: argv.includes('--debug') || isOn(deps.env.CFI_DEBUG),
});

/** The error as it stands on standard error. */
export const errorOutput = (error: CfiError, { format, red }: Look): string =>
  format === 'json' || format === 'ndjson'
    ? errorJson(error)
    : errorText(error, (word) => (red ? `\u001b[31m${word}\u001b[39m` : word));

/** Says on standard error what went wrong; gives the exit code. */
export function report(thrown: unknown, deps: Deps, look: Look): number {
  const error = asCfiError(thrown, deps.interrupted);
  deps.stderr.write(errorOutput(error, look));
  const { cause } = error.details;
  if (look.debug && cause instanceof Error && error.code === 'internal')
    deps.stderr.write(`${cause.stack}\n`);
  return error.exitCode;
}
