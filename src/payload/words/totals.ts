import { once } from '../../text/once.ts';
import { fold, folded } from './fold.ts';
import { languages } from './languages/all.ts';

const charges = once(() => new Set(languages.flatMap((words) => folded(words.charges))));

/** Whether a title or a code is one of a charge: it may be no goods. */
export const isCharge = (value: string): boolean => charges().has(fold(value));

const totals = once(() => new Set(languages.flatMap((words) => folded(words.totals))));

/** Whether a cell is the word for a total: its row is no order. */
export const isTotal = (value: string): boolean => totals().has(fold(value));
