import { wholeNumber } from '../cli/values.ts';
import { limits, type PageSizeLimit } from '../contract/limits.ts';
import type { Option } from './command.ts';

/** The options of a paged list. */
export const pagingOptions = (sizes: string, { min, max }: PageSizeLimit): readonly Option[] => [
  { flags: '--page <N>', help: 'which page, from 1', parse: wholeNumber(limits.firstPage) },
  { flags: '--page-size <N>', help: sizes, parse: wholeNumber(min, max) },
  { flags: '--all', help: 'all pages as one' },
];
