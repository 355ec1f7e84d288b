import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { askMissing, beforeSending, confirmOrExit, type Question } from '../../src/cli/ask.ts';
import { escapeKey } from '../../src/cli/prompts.ts';
import type { CommandContext } from '../../src/cli/settings.ts';
import { CfiError, declined, interruption, wentBack } from '../../src/errors.ts';

/** A context in which a person gives these answers in order, or nobody can answer if there are none. */
function person(answers?: readonly (string | boolean)[]): { context: CommandContext; asked: string[] } {
  const asked: string[] = [];
  const answer = async ({ message }: { message: string }) => {
    asked.push(message);
    const given = answers?.[asked.length - 1];
    if (given === escapeKey) throw wentBack();
    return given;
  };
  const prompts = async () => ({ text: answer, choose: answer, secret: answer, confirm: answer });
  const deps = { prompts, stdin: new PassThrough() };
  const context = { deps, settings: { interactive: answers !== undefined } };
  return { context: context as unknown as CommandContext, asked };
}

const questions: readonly Question[] = [
  { name: 'refs', label: 'REF', question: 'which?', variadic: true },
  {
    name: 'type',
    label: '--type T',
    question: 'what type?',
    choices: ['container', 'truck'],
  },
  { name: 'size', label: '--size S', question: 'what size?', when: ({ type }) => type === 'container' },
];

const failure = async (work: Promise<unknown>): Promise<CfiError> => {
  const error = await work.catch((thrown: unknown) => thrown);
  if (error instanceof CfiError) return error;
  throw new Error(`no CfiError: ${error}`);
};

describe('missing values', () => {
  it.each([
    ["'my orders.xlsx'", ['my orders.xlsx']],
    ['"my orders.xlsx"', ['my orders.xlsx']],
    ["O'Hara.csv", ["O'Hara.csv"]],
  ])('may be one word in quotes: %s', async (answer, refs) => {
    const { context } = person([answer]);
    expect(await askMissing(context, {}, questions.slice(0, 1))).toEqual({ refs });
  });

  it('may be chosen', async () => {
    const { context } = person(['A 1']);
    const chosenFrom = async () => async () => [{ value: 'A 1' }, { value: 'B' }];
    const question: Question = { name: 'refs', label: 'REF', question: 'which?', variadic: true, chosenFrom };
    expect(await askMissing(context, {}, [question])).toEqual({ refs: ['A 1'] });
  });

  it('are listed by a command that the error names', async () => {
    const [refs] = questions as [Question];
    const error = await failure(askMissing(person().context, {}, [{ ...refs, listedBy: 'cfi slot list' }]));
    expect(error.details.hint).toMatch(/; cfi slot list lists them$/);
  });

  it('are asked for one by one, each only when it is needed', async () => {
    const { context, asked } = person([' A  B ', 'container', '40ft']);
    expect(await askMissing(context, { kept: 1 }, questions)).toEqual({
      kept: 1,
      refs: ['A', 'B'],
      type: 'container',
      size: '40ft',
    });
    expect(asked).toEqual(['which?', 'what type?', 'what size?']);
  });

  it('are asked for again where the next question goes back', async () => {
    const { context, asked } = person(['A', escapeKey, 'B', 'truck']);
    expect(await askMissing(context, {}, questions)).toEqual({ refs: ['B'], type: 'truck' });
    expect(asked).toEqual(['which?', 'what type?', 'which?', 'what type?']);
    const error = await failure(askMissing(person([escapeKey]).context, {}, questions));
    expect([error.exitCode, error.message]).toEqual([3, 'nothing was sent']);
  });

  it('are skipped when another answer makes them unnecessary', async () => {
    const { context, asked } = person(['truck']);
    expect(await askMissing(context, { refs: ['A'] }, questions)).toEqual({ refs: ['A'], type: 'truck' });
    expect(asked).toEqual(['what type?']);
  });

  it.each<[object, string]>([
    [{}, 'missing REF, --type T'],
    [{ refs: [], type: 'container' }, 'missing REF, --size S'],
    [{ refs: ['A'], type: '' }, 'missing --type T'],
    [{ refs: ['A', ''], type: 'truck' }, 'missing REF'],
  ])('of %j are all named at once when nobody can be asked', async (options, message) => {
    expect(await failure(askMissing(person().context, options, questions))).toMatchObject({
      code: 'usage',
      exitCode: 2,
      message,
    });
  });

  it('are not prompted for when nothing is missing', async () => {
    const options = { refs: ['A'], type: 'truck' };
    expect(await askMissing(person().context, options, questions)).toBe(options);
  });
});

describe('a confirmation', () => {
  it.each<[string, boolean | undefined, (string | boolean)[] | undefined]>([
    ['--yes', true, undefined],
    ['a yes', undefined, [true]],
  ])('is given by %s', async (_, yes, answers) => {
    await expect(
      confirmOrExit(person(answers).context, { message: 'cancel?', yes }),
    ).resolves.toBeUndefined();
  });

  it.each<[string, (string | boolean)[] | undefined, RegExp]>([
    ['a no', [false], /nothing was changed/],
    ['nobody', undefined, /"cancel\?" needs your answer/],
  ])('is refused by %s with exit 3', async (_, answers, message) => {
    const error = await failure(confirmOrExit(person(answers).context, { message: 'cancel?' }));
    expect(error).toMatchObject({ code: 'cancelled', exitCode: 3 });
    expect(error.message).toMatch(message);
  });
});

describe('questions before anything is sent', () => {
  it.each([
    ['SIGINT', 130, 'stopped by Ctrl-C; nothing was booked'],
    ['SIGTERM', 143, 'stopped by SIGTERM; nothing was booked'],
  ])('say after %s that nothing came of them, once', async (signal, exitCode, message) => {
    const last = () => beforeSending('nothing was booked', () => Promise.reject(interruption(signal)));
    expect(await failure(beforeSending('nothing was booked', last))).toMatchObject({
      code: 'cancelled',
      exitCode,
      message,
    });
  });

  it('say nothing more of another failure', async () => {
    for (const error of [declined('no'), new CfiError('network', 'down')])
      expect(await failure(beforeSending('nothing was booked', () => Promise.reject(error)))).toBe(error);
  });

  it('are interrupted with that word where a value or a confirmation is missing', async () => {
    const stop = () => Promise.reject(interruption('SIGINT', 'interrupted'));
    const prompts = async () => ({ text: stop, choose: stop, secret: stop, confirm: stop });
    const deps = { prompts, stdin: new PassThrough() };
    const context = { deps, settings: { interactive: true } } as unknown as CommandContext;
    expect((await failure(askMissing(context, {}, questions))).message).toBe('interrupted; nothing was sent');
    // A command that only reads sends nothing anyway.
    expect((await failure(askMissing(context, {}, questions, ''))).message).toBe('interrupted');
    expect((await failure(confirmOrExit(context, { message: 'Really?' }))).message).toBe(
      'interrupted; nothing was changed',
    );
  });
});
