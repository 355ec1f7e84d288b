import * as z from 'zod/mini';
import { address } from '../../contract/order.ts';
import { anyTime, calendarDay, zonedTime } from '../../contract/primitives.ts';
import { slotRequest, slotResponseRequest } from '../../contract/slot.ts';

/** A JSON Schema, or a part of one. */
export type Json = Record<string, unknown>;

const when = (field: string, value: string, required: string): Json => ({
  if: { properties: { [field]: { const: value } }, required: [field] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: [required] },
});

/** What the contract checks by code, in terms of JSON Schema; where that has none, nothing is said. */
const byHand = new Map<unknown, Json>([
  [calendarDay, { format: 'date' }],
  [zonedTime, { format: 'date-time' }],
  [anyTime, { description: 'ISO 8601 time, its zone to be sent' }],
  [address, { anyOf: [{ required: ['Country'] }, { required: ['CountryCode'] }] }],
  [slotRequest, when('deliveryType', 'container', 'containerSize')],
  [slotResponseRequest, when('action', 'counter', 'proposedTime')],
]);

/** JSON Schema 2020-12, which OpenAPI 3.1 takes as it is; the dialect is said once, for the whole document. */
export function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: made }) => void Object.assign(made, byHand.get(zodSchema)),
  }) as Json;
  return rest;
}
