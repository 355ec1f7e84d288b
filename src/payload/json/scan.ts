/** What is wrong with a JSON text though a parser takes it. */
export interface ScanProblem {
  /** Names of the members on the way, joined with dots. */
  readonly field: string;
  readonly found: string;
  readonly expected: string;
  readonly message: string;
}

interface Level {
  /** Members seen so far; undefined in a list. */
  readonly names: Set<string> | undefined;
  /** The member or element being read. */
  key: string;
  index: number;
}

const token = /[{}[\],]|"|-?\d[\d.eE+-]*/g;

/** Whether a number, as written, is one that can be kept: 12.50 can, 9007199254740993 and 1e400 cannot. */
function isExact(written: string): boolean {
  const value = Number(written);
  if (!Number.isFinite(value)) return false;
  const digits = written
    .replace(/[eE].*$/, '')
    .replace(/^-?[0.]*|\./g, '')
    .replace(/0+$/, '');
  return digits.length <= 15 || (Number.isInteger(value) && Number.isSafeInteger(value));
}

/** Whether a quoted text holds half a character: only an escape can spell one, and UTF-8 cannot hold it. */
const isHalved = (quoted: string): boolean =>
  /\\u[dD]/.test(quoted) && /\p{Surrogate}/u.test(JSON.parse(quoted) as string);

const halved = (field: string, found: string): ScanProblem => ({
  field,
  found,
  expected: 'whole characters',
  message: `${field} holds half a character: an escape of a surrogate without its other half`,
});

function pathOf(levels: readonly Level[]): string {
  let path = '';
  for (const { names, key, index } of levels) {
    path += names === undefined ? `[${index}]` : path === '' ? key : `.${key}`;
  }
  return path;
}

/** Finds members that stand twice in one object, numbers that would lose digits, and half characters. The text is valid JSON. */
export function scanJson(text: string): ScanProblem[] {
  const problems: ScanProblem[] = [];
  const levels: Level[] = [];
  token.lastIndex = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const found = match[0];
    const top = levels.at(-1);
    if (found === '{') levels.push({ names: new Set(), key: '', index: 0 });
    else if (found === '[') levels.push({ names: undefined, key: '', index: 0 });
    else if (found === '}' || found === ']') levels.pop();
    else if (found === ',') {
      if (top !== undefined) top.index++;
    } else if (found === '"') {
      const end = closingQuote(text, match.index);
      token.lastIndex = end + 1;
      const quoted = text.slice(match.index, end + 1);
      if (top?.names === undefined || !/^\s*:/.test(text.slice(end + 1, end + 20))) {
        if (isHalved(quoted)) problems.push(halved(pathOf(levels), quoted));
        continue;
      }
      top.key = JSON.parse(quoted) as string;
      if (top.names.has(top.key) && !top.key.startsWith('_')) {
        const field = pathOf(levels);
        problems.push({
          field,
          found: 'twice',
          expected: 'once',
          message: `${field} stands twice in the same object`,
        });
      }
      top.names.add(top.key);
    } else if (!isExact(found)) {
      const field = pathOf(levels);
      problems.push({
        field,
        found,
        expected: 'at most 15 digits',
        message: `${field} is a number that cannot be kept exactly; if it is a code, write it in quotes`,
      });
    }
  }
  return problems;
}

function closingQuote(text: string, from: number): number {
  let at = from + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
