import { addAll, entryOf } from '../../../text/records.ts';
import { currencySigns } from '../../document/row.ts';
import { type SheetTime, shownTime, withMinutes } from './dates.ts';

/** How a cell shows what it holds, as far as digits, dates, percent and currency go. */
export type CellFormat = ReturnType<typeof cellFormat>;

/** One piece of a format code: a placeholder such as `0` or `yyyy`, or text that is shown as it is. */
interface Token {
  readonly kind: 'digit' | 'point' | 'comma' | 'percent' | 'exponent' | 'slash' | 'date' | 'text' | 'other';
  readonly text: string;
  /** For the sign of a currency: the number of its locale. */
  readonly locale?: string;
}

// Quoted text, an escaped character, a blank as wide as a character, a filler, brackets, and what is left.
const piece = /"([^"]*)"?|\\(.)|_(.)|\*(.)|\[([^\]]*)\]?|(General|AM\/PM|A\/P|E[+-]|y+|m+|d+|h+|s+|.)/gisu;
const elapsed = /^(?:h+|m+|s+)$/i;
const currencyBracket = /^\$([^-]*)(?:-(.*))?$/;

const kinds: Readonly<Record<string, Token['kind']>> = {
  ...{ '0': 'digit', '#': 'digit', '?': 'digit', '.': 'point', ',': 'comma', '%': 'percent', '/': 'slash' },
  ...{ 'e+': 'exponent', 'e-': 'exponent', general: 'other', '@': 'other' },
};

function tokenOf(word: string): Token {
  const text = word.toLowerCase();
  if (/^(?:y+|m+|d+|h+|s+|am\/pm|a\/p)$/.test(text)) return { kind: 'date', text };
  return { kind: kinds[text] ?? 'text', text: word };
}

/** The sections of a format code: for positive numbers, negative ones, zero and text. */
function sectionsOf(code: string): Token[][] {
  const sections: Token[][] = [[]];
  for (const [, quoted, escaped, blank, filler, bracket, word] of code.matchAll(piece)) {
    const section = sections.at(-1) as Token[];
    const literal = quoted ?? escaped;
    if (literal !== undefined) section.push({ kind: 'text', text: literal });
    else if (blank !== undefined) section.push({ kind: 'text', text: ' ' });
    else if (bracket !== undefined) addAll(section, bracketTokens(bracket));
    else if (word === ';') sections.push([]);
    else if (filler === undefined && word !== undefined) section.push(tokenOf(word));
  }
  return sections;
}

function bracketTokens(bracket: string): Token[] {
  const [, sign, locale = ''] = currencyBracket.exec(bracket) ?? [];
  if (sign !== undefined) return sign === '' ? [] : [{ kind: 'text', text: sign, locale }];
  if (elapsed.test(bracket)) return [{ kind: 'date', text: `[${bracket.toLowerCase()}]` }];
  // A condition chooses the section, which colours do not.
  return /^[<>=]/.test(bracket) ? [{ kind: 'other', text: bracket }] : [];
}

/** The currencies of the dollar by the number of the locale in the format. */
const dollars: Readonly<Record<string, string>> = {
  ...{ '1009': 'CAD', c0c: 'CAD', c09: 'AUD', '1409': 'NZD', '80a': 'MXN', '4809': 'SGD', c04: 'HKD' },
};

function currencyOf(tokens: readonly Token[]): string | undefined {
  const dollar = tokens.find(({ text: sign, locale }) => sign === '$' && locale !== undefined);
  if (dollar !== undefined) return entryOf(dollars, (dollar.locale ?? '').toLowerCase()) ?? 'USD';
  const texts = tokens.flatMap((token) => (token.kind === 'text' ? token.text : []));
  const text = texts.join('').trim();
  const [found] = /(?:US|[A-Z]{1,2})?\p{Sc}/u.exec(text) ?? [];
  if (found !== undefined) return currencySigns[found] ?? found;
  const [iso] = /\b[A-Z]{3}\b/.exec(text) ?? [];
  return iso !== undefined && Intl.supportedValuesOf('currency').includes(iso) ? iso : undefined;
}

/** The section that shows a number, and whether it shows the sign itself. */
function sectionFor(sections: readonly Token[][], value: number) {
  const [positive = [], negative, zero] = sections;
  if (value < 0 && negative !== undefined) return { tokens: negative, isSigned: true };
  if (value === 0 && zero !== undefined) return { tokens: zero, isSigned: true };
  return { tokens: positive, isSigned: false };
}

/** Shows a number by a section; undefined for fractions, exponents, thousands and conditions, or without placeholders. */
function showBy(tokens: readonly Token[], value: number, isSigned: boolean) {
  if (tokens.some(({ kind }) => ['exponent', 'slash', 'other'].includes(kind))) return undefined;
  if (!tokens.some(({ kind, text }) => kind === 'digit' && text !== '?')) return undefined;
  const percents = tokens.filter(({ kind }) => kind === 'percent').length;
  const point = tokens.findIndex(({ kind }) => kind === 'point');
  const end = point === -1 ? tokens.length : point;
  const isDigit = ({ kind }: Token): boolean => kind === 'digit';
  const beforePoint = tokens.slice(0, end);
  const lastWhole = beforePoint.findLastIndex(isDigit);
  // A comma behind the last placeholder divides by a thousand.
  if (tokens.some(({ kind }, at) => kind === 'comma' && at > lastWhole)) return undefined;
  const decimals = tokens.slice(end).filter(isDigit);
  const exact = Number((Math.abs(value) * 100 ** percents).toPrecision(15));
  const fixed = exact.toFixed(Math.min(decimals.length, 20));
  if (fixed.includes('e')) return undefined;
  const [whole = '', fraction = ''] = fixed.split('.');
  const wholePlaces = beforePoint.filter(isDigit);
  const firstZero = wholePlaces.findIndex(({ text }) => text === '0');
  const least = firstZero === -1 ? 0 : wholePlaces.length - firstZero;
  const isGrouped = beforePoint.some(({ kind }) => kind === 'comma');
  let digits = (whole === '0' ? '' : whole).padStart(least, '0');
  if (isGrouped) digits = digits.replace(/\B(?=(?:\d{3})+$)/g, ',');
  const optional = decimals.length - (decimals.findLastIndex(({ text }) => text === '0') + 1);
  let kept = fraction;
  for (let dropped = 0; dropped < optional && kept.endsWith('0'); dropped++) kept = kept.slice(0, -1);
  // The first placeholder takes all digits that have none of their own.
  const shownWhole = wholePlaces.map((_, place) => {
    if (isGrouped) return place === 0 ? digits : '';
    const until = Math.max(0, digits.length - (wholePlaces.length - 1 - place));
    return digits.slice(place === 0 ? 0 : Math.max(0, until - 1), until);
  });
  const shown = [...shownWhole, ...kept];
  let place = 0;
  let text = '';
  for (const token of tokens) {
    if (isDigit(token)) text += shown[place++] ?? '';
    else if (token.kind !== 'comma') text += token.text;
  }
  const sign = value < 0 && !isSigned ? '-' : '';
  return { text: (sign + text).trim(), hidesDigits: Number(fixed) !== exact };
}

/** The number formats that a workbook does not write out. Those of money depend on the seller's country. */
const builtIn: Readonly<Record<number, string>> = {
  ...{ 0: 'General', 1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 5: '#,##0', 6: '#,##0' },
  ...{ 7: '#,##0.00', 8: '#,##0.00', 9: '0%', 10: '0.00%', 11: '0.00E+00', 12: '# ?/?', 13: '# ??/??' },
  ...{ 14: '[$-F800]yyyy-mm-dd', 15: 'd-mmm-yy', 16: 'd-mmm', 17: 'mmm-yy', 18: 'h:mm AM/PM' },
  ...{ 19: 'h:mm:ss AM/PM', 20: 'h:mm', 21: 'h:mm:ss', 22: '[$-F800]yyyy-mm-dd hh:mm', 37: '#,##0' },
  ...{ 38: '#,##0', 39: '#,##0.00', 40: '#,##0.00', 41: '#,##0', 42: '#,##0', 43: '#,##0.00' },
  ...{ 44: '#,##0.00', 45: 'mm:ss', 46: '[h]:mm:ss', 47: 'mm:ss.0', 48: '##0.0E+0', 49: '@' },
};

/** Formats of East Asian versions, all for dates. */
const isEastAsianDate = (id: number): boolean => (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** The code of a format that the workbook does not write out. */
export const builtInCode = (id: number): string =>
  builtIn[id] ?? (isEastAsianDate(id) ? '[$-F800]yyyy-mm-dd' : 'General');

/** Excel takes no longer code. */
const longestCode = 255;

/** Reads a format code. */
export function cellFormat(code: string) {
  const sections = sectionsOf(code.slice(0, longestCode));
  const [first = []] = sections;
  const pieces = withMinutes(first.map(({ text }) => text));
  const isDate = first.some(({ kind }) => kind === 'date');
  const currency = isDate ? undefined : currencyOf(first);
  const isGeneral = first.length === 1 && first[0]?.kind === 'other';
  return {
    isDate,
    look: {
      isPercent: first.some(({ kind }) => kind === 'percent'),
      isScientific: first.some(({ kind }) => kind === 'exponent'),
      ...(currency === undefined ? {} : { currency }),
    },
    /** What the sheet shows for a number; undefined if that is not for people's eyes to compare. */
    show(value: number) {
      if (isGeneral) return undefined;
      const { tokens, isSigned } = sectionFor(sections, value);
      return showBy(tokens, value, isSigned);
    },
    showTime: (time: SheetTime): string => shownTime(time, pieces),
  };
}
