import { describe, expect, it } from 'vitest';
import { documented, placesIn, replaced, stubService } from '../../support/services/stub-service.ts';

const reads: readonly (readonly [line: string, endpoint: string])[] = [
  ['inventory', 'inventory'],
  ['inventory --all', 'inventory'],
  ['inventory --below 5', 'inventory'],
  ['stock-age', 'stockAgeList'],
  ['stock-age AC-STOVE', 'stockAge'],
  ['order get SEED-1', 'getOrder'],
  ['order list --channel-ref CH-7', 'listOrders'],
  ['order list --ship-from MSF --all', 'listOrders'],
  ['inbound get IN-7', 'getInbound'],
  ['slot list', 'listSlots'],
  ['slot get SLOT-WIRE-OPEN', 'getSlot'],
  ['po get LW-1', 'getPurchaseOrder'],
];
const digits = '9007199254740993';
const mark = '"the large one"';

/** The first number of a document, however deep; otherwise a new member of its data. */
function withLargeInteger(document: unknown): string {
  const places = [...placesIn(document)];
  const numbers = places.filter((place) => typeof at(document, place) === 'number' && place[0] === 'data');
  const place = numbers.at(-1) ?? [
    ...(Array.isArray(at(document, ['data'])) ? ['data', '0'] : ['data']),
    'large',
  ];
  return JSON.stringify(replaced(document, place, JSON.parse(mark))).replace(mark, digits);
}

const at = (value: unknown, place: readonly string[]): unknown =>
  place.reduce((inner, name) => (inner as Record<string, unknown> | null)?.[name], value);

describe.each(reads)('cfi %s', (line, endpoint) => {
  it.each(['json', 'ndjson', 'csv', 'table'])('shows an integer beyond 2^53 with %s', async (output) => {
    const body = withLargeInteger(documented.get(endpoint)).replace('some text', 'LW-1');
    expect(body).toContain(digits);
    const { cfi } = stubService(() => ({ body }));
    const { code, stdout, stderr } = await cfi([...line.split(' '), '-o', output]);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('error')]);
    if (output === 'json' && !line.includes('--below')) expect(stdout).toContain(digits);
    expect(stdout).not.toContain('9007199254740992');
  });
});
