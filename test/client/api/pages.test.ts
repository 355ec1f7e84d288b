import { describe, expect, it } from 'vitest';
import { nextPage, paginationOf } from '../../../src/client/api/lists.ts';
import { stubService } from '../../support/services/stub-service.ts';

it.each([
  [{ current_page: 1, has_more: true, next_page: 2 }, 1, 2],
  [{ current_page: 3, total_pages: 9 }, 3, 4],
  [{ total_pages: 9 }, 3, 4],
  [{ total_pages: 3 }, 3, undefined],
  [{ total_pages: 3 }, 7, undefined],
  [{ total_pages: '2' }, 1, 2],
  [{ has_more: true }, 1, 2],
  [{ has_more: true, next_page: 1 }, 1, undefined],
  [{ has_more: false, total_pages: 9 }, 1, undefined],
  [{}, 1, undefined],
  [{ has_more: true, next_page: Number.POSITIVE_INFINITY }, 1, 2],
  [{ total_pages: 9, next_page: 1.5 }, 1, 2],
])('the page after the requested one %j of page %i is %s', (pagination, page, next) => {
  expect(nextPage({ status: 200, received: { headers: {} }, data: {}, body: {}, pagination }, page)).toBe(
    next,
  );
  expect(nextPage({ status: 200, received: { headers: {} }, data: { pagination }, body: {} }, page)).toBe(
    next,
  );
});

it('a block of pages may be beside the data or inside, or missing', () => {
  const answer = { status: 200, received: { headers: {} }, data: {}, body: {} };
  const block = { total_pages: 2 };
  expect(paginationOf({ ...answer, pagination: block })).toEqual(block);
  expect(paginationOf({ ...answer, data: { pagination: block } })).toEqual(block);
  expect(paginationOf(answer)).toBeUndefined();
});

describe('a list that gives only total_pages', () => {
  const service = () =>
    stubService(({ target }) => {
      const page = Number(new URL(target, 'http://h').searchParams.get('page') ?? 1);
      const skus = [{ sku: `AC-${page}`, total_units: page }];
      return { body: JSON.stringify({ success: true, data: { skus }, pagination: { total_pages: 3 } }) };
    });

  it.each([
    [['stock-age'], 'more: --page 2, or --all'],
    [['stock-age', '--page', '2'], 'more: --page 3, or --all'],
    [['stock-age', '--page', '3'], ''],
  ])('%j says %j', async (args, hint) => {
    expect((await service().cfi(args)).stderr.trim()).toBe(hint);
  });

  it('fails when a page repeats the previous one', async () => {
    const body = { success: true, data: { skus: [{ sku: 'AC-1' }] }, pagination: { total_pages: 3 } };
    const repeating = stubService(() => ({ body: JSON.stringify(body) }));
    const { code, stderr } = await repeating.cfi(['stock-age', '--all']);
    expect([code, stderr]).toEqual([10, expect.stringContaining('page 2 repeats an earlier page')]);
  });

  it('is read to the end with --all', async () => {
    const { stdout } = await service().cfi(['stock-age', '--all', '--json']);
    expect(JSON.parse(stdout).data.skus.map(({ sku }: { sku: string }) => sku)).toEqual([
      'AC-1',
      'AC-2',
      'AC-3',
    ]);
  });
});

describe('a list whose pages are not all there', () => {
  const more = { has_more: true };
  const early = 'does not show how to continue';

  it.each<[string, (page: number) => object, string]>([
    ['begins again', (page) => ({ skus: [{ sku: `AC-${page % 2}` }], pagination: more }), 'page 3 repeats'],
    [
      'never ends, although its pages are the same but for a time',
      (page) => ({ skus: [{ sku: 'AC-1' }], made_at: page, pagination: { ...more, current_page: page } }),
      'page 2 repeats',
    ],
    [
      'leaves pages out',
      (page) => ({ skus: [{ sku: `AC-${page}` }], pagination: { ...more, next_page: page + 3 } }),
      'page 1 names page 4 as the next',
    ],
    ['does not name its next page', () => ({ skus: [], pagination: { ...more, next_page: 1 } }), early],
    [
      'says both that it ends and that it does not',
      () => ({ pagination: { has_more: false, total_pages: 4 } }),
      early,
    ],
    [
      'has a warehouse that has more',
      () => ({ locations: [{ has_more: true, sku: [] }], pagination: { has_more: false } }),
      early,
    ],
    [
      'has no block on its second page',
      (page) => ({ skus: [{ sku: `AC-${page}` }], ...(page === 1 ? { pagination: more } : {}) }),
      early,
    ],
    [
      'forgets its total',
      (page) => ({ skus: [{ sku: `AC-${page}` }], pagination: page === 1 ? { total_pages: 4 } : { page } }),
      early,
    ],
  ])('is an error if it %s', async (_, pageOf, message) => {
    const service = stubService(({ target }) => {
      const page = Number(new URL(target, 'http://h').searchParams.get('page') ?? 1);
      const { pagination, ...data } = { skus: [], pagination: undefined, ...pageOf(page) };
      return { body: JSON.stringify({ success: true, data, pagination }) };
    });
    for (const line of [
      ['stock-age', '--all'],
      ['api', 'GET', '/inventory/stock-age', '--paginate'],
    ]) {
      const { code, stdout, stderr } = await service.cfi(line);
      expect([code, stdout, stderr]).toEqual([10, '', expect.stringContaining(message)]);
    }
  });

  it('may become shorter while it is read', async () => {
    const service = stubService(({ target }) => {
      const page = Number(new URL(target, 'http://h').searchParams.get('page') ?? 1);
      const pagination = { total_pages: page === 1 ? 4 : 2 };
      return { body: JSON.stringify({ success: true, data: { skus: [{ sku: `AC-${page}` }] }, pagination }) };
    });
    const { code, stdout } = await service.cfi(['stock-age', '--all', '-o', 'ndjson']);
    expect([code, stdout.trim().split('\n')]).toEqual([0, ['{"sku":"AC-1"}', '{"sku":"AC-2"}']]);
  });
});
