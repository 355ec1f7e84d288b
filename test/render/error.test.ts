import { describe, expect, it } from 'vitest';
import { CfiError, interruption, stated } from '../../src/errors.ts';
import { errorOutput, errorText } from '../../src/render/error.ts';
import { sanitizeText } from '../../src/text/sanitize.ts';

const problems = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    file: 'orders.csv',
    line: index + 2,
    column: 'Qty',
    field: 'Qty',
    found: 'x',
    expected: 'a whole number, at least 1',
    message: 'Qty is not a number',
  }));

/** Problems that have nothing in common. */
const different = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    file: 'orders.csv',
    line: at + 2,
    message: `Qty is odd: ${at}`,
  }));

const look = { format: 'table', color: false, redact: (text: string) => text } as const;

/** The error as it is written to standard error. */
async function outputOf(error: CfiError, more: object = {}): Promise<string> {
  let text = '';
  for await (const piece of errorOutput(error, { ...look, ...more })) text += piece;
  return text;
}

const errorJson = (error: CfiError) => outputOf(error, { format: 'json' });

describe('an error of the service', () => {
  const refused = new CfiError('conflict', 'Slot S-1 is pending_ops', { status: 409 });

  it('names the state of a slot in words for people, and in the words of the service for scripts', async () => {
    expect(await outputOf(refused, {})).toBe('error: Slot S-1 is waiting for the warehouse\n');
    expect(JSON.parse(await errorJson(refused)).error.message).toBe('Slot S-1 is pending_ops');
  });

  it('leaves the words of an option as they are', async () => {
    const usage = new CfiError('usage', '--status must be pending_ops');
    expect(await outputOf(usage, {})).toBe('error: --status must be pending_ops\n');
  });
});

describe('an error as JSON', () => {
  it('leaves absent members out', async () => {
    const error = new CfiError('not-found', 'no such order', { status: 404, hint: 'look again' });
    expect(JSON.parse(await errorJson(error))).toEqual({
      error: { code: 'not-found', message: 'no such order', hint: 'look again', status: 404, exitCode: 5 },
    });
  });

  it('has every member on one line', async () => {
    const details = { status: 429, field: 'Qty', retryable: true, retryAfterSeconds: 90 };
    const line = await errorJson(new CfiError('rate-limited', 'a\nb', details));
    expect(line).toMatch(/^[^\n]*\n$/);
    expect(JSON.parse(line).error).toEqual({
      code: 'rate-limited',
      message: 'a\nb',
      ...details,
      exitCode: 7,
    });
  });

  it('has all problems of a file', async () => {
    const { error } = JSON.parse(
      await errorJson(new CfiError('invalid-input', 'bad', { errors: problems(60) })),
    );
    expect(error.errors).toHaveLength(60);
    expect(error.errors[59]).toEqual(problems(60)[59]);
  });

  it('has those that are on disk, without secrets, instead of the first', async () => {
    const all = { count: 60, close: () => {}, [Symbol.iterator]: () => problems(60).values() };
    const details = { errors: problems(1), allErrors: all };
    const redact = (text: string): string => text.replaceAll('number', '[removed]');
    const line = await outputOf(new CfiError('invalid-input', 'bad', details), { format: 'json', redact });
    expect(line).toMatch(/^[^\n]*\n$/);
    const { errors } = JSON.parse(line).error;
    expect(errors).toHaveLength(60);
    expect(errors[59]).toMatchObject({ line: 61, message: 'Qty is not a [removed]' });
  });
});

describe('an error for people', () => {
  it('says what went wrong and what to do', () => {
    const error = new CfiError('unauthorized', 'not signed in', { hint: 'run cfi login' });
    expect(errorText(error)).toBe('error: not signed in\nhint: run cfi login\n');
  });

  it('is no error to who pressed Ctrl-C, unless there is something to do', () => {
    expect(errorText(interruption('SIGINT', 'interrupted'))).toBe('interrupted\n');
    const { exitCode } = interruption('SIGINT');
    const stopped = new CfiError('cancelled', 'interrupted', { exitCode, hint: 'run it again' });
    expect(errorText(stopped)).toContain('error: interrupted');
  });

  it('does not repeat a single problem', () => {
    const message = 'no.csv: there is no such file';
    const errors = [{ file: 'no.csv', message: 'there is no such file' }];
    const saysProblem = true;
    expect(errorText(new CfiError('invalid-input', message, { errors, saysProblem }))).toBe(
      `error: ${message}\n`,
    );
    const two = [...errors, { file: 'a.csv', message: 'is empty' }];
    expect(errorText(new CfiError('invalid-input', message, { errors: two, saysProblem }))).toBe(
      `error: ${message}\n  no.csv:\n  there is no such file\n  a.csv:\n  is empty\n`,
    );
  });

  it('keeps what the message of a problem states out of json', async () => {
    const problem = { reference: 'R', found: 'x', message: 'M R' };
    const errors = [{ ...problem, [stated]: ['reference'] as const }];
    const error = new CfiError('invalid-input', 'bad', { errors });
    expect(JSON.parse(await errorJson(error)).error.errors).toEqual([problem]);
  });

  it('shows the first 50 lines of problems and counts the rest', () => {
    const lines = errorText(new CfiError('invalid-input', 'bad file', { errors: different(53) })).split('\n');
    expect(lines.slice(0, 3)).toEqual(['error: bad file', '  orders.csv:', '  row 2: Qty is odd: 0']);
    expect(lines.filter((line) => line.includes('is odd'))).toHaveLength(50);
    expect(lines[52]).toBe('  and 3 more; --output json shows all');
  });

  it('counts all problems that a line which it does not show stands for', () => {
    const equal = problems(5);
    const many = new CfiError('invalid-input', 'bad', { errors: [...different(50), ...equal] });
    expect(errorText(many)).toMatch(/odd: 49\n {2}and 5 more; --output json shows all\n$/);
  });

  it('breaks at spaces on a terminal, and not elsewhere', async () => {
    const error = new CfiError('invalid-input', 'one two three four', { hint: 'five six seven' });
    expect(await outputOf(error)).toBe('error: one two three four\nhint: five six seven\n');
    expect(await outputOf(error, { accessible: true, width: 16 })).toBe(await outputOf(error));
    expect(await outputOf(error, { width: 16 })).toBe(
      'error: one two\n  three four\nhint: five six\n  seven\n',
    );
  });

  it('grows with no text of others, and has no part of a secret where it is cut', async () => {
    const long = `${'x'.repeat(9_996)}a-secret${'y'.repeat(2_000_000)}`;
    const problem = { file: 'f.csv', line: 2, column: 'Qty', found: long, message: `Qty ${long}` };
    const errors = [problem, { ...problem, line: 3 }, { ...problem, message: 'SKU is odd' }];
    const allErrors = { count: 3, [Symbol.iterator]: () => errors[Symbol.iterator](), close: () => {} };
    const redact = (text: string): string => text.replaceAll('a-secret', '[removed]');
    for (const format of ['table', 'json'])
      for (const more of [{}, { allErrors }]) {
        const error = new CfiError('invalid-input', long, { hint: long, errors, ...more });
        const text = await outputOf(error, { format, redact });
        expect(text.length).toBeLessThan(200_000);
        expect(text).toContain('xx[rem…');
        expect(text).not.toContain('a-se');
      }
  });

  it('cannot control the terminal', () => {
    const evil = '\u001b[2J\u009b1m\u0007x';
    const error = new CfiError('conflict', evil, {
      hint: evil,
      errors: [{ message: evil, file: evil, found: evil }],
    });
    expect(errorText(error)).toBe(sanitizeText(errorText(error)));
    expect(errorText(error)).toContain('x');
  });
});
