import { type CfiError, type FieldProblem, signalExitCode } from '../errors.ts';
import { spokenStates } from '../text/field-words.ts';
import { fieldsOf } from '../text/records.ts';
import { redactData } from '../text/redact.ts';
import { sanitizeLine, sanitizeText } from '../text/sanitize.ts';
import { shownFile, withSigns } from '../text/words.ts';
import { jsonPieces } from './json.ts';
import { problemLines } from './problems.ts';
import { formats, type SafeLook } from './result.ts';
import { laidOut, said, wrapMessage } from './text.ts';

const shownProblems = 50;

/** What scripts read of an error; `errors` may be an iterable, of the first `most` problems. */
export function errorMembers(thrown: CfiError, redact: SafeLook['redact'], most = Number.POSITIVE_INFINITY) {
  const error = withoutSecrets(thrown, redact);
  const { hint, status, field, retryable, retryAfterSeconds, errors, allErrors } = error.details;
  const members = { hint, status, field, retryable, retryAfterSeconds };
  const all = allErrors === undefined ? errors : openProblems(allErrors, redact, most);
  const moreErrors = allErrors && allErrors.count > most ? allErrors.count - most : undefined;
  const ending = { exitCode: error.exitCode, errors: all, moreErrors };
  return { code: error.code, message: error.message, ...members, ...ending };
}

/** The first problems, as they are shown. What the message states, which no name of a member says, stays. */
export function* openProblems(problems: Iterable<FieldProblem>, redact: SafeLook['redact'], most: number) {
  let count = 0;
  for (const problem of problems) {
    if (count++ === most) return;
    yield { ...problem, ...fieldsOf(redactData(problem, said(redact))) };
  }
}

/** The error for standard error, in pieces: a JSON line for scripts, else text, wrapped on a terminal. */
export async function* errorOutput(thrown: CfiError, look: SafeLook): AsyncIterable<string> {
  const { format, color, accessible, redact, width } = look;
  if (formats[format].jsonErrors) {
    yield '{"error":';
    yield* jsonPieces(errorMembers(thrown, redact), ',');
    return yield '}\n';
  }
  const paint = (word: string): string => (color ? `\u001b[31m${word}\u001b[39m` : word);
  const text = errorText(withoutSecrets(thrown, redact), paint);
  yield withSigns(width === undefined || accessible ? text : wrapMessage(text, width, 2), look);
}

function withoutSecrets(error: CfiError, redact: SafeLook['redact']): CfiError {
  const { hint, errors } = error.details;
  const changes = {
    hint: hint && said(redact)(hint),
    errors: errors && [...openProblems(errors, redact, Number.POSITIVE_INFINITY)],
  };
  return error.with(changes, said(redact)(error.message));
}

/** The error for people: what went wrong, what is wrong in each file, and what to do. */
export function errorText(error: CfiError, paint: (text: string) => string = (text) => text): string {
  const { hint, errors = [], saysProblem, namesFile, isAnswer } = error.details;
  // Whoever pressed Ctrl-C met no error.
  const isStop = error.exitCode === signalExitCode('SIGINT') && hint === undefined && errors.length === 0;
  if (isAnswer || isStop) return `${sanitizeText(error.message)}\n`;
  const message = error.details.status === undefined ? error.message : spokenStates(error.message);
  const lines = [`${paint('error:')} ${sanitizeText(message).replaceAll('\n', '\n  ')}`];
  if (saysProblem !== true || errors.length > 1) {
    const all = problemLines(errors);
    const hidden = all.slice(shownProblems).reduce((sum, { count }) => sum + count, 0);
    for (const [at, { file, text }] of all.slice(0, shownProblems).entries()) {
      const isNamed = ['', all[at - 1]?.file, namesFile].includes(file);
      if (!isNamed) lines.push(`  ${sanitizeLine(shownFile(file))}:`);
      lines.push(`  ${laidOut(text)}`);
    }
    if (hidden > 0) lines.push(`  and ${hidden} more; --output json shows all`);
  }
  if (hint !== undefined) lines.push(`hint: ${sanitizeText(hint).replaceAll('\n', '\n  ')}`);
  return `${lines.join('\n')}\n`;
}
