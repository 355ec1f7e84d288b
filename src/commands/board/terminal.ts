import { StringDecoder } from 'node:string_decoder';
import type { Deps } from '../../deps.ts';
import { isPlainTerminal } from '../../text/words.ts';
import { drawBoard, type Line } from './draw.ts';
import type { BoardState } from './state.ts';

const hideCursor = '\u001b[?25l';
const enter = `\u001b[?1049h${hideCursor}`;
const leave = '\u001b[0m\u001b[?25h\u001b[?1049l';

const styles: Readonly<Record<NonNullable<Line['tone']>, string>> = {
  title: '\u001b[1m',
  heading: '\u001b[1m',
  act: '\u001b[1;7m',
  cursor: '\u001b[7m',
  dim: '\u001b[2m',
};

/** The terminal while the board uses it. */
export interface BoardTerminal {
  show(state: BoardState): void;
  /** The height of the screen. */
  rows(): number;
  drained(): Promise<void>;
  /** Restores the terminal, stops the process as Ctrl-Z does, and takes the terminal again when it is continued. */
  suspend(): void;
  /** Restores the terminal. */
  close(): void;
}

interface Handlers {
  onInput(text: string): void;
  onResize(): void;
  /** The terminal was closed, which does not always come with a signal (after `setsid` or `disown`). */
  onGone(): void;
}

/** Takes over the terminal: the alternate screen, no cursor, and raw input. */
export function openTerminal(
  deps: Deps,
  color: boolean,
  { onInput, onResize, onGone }: Handlers,
): BoardTerminal {
  const { stdin, stdout } = deps;
  const plain = isPlainTerminal(deps.env, deps.platform);
  const write = (text: string): void => void stdout.write(text);
  const rows = (): number => stdout.rows || 24;
  // A slow connection may deliver a character in parts.
  const decoder = new StringDecoder('utf8');
  const onData = (chunk: Buffer | string): void => {
    const text = typeof chunk === 'string' ? chunk : decoder.write(chunk);
    if (text !== '') onInput(text);
  };
  let isOpen = true;
  stdin.setRawMode?.(true);
  stdin.on('data', onData);
  stdin.once('end', onGone);
  stdin.resume();
  stdout.on('resize', onResize);
  write(enter);
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    stdin.off('data', onData);
    stdin.off('end', onGone);
    stdout.off('resize', onResize);
    stdin.setRawMode?.(false);
    stdin.pause();
    write(leave);
  };
  /** Raw mode again, after a shell has used the terminal. Node must be told that it was off. */
  const takeAgain = (text: string): void => {
    if (!isOpen) return;
    stdin.setRawMode?.(false);
    stdin.setRawMode?.(true);
    write(text);
    onResize();
  };
  const forgetExit = deps.onExit(close);
  const forgetContinue = deps.onContinue(() => takeAgain(hideCursor));
  return {
    rows,
    show(state) {
      if (!isOpen) return;
      const screen = { columns: stdout.columns || 80, rows: rows(), plain };
      const lines = drawBoard(state, screen).map(({ text, tone }) =>
        color && tone !== undefined ? `\u001b[2K${styles[tone]}${text}\u001b[0m` : `\u001b[2K${text}`,
      );
      write(`\u001b[H${lines.join('\r\n')}`);
    },
    async drained() {
      // Two turns of the event loop read all pending input.
      for (let round = 0; round < 2; round++) await new Promise((done) => setImmediate(done));
    },
    suspend() {
      stdin.setRawMode?.(false);
      write(leave);
      deps.suspend();
      takeAgain(enter);
    },
    close() {
      close();
      forgetExit();
      forgetContinue();
    },
  };
}
