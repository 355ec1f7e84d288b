import { fieldName } from '../../contract/problems.ts';
import { type Stated, stated, usageError } from '../../errors.ts';
import { jsonExcess, jsonFault, stringEnd } from '../../text/json.ts';
import { withoutTrailing } from '../../text/words.ts';
import type { DocumentProblem } from '../document/reading.ts';

/** A problem in JSON text that a parser accepts. */
type ScanProblem = DocumentProblem & { readonly field: string };

const token = /[{}[\],]|"|-?\d[\d.eE+-]*/g;

/** Longer numbers are not examined: they cannot be exact. */
const maxNumberLength = 400;
const maxExactDigits = 15;
/** Smaller numbers keep fewer digits. */
const smallestNormal = 2 ** -1022;

/** The significant digits: without sign, point, exponent and outer zeros. */
function significantDigits(written: string): string {
  const [mantissa = ''] = written.split(/[eE]/, 1);
  return withoutTrailing(mantissa.replace(/\D/g, '').replace(/^0+/, ''), '0');
}

/** Whether a number, as written, survives being read and written again: 12.50 does, 9007199254740993 and 1e400 do not. */
function isExact(written: string): boolean {
  const value = written.length > maxNumberLength ? Number.NaN : Number(written);
  if (!Number.isFinite(value)) return false;
  const digits = significantDigits(written);
  if (value === 0) return digits === '';
  if (digits.length <= maxExactDigits) return Math.abs(value) >= smallestNormal;
  return Number.isSafeInteger(value) && significantDigits(String(value)) === digits;
}

/** Whether a quoted text contains half a character, which an escape can express but UTF-8 cannot. */
const isHalved = (quoted: string): boolean =>
  /\\u[dD]/.test(quoted) && /\p{Surrogate}/u.test(JSON.parse(quoted) as string);

/** Whether a quoted text contains NUL, at which the ledger would end a reference. */
const hasNul = (quoted: string): boolean =>
  quoted.includes('\\u0000') && (JSON.parse(quoted) as string).includes('\0');

const halfCharacter = 'contains half a character: a surrogate escape without its other half';
const inQuotes = 'is a number that cannot be sent exactly; if it is a code, write it in quotes';

/** What is no white space in JSON. */
const visible = /[^ \n\r\t]/g;

/** Finds duplicate members, numbers that lose digits, half characters and NUL in valid JSON, not in `_` members. */
export function* scanJson(text: string): Generator<ScanProblem> {
  /** What is open: `names` are the members of an object so far; `key` or `index` is being read. */
  const levels: { readonly names?: Set<string>; key: string; index: number }[] = [];
  const problem = (found: string, expected: string, what: string, held: readonly Stated[] = []) => {
    if (levels.some(({ key }) => key.startsWith('_'))) return [];
    const field = fieldName(levels.map(({ names, key, index }) => (names === undefined ? index : key)));
    return [{ field, found, expected, message: `${field} ${what}`, [stated]: held }];
  };
  // Others may look for tokens before this goes on.
  let at = 0;
  const next = (): RegExpExecArray | null => {
    token.lastIndex = at;
    const match = token.exec(text);
    at = token.lastIndex;
    return match;
  };
  for (let match = next(); match !== null; match = next()) {
    const found = match[0];
    const top = levels.at(-1);
    if (found === '{') levels.push({ names: new Set(), key: '', index: 0 });
    else if (found === '[') levels.push({ key: '', index: 0 });
    else if (found === '}' || found === ']') levels.pop();
    else if (found === ',') {
      if (top !== undefined) top.index++;
    } else if (found === '"') {
      const end = stringEnd(text, match.index);
      at = end;
      visible.lastIndex = end;
      const quoted = text.slice(match.index, end);
      // A colon follows the name of a member.
      if (top?.names === undefined || visible.exec(text)?.[0] !== ':') {
        if (isHalved(quoted)) yield* problem(quoted, 'whole characters', halfCharacter);
        else if (hasNul(quoted))
          yield* problem(quoted, 'text without NUL characters', 'contains a NUL character');
        continue;
      }
      top.key = JSON.parse(quoted) as string;
      if (top.names.has(top.key))
        yield* problem('twice', 'once', 'appears twice in the same object', ['found', 'expected']);
      top.names.add(top.key);
    } else if (!isExact(found)) yield* problem(found, `at most ${maxExactDigits} digits`, inQuotes);
  }
}

/** Such a file is read at one go, which no signal interrupts. */
const mostValues = 250_000;

/** The value of a JSON file beside the payload. `label` is its option. Throws a usage error for text that is not all kept. */
export function jsonValue(label: string, text: string, hint?: string): unknown {
  if (text.trim() === '') throw usageError(`${label} is empty`, hint);
  const excess = jsonExcess(text, { values: mostValues });
  if (excess !== undefined) throw usageError(`${label} ${excess}`, hint);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw usageError(`${label} is not JSON: ${jsonFault(text)}`, hint);
  }
  const [problem] = scanJson(text);
  if (problem !== undefined) throw usageError(`${label}: ${problem.message}`, hint);
  return value;
}
