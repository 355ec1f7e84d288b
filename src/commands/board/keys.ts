/** A key: its name, or the character typed. */
export type Key =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'enter'
  | 'escape'
  | 'backspace'
  | 'ctrl-c'
  | 'ctrl-u'
  | 'ctrl-z'
  | { readonly char: string };

const named: Readonly<Record<string, Key>> = {
  '\u001b[A': 'up',
  '\u001b[B': 'down',
  '\u001b[C': 'right',
  '\u001b[D': 'left',
  '\u001bOA': 'up',
  '\u001bOB': 'down',
  '\u001bOC': 'right',
  '\u001bOD': 'left',
  '\r': 'enter',
  '\n': 'enter',
  '\u001b': 'escape',
  '\u007f': 'backspace',
  '\b': 'backspace',
  '\u0003': 'ctrl-c',
  '\u0015': 'ctrl-u',
  '\u001a': 'ctrl-z',
};

const escapeCode = 0x1b;

/** The length of an escape sequence at the start of the text: `ESC [ … letter`, `ESC O letter`, or a bare ESC. */
function sequenceLength(text: string): number {
  if (text[1] !== '[' && text[1] !== 'O') return 1;
  let at = 2;
  while (at < text.length && !/[A-Za-z~]/.test(text.charAt(at))) at += 1;
  return Math.min(at + 1, text.length);
}

/** The keys in the terminal's input; unknown escape sequences are skipped. */
export function keysIn(text: string): Key[] {
  const keys: Key[] = [];
  let rest = text;
  while (rest !== '') {
    const code = rest.codePointAt(0) ?? 0;
    const length = code === escapeCode ? sequenceLength(rest) : String.fromCodePoint(code).length;
    const part = rest.slice(0, length);
    rest = rest.slice(length);
    const key = named[part];
    if (key !== undefined) keys.push(key);
    else if (code >= 32 && code !== 127) keys.push({ char: part });
  }
  return keys;
}

/** The character of a key; empty for one with a name. */
export const charOf = (key: Key): string => (typeof key === 'object' ? key.char : '');
