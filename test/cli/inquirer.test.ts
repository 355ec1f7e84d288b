import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { inquirerPrompts } from '../../src/cli/inquirer.ts';
import type { Choice } from '../../src/cli/prompts.ts';

/** What a question looks like on a terminal of that width, and its answer to Enter. */
async function asked(
  columns: number,
  message: string,
  choices: readonly Choice[] = [{ value: 'leave' }, { value: 'accept' }],
  isFirst = false,
) {
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { columns });
  let text = '';
  output.on('data', (chunk: Buffer) => {
    const isOpen = text.includes('navigate');
    text += chunk.toString();
    if (!isOpen && text.includes('navigate')) setImmediate(() => input.write('\r'));
  });
  const prompts = inquirerPrompts({
    input,
    output,
    signal: new AbortController().signal,
    onContinue: () => () => {},
  });
  const answer = await prompts.choose({ message, choices, isFirst });
  return { answer, lines: plainLines(text) };
}

/** The lines of a text, without what moves the cursor or colours it. */
function plainLines(text: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the terminal's own sequences
  const lines = text.replaceAll(/\u001b\[[?\d;]*[A-Za-z]/g, '').split('\n');
  return lines.map((line) => line.trim());
}

it.each([
  [
    60,
    [
      '? S-1, Northgate FC: Wed 25 Nov 09:00 →',
      'Thu 26 Nov 13:00 GMT, "Dock 4 is full in the morning". Your',
      'answer?',
    ],
  ],
  [
    80,
    [
      '? S-1, Northgate FC: Wed 25 Nov 09:00 → Thu 26 Nov 13:00 GMT, "Dock 4 is full in',
      'the morning". Your answer?',
    ],
  ],
])(
  'breaks a question at spaces on a terminal of %i columns, and never within a time',
  async (columns, shown) => {
    const offer =
      'S-1, Northgate FC: Wed 25 Nov 09:00 → Thu 26 Nov 13:00 GMT, "Dock 4 is full in the morning"';
    const { answer, lines } = await asked(columns, `${offer}. Your answer?`);
    expect(answer).toBe('leave');
    expect(lines.slice(0, shown.length)).toEqual(shown);
  },
);

it.each([true, false])('offers to go back unless nothing lies behind it: %s', async (isFirst) => {
  const { lines } = await asked(80, 'What next?', undefined, isFirst);
  expect(lines.some((line) => line.includes('esc back'))).toBe(!isFirst);
});

it.each([16, 20, 24, 27, 30, 73, 75, 78, 80, 82, 88])(
  'keeps (y/N) whole on a terminal of %i columns',
  async (columns) => {
    const input = new PassThrough();
    const output = Object.assign(new PassThrough(), { columns });
    output.once('data', () => setImmediate(() => input.write('\r')));
    let text = '';
    output.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    const signal = new AbortController().signal;
    const prompts = inquirerPrompts({ input, output, signal, onContinue: () => () => {} });
    const message = 'Accept SLOT-000001, Northgate FC: Fri 11 Dec 09:00 → Tue 8 Dec 13:00 GMT?';
    expect(
      await prompts.confirm({ message: columns > 40 ? message : 'Cancel order WEB-2026-11-27-000123?' }),
    ).toBe(false);
    expect(text).toMatch(/\?\s+\(y\/N\)/);
  },
);

it('breaks a long choice at spaces too, below its own beginning', async () => {
  const name = 'S-1, Northgate FC: Wed 25 Nov 09:00 → Thu 26 Nov 13:00 GMT, "Dock 4 is full"';
  const { lines } = await asked(60, 'Which slot?', [{ value: 'S-1', name, short: 'S-1' }]);
  expect(lines.slice(1, 3)).toEqual([
    '❯ S-1, Northgate FC: Wed 25 Nov 09:00 →',
    'Thu 26 Nov 13:00 GMT, "Dock 4 is full"',
  ]);
});

it('breaks what is wrong with an answer at spaces too', async () => {
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { columns: 80 });
  let text = '';
  output.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    if (chunk.toString().includes('write it as')) setImmediate(() => input.write('ok\r'));
  });
  const onContinue = () => () => {};
  const prompts = inquirerPrompts({
    input,
    output,
    signal: new AbortController().signal,
    onContinue,
  });
  const advice = 'write it as 2030-05-14 10:00, 14 may 10:00, 14/5 10:00, tue 10:00, tomorrow 10:00 or so';
  const validate = (value: string) => value.endsWith('ok') || advice;
  const answer = prompts.text({ message: 'Your time', validate });
  setImmediate(() => input.write('x\r'));
  expect(await answer).toBe('xok');
  expect(text).toMatch(/tue 10:00, tomorrow\n10:00 or so/);
});

const offered: readonly Choice[] = ['type again', 'add: 6 in all', '2 of them'].map((value) => ({ value }));

/** What a list takes of the keys, each read on its own, as its answer. */
const chosenBy = (...keys: readonly string[]): Promise<string> => chosenFrom({ choices: offered }, ...keys);

/** The same of other choices. */
async function chosenFrom(
  question: Omit<Parameters<ReturnType<typeof inquirerPrompts>['choose']>[0], 'message'>,
  ...keys: readonly string[]
): Promise<string> {
  const input = Object.assign(new PassThrough(), { setRawMode: () => {} });
  const output = Object.assign(new PassThrough(), { columns: 80 });
  output.once('data', () => setImmediate(press));
  const press = (): void => {
    const key = keys[at++];
    if (key === undefined) return;
    input.write(key);
    setImmediate(press);
  };
  let at = 0;
  const terminal = { input, output, onContinue: () => () => {} };
  const { signal } = new AbortController();
  return inquirerPrompts({ ...terminal, signal }).choose({ message: 'What now?', ...question });
}

const down = '\u001b[B';

it.each([
  ['a line that was pasted', ['add me=6\r', '\r'], 'type again'],
  ['several lines', ['A-1=2\nadd\n\n', '\r'], 'type again'],
  ['a line typed for another question', ['a', 'd', 'd', '\r', '\r'], 'type again'],
  ['a number', ['2', '\r', '\r'], 'type again'],
])('takes nothing of %s for a choice, nor of the Enter behind it', async (_, keys, chosen) => {
  expect(await chosenBy(...keys)).toBe(chosen);
});

it.each([
  ['one key at a time', [down, '\r']],
  ['read at once', [`${down}\r`]],
  ["in a terminal's application mode", ['\u001bOB', '\r']],
  ['after text', ['A-1', down, '\r']],
])('takes the arrow keys, %s', async (_, keys) => {
  expect(await chosenBy(...keys)).toBe('add: 6 in all');
});

it.each([
  ['one key at a time', ['1', '5', '\r'], '10 to 20'],
  ['read at once', ['15\r'], '10 to 20'],
  ['with a blank as a key of its own', [...'15 pcs', '\r'], '10 to 20'],
  ['of which keys were taken back', ['1', '6', '\u007f', '5', '\r'], '10 to 20'],
  ['all taken back', ['1', '\u007f', down, '\r'], '10 to 20'],
  ['that means none', ['x', '\r', '\r'], 'fewer than 10'],
])('takes a line that means a choice, %s', async (_, keys, chosen) => {
  const choices = ['fewer than 10', '10 to 20', 'more than 20'].map((value) => ({ value }));
  const takes = (line: string): string | undefined => (/^15(?: pcs)?$/.test(line) ? '10 to 20' : undefined);
  expect(await chosenFrom({ choices, takes }, ...keys)).toBe(chosen);
});

it.each(['\u0003', 'add\u0003\r', '\u0004'])('ends at Ctrl-C and Ctrl-D: %j', async (keys) => {
  await expect(chosenBy(keys)).rejects.toMatchObject({ exitCode: 130 });
});

it.each(['\u001b', '\u001b[D', '\u001bOD'])('goes back from a list at Esc and Left: %j', async (key) => {
  await expect(chosenBy(down, key)).rejects.toMatchObject({ exitCode: 3, details: { isBack: true } });
  await expect(answeredBy(tick, ' ', key)).rejects.toMatchObject({ details: { isBack: true } });
});

it('ends a text at Ctrl-D on an empty line, and takes it for nothing behind a text', async () => {
  const ask = (prompts: ReturnType<typeof inquirerPrompts>) => prompts.text({ message: 'Next item' });
  for (const keys of [['\u0004'], ['\u001b[D', '\u0004', 'a']])
    await expect(answeredBy(ask, ...keys)).rejects.toMatchObject({ exitCode: 130 });
  expect(await answeredBy(ask, 'a', '\u0004', 'b\u0004', '\r')).toBe('ab');
  expect(await answeredBy(ask, 'a', '\u007f', '\u0004', 'b', '\r')).toBe('b');
});

it('goes back from a text at Esc, and moves to the left in it with Left', async () => {
  const ask = (prompts: ReturnType<typeof inquirerPrompts>) => prompts.text({ message: 'Next item' });
  expect(await answeredBy(ask, 'a', 'c', '\u001b[D', 'b', '\r')).toBe('abc');
  await expect(answeredBy(ask, 'abc', '\u001b')).rejects.toMatchObject({ details: { isBack: true } });
});

/** What a question takes of the keys, each read on its own. */
async function answeredBy<Answer>(
  ask: (prompts: ReturnType<typeof inquirerPrompts>) => Promise<Answer>,
  ...keys: readonly string[]
): Promise<Answer> {
  const input = Object.assign(new PassThrough(), { setRawMode: () => {} });
  const output = Object.assign(new PassThrough(), { columns: 80 });
  const rest = [...keys];
  const press = (): void => {
    const key = rest.shift();
    if (key === undefined) return;
    input.write(key);
    setImmediate(() => setImmediate(press));
  };
  output.once('data', () => setImmediate(press));
  const terminal = { input, output, onContinue: () => () => {} };
  return ask(inquirerPrompts({ ...terminal, signal: new AbortController().signal }));
}

const tick = (prompts: ReturnType<typeof inquirerPrompts>) =>
  prompts.tick({ message: 'Tick what is sent', choices: offered, ticked: ['add: 6 in all'] });

it.each([
  ['Enter alone takes what is ticked', ['\r'], ['add: 6 in all']],
  ['space ticks', [' ', '\r'], ['type again', 'add: 6 in all']],
  ['space takes a tick back', [down, ' ', '\r'], []],
  ['arrows and space read at once', [`${down}${down} `, '\r'], ['add: 6 in all', '2 of them']],
  [
    'a number, letters for all and the inverse, and the Enter behind them do nothing',
    ['1', 'a', 'i', '\r', '\r'],
    ['add: 6 in all'],
  ],
  ['a line that was pasted does nothing', ['type again\r', '\r'], ['add: 6 in all']],
])('ticks in a list: %s', async (_, keys, answer) => {
  expect(await answeredBy(tick, ...keys)).toEqual(answer);
});

it.each(['\u0003', ' \u0003', '\u0004'])('ends a list to tick at Ctrl-C and Ctrl-D: %j', async (keys) => {
  await expect(answeredBy(tick, keys)).rejects.toMatchObject({ exitCode: 130 });
});

it('shows a list to tick, broken at spaces', async () => {
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { columns: 60 });
  let text = '';
  output.on('data', (chunk: Buffer) => {
    if (text === '') setImmediate(() => input.write('\r'));
    text += chunk.toString();
  });
  const { signal } = new AbortController();
  const prompts = inquirerPrompts({ input, output, signal, onContinue: () => () => {} });
  const long = 'A name that is long enough to be broken on a narrow terminal at a space';
  await prompts.tick({ message: 'Tick what is sent', choices: [{ value: long }, { value: 'B' }] });
  const lines = plainLines(text);
  for (const line of ['❯◯ A name that is long enough to be', '◯ B'])
    expect(lines.some((each) => each.startsWith(line))).toBe(true);
  expect(lines.slice(0, 4).every((line) => line.length <= 60)).toBe(true);
  expect(lines.join('\n')).toContain('✔ Tick what is sent');
});
