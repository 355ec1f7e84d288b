import { StringDecoder } from 'node:string_decoder';
import type { Deps } from '../../deps.ts';
import { sanitizeLine } from '../../text/sanitize.ts';
import { beginning, isPlainTerminal } from '../../text/words.ts';
import { drawBoard, type Line, type Tone } from './draw.ts';
import type { BoardState, Size } from './state.ts';

const hideCursor = '\u001b[?25l';
const enter = `\u001b[?1049h${hideCursor}`;
const leave = '\u001b[0m\u001b[?25h\u001b[?1049l';

/** Colours of the terminal's own palette that are clear on light and on dark screens. */
const styles: Readonly<Record<Tone, string>> = {
  title: '\u001b[1m',
  heading: '\u001b[1m',
  question: '\u001b[1;7m',
  act: '\u001b[1;35m',
  late: '\u001b[1;31m',
  warn: '\u001b[31m',
  good: '\u001b[32m',
  dim: '\u001b[2m',
};

const bell = '\u0007';
const longestNotification = 200;

/** Some terminals take what follows OSC 9 for another command if it begins with a digit, so our own words come first. */
const notification = (text: string): string =>
  `\u001b]9;cfi: ${beginning(sanitizeLine(text), longestNotification)}\u001b\\${bell}`;

const cursorStyle = '\u001b[7m';

/** A line in its style; the line of the cursor is reversed as well. */
const styled = ({ text, tone, isCursor = false }: Line): string => {
  const style = `${tone === undefined ? '' : styles[tone]}${isCursor ? cursorStyle : ''}`;
  return style === '' ? text : `${style}${text}\u001b[0m`;
};

interface Handlers {
  onInput(text: string): void;
  onResize(): void;
  /** The terminal was closed, which does not always come with a signal (after `setsid` or `disown`). */
  onGone(): void;
}

export type BoardTerminal = ReturnType<typeof openTerminal>;

/** Takes over the terminal: the alternate screen, no cursor, and raw input. */
export function openTerminal(deps: Deps, color: boolean, { onInput, onResize, onGone }: Handlers) {
  const { stdin, stdout } = deps;
  const plain = isPlainTerminal(deps.env, deps.platform);
  const write = (text: string): void => void stdout.write(text);
  const size = (): Size => ({ rows: stdout.rows || 24, columns: stdout.columns || 80 });
  // A slow connection may deliver a character in parts.
  const decoder = new StringDecoder('utf8');
  const onData = (chunk: Buffer | string): void => {
    const text = typeof chunk === 'string' ? chunk : decoder.write(chunk);
    if (text !== '') onInput(text);
  };
  let isOpen = true;
  let isAside = false;
  const take = (): void => {
    stdin.setRawMode?.(true);
    stdin.on('data', onData);
    stdin.resume();
    stdout.on('resize', onResize);
    write(enter);
  };
  const giveBack = (): void => {
    stdin.off('data', onData);
    stdout.off('resize', onResize);
    stdin.setRawMode?.(false);
    stdin.pause();
    write(leave);
  };
  stdin.once('end', onGone);
  take();
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    stdin.off('end', onGone);
    if (!isAside) giveBack();
  };
  /** Raw mode again, after a shell has used the terminal. Node does not notice that it was off. */
  const takeAgain = (text: string): void => {
    if (!isOpen || isAside) return;
    stdin.setRawMode?.(false);
    stdin.setRawMode?.(true);
    write(text);
    onResize();
  };
  const forgetExit = deps.onExit(close);
  const forgetContinue = deps.onContinue(() => takeAgain(hideCursor));
  return {
    size,
    /** Rings the bell, and shows the beginning of the text as a notification of the terminal (OSC 9). */
    ring(text: string): void {
      if (isOpen) write(plain ? bell : notification(text));
    },
    show(state: BoardState): void {
      if (!isOpen || isAside) return;
      const screen = { ...size(), plain };
      const lines = drawBoard(state, screen).map((line) => `\u001b[2K${color ? styled(line) : line.text}`);
      write(`\u001b[H${lines.join('\r\n')}`);
    },
    /** Leaves the terminal to what is asked, and takes it again afterwards. */
    async aside<T>(work: () => Promise<T>, account: string): Promise<T> {
      if (isAside || !isOpen) return work();
      isAside = true;
      giveBack();
      if (account !== '') deps.stderr.write(`account: ${account}\n`);
      try {
        return await work();
      } finally {
        isAside = false;
        if (isOpen) take();
      }
    },
    /** Resolves when everything typed so far has been read. */
    async drained(): Promise<void> {
      // Two turns of the event loop read all pending input.
      for (let round = 0; round < 2; round++) await new Promise((done) => setImmediate(done));
    },
    /** Restores the terminal, stops the process as Ctrl-Z does, and takes the terminal again when it is continued. */
    suspend(): void {
      stdin.setRawMode?.(false);
      write(leave);
      deps.suspend();
      takeAgain(enter);
    },
    close(): void {
      close();
      forgetExit();
      forgetContinue();
    },
  };
}
