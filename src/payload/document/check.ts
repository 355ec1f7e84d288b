import * as z from 'zod/mini';
import { hasFourDigitYear } from '../../contract/primitives.ts';
import { type Problem, problemsOf } from '../../contract/problems.ts';
import { isoUtc, parseInstant } from '../../text/time/time.ts';
import type { Layout } from './layout.ts';
import type { ReadingOptions } from './types.ts';

/** The JSON body of a document. */
export type Body = Record<string, unknown>;

/** Everything that keeps a body from being sent, by the service's rules; empty if it may be sent. */
export function bodyProblems(layout: Layout, body: Body): Problem[] {
  const checked = z.safeParse(layout.schema, body);
  const problems = checked.success ? [] : problemsOf(checked.error, body);
  return layout.linesNameProducts ? problems.concat(namelessItems(body)) : problems;
}

const isBlank = (value: unknown): boolean =>
  value === undefined || (typeof value === 'string' && value.trim() === '');

/** A line of a purchase order identifies its product by barcode or SKU, so it needs one of them. */
function namelessItems(body: Body): Problem[] {
  if (!Array.isArray(body.items)) return [];
  return body.items.flatMap((item: unknown, index) => {
    if (item === null || typeof item !== 'object') return [];
    const { SKU, barcode } = item as Body;
    if (!isBlank(SKU) || !isBlank(barcode)) return [];
    const field = `items[${index}].SKU`;
    const complaint = 'or barcode is required';
    return [
      {
        field,
        path: ['items', index, 'SKU'],
        found: undefined,
        expected: 'SKU or barcode',
        missing: true,
        complaint,
        saysExpected: true,
        message: `${field} ${complaint}`,
      },
    ];
  });
}

/** The members in the schema's order, so that equal content gives equal text; unknown members are dropped. */
export function canonical(layout: Layout, body: Body): Body {
  const result: Body = {};
  const members = new Map<string, string[]>();
  for (const { section, field } of layout.ordered) {
    if (section === '') {
      if (body[field] !== undefined) result[field] = body[field];
      continue;
    }
    const fields = members.get(section);
    if (fields === undefined) members.set(section, [field]);
    else fields.push(field);
  }
  const pick = (value: unknown, fields: readonly string[]): unknown => {
    if (value === null || typeof value !== 'object') return value;
    const source = value as Body;
    return Object.fromEntries(
      fields.flatMap((key) => (source[key] === undefined ? [] : [[key, source[key]]])),
    );
  };
  for (const [section, fields] of members) {
    const value = body[section];
    if (value === undefined) continue;
    result[section] = Array.isArray(value) ? value.map((entry) => pick(entry, fields)) : pick(value, fields);
  }
  return result;
}

/** A value as an error shows it. */
export function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return value !== null && typeof value === 'object' ? 'an object' : String(value);
}

/** Sets a missing DispatchBy to this many milliseconds after ReceivedDate. */
export function fillDispatchBy(body: Body, dispatchWithin: number | undefined): void {
  if (dispatchWithin === undefined || body.DispatchBy !== undefined) return;
  const received = typeof body.ReceivedDate === 'string' ? parseInstant(body.ReceivedDate) : Number.NaN;
  const due = received + dispatchWithin;
  if (hasFourDigitYear(due)) body.DispatchBy = isoUtc(due);
}

/** Whether the problem is only a missing DispatchBy because ReceivedDate is invalid. */
export const restsOnReceivedDate = (
  { field, missing }: Pick<Problem, 'field' | 'missing'>,
  { dispatchWithin }: Pick<ReadingOptions, 'dispatchWithin'>,
): boolean => missing && field === 'DispatchBy' && dispatchWithin !== undefined;

/** Whether the problem is in ReceivedDate. */
export const isReceivedDate = ({ field }: { readonly field?: string }): boolean => field === 'ReceivedDate';
