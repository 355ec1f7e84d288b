import { once } from '../../text/records.ts';
import { fold, folded } from './fold.ts';
import { languages } from './languages/all.ts';
import { speaksOfStopping } from './states.ts';

/** A sign alone (`-`, `✓`) has nothing left when it is folded. */
const bare = (text: string): string => fold(text) || text.trim();

const answers = once(() => {
  const linesOf = (line: 'yes' | 'no' | 'none') =>
    new Set(languages.flatMap((words) => folded(words[line], bare)));
  return { yes: linesOf('yes'), no: linesOf('no'), none: linesOf('none') };
});

/** Whether a value is a yes or a no, in words, figures or signs. */
export function yesOrNo(value: string): 'yes' | 'no' | undefined {
  if (answers().yes.has(bare(value))) return 'yes';
  return answers().no.has(bare(value)) ? 'no' : undefined;
}

/** An amount or a day of nothing: `0.00`, `£0`, `0,00 EUR`, `0000-00-00 00:00:00`. */
const isZero = (value: string): boolean =>
  /^(?:eur|gbp|usd|chf|pln|sek|brl)?0+(?:eur|gbp|usd|chf|pln|sek|brl|zl|kr)?$/.test(fold(value));

/** The first day of the calendar, which programs write for none: `01/01/0001 00:00:00`. */
const isFirstDay = (value: string): boolean => /^(?:0001-01-01|0?1[./]0?1[./]0001)(?!\d)/.test(value);

/** Whether a value says that there is none: blank, a no, nothing, or an amount or a day of nothing. */
export const isNothing = (value: string): boolean => {
  const text = value.trim();
  return (
    text === '' ||
    yesOrNo(text) === 'no' ||
    answers().none.has(bare(text)) ||
    isZero(text) ||
    isFirstDay(text)
  );
};

const charges = once(() => new Set(languages.flatMap((words) => folded(words.charges))));

/** Whether a title or a code is one of a charge: it may be no goods. */
export const isCharge = (value: string): boolean => charges().has(fold(value));

const totals = once(() => new Set(languages.flatMap((words) => folded(words.totals))));

/**
 * Whether a cell is the word for a total, or the heading of a figure (`Orders confirmed:`): its row is no order. What asks
 * not to ship (`Do not send these:`) is for a person.
 */
export const isTotal = (value: string): boolean =>
  totals().has(fold(value)) || (/^\D+:$/.test(value.trim()) && !speaksOfStopping(value));
