import { type Fields, fieldsOf } from '../../../text/records.ts';
import type { ApiResponse } from '../../types.ts';
import { listOf } from './list-of.ts';

/** The locations of a page of inventory. Throws `unavailable` for an answer without them: it does not show no stock. */
export const locationsIn = ({ data }: Pick<ApiResponse, 'data'>): readonly Fields[] =>
  // The member is published, so a bare list is something else.
  listOf({ data: fieldsOf(data) }, 'locations', 'locations');

/** The SKUs of a location. Throws `unavailable` for one without them. */
export const skusOf = (location: Fields): readonly Fields[] =>
  listOf({ data: location }, 'SKUs at a location', 'sku', 'skus', 'items');
