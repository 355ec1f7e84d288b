import { Transform } from 'node:stream';
import { checkbox, input, select } from '@inquirer/prompts';
import { interruption, wentBack } from '../errors.ts';
import { wrapText } from '../render/text.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import {
  type Choice,
  confirmOn,
  ctrlC,
  ctrlD,
  discardTypedAhead,
  erasing,
  escapeKey,
  leftKeys,
  linePrompts,
  type Prompts,
  pasted,
  type Terminal,
} from './prompts.ts';

/** Inquirer draws the whole answer again for each of its characters. */
const mostTyped = 1000;

/** What the keys do in a list of which one is selected, and in one to tick, and the width of its cursor. */
const lists = {
  first: { keys: '↑↓ navigate • ⏎ select', cursor: 2 },
  select: { keys: '↑↓ navigate • ⏎ select • esc back', cursor: 2 },
  tick: { keys: '↑↓ navigate • space ticks • ⏎ goes on • esc back', cursor: 3 },
} as const;

/** What a list shows on a terminal that does not say how high it is. */
const leastPage = 7;
/** The lines below a list: an empty one, what is wrong, the keys, and that of the cursor. */
const belowList = 4;

/** Nothing is broken on a terminal that does not say how wide it is. */
const columnsOf = ({ output: { columns = Number.POSITIVE_INFINITY } }: Terminal): number => columns;

/** Inquirer breaks a long line anywhere, even within a time. `before` is what it writes before the text. */
function onLines(terminal: Terminal, text: string, before = '? '): string {
  return wrapText(before + sanitizeLine(text), columnsOf(terminal))
    .join('\n')
    .slice(before.length);
}

/** Arrow keys as terminals send them in their application mode; other sequences are removed like those of foreign text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: keys begin with one
const applicationKeys = /\u001bO[A-Z]/g;

/** Whether keys hold text; arrow keys and the like do not. */
const hasText = (keys: string): boolean => sanitizeLine(keys.replace(applicationKeys, '')).trim() !== '';

/** What a question takes of a piece of input; `later` sends more keys once the question has taken these. */
type Pass = (keys: string, later: (keys: string) => void) => string | undefined;

/**
 * Asks with the keys that pass, until one goes back. That one comes alone; readline, which never sees it, would wait for more
 * after Esc. After Ctrl-Z and `fg` it asks again, from the beginning: Enter must not answer what has scrolled away.
 */
async function asking<Answer>(
  terminal: Terminal,
  backKeys: readonly string[],
  pass: Pass,
  ask: (terminal: Terminal) => Promise<Answer>,
): Promise<Answer> {
  const left = new AbortController();
  const filter = new Transform({
    transform(chunk: Buffer, _, done) {
      const keys = String(chunk);
      if (backKeys.includes(keys)) left.abort();
      if (left.signal.aborted) return done();
      const passed = pass(keys, (more) => setImmediate(() => filter.push(more)));
      // A slow connection may deliver a character in parts.
      done(null, passed === keys ? chunk : passed);
    },
  });
  const input = Object.assign(filter, { setRawMode: (raw: boolean) => terminal.input.setRawMode?.(raw) });
  // It also goes on after an earlier question has paused it.
  terminal.input.pipe(input);
  try {
    for (;;) {
      const continued = new AbortController();
      // After readline's own handler.
      const forget = terminal.onContinue(() => setImmediate(() => continued.abort()));
      const signal = AbortSignal.any([terminal.signal, left.signal, continued.signal]);
      try {
        return await ask({ ...terminal, input, signal });
      } catch (error) {
        if (left.signal.aborted) throw wentBack();
        if (terminal.signal.aborted || !continued.signal.aborted) throw asInterruption(terminal, error);
      } finally {
        forget();
      }
    }
  } finally {
    terminal.input.unpipe(input);
    terminal.input.pause();
  }
}

/** Ctrl-C ends the program as an interrupt does, as does a signal while a question is open. */
function asInterruption({ signal }: Terminal, error: unknown): unknown {
  const isEnded = error instanceof Error && ['ExitPromptError', 'AbortPromptError'].includes(error.name);
  return isEnded ? interruption(signal.reason, 'interrupted', error) : error;
}

/**
 * What a list takes: no text, nor the Enter that ends it. Inquirer goes to the choice that text begins with or whose number it
 * is, so that a line pasted or typed for another question would choose one. A line that `numberOf` understands is passed on
 * as the number of its choice.
 */
function keysOfList(numberOf?: (line: string) => number): Pass {
  let line = '';
  return (keys, later) => {
    // At Ctrl-D, readline would take no more keys, and leave the list open.
    if (keys.includes(ctrlC) || keys.includes(ctrlD)) return ctrlC;
    if (erasing.includes(keys)) {
      line = line.slice(0, -1);
      return undefined;
    }
    const isEnd = /[\r\n]$/.test(keys);
    // Typed key by key, `18 dec` has a blank of its own; a list to tick in takes it for itself.
    const goesOn = numberOf !== undefined && line !== '' && keys === ' ';
    if (!goesOn && !hasText(keys) && (line === '' || !isEnd)) {
      line = '';
      return keys;
    }
    line += keys;
    if (!isEnd) return undefined;
    const number = numberOf?.(line.trim()) ?? 0;
    line = '';
    if (number === 0) return undefined;
    // The list goes to the choice before Enter takes it.
    later('\r');
    return String(number);
  };
}

/** A list on this terminal, to select from or to tick in: whole if the screen has room for it. */
function listIn(terminal: Terminal, kind: keyof typeof lists, message: string, choices: readonly Choice[]) {
  const asked = onLines(terminal, message);
  const [{ keys, cursor }, width] = [lists[kind], columnsOf(terminal)];
  const room = (terminal.output.rows ?? 0) - asked.split('\n').length - belowList;
  return {
    message: asked,
    choices: choices.map(({ value, name = value, short = name, disabled }) => ({
      value,
      // Its further lines begin below its first, beside the cursor.
      name: wrapText(sanitizeLine(name), Math.max(1, width - cursor)).join(`\n${' '.repeat(cursor)}`),
      short: sanitizeLine(short),
      ...(disabled === undefined ? {} : { disabled: `(${sanitizeLine(disabled)})` }),
    })),
    pageSize: Math.max(leastPage, room),
    theme: {
      style: { keysHelpTip: () => keys },
      i18n: { disabledError: 'this line cannot be chosen; press up or down' },
    },
  };
}

/** Questions by inquirer, but for secrets and what is confirmed. */
export function inquirerPrompts(terminal: Terminal): Prompts {
  const ofList = async <Answer>(
    ask: (at: Terminal) => Promise<Answer>,
    numberOf?: (line: string) => number,
  ): Promise<Answer> => {
    await discardTypedAhead(terminal);
    return asking(terminal, [escapeKey, ...leftKeys], keysOfList(numberOf), ask);
  };
  return {
    ...linePrompts(terminal),
    async text({ message, validate, ...rest }) {
      const question = {
        message: onLines(terminal, message),
        ...rest,
        validate: (value: string): true | string => {
          const result = validate?.(value) ?? true;
          return result === true || onLines(terminal, result, '> ');
        },
      };
      for (;;) {
        await discardTypedAhead(terminal);
        let [length, isTyped, isRefused] = [0, false, false];
        const tooLong = new AbortController();
        const pass = (read: string): string | undefined => {
          isTyped ||= hasText(read);
          // At Ctrl-D on an empty line, readline would take no more keys, and leave the question open.
          if (read.includes(ctrlC) || (read.includes(ctrlD) && !isTyped)) return ctrlC;
          const keys = read.replaceAll(ctrlD, '');
          if (keys.length > 1) length += keys.length;
          if (length > mostTyped) tooLong.abort();
          const [, ...more] = keys.split(/[\r\n]/);
          isRefused = tooLong.signal.aborted || more.some(hasText);
          return tooLong.signal.aborted ? undefined : keys;
        };
        const ask = (at: Terminal): Promise<string> =>
          input(question, { ...at, signal: AbortSignal.any([at.signal, tooLong.signal]) });
        const text = await asking(terminal, [escapeKey], pass, ask).catch((error: unknown) => {
          if (!tooLong.signal.aborted || terminal.signal.aborted) throw error;
          return '';
        });
        if (!isRefused) return text;
        terminal.output.write(`${onLines(terminal, pasted, '> ')}\n`);
      }
    },
    choose({ message, choices, default: initial, takes, isFirst = false }) {
      const list = listIn(terminal, isFirst ? 'first' : 'select', message, choices);
      const question = { ...list, ...(initial === undefined ? {} : { default: initial }) };
      const numberOf = (line: string): number =>
        choices.findIndex(({ value }) => value === takes?.(line)) + 1;
      return ofList((at) => select(question, at), numberOf);
    },
    tick({ message, choices, ticked = [] }) {
      const list = listIn(terminal, 'tick', message, choices);
      const question = {
        ...list,
        choices: list.choices.map((choice) => ({ ...choice, checked: ticked.includes(choice.value) })),
        // Letters tick nothing: they may be a line that was typed for another question.
        shortcuts: { all: null, invert: null },
      };
      return ofList((at) => checkbox(question, at));
    },
    confirm: (question) => confirmOn(terminal, question, sanitizeLine),
  };
}
