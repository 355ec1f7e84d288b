import type { Reason } from '../document/reasons.ts';
import { spreadsheetAnswers } from '../presets/preset.ts';
import type { ExpectedValue } from './status-column.ts';

type Answers = readonly (readonly [no: string, yes: readonly string[]])[];

/** The usual answers of a column of yes and no: each no with its yes. */
const usual: Answers = [
  ['no', ['yes', 'si', 'sí', 'sì']],
  ['n', ['y']],
  ['false', ['true']],
  ['0', ['1']],
  ['nein', ['ja']],
  ['nee', ['ja']],
  ['non', ['oui']],
  ['nie', ['tak']],
  ['não', ['sim']],
  ['ne', ['ano']],
];
const answers: Answers = [...usual, ...spreadsheetAnswers];
const no = new Set(answers.map(([word]) => word));
const usualYes = new Set(['x', ...usual.flatMap(([, words]) => words)]);
const yes = new Set([...usualYes, ...answers.flatMap(([, words]) => words)]);

/** Whether a cell is a yes. */
export const isYes = (value: string): boolean => yes.has(value.toLowerCase());
/** Whether a cell is a yes or a no. */
export const isYesOrNo = (value: string): boolean => isYes(value) || no.has(value.toLowerCase());

/** Whether a cell is an amount or a quantity of nothing, such as `0.00`. */
export const isZero = (value: string): boolean => /^\D{0,4}0{1,6}(?:[.,]0{1,6})?\D{0,4}$/.test(value);
/** Whether a cell is an amount or a quantity. */
export const isAmount = (value: string): boolean => /^\D{0,4}\d[\d.,]{0,12}\D{0,4}$/.test(value);

/** The answers that mean yes in a later file, if this one has only the other, or none. */
export function expectedYes(seen: readonly string[], meaning: Reason | undefined): ExpectedValue[] {
  const found = new Set(seen.map((value) => value.toLowerCase()));
  if (meaning === undefined || seen.some(isYes)) return [];
  const fitting = answers.filter(([word]) => found.has(word)).flatMap(([, words]) => words);
  return [...(found.size === 0 ? usualYes : new Set(fitting))].map((value) => ({ value, meaning }));
}

/** The answers that mean no in a later file, if this one has only the other. */
export function expectedNo(seen: readonly string[], meaning: Reason): ExpectedValue[] {
  const found = new Set(seen.map((value) => value.toLowerCase()));
  const fitting = answers.filter(([, words]) => words.some((word) => found.has(word)));
  return seen.every(isYes) ? fitting.map(([value]) => ({ value, meaning })) : [];
}
