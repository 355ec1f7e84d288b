import { limits } from '../contract/limits.ts';
import type { Option } from './command-module.ts';
import { wholeNumber } from './values.ts';

/** The options of a paged list. */
export const pagingOptions = (
  sizes: string,
  { min, max }: { readonly min: number; readonly max?: number },
): readonly Option[] => [
  { flags: '--page <N>', help: 'which page, from 1', parse: wholeNumber(limits.firstPage) },
  { flags: '--page-size <N>', help: sizes, parse: wholeNumber(min, max) },
  { flags: '--all', help: 'all pages as one' },
];
