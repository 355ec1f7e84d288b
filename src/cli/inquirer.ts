import { Transform } from 'node:stream';
import { checkbox, input, password, select } from '@inquirer/prompts';
import { interruption, wentBack } from '../errors.ts';
import { widthOf, wrapText } from '../render/text.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import { withPlainSigns } from '../text/words.ts';
import {
  type Choice,
  confirmOn,
  ctrlC,
  ctrlD,
  discardTypedAhead,
  erasing,
  escapeKey,
  leftKeys,
  type Prompts,
  pasted,
  type Terminal,
} from './prompts.ts';

/** Inquirer's signs for a terminal that shows only ASCII. */
const plainSigns = { prefix: { idle: '?', done: '*' } };

/** What the keys do in a list of which one is selected, and in one to tick, on a terminal that shows only ASCII and on others. */
const keysOf = {
  select: {
    plain: 'up and down navigate, Enter selects, Esc goes back',
    other: '↑↓ navigate • ⏎ select • esc back',
  },
  tick: {
    plain: 'up and down navigate, space ticks, Enter goes on, Esc goes back',
    other: '↑↓ navigate • space ticks • ⏎ goes on • esc back',
  },
} as const;

/** How a list looks; `lines` is how long it is if the screen does not show all of it. */
const listTheme = (kind: keyof typeof keysOf, plain: boolean, lines: number | undefined) => {
  const keys = keysOf[kind][plain ? 'plain' : 'other'];
  const more = lines === undefined ? '' : `; not all of the ${lines} lines are shown`;
  return {
    ...(plain ? { ...plainSigns, icon: { cursor: '>', checked: '[x]', unchecked: '[ ]' } } : {}),
    style: { keysHelpTip: () => keys + more },
    i18n: { disabledError: 'this line cannot be chosen; press up or down' },
  };
};

/** What a list shows on a terminal that does not say how high it is. */
const leastPage = 7;
/** The lines below a list: an empty one, what is wrong, the keys, and that of the cursor. */
const belowList = 4;

const shown = ({ plain }: Terminal, text: string): string =>
  plain ? withPlainSigns(sanitizeLine(text)) : sanitizeLine(text);

/** Nothing is broken on a terminal that does not say how wide it is. */
const columnsOf = ({ output: { columns = Number.POSITIVE_INFINITY } }: Terminal): number => columns;

const sign = '? ';
const errorSign = '> ';

/** Inquirer breaks a long line anywhere, even within a time. `before` is what it writes before the text. */
function onLines(terminal: Terminal, message: string, before = sign): string {
  const lines = wrapText(before + shown(terminal, message), columnsOf(terminal));
  return lines.join('\n').slice(before.length);
}

const cursorWidth = 2;
/** The room of a box to tick, behind the cursor; of `[ ]`, on a terminal that shows only ASCII. */
const boxWidth = ({ plain }: Terminal): number => (plain ? 5 : 3);

/** A choice beside the cursor; its further lines begin below its first. */
function besideCursor(terminal: Terminal, name: string, width = cursorWidth): string {
  const room = Math.max(1, columnsOf(terminal) - width);
  return wrapText(shown(terminal, name), room).join(`\n${' '.repeat(width)}`);
}

/** The answer beside its question, or below it if the terminal is too narrow for both. */
function afterQuestion(terminal: Terminal, asked: string, name: string): string {
  const answer = shown(terminal, name);
  const line = (asked.includes('\n') ? '' : sign) + (asked.split('\n').at(-1) ?? '');
  return widthOf(`${line} ${answer}`) <= columnsOf(terminal) ? answer : `\n  ${besideCursor(terminal, name)}`;
}

/** Arrow keys as terminals send them in their application mode; other sequences are removed like those of foreign text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: keys begin with one
const applicationKeys = /\u001bO[A-Z]/g;

/** Whether keys hold text; arrow keys and the like do not. */
const hasText = (keys: string): boolean => sanitizeLine(keys.replace(applicationKeys, '')).trim() !== '';

// biome-ignore lint/suspicious/noControlCharactersInRegex: keys begin with one
const upOrDown = /\u001b[[O][AB]/;

/** Keeps a question open over Ctrl-Z: readline pauses the input, which ends the program, and a shell may reset the terminal. */
function keptOpen<Answer>(
  { input, output, onContinue }: Terminal,
  message: string,
  answer: Promise<Answer>,
): Promise<Answer> {
  const forget = onContinue(() =>
    // After readline's own handler.
    setImmediate(() => {
      input.setRawMode?.(false);
      input.setRawMode?.(true);
      input.resume();
      output.write(`? ${message} `);
    }),
  );
  return answer.finally(forget);
}

/** What a question takes of a piece of input; `later` sends more keys once the question has taken these. */
type Pass = (keys: string, later: (keys: string) => void) => string | undefined;

/** Asks with the keys that pass, until one goes back. That one comes alone; readline, which never sees it, would wait for more after Esc. */
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
    return await ask({ ...terminal, input, signal: AbortSignal.any([terminal.signal, left.signal]) });
  } catch (error) {
    throw left.signal.aborted ? wentBack() : error;
  } finally {
    terminal.input.unpipe(input);
    terminal.input.pause();
  }
}

/**
 * What a list takes: no text, nor the Enter that ends it. Inquirer goes to the choice that text begins with or whose number it
 * is, so that a line pasted or typed for another question would choose one. A line that `numberOf` understands is passed on
 * as the number of its choice.
 */
function keysOfList(numberOf: (line: string) => number): Pass {
  let isInLine = false;
  let line = '';
  return (keys, later) => {
    const isEnd = /[\r\n]$/.test(keys);
    const isText = hasText(keys);
    const isErased = erasing.includes(keys);
    if (isErased) line = line.slice(0, -1);
    else line = isText || (isInLine && isEnd) ? line + keys : '';
    const number = isEnd ? numberOf(line.trim()) : 0;
    const isOfLine = isText || (isInLine && isEnd);
    isInLine = !isEnd && (isText || (isErased && line !== ''));
    if (number > 0) {
      // The list goes to the choice before Enter takes it.
      later('\r');
      return String(number);
    }
    // At Ctrl-D, readline would take no more keys, and leave the list open.
    if (keys.includes(ctrlC) || keys.includes(ctrlD)) return ctrlC;
    return isOfLine ? undefined : keys;
  };
}

/** Shows a list again, from its first choice, after Ctrl-Z and `fg`: Enter must not choose what has scrolled away. */
async function shownAgain<Answer>(
  terminal: Terminal,
  ask: (terminal: Terminal) => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const continued = new AbortController();
    // After readline's own handler.
    const forget = terminal.onContinue(() => setImmediate(() => continued.abort()));
    try {
      return await ask({ ...terminal, signal: AbortSignal.any([terminal.signal, continued.signal]) });
    } catch (error) {
      if (!continued.signal.aborted || terminal.signal.aborted) throw error;
    } finally {
      forget();
    }
  }
}

/** A list on this terminal, to select from or to tick in: whole if the screen has room for it. */
function listIn(terminal: Terminal, kind: keyof typeof keysOf, message: string, choices: readonly Choice[]) {
  const asked = onLines(terminal, message);
  const before = kind === 'tick' ? boxWidth(terminal) : cursorWidth;
  const listed = choices.map(({ value, name = value, description, disabled }) => ({
    value,
    name: besideCursor(terminal, name, before),
    ...(description === undefined ? {} : { description: shown(terminal, description) }),
    ...(disabled === undefined ? {} : { disabled: `(${sanitizeLine(disabled)})` }),
  }));
  const lines = listed.reduce((sum, { name }) => sum + name.split('\n').length, 0);
  const room = (terminal.output.rows ?? 0) - asked.split('\n').length - belowList;
  const pageSize = Math.max(leastPage, room);
  const isWhole = lines <= pageSize;
  const theme = listTheme(kind, terminal.plain, isWhole ? undefined : lines);
  return { asked, list: { message: asked, choices: listed, pageSize, loop: isWhole, theme } };
}

/** Questions by inquirer. Ctrl-C ends the program as an interrupt does, as does a signal while a question is open. */
export function inquirerPrompts(terminal: Terminal): Prompts {
  const theme = terminal.plain ? { theme: plainSigns } : {};
  const orInterrupted = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
    answer.catch((error: unknown) => {
      if (error instanceof Error && ['ExitPromptError', 'AbortPromptError'].includes(error.name))
        throw interruption(terminal.signal.reason, 'interrupted', error);
      throw error;
    });
  /** Asks again as long as the last piece of input has several lines; `isForList` says whether the Enter behind these keys was meant for a list. */
  const ofOneLine = async (
    backKeys: readonly string[],
    ask: (at: Terminal, isForList: () => boolean) => Promise<string>,
  ): Promise<string> => {
    await discardTypedAhead(terminal);
    for (;;) {
      let areSeveral = false;
      let isMoved = false;
      const pass = (keys: string): string => {
        const [, ...later] = keys.split(/[\r\n]/);
        areSeveral = later.some(hasText);
        isMoved = upOrDown.test(keys) || (isMoved && !hasText(keys));
        return keys;
      };
      const isForList = (): boolean => {
        const was = isMoved;
        isMoved = false;
        return was;
      };
      const text = await orInterrupted(asking(terminal, backKeys, pass, (at) => ask(at, isForList)));
      if (!areSeveral) return text;
      await discardTypedAhead(terminal);
      terminal.output.write(`${onLines(terminal, pasted, errorSign)}\n`);
    }
  };
  const ofList = async <Answer>(
    ask: (at: Terminal) => Promise<Answer>,
    numberOf: (line: string) => number = () => 0,
  ): Promise<Answer> => {
    await discardTypedAhead(terminal);
    const pass = keysOfList(numberOf);
    return orInterrupted(asking(terminal, [escapeKey, ...leftKeys], pass, (at) => shownAgain(at, ask)));
  };
  return {
    text: ({ message, validate, clears, ...rest }) => {
      const asked = onLines(terminal, message);
      return ofOneLine([escapeKey], (at, isForList) => {
        const check = (value: string): true | string => {
          const result =
            value === '' && isForList()
              ? 'there is no list here: type an answer'
              : (validate?.(value) ?? true);
          return result === true || onLines(terminal, result, errorSign);
        };
        const question = {
          message: asked,
          ...rest,
          theme: { ...theme.theme, validationFailureMode: clears ? 'clear' : 'keep' } as const,
          validate: check,
        };
        return keptOpen(at, asked, input(question, at));
      });
    },
    secret: ({ message }) => {
      const asked = sanitizeLine(message);
      const validate = (value: string): true | string => value !== '' || 'a value is needed';
      return ofOneLine([], (at) =>
        keptOpen(at, asked, password({ message: asked, mask: true, ...theme, validate }, at)),
      );
    },
    choose: ({ message, choices, default: initial, takes }) => {
      const { asked, list } = listIn(terminal, 'select', message, choices);
      const shorts = choices.map(({ value, name = value, short = name }) => short);
      const question = {
        ...list,
        choices: list.choices.map((choice, at) => ({
          ...choice,
          short: afterQuestion(terminal, asked, shorts[at] ?? ''),
        })),
        ...(initial === undefined ? {} : { default: initial }),
      };
      const numberOf = (line: string): number =>
        choices.findIndex(({ value }) => value === takes?.(line)) + 1;
      return ofList((at) => select(question, at), numberOf);
    },
    tick: ({ message, choices, ticked = [] }) => {
      const { asked, list } = listIn(terminal, 'tick', message, choices);
      const shortOf = new Map(choices.map(({ value, name = value, short = name }) => [value, short]));
      const question = {
        ...list,
        choices: list.choices.map((choice) => ({ ...choice, checked: ticked.includes(choice.value) })),
        // Letters tick nothing: they may be a line that was typed for another question.
        shortcuts: { all: null, invert: null },
        theme: {
          ...list.theme,
          style: {
            ...list.theme.style,
            renderSelectedChoices: (selected: readonly { readonly value: unknown }[]) => {
              const names = selected.map(({ value }) => shortOf.get(String(value)));
              return afterQuestion(terminal, asked, names.join(', ') || 'none');
            },
          },
        },
      };
      return ofList((at) => checkbox(question, at));
    },
    confirm: (question) => confirmOn(terminal, question, (text) => shown(terminal, text)),
  };
}
