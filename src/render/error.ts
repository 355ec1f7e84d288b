import { CfiError, type FieldProblem, stated } from '../errors.ts';
import { sanitizeLine, sanitizeText } from '../text/sanitize.ts';
import { shownFile, withSigns } from '../text/words.ts';
import { jsonLine } from './json.ts';
import { formats, type SafeLook } from './result.ts';

/** Most problems of a file shown on a terminal. */
const shownProblems = 50;

/** The error as one JSON line, without absent members. */
export function errorJson(error: CfiError): string {
  const { hint, status, field, retryable, retryAfterSeconds, errors } = error.details;
  const members = { hint, status, field, retryable, retryAfterSeconds };
  const body = { code: error.code, message: error.message, ...members, exitCode: error.exitCode, errors };
  return `${jsonLine({ error: body })}\n`;
}

/** The error as it appears on standard error: JSON for scripts, otherwise text. */
export function errorOutput(thrown: CfiError, look: SafeLook): string {
  const { format, color, redact } = look;
  const error = withoutSecrets(thrown, redact);
  if (formats[format].jsonErrors) return errorJson(error);
  const text = errorText(error, (word) => (color ? `\u001b[31m${word}\u001b[39m` : word));
  return withSigns(text, look);
}

function withoutSecrets(error: CfiError, redact: SafeLook['redact']): CfiError {
  const { hint, errors, ...others } = error.details;
  return new CfiError(error.code, redact(error.message), {
    ...others,
    exitCode: error.exitCode,
    ...(hint === undefined ? {} : { hint: redact(hint) }),
    ...(errors === undefined
      ? {}
      : { errors: errors.map((problem) => problemWithoutSecrets(problem, redact)) }),
  });
}

/** A copy that keeps what the message states, which no name of a member says. */
function problemWithoutSecrets(problem: FieldProblem, redact: SafeLook['redact']): FieldProblem {
  const texts = Object.entries(problem).filter(([, value]) => typeof value === 'string');
  return { ...problem, ...Object.fromEntries(texts.map(([name, value]) => [name, redact(String(value))])) };
}

/** The error for people: what went wrong, each problem of a file, and what to do. */
export function errorText(error: CfiError, paint: (text: string) => string = (text) => text): string {
  const { hint, errors = [], saysProblem, isAnswer } = error.details;
  if (isAnswer) return `${sanitizeText(error.message)}\n`;
  const lines = [`${paint('error:')} ${sanitizeText(error.message).replaceAll('\n', '\n  ')}`];
  if (saysProblem !== true || errors.length > 1)
    lines.push(...errors.slice(0, shownProblems).map((problem) => `  ${problemText(problem)}`));
  if (errors.length > shownProblems) {
    lines.push(`  and ${errors.length - shownProblems} more; --output json shows all`);
  }
  if (hint !== undefined) lines.push(`hint: ${sanitizeText(hint).replaceAll('\n', '\n  ')}`);
  return `${lines.join('\n')}\n`;
}

/** `orders.csv:7: R-1: Qty: …` or `orders.xlsx:Orders!F7: …`, with the value found and the value expected unless the message already gives them. */
function problemText(problem: FieldProblem): string {
  const { reference, file, line, cell, column, field, found, expected, message } = problem;
  const said = problem[stated] ?? [];
  const place = [file === undefined ? undefined : shownFile(file), cell ?? line]
    .filter((part) => part !== undefined)
    .join(':');
  const document = reference === undefined || said.includes('reference') ? '' : `${reference}: `;
  const ownName = column === undefined || column === (field ?? column) || said.includes('column');
  const details = [
    found === undefined || found === '' || said.includes('found')
      ? undefined
      : `found ${JSON.stringify(found)}`,
    expected === undefined || said.includes('expected') ? undefined : `expected ${expected}`,
  ].filter((part) => part !== undefined);
  const more = details.length === 0 ? '' : ` (${details.join(', ')})`;
  return sanitizeLine(
    `${place === '' ? '' : `${place}: `}${document}${ownName ? '' : `${column}: `}${message}${more}`,
  );
}
