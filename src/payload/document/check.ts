import * as z from 'zod/mini';
import { fieldName, isAbsent, type Problem, problemsOf } from '../../contract/problems.ts';
import { stated } from '../../errors.ts';
import { textOf } from '../../text/json.ts';
import { isFields } from '../../text/records.ts';
import { hasFourDigitYear, isoUtc, parseInstant } from '../../text/time/time.ts';
import type { Layout } from './layout.ts';
import type { ReadingOptions } from './types.ts';

export type Body = Record<string, unknown>;

/**
 * Checks a body by the service's rules: the problems that keep it from being sent, and, if there are none, the body with its
 * members in the schema's order, so that equal content gives equal text. `isUndated`: what is wrong with ReceivedDate is
 * known, so that a DispatchBy which would be counted from it is not missing.
 */
export function checkBody(
  layout: Layout,
  body: Body,
  { dispatchWithin, slot }: Pick<ReadingOptions, 'dispatchWithin' | 'slot'>,
  isUndated: boolean,
): { readonly problems: Problem[]; readonly ordered: Body } {
  const { schema, schemaOfOneAddress } = layout;
  const isToOne = isFields(body.BillingAddress) && body.BillingAddress === body.DeliveryAddress;
  const checked = z.safeParse((isToOne && schemaOfOneAddress) || schema, body);
  const found = checked.success ? [] : problemsOf(checked.error, body);
  const all = layout.linesNameProducts ? [...found, ...namelessItems(body), ...otherSlot(body, slot)] : found;
  const lacksDate = isUndated || all.some(({ field }) => field === 'ReceivedDate');
  const isCounted = dispatchWithin !== undefined && lacksDate;
  const problems = all.filter(({ field, missing }) => !(isCounted && missing && field === 'DispatchBy'));
  if (!checked.success) return { problems, ordered: body };
  const ordered = checked.data as Body;
  if (isToOne) ordered.BillingAddress = ordered.DeliveryAddress;
  return { problems, ordered };
}

/** What a problem of a body found and expected, for people. */
export const foundBy = ({ missing, found, expected, saysExpected }: Problem) => ({
  found: missing || found === undefined ? '' : describe(found),
  expected,
  [stated]: saysExpected ? (['expected'] as const) : [],
});

/** A line of a purchase order identifies its product by barcode or SKU, so it needs one of them. */
function namelessItems(body: Body): Problem[] {
  if (!Array.isArray(body.items)) return [];
  return body.items.flatMap((item: unknown, index) => {
    if (item === null || typeof item !== 'object') return [];
    const { SKU, barcode } = item as Body;
    if (!isAbsent(SKU) || !isAbsent(barcode)) return [];
    const path = ['items', index, 'SKU'];
    const problem = problemAt(path, undefined, 'SKU or barcode', 'or barcode is required');
    return { ...problem, missing: true, saysExpected: true };
  });
}

function otherSlot({ slotReference: own }: Body, slot: string | undefined): Problem[] {
  if (slot === undefined || own === slot || typeof own !== 'string') return [];
  return [problemAt(['slotReference'], own, slot, `is ${own}, but --slot names ${slot}`)];
}

/** A problem of ours in the contract's terms; `complaint` follows the name of the field. */
export function problemAt(path: Problem['path'], found: unknown, expected: string, complaint: string) {
  const field = fieldName(path);
  const message = `${field} ${complaint}`;
  return { field, path, found, expected, complaint, message, missing: false, saysExpected: false };
}

/** A value as an error shows it. */
export function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return value !== null && typeof value === 'object' ? 'an object' : String(value);
}

/** Fills the blank fields of a document from the command line, unless what stood there was refused. */
export function fillBlanks(
  body: Body,
  { warehouse: place, targets }: Layout,
  { warehouse, warehouses, dispatchWithin, slot, decided }: ReadingOptions,
  isRefused: (name: string) => boolean = () => false,
): void {
  if (warehouse !== undefined && body[place] === undefined && !isRefused(place)) {
    body[place] = warehouse;
    decided?.('warehouse');
  }
  const meant = warehouses?.get(textOf(body[place]));
  if (meant !== undefined) body[place] = meant;
  if (slot !== undefined && body.slotReference === undefined) body.slotReference = slot;
  if (dispatchWithin === undefined || body.DispatchBy !== undefined || !targets.has('DispatchBy')) return;
  if (isRefused('DispatchBy')) return;
  const received = typeof body.ReceivedDate === 'string' ? parseInstant(body.ReceivedDate) : Number.NaN;
  const due = received + dispatchWithin;
  if (hasFourDigitYear(due)) body.DispatchBy = isoUtc(due);
  decided?.('dispatchWithin');
}
