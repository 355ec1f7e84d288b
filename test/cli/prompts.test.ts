import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { inquirerPrompts } from '../../src/cli/inquirer.ts';
import { type Choice, hiddenPrompts, linePrompts, type Prompts } from '../../src/cli/prompts.ts';

/** What a question shows, and its answer to lines that are typed one after the other, each when it waits for one. */
async function asked<Answer>(
  ask: (prompts: Prompts) => Promise<Answer>,
  ...typed: readonly string[]
): Promise<{ answer: Answer; lines: readonly string[] }> {
  const input = new PassThrough();
  const output = new PassThrough();
  let text = '';
  output.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    const [next, ...later] = typed;
    if (!text.endsWith(': ') || next === undefined) return;
    typed = later;
    text += '\n';
    setImmediate(() => input.write(`${next}\n`));
  });
  const { signal } = new AbortController();
  const prompts = linePrompts({ input, output, signal, onContinue: () => () => {} });
  const answer = await ask(prompts);
  return {
    answer,
    lines: text
      .trimEnd()
      .split('\n')
      .map((line) => line.trimEnd()),
  };
}

const days: readonly Choice[] = [
  { value: 'mon', name: 'Mon 7 Sep', disabled: 'closed on Mondays' },
  { value: 'tue', name: 'Tue 8 Sep → Wed 9 Sep', short: 'Tue 8 Sep' },
];

it('numbers choices for a screen reader, and takes only the number of one that can be chosen', async () => {
  const choose = (prompts: Prompts) => prompts.choose({ message: 'Which day?', choices: days });
  const { answer, lines } = await asked(choose, '1', 'tue', '', '2');
  expect(answer).toBe('tue');
  expect(lines).toEqual([
    'Which day?',
    '1. Mon 7 Sep, not available: closed on Mondays',
    '2. Tue 8 Sep changed to Wed 9 Sep',
    'Number from 1 to 2:',
    'not available: closed on Mondays',
    'Number from 1 to 2:',
    'type a number from 1 to 2, then Enter',
    'Number from 1 to 2:',
    'type a number from 1 to 2, then Enter',
    'Number from 1 to 2:',
    'chosen: Tue 8 Sep',
  ]);
});

it('goes back at a line that is only Esc', async () => {
  const choose = (prompts: Prompts) => prompts.choose({ message: 'Which day?', choices: days });
  await expect(asked(choose, '\u001b')).rejects.toMatchObject({ exitCode: 3, details: { isBack: true } });
});

it('takes a line that means a choice, where it is the number of none', async () => {
  const choices: readonly Choice[] = ['fewer than 10', 'more'].map((value) => ({ value }));
  const takes = (line: string) => (line === '5' ? 'fewer than 10' : undefined);
  const choose = (prompts: Prompts) => prompts.choose({ message: 'How many?', choices, takes });
  expect((await asked(choose, '5')).answer).toBe('fewer than 10');
  expect((await asked(choose, '2')).answer).toBe('more');
});

const statuses: readonly Choice[] = ['paid', 'wait', 'void'].map((value) => ({
  value,
  name: `${value} × 2`,
  short: value,
}));

it('takes the numbers of what is ticked, with spaces between them, and repeats them in words', async () => {
  const tick = (prompts: Prompts) => prompts.tick({ message: 'Tick what is sent', choices: statuses });
  const { answer, lines } = await asked(tick, '4', 'paid', '1 0', '3, 1 3');
  expect(answer).toEqual(['paid', 'void']);
  const again = 'type numbers from 1 to 3 with spaces between them, then Enter';
  const prompt = 'Numbers with spaces between them, Enter for none:';
  expect(lines).toEqual([
    ...['Tick what is sent', '1. paid × 2', '2. wait × 2', '3. void × 2'],
    ...[prompt, again, prompt, again, prompt, again, prompt, 'ticked: paid, void'],
  ]);
});

it.each([
  [[], '', [], 'Numbers with spaces between them, Enter for none:', 'ticked: none'],
  [
    ['wait', 'void'],
    '',
    ['wait', 'void'],
    'Numbers with spaces between them, Enter for 2 3, 0 for none:',
    'ticked: wait, void',
  ],
  [['wait'], '0', [], 'Numbers with spaces between them, Enter for 2, 0 for none:', 'ticked: none'],
])('says what Enter ticks, of %j', async (ticked, line, answer, prompt, said) => {
  const tick = (prompts: Prompts) => prompts.tick({ message: 'Tick', choices: statuses, ticked });
  const outcome = await asked(tick, line);
  expect(outcome.answer).toEqual(answer);
  expect(outcome.lines.slice(-2)).toEqual([prompt, said]);
});

it.each<[string, (prompts: Prompts) => Promise<unknown>, string, unknown, string]>([
  [
    'the choice',
    (p) => p.choose({ message: 'Day', choices: days, default: 'tue' }),
    '',
    'tue',
    'Number from 1 to 2, Enter for 2:',
  ],
  ['the text', (p) => p.text({ message: 'Days', default: '36h' }), '', '36h', 'Days. Enter for 36h:'],
])('says that Enter means %s', async (_, ask, line, answer, prompt) => {
  const outcome = await asked(ask, line);
  expect(outcome.answer).toBe(answer);
  expect(outcome.lines).toContain(prompt);
});

it('asks again for a text that is refused, and says why', async () => {
  const validate = (value: string) => value === 'B' || 'only B is good';
  const { answer, lines } = await asked((p) => p.text({ message: 'Letter', validate }), 'A', 'B');
  expect([answer, lines]).toEqual(['B', ['Letter:', 'only B is good', 'Letter:']]);
});

it.each([
  ['PO-SLOT-1', 'PO-SLOT-1'],
  ['PO-the-secret', undefined],
  ['PO-\u001b]0;owned\u0007', undefined],
  ['PO-\u200b1', undefined],
])(
  'suggests %j as an answer only if it holds no secret and all of it can be seen',
  async (initial, suggested) => {
    const questions: Parameters<Prompts['text']>[0][] = [];
    const text = async (question: Parameters<Prompts['text']>[0]) => {
      questions.push(question);
      return '';
    };
    const prompts = hiddenPrompts({ text } as Prompts, (shown) => shown.replace('the-secret', '[removed]'));
    await prompts.text({ message: 'Your reference', default: initial });
    expect(questions).toEqual([{ message: 'Your reference', ...(suggested && { default: suggested }) }]);
  },
);

describe.each([
  ['for a screen reader', linePrompts],
  ['on other terminals', inquirerPrompts],
])('a question to confirm %s', (_, promptsOf) => {
  /** Its answer to keys that arrive after it has appeared, each in its own piece. */
  async function answerTo(keys: readonly string[], back = false) {
    const input = new PassThrough();
    const output = new PassThrough();
    let text = '';
    output.on('data', (chunk: Buffer) => {
      const isFirst = text === '';
      text += chunk.toString();
      const press = (): void => {
        for (const [at, key] of keys.entries()) setTimeout(() => input.write(key), at);
      };
      if (isFirst) setImmediate(press);
    });
    const { signal } = new AbortController();
    const prompts = promptsOf({ input, output, signal, onContinue: () => () => {} });
    return { answer: await prompts.confirm({ message: 'Send 6 orders?', back }), text };
  }

  it.each([
    [['y\r'], true],
    [['Y', 'E', 'S', '\r'], true],
    [['yikes\r'], false],
    [['y\ny\n'], false],
    [['x', '\u007f', 'y', '\r'], true],
    [['yy', '\u0015', '\r'], false],
    [['\u001b[A', 'y\r'], true],
    [['\t', '\r'], false],
    [['\r'], false],
    [['n\r'], false],
    [['b\r'], false],
    [['\u001b'], false],
    [['\u001b[D', '\r'], false],
    [['y', '\u0004'], false],
  ])('takes %j as %s', async (keys, expected) => {
    const { answer, text } = await answerTo(keys);
    expect(answer).toBe(expected);
    expect(text).toContain('Send 6 orders? (y/N) ');
  });

  it('goes back with b where it says so, and ends with Ctrl-C', async () => {
    expect(await answerTo(['B\r'], true)).toMatchObject({
      answer: 'back',
      text: expect.stringContaining('(y/N), b goes back'),
    });
    for (const left of ['\u001b[D', '\u001bOD']) expect((await answerTo([left], true)).answer).toBe('back');
    await expect(answerTo(['y\u0003'])).rejects.toMatchObject({ exitCode: 130 });
  });
});
