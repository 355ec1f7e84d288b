import { describe, expect, it } from 'vitest';
import { readEach } from '../../../src/client/api/lookups.ts';
import { CfiError, type ErrorCode, type ErrorDetails } from '../../../src/errors.ts';

/** What reading each reference gives, by its first letter: a record, or an error with that code. */
const failures: Readonly<Record<string, readonly [ErrorCode, ErrorDetails?]>> = {
  n: ['not-found', { reason: 'no such order', hint: 'check it' }],
  i: ['invalid-input', { hint: 'correct it' }],
  c: ['conflict'],
  w: ['usage'],
  u: ['unavailable', { retryable: true }],
  f: ['forbidden'],
  x: ['cancelled'],
};

/** Reads these references, one a word; what was asked for, and what came of it. */
async function reading(words: string) {
  const asked: string[] = [];
  const outcome = await readEach(words === '' ? [] : words.split(' '), async (reference) => {
    asked.push(reference);
    const failure = failures[reference.charAt(0)];
    if (failure !== undefined) throw new CfiError(failure[0], `${reference} failed`, failure[1]);
    if (reference === 'bug') throw new TypeError('a bug');
    return { status: 200, received: { headers: {} }, data: { ref: reference }, body: {} };
  }).then(
    ({ result, records }) => ({ result, records }),
    (error: unknown) => ({ error }),
  );
  return { asked: asked.join(' '), result: undefined, records: undefined, error: undefined, ...outcome };
}

describe('reading several references', () => {
  it.each<[words: string, asked: string, read: number, of: number | undefined]>([
    ['A B', 'A B', 2, undefined],
    ['A B A', 'A B', 2, undefined],
    ['A n1 B', 'A n1 B', 2, 3],
    ['n1 i2 c3 A', 'n1 i2 c3 A', 1, 4],
    ['n1 n2', 'n1 n2', 0, 2],
    ['A w1 B', 'A w1 B', 2, 3],
    ['w1 A', 'w1 A', 1, 2],
    ['A u1 B', 'A u1 B', 2, 3],
    ['u1 A', 'u1 A', 1, 2],
    ['A u1 B u2 C', 'A u1 B u2 C', 3, 5],
    ['A u1 u2 B', 'A u1 u2', 1, 4],
    ['A u1 n1 u2 B', 'A u1 n1 u2 B', 2, 5],
    ['A f1 B', 'A f1', 1, 3],
    ['n1 u1 u2', 'n1 u1 u2', 0, 3],
  ])('%s: asks for %s', async (words, asked, read, of) => {
    const outcome = await reading(words);
    expect(outcome.asked).toBe(asked);
    expect(outcome.error).toBeUndefined();
    expect(outcome.records).toHaveLength(read);
    expect(outcome.result?.items).toHaveLength(read);
    expect(outcome.result?.errors?.map(({ message }) => message)).toEqual(
      of === undefined ? undefined : [`${of - read} of ${of} could not be read`],
    );
    expect(outcome.result?.exitCode).toBe(of === undefined ? undefined : 9);
  });

  it.each<[words: string, asked: string, code: ErrorCode]>([
    ['n1', 'n1', 'not-found'],
    ['n1 n1', 'n1', 'not-found'],
    ['w1', 'w1', 'usage'],
    ['w1 w2', 'w1 w2', 'usage'],
    ['u1', 'u1', 'unavailable'],
    ['u1 u2 A', 'u1 u2', 'unavailable'],
    ['f1 A', 'f1', 'forbidden'],
    ['n1 f1 A', 'n1 f1', 'forbidden'],
    ['A x1 B', 'A x1', 'cancelled'],
  ])('%s: asks for %s and fails as %s', async (words, asked, code) => {
    const outcome = await reading(words);
    expect(outcome.asked).toBe(asked);
    expect(outcome.error).toMatchObject({ code });
  });

  it('passes an unexpected failure on', async () => {
    expect((await reading('A bug B')).error).toBeInstanceOf(TypeError);
  });

  it('gives one record itself, and several as a list', async () => {
    expect((await reading('A')).result?.data).toEqual({ ref: 'A' });
    expect((await reading('A B')).result?.data).toEqual([{ ref: 'A' }, { ref: 'B' }]);
    expect((await reading('A A')).result?.data).toEqual([{ ref: 'A' }]);
    expect((await reading('A n1')).result?.data).toEqual([{ ref: 'A' }]);
  });

  it('names each reference that was not read, with its reason and the first hint', async () => {
    const [error] = (await reading('A n1 i2')).result?.errors ?? [];
    expect(error?.details).toMatchObject({
      hint: 'check it',
      errors: [
        { reference: 'n1', found: 'n1', message: 'no such order' },
        { reference: 'i2', found: 'i2', message: 'i2 failed' },
      ],
    });
    const [without] = (await reading('A c1')).result?.errors ?? [];
    expect(without?.details.hint).toBeUndefined();
  });
});
