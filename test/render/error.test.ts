import { describe, expect, it } from 'vitest';
import { brief, CfiError, type FieldProblem, interruption, type Stated, stated } from '../../src/errors.ts';
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

const look = { format: 'table', color: false, redact: (text: string) => text } as const;

/** The error as it is written to standard error. */
async function outputOf(error: CfiError, more: object = {}): Promise<string> {
  let text = '';
  for await (const piece of errorOutput(error, { ...look, ...more })) text += piece;
  return text;
}

const errorJson = (error: CfiError) => outputOf(error, { format: 'json' });

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
    const two = [...errors, ...errors];
    expect(errorText(new CfiError('invalid-input', message, { errors: two, saysProblem }))).toBe(
      `error: ${message}\n  no.csv: there is no such file\n  no.csv: there is no such file\n`,
    );
  });

  it.each<[string, Omit<FieldProblem, 'message'>, readonly Stated[], string]>([
    ['the document, also where its reference is a part of the message', { reference: 'R' }, [], 'R: M R'],
    ['no document that the message names', { reference: 'R' }, ['reference'], 'M R'],
    ['the column where it is called otherwise', { column: 'Q', field: 'M' }, [], 'Q: M R'],
    ['one name where both are the same', { column: 'M', field: 'M' }, [], 'M R'],
    ['one name where there is no field', { column: 'Q' }, [], 'M R'],
    ['no column that the message names', { column: 'Q', field: 'M' }, ['column'], 'M R'],
    ['what was found, also where it is a part of the message', { found: 'M' }, [], 'M R (found "M")'],
    ['nothing found where there is nothing', { found: '' }, [], 'M R'],
    ['nothing found that the message shows', { found: 'M' }, ['found'], 'M R'],
    ['what is expected', { found: 'x', expected: 'R' }, [], 'M R (found "x", expected R)'],
    [
      'nothing expected that the message says',
      { found: 'x', expected: 'R' },
      ['expected'],
      'M R (found "x")',
    ],
  ])('shows %s', async (_, problem, held, text) => {
    const errors = [{ ...problem, message: 'M R', [stated]: held }];
    const error = new CfiError('invalid-input', 'bad', { errors });
    expect(errorText(error)).toBe(`error: bad\n  ${text}\n`);
    expect(JSON.parse(await errorJson(error)).error.errors).toEqual([{ ...problem, message: 'M R' }]);
  });

  it('shows the first 50 problems of a file and counts the rest', () => {
    const lines = errorText(new CfiError('invalid-input', 'bad file', { errors: problems(53) })).split('\n');
    expect(lines[1]).toBe(
      '  orders.csv:2: Qty is not a number (found "x", expected a whole number, at least 1)',
    );
    expect(lines.filter((line) => line.includes('orders.csv:'))).toHaveLength(50);
    expect(lines[51]).toBe('  and 3 more; --output json shows all');
  });

  it.each<[string, readonly Partial<FieldProblem>[], string]>([
    ['rows in a row', [2, 3, 4, 5, 6, 7].map((line) => ({ line })), ', rows 2 to 7: M'],
    ['rows apart', [2, 5, 9].map((line) => ({ line })), ', rows 2, 5 and 9: M'],
    ['many rows apart', [2, 5, 9, 11, 13, 15].map((line) => ({ line })), ', rows 2, 5, 9 and 3 more: M'],
    [
      'whose documents it names',
      [2, 3, 4].map((line) => ({ line, reference: `R-${line}` })),
      ', rows 2 to 4 (R-2, R-3 and R-4): M',
    ],
    ['of one document', [2, 3, 4].map((line) => ({ line, reference: 'R' })), ', rows 2 to 4 (R): M'],
    [
      'in a column of a sheet',
      [2, 3, 4].map((line) => ({ line, cell: `Orders!F${line}` })),
      ':Orders!F, rows 2 to 4: M',
    ],
    [
      'of rows of a sheet',
      [2, 3, 4].map((line) => ({ line, cell: `Orders!${line}:${line}` })),
      ':Orders, rows 2 to 4: M',
    ],
    ['without a column', [1, 2, 3].map((line) => ({ line, column: undefined })), ', rows 1 to 3: M'],
  ])('puts equal problems on one line on a terminal: %s', (_, rows, text) => {
    const errors = rows.map((row) => ({ file: 'a.csv', column: 'M', message: 'M', ...row }) as FieldProblem);
    const odd: FieldProblem = { file: 'a.csv', line: 3, column: 'M', message: 'M', found: 'x' };
    const error = new CfiError('invalid-input', 'bad', {
      errors: [errors[0] as FieldProblem, odd, ...errors.slice(1)],
    });
    expect(errorText(error, undefined, true)).toBe(`error: bad\n  a.csv${text}\n  a.csv:3: M (found "x")\n`);
    expect(errorText(error).split('\n')).toHaveLength(errors.length + 3);
  });

  it('calls what a JSON file holds documents', () => {
    const errors = [1, 2, 3].map((line) => ({ file: 'a.json', line, message: 'M' }));
    const error = new CfiError('invalid-input', 'bad', { errors });
    expect(errorText(error, undefined, true)).toBe('error: bad\n  a.json, documents 1 to 3: M\n');
  });

  it.each<[string, readonly Partial<FieldProblem>[], string]>([
    ['columns', [2, 3].flatMap((line) => [{ line }, { line, column: 'N' }]), ', rows 2 to 3: M none; N none'],
    [
      'cells of one row',
      ['B', 'C', 'D'].map((letter) => ({
        line: 2,
        column: letter,
        cell: `Orders!${letter}2`,
        reference: 'R-1',
      })),
      ':Orders!B, Orders!C, Orders!D, row 2 (R-1): B none; C none; D none',
    ],
  ])('puts what an option settles on one line, also for a file: %s', async (_, rows, text) => {
    const errors = rows.map((row, at) => {
      const column = row.column ?? 'M';
      const short = { text: `${column} none`, remedies: ['give --o'], option: '--o' };
      return {
        file: 'a.csv',
        column,
        message: `${column} none; give --o`,
        found: String(at),
        ...row,
        [brief]: short,
      };
    });
    const error = new CfiError('invalid-input', 'bad', { errors });
    for (const together of [true, false])
      expect(errorText(error, undefined, together)).toBe(`error: bad\n  a.csv${text}\n`);
    const one = new CfiError('invalid-input', 'bad', { errors: errors.slice(0, 1) });
    expect(errorText(one)).toMatch(/: [MB] none \(found "0"\)\n$/);
    expect(JSON.parse(await errorJson(error)).error.errors[0].message).toMatch(/; give --o$/);
  });

  it('leaves two equal problems apart, and counts those that it does not show', () => {
    const different = Array.from({ length: 50 }, (_, at) => ({
      message: `M ${at}`,
      file: 'a.csv',
      line: at,
    }));
    const equal = problems(5);
    const two = new CfiError('invalid-input', 'bad', { errors: equal.slice(0, 2) });
    expect(errorText(two, undefined, true)).toBe(errorText(two));
    const many = new CfiError('invalid-input', 'bad', { errors: [...different, ...equal] });
    expect(errorText(many, undefined, true)).toMatch(/M 49\n {2}and 5 more; --output json shows all\n$/);
  });

  it('breaks at spaces on a terminal, and not elsewhere', async () => {
    const error = new CfiError('invalid-input', 'one two three four', { hint: 'five six seven' });
    expect(await outputOf(error)).toBe('error: one two three four\nhint: five six seven\n');
    expect(await outputOf(error, { accessible: true, width: 16 })).toBe(await outputOf(error));
    expect(await outputOf(error, { width: 16 })).toBe(
      'error: one two\n  three four\nhint: five six\n  seven\n',
    );
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
