import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { acceptanceOf } from '../../../src/contract/checks/acceptance.ts';
import { type EndpointName, endpoints } from '../../../src/contract/endpoints.ts';
import { schemasOf } from '../../../src/contract/schemas.ts';
import { inboundBody, orderBody } from '../../support/emulator/stock.ts';

type Schema = z.core.$ZodType;
const bodies = (Object.keys(endpoints) as EndpointName[]).flatMap((name) => {
  const { body } = schemasOf(name);
  return body === undefined ? [] : [[name, body] as const];
});

const order = orderBody('R-1', { Channel_Ref: 'SHOP-1', PostalServiceCost: 1.5, Beyond: { a: 1 } });
const documents = [order, inboundBody('PO-1'), { client_id: 'a', client_secret: 'b' }, { action: 'accept' }];

/** Values that are valid or nearly valid somewhere. */
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(undefined, null, '', ' ', 'x', 'GBP', '2026-09-01', '2026-02-30T08:00:00Z', [], {}, true),
  fc.constantFrom(0, -0, 1, 0.01, 0.009, 1.5, -1, 1e21, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY),
);

/** Paths to everything in a document, including the document itself. */
const pathsIn = (document: unknown, path: readonly string[] = []): (readonly string[])[] =>
  typeof document === 'object' && document !== null
    ? [path, ...Object.entries(document).flatMap(([name, part]) => pathsIn(part, [...path, name]))]
    : [path];

/** A document with another value at a path, as far as the path still exists. */
function changed(document: unknown, [name, ...rest]: readonly string[], to: unknown): unknown {
  if (name === undefined) return to;
  if (typeof document !== 'object' || document === null) return document;
  const copy = (Array.isArray(document) ? [...document] : { ...document }) as Record<string, unknown>;
  copy[name] = changed(copy[name], rest, to);
  return copy;
}

const document = fc
  .constantFrom(...documents)
  .chain((whole) =>
    fc
      .array(fc.tuple(fc.constantFrom(...pathsIn(whole)), value), { maxLength: 2 })
      .map((changes) => changes.reduce<unknown>((before, [path, to]) => changed(before, path, to), whole)),
  );

const takes = (schema: Schema, input: unknown): boolean => z.safeParse(schema, input).success;

describe('acceptanceOf', () => {
  it.each(bodies)('never accepts what the schema of %s refuses', (_, schema) => {
    const accepts = acceptanceOf(schema);
    fc.assert(
      fc.property(fc.oneof(document, value), (input) => {
        if (accepts(input)) expect(takes(schema, input)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('always decides about orders', () => {
    const body = schemasOf('createOrder').body as Schema;
    const accepts = acceptanceOf(body);
    fc.assert(
      fc.property(document, (input) => {
        expect(accepts(input)).toBe(takes(body, input));
      }),
      { numRuns: 1000 },
    );
    expect(accepts(order)).toBe(true);
  });

  it.each<[string, Schema, unknown]>([
    ['text that is changed', z.string().check(z.trim()), 'a'],
    ['text of a format', z.email(), 'a@example.com'],
    ['text made of anything', z.coerce.string(), 'a'],
    ['a pattern that remembers', z.string().check(z.regex(/a/g)), 'a'],
    ['a strict object', z.strictObject({}), {}],
    ['a union', z.union([z.string(), z.number()]), 'a'],
    ['a default', z._default(z.string(), 'a'), 'a'],
    ['a number with an upper bound', z.number().check(z.lt(3)), 1],
    ['a number beyond a bound', z.number().check(z.gt(0)), 1],
    ['a promise for an answer', z.string().check(z.refine(async () => false)), 'a'],
  ])('leaves %s to the schema', (_, schema, input) => {
    expect(acceptanceOf(schema)(input)).toBe(false);
  });
});
