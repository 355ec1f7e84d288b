import { colorOf, errorFormat, isOn } from '../cli/resolve-settings.ts';
import type { Settings } from '../cli/settings.ts';
import { secretsOfEnvironment } from '../config/known-secrets.ts';
import type { Deps } from '../deps.ts';
import { CfiError, damagedInstallation, interruption, signalExitCode } from '../errors.ts';
import { errorOutput } from '../render/error.ts';
import type { SafeLook } from '../render/look.ts';
import { fieldsOf } from '../text/records.ts';
import { createRedactor, type Redactor } from '../text/redact.ts';
import { sanitizeText } from '../text/sanitize.ts';
import { codeOf } from '../text/thrown.ts';

/** Any thrown value as the error that the user sees. */
function asCfiError(error: unknown, interrupted: AbortSignal): CfiError {
  if (error instanceof CfiError) return byItsSignal(error, interrupted);
  if (interrupted.aborted) return interruption(interrupted.reason);
  if (isOfClosedTerminal(error)) return interruption('SIGHUP');
  if (codeOf(error) === 'MODULE_NOT_FOUND') return damagedInstallation(error);
  const message = error instanceof Error && error.message !== '' ? error.message : String(error);
  return new CfiError('internal', `unexpected failure: ${message}`, {
    hint: 'run it again with --debug to see where it happened',
    cause: error,
  });
}

/**
 * The mode of a terminal cannot be changed once it is closed. A question that is open meets this before the system reports
 * it with a signal, if it ever does.
 */
const isOfClosedTerminal = (error: unknown): boolean =>
  codeOf(error) === 'EIO' && fieldsOf(error).syscall === 'setRawMode';

/** A cancelled request does not know which signal cancelled it. */
function byItsSignal(error: CfiError, { aborted, reason }: AbortSignal): CfiError {
  if (error.code !== 'cancelled' || !aborted || reason === 'SIGINT') return error;
  return new CfiError('cancelled', error.message, { ...error.details, exitCode: signalExitCode(reason) });
}

/** How an error is reported. */
export interface Reporting {
  readonly look: SafeLook;
  /** Whether to show the stack of an unexpected failure. */
  readonly debug: boolean;
}

/** How to report an error, from the settings of a parsed line. */
export const reportingOf = ({ output, color, debug }: Settings, { redact }: Redactor): Reporting => ({
  look: { format: output, color: color.stderr, redact },
  debug,
});

/** How to report an error when the command line could not be parsed: a guess from its words. */
export function guessedReporting(argv: readonly string[], deps: Deps): Reporting {
  const redactor = createRedactor();
  for (const secret of secretsOfEnvironment(deps.env)) redactor.hide(secret);
  return {
    look: {
      format: errorFormat(argv, deps.env),
      color: colorOf(deps.stderr, argv.includes('--no-color') ? false : undefined, deps.env),
      redact: redactor.redact,
    },
    debug: argv.includes('--debug') || isOn(deps.env.CFI_DEBUG),
  };
}

/** Reports the error on standard error; returns the exit code. */
export function report(thrown: unknown, deps: Deps, { look, debug }: Reporting): number {
  const error = asCfiError(thrown, deps.interrupted);
  deps.stderr.write(errorOutput(error, look));
  const { cause } = error.details;
  if (debug && cause instanceof Error && error.code === 'internal')
    deps.stderr.write(`${look.redact(sanitizeText(cause.stack ?? ''))}\n`);
  return error.exitCode;
}
