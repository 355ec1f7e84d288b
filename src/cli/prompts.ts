import { on } from 'node:events';
import { StringDecoder } from 'node:string_decoder';
import { interruption, wentBack } from '../errors.ts';
import { wrapText } from '../render/text.ts';
import { isPlainLine, sanitizeLine } from '../text/sanitize.ts';
import { withSpokenSigns } from '../text/words.ts';

export interface Choice {
  readonly value: string;
  readonly name?: string;
  /** What the answered question shows; `name` if absent. */
  readonly short?: string;
  /** Why it cannot be chosen. */
  readonly disabled?: string;
}

/**
 * Questions to a person. Keys pressed, or pasted, before a question appears do not answer it. Each rejects with a `CfiError`
 * `cancelled` on Ctrl-C (exit 130); on Esc, and in a list on the left arrow, it is that of `wentBack`.
 */
export interface Prompts {
  text(question: {
    message: string;
    default?: string;
    validate?(value: string): true | string;
  }): Promise<string>;
  /** Typed without an echo; never empty. */
  secret(question: { message: string }): Promise<string>;
  choose(question: {
    message: string;
    choices: readonly Choice[];
    default?: string;
    /** The choice that a typed line means, beside the keys of the list. */
    takes?(line: string): string | undefined;
    /** Nothing lies behind it: going back asks again, and is not offered. */
    isFirst?: boolean;
  }): Promise<string>;
  /** Any of the choices, or none. `ticked`: those that are ticked before an answer. */
  tick(question: {
    message: string;
    choices: readonly Choice[];
    ticked?: readonly string[];
  }): Promise<readonly string[]>;
  /** Only `y` or `yes` is a yes; anything else, Esc and Ctrl-D are a no. With `back`, `b` is that. */
  confirm(question: { message: string; back?: boolean }): Promise<boolean | 'back'>;
}

/** Questions each of which is asked by `around`. */
export function withEach(prompts: Prompts, around: <T>(ask: () => Promise<T>) => Promise<T>): Prompts {
  const { text, secret, choose, tick, confirm } = prompts;
  const each =
    <Question, Answer>(ask: (question: Question) => Promise<Answer>) =>
    (question: Question): Promise<Answer> =>
      around(() => ask(question));
  return {
    text: each(text),
    secret: each(secret),
    choose: each(choose),
    tick: each(tick),
    confirm: each(confirm),
  };
}

/** Questions that show no secrets, whoever wrote their texts; an answer is suggested only if it can be shown as it is. */
export function hiddenPrompts(prompts: Prompts, redact: (text: string) => string): Prompts {
  const asked = <Question extends { message: string }>(question: Question): Question => ({
    ...question,
    message: redact(question.message),
  });
  const shown = (choice: Choice): Choice => ({
    ...choice,
    name: redact(choice.name ?? choice.value),
    ...(choice.short === undefined ? {} : { short: redact(choice.short) }),
    ...(choice.disabled === undefined ? {} : { disabled: redact(choice.disabled) }),
  });
  return {
    text: ({ default: initial, ...question }) => {
      const canBeShown = initial !== undefined && isPlainLine(initial) && redact(initial) === initial;
      return prompts.text({ ...asked(question), ...(canBeShown ? { default: initial } : {}) });
    },
    secret: (question) => prompts.secret(asked(question)),
    choose: (question) => prompts.choose({ ...asked(question), choices: question.choices.map(shown) }),
    tick: (question) => prompts.tick({ ...asked(question), choices: question.choices.map(shown) }),
    confirm: (question) => prompts.confirm(asked(question)),
  };
}

export interface Terminal {
  readonly input: NodeJS.ReadableStream & { setRawMode?(raw: boolean): unknown };
  /** Never standard output, which is for the result. */
  readonly output: NodeJS.WritableStream & { readonly columns?: number; readonly rows?: number };
  readonly signal: AbortSignal;
  /** Stops the process as Ctrl-Z does. */
  suspend?(): void;
  /** Calls back when the process has been stopped and continued; returns a function that removes the callback. */
  onContinue(callback: () => void): () => void;
}

/** The keys that end the program, Ctrl-D on an empty line, as a terminal in raw mode sends them. */
export const ctrlC = '\u0003';
export const ctrlD = '\u0004';
const ctrlU = '\u0015';
const ctrlZ = '\u001a';
export const escapeKey = '\u001b';
/** The left arrow, also as terminals send it in their application mode. */
export const leftKeys = ['\u001b[D', '\u001bOD'];
export const erasing = ['\b', '\u007f'];

/** Said when several lines were pasted: the others would be lost unseen, an order without its further items. */
export const pasted =
  'Several lines, or a long one, were pasted, and nothing of it was used: give one short line, then Enter.';

/** Discards what was typed before a question, or pasted behind an answer; returns it. A Ctrl-C in it ends the program. */
export async function discardTypedAhead({ input }: Terminal): Promise<string> {
  if (input.setRawMode === undefined) return '';
  let typed = '';
  const onData = (chunk: Buffer | string): void => {
    typed += chunk.toString();
  };
  input.setRawMode(true);
  input.on('data', onData);
  // An earlier question has paused it.
  input.resume();
  // In raw mode, the terminal also passes unfinished lines; after two turns of the event loop without more, all of it is read.
  for (let [quiet, known] = [0, 0]; quiet < 2; quiet = typed.length > known ? 0 : quiet + 1) {
    known = typed.length;
    await new Promise((done) => setImmediate(done));
  }
  input.off('data', onData);
  input.pause();
  if (!typed.includes(ctrlC)) return typed;
  input.setRawMode(false);
  throw interruption('SIGINT', 'interrupted');
}

/** Text of a question as a screen reader should read it. */
const spoken = (text: string): string => withSpokenSigns(sanitizeLine(text));

/** The keys of a secret, which the terminal does not echo: the text so far after one more of them. */
function afterKey(text: string, key: string): string {
  if (key === ctrlC || (key === ctrlD && text === '')) throw interruption('SIGINT', 'interrupted');
  if (key === ctrlU) return '';
  if (erasing.includes(key)) return text.slice(0, -1);
  return key < ' ' ? text : text + key;
}

/** What is read while a question is open, which is asked again after Ctrl-Z and `fg`. Throws `cancelled` on a signal. */
async function* pieces({ input, signal, onContinue }: Terminal, ask: () => void): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  // First: a Ctrl-Z may follow the question at once.
  const forget = onContinue(() => setImmediate(ask));
  try {
    ask();
    const chunks = on(input, 'data', { signal, close: ['end'] });
    input.resume();
    for await (const [chunk] of chunks) yield typeof chunk === 'string' ? chunk : decoder.write(chunk);
  } catch (error) {
    throw signal.aborted ? interruption(signal.reason, 'interrupted') : error;
  } finally {
    forget();
    input.setRawMode?.(false);
    input.pause();
  }
}

/**
 * One line from the terminal, which edits and echoes it, or without an echo, and the `rest` that was read with it behind its
 * end; `cancelled` on Ctrl-C, at the end, on a signal.
 */
async function lineOf(terminal: Terminal, prompt: string, echo: boolean) {
  const { input, output } = terminal;
  const ask = (): void => {
    input.setRawMode?.(!echo);
    output.write(prompt);
  };
  let line = '';
  try {
    for await (const piece of pieces(terminal, ask)) {
      // An arrow key, which has no meaning here.
      if (!echo && piece.startsWith(escapeKey)) continue;
      const [own = '', ...more] = piece.split(/\r\n|[\r\n]/);
      line = echo ? line + own : [...own].reduce(afterKey, line);
      if (more.length === 0) continue;
      // The terminal has echoed the end of an answered line, and of no other.
      if (!echo) output.write('\n');
      return { line, rest: more.join(' ') };
    }
    throw interruption('SIGINT', 'interrupted');
  } catch (error) {
    output.write('\n');
    throw error;
  }
}

/** Asks until `read` takes the answer, instead of saying why it does not. */
async function answerTo<Answer>(
  terminal: Terminal,
  prompt: string,
  read: (line: string) => { readonly answer: Answer } | string,
  echo = true,
): Promise<Answer> {
  await discardTypedAhead(terminal);
  for (;;) {
    const { line, rest } = await lineOf(terminal, prompt, echo);
    const more = await discardTypedAhead(terminal);
    terminal.input.setRawMode?.(false);
    if (line.trim() === escapeKey) throw wentBack();
    const taken = sanitizeLine(rest + more).trim() === '' ? read(line) : pasted;
    if (typeof taken !== 'string') return taken.answer;
    terminal.output.write(`${spoken(taken)}\n`);
  }
}

/** A message, and how to answer it, up to where the answer begins. */
function promptOf(message: string, how = ''): string {
  const text = spoken(message);
  const ends = /[?:.]$/.test(text);
  if (how === '') return ends ? `${text} ` : `${text}: `;
  return `${ends ? text : `${text}.`} ${how}: `;
}

/** Asks for a yes, key by key: Esc and Ctrl-D are a no at once, as is an answer with more typed or pasted around it. */
export async function confirmOn(
  terminal: Terminal,
  { message, back = false }: Parameters<Prompts['confirm']>[0],
  show: (text: string) => string,
): Promise<boolean | 'back'> {
  await discardTypedAhead(terminal);
  const { input, output } = terminal;
  const asked = show(`${message} (y/N)${back ? ', b goes back' : ''}`);
  const prompt = `${wrapText(asked, output.columns ?? Number.POSITIVE_INFINITY).join('\n')} `;
  let line = '';
  const ask = (): void => {
    input.setRawMode?.(true);
    output.write(prompt + line);
  };
  try {
    for await (const keys of pieces(terminal, ask)) {
      if (keys === escapeKey) return false;
      if (back && leftKeys.includes(keys)) return 'back';
      // An arrow key, which has no meaning here.
      if (keys.startsWith(escapeKey)) continue;
      for (const [at, key] of [...keys].entries()) {
        if (key === ctrlC) throw interruption('SIGINT', 'interrupted');
        if (key === ctrlD) return false;
        if (key === '\r' || key === '\n') {
          const more = [...keys].slice(at + 1).join('') + (await discardTypedAhead(terminal));
          if (sanitizeLine(more).trim() !== '') return false;
          const word = line.trim().toLowerCase();
          return back && word === 'b' ? 'back' : word === 'y' || word === 'yes';
        }
        if (key === ctrlZ) {
          input.setRawMode?.(false);
          terminal.suspend?.();
        } else if (key === ctrlU || erasing.includes(key)) {
          const left = key === ctrlU ? '' : line.slice(0, -1);
          output.write('\b \b'.repeat(line.length - left.length));
          line = left;
        } else if (key >= ' ') {
          line += key;
          output.write(sanitizeLine(key));
        }
      }
    }
    throw interruption('SIGINT', 'interrupted');
  } finally {
    output.write('\n');
  }
}

/** The choices whose numbers a line names, each once; undefined if it names anything else. `0` alone is none of them. */
function numbered(line: string, choices: readonly Choice[]): Choice[] | undefined {
  const words = line.split(/[\s,;]+/).filter((word) => word !== '');
  if (words.length === 1 && words[0] === '0') return [];
  const chosen = words.map((word) => choices[Number(word) - 1]);
  return chosen.includes(undefined) ? undefined : choices.filter((choice) => chosen.includes(choice));
}

/** Questions for a screen reader, and for a terminal that shows only ASCII or moves no cursor: each is a line, or a numbered list, that nothing redraws; the answer is a line. */
export function linePrompts(terminal: Terminal): Prompts {
  const say = (line: string): void => void terminal.output.write(`${spoken(line)}\n`);
  const sayList = async (message: string, choices: readonly Choice[]): Promise<void> => {
    await discardTypedAhead(terminal);
    terminal.input.setRawMode?.(false);
    say(message);
    for (const [at, { value, name = value, disabled }] of choices.entries())
      say(`${at + 1}. ${name}${disabled === undefined ? '' : `, not available: ${disabled}`}`);
  };
  return {
    text({ message, default: initial, validate }) {
      const prompt = promptOf(message, initial === undefined ? '' : `Enter for ${spoken(initial)}`);
      return answerTo(terminal, prompt, (line) => {
        const answer = line === '' && initial !== undefined ? initial : line;
        const verdict = validate?.(answer) ?? true;
        return verdict === true ? { answer } : verdict;
      });
    },
    secret({ message }) {
      const prompt = promptOf(message, 'What you type is not shown');
      const read = (line: string) => (line === '' ? 'a value is needed' : { answer: line });
      return answerTo(terminal, prompt, read, false);
    },
    async choose({ message, choices, default: initial, takes }) {
      await sayList(message, choices);
      const first = choices.findIndex(({ value }) => value === initial);
      const how = `Number from 1 to ${choices.length}`;
      const prompt = promptOf(first < 0 ? how : `${how}, Enter for ${first + 1}`);
      const chosen = await answerTo(terminal, prompt, (line) => {
        const number = line.trim() === '' && first >= 0 ? first + 1 : Number(line.trim() || Number.NaN);
        const meant = takes?.(line.trim());
        const choice = choices[number - 1] ?? choices.find(({ value }) => value === meant);
        if (choice === undefined) return `type a number from 1 to ${choices.length}, then Enter`;
        return choice.disabled === undefined ? { answer: choice } : `not available: ${choice.disabled}`;
      });
      say(`chosen: ${chosen.short ?? chosen.name ?? chosen.value}`);
      return chosen.value;
    },
    async tick({ message, choices, ticked = [] }) {
      await sayList(message, choices);
      const known = choices.flatMap(({ value }, at) => (ticked.includes(value) ? [at + 1] : []));
      const enter = known.length === 0 ? 'Enter for none' : `Enter for ${known.join(' ')}, 0 for none`;
      const prompt = promptOf(`Numbers with spaces between them, ${enter}`);
      const chosen = await answerTo(terminal, prompt, (line) => {
        const answer = numbered(line.trim() === '' ? known.join(' ') : line, choices);
        return answer === undefined
          ? `type numbers from 1 to ${choices.length} with spaces between them, then Enter`
          : { answer };
      });
      say(`ticked: ${chosen.map(({ value, name = value, short = name }) => short).join(', ') || 'none'}`);
      return chosen.map(({ value }) => value);
    },
    confirm: (question) => confirmOn(terminal, question, spoken),
  };
}
