import type { Fields } from '../../../text/records.ts';
import type { ApiResponse } from '../../types.ts';
import { listOf } from './list-of.ts';

/** The locations of a page of inventory. Throws `unavailable` for an answer without them: it does not show no stock. */
export const locationsIn = (answer: Pick<ApiResponse, 'data'>): readonly Fields[] =>
  listOf(answer, 'locations', 'locations');
