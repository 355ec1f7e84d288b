import { describe, expect, it } from 'vitest';
import {
  knownSkus,
  likelySkus,
  likelyWarehouses,
  sameButCase,
  warehouseNames,
} from '../../../src/client/api/lookups.ts';
import { down, refused, scripted } from './scripted-api.ts';

const inventory = (locations: unknown, pagination: object = { has_more: false }) => ({
  body: JSON.stringify({ success: true, data: { locations }, pagination }),
});

it('a SKU at thousands of locations is looked through once for each', async () => {
  // Copied for each, they would take minutes.
  const locations = Array.from({ length: 40_000 }, (_, at) => ({
    location_name: `L-${at}`,
    sku: [{ sku: 'A', StockLevel: at }],
  }));
  const skus = await knownSkus(scripted([inventory(locations)]).api);
  expect([skus.get('A')?.stock.size, skus.get('A')?.stock.get('L-39999')]).toEqual([40_000, 39_999]);
});

describe('the names of the warehouses', () => {
  it('are those of the locations in the smallest inventory page', async () => {
    const locations = [{ location_name: 'Leeds FC' }, { location_name: 7 }, {}, { location_name: 'York FC' }];
    const { api, sent } = scripted([inventory(locations)]);
    expect(await warehouseNames(api)).toEqual(['Leeds FC', 'York FC']);
    expect(sent.map(({ target }) => target)).toEqual(['/v1/inventory?page=1&page_size=1']);
  });

  it.each([
    ['no locations', {}],
    ['a server error', down],
    ['a refusal', { status: 403, body: '{"success":false,"error":"Forbidden"}' }],
  ])('are unknown after %s', async (_, answer) => {
    expect(await warehouseNames(scripted([answer]).api)).toEqual([]);
  });

  it('are not asked for without a sign-in or after an interruption', async () => {
    await expect(warehouseNames(scripted([refused], false).api)).rejects.toMatchObject({
      code: 'unauthorized',
    });
    const interrupted = scripted([{}]).api;
    const api = {
      ...interrupted,
      call: () => interrupted.call('inventory', { signal: AbortSignal.abort() }),
    };
    await expect(warehouseNames(api as never)).rejects.toMatchObject({ code: 'cancelled' });
    await expect(
      warehouseNames({ ...interrupted, call: () => Promise.reject(new TypeError('a bug')) } as never),
    ).rejects.toThrow('a bug');
  });

  it.each([
    ['leeds fc', 'Leeds FC'],
    [' LEEDS FC ', 'Leeds FC'],
    ['Leeds FC', undefined],
    ['york fc', undefined],
    ['Hull FC', undefined],
  ])('%j differs only in case from %j', (name, same) => {
    expect(sameButCase(name, ['Leeds FC', 'York FC', 'YORK FC'])).toBe(same);
  });

  it.each<[string, string[], string | undefined]>([
    ['Leds FC', ['Leeds FC', 'Northgate'], 'did you mean Leeds FC?'],
    ['Leeds', ['York', 'Leeds North', 'Leeds East'], 'did you mean Leeds North or Leeds East?'],
    ['Hull', ['Leeds FC', 'Northgate'], 'your warehouses are Leeds FC, Northgate'],
    ['Leeds FC', ['Leeds FC', 'Leek FC'], undefined],
    ['Leeds FC', [], undefined],
  ])('%s among %j: %s', (name, known, hint) => {
    expect(likelyWarehouses(name, known)).toBe(hint);
  });
});

describe('the known SKUs', () => {
  const page = (more: object, ...skus: unknown[]) =>
    inventory([{ sku: skus.slice(0, 1) }, { sku: skus.slice(1) }], more);
  const named = (...names: string[]) => names.map((sku) => ({ sku }));

  it('are those of all locations, without blanks', async () => {
    const { api, sent } = scripted([page({ has_more: false }, ...named('A', 'B', 'A', ''), {}, { sku: 7 })]);
    expect([...(await knownSkus(api)).keys()]).toEqual(['A', 'B']);
    expect(sent.map(({ target }) => target)).toEqual(['/v1/inventory?page=1&page_size=200']);
  });

  it('come from at most five pages', async () => {
    const pages = Array.from({ length: 7 }, (_, at) => page({ has_more: true }, ...named(`S-${at + 1}`)));
    const { api, sent } = scripted(pages);
    expect([...(await knownSkus(api)).keys()]).toEqual(['S-1', 'S-2', 'S-3', 'S-4', 'S-5']);
    expect(sent).toHaveLength(5);
  });

  it.each([
    [
      'the last page',
      [page({ has_more: true }, ...named('A')), page({ has_more: false }, ...named('B'))],
      'AB',
    ],
    [
      'a page that cannot be read, without asking again',
      [page({ has_more: true }, ...named('A')), down],
      'A',
    ],
    ['a refusal of the first', [refused], ''],
  ])('end with %s', async (_, answers, skus) => {
    const { api, sent } = scripted([...answers, page({ has_more: true }, ...named('Z'))]);
    expect([...(await knownSkus(api)).keys()].join('')).toBe(skus);
    expect(sent).toHaveLength(answers.length);
  });

  it('suggest nothing for one of them', () => {
    const known = new Map([
      ['AC-TENT-2', ''],
      ['AC-TENT-3', ''],
    ]);
    expect(likelySkus('AC-TENT-2', known)).toEqual([]);
    expect(likelySkus('AC-TNT-2', known)).toContain('AC-TENT-2');
    expect(likelySkus('QQQQQQQQ', known)).toEqual([]);
  });
});
