import { describe, expect, it } from 'vitest';
import { bindConditions, bindRules } from '../../../src/payload/mapping/conditions.ts';
import {
  bindSource,
  columnsOf,
  type FieldSource,
  valueColumns,
} from '../../../src/payload/mapping/field-source.ts';
import { type BoundSource, columnIn, headerOf } from '../../../src/payload/mapping/header.ts';

const clock = { now: 0 };
const needs = { bareDate: 'start', decimal: 'point', include: [] } as const;
const header = headerOf(['first', 'last', 'total', 'Qty', 'gone']);
const row = ['Bo', 'Ek', '10.00', '4', '1'];
const bound = (source: FieldSource) => bindSource(source, header, needs);

describe('a source whose columns the file does not have', () => {
  it.each<[string, FieldSource]>([
    ['a column', { column: 'none' }],
    ['a price without its quantity', { column: 'total', per: 'none' }],
    ['a join', { join: ['none', 'neither'] }],
    ['alternatives', { either: [{ column: 'none' }, { column: 'neither' }] }],
  ])('is absent: %s', (_, source) => {
    expect(bound(source)).toBeUndefined();
  });

  it('uses the columns and alternatives that exist', () => {
    const join = bound({ join: ['none', 'last', 'first'], with: ' ' });
    expect([join?.text(row), join?.header, join?.index]).toEqual(['Ek Bo', 'last', 1]);
    const either = bound({ either: [{ column: 'none' }, { column: 'last' }] });
    expect([either?.text(row), either?.header]).toEqual(['Ek', 'last']);
  });

  it('names the column that has the value in a row', () => {
    const either = bound({ either: [{ column: ['none', 'gone'] }, { column: ['total', 'last'] }] });
    expect(either?.columnOf?.(row)).toEqual({ header: 'gone', index: 4 });
    expect(either?.columnOf?.(['', 'Ek'])).toEqual({ header: 'last', index: 1 });
    expect(either?.columnOf?.([])).toEqual({ header: 'gone', index: 4 });
  });

  it('names the columns of all alternatives', () => {
    const source: FieldSource = { either: [{ column: 'price' }, { column: 'total', per: 'Qty' }] };
    expect(valueColumns(source)).toEqual(['price', 'total']);
    expect(columnsOf(source)).toEqual(['price', 'total', 'Qty']);
  });
});

describe('a partly refunded quantity', () => {
  const sourceOf = (includesRefunded: boolean) =>
    bindSource({ column: 'Qty', less: [{ column: 'gone', reason: 'refunded', negative: true }] }, header, {
      ...needs,
      include: includesRefunded ? ['refunded'] : [],
    }) as BoundSource;
  const cellsOf = (cells: Partial<Record<'Qty' | 'gone', string>>) => [
    ...row.slice(0, 3),
    cells.Qty ?? '4',
    cells.gone ?? '1',
  ];
  const quantity = (cells: Partial<Record<'Qty' | 'gone', string>>, includesRefunded = false) =>
    sourceOf(includesRefunded).text(cellsOf(cells));
  it.each([
    [{}, '3'],
    [{ gone: '-1' }, '3'],
    [{ gone: '1.00' }, '3'],
    [{ gone: '4' }, '0'],
    [{ gone: '5' }, '0'],
    [{ gone: '' }, '4'],
    [{ Qty: 'four' }, 'four'],
    [{ Qty: 'four', gone: 'one' }, 'four'],
  ])('%j leaves %s', (cells, left) => {
    expect(quantity(cells)).toBe(left);
  });

  it.each(['one', '1.5', '1 of 4'])('is not sent in full if %s cannot be read', (gone) => {
    expect(quantity({ gone })).toMatchObject({
      message: `is 4, but how many of them are refunded cannot be read from ${gone}`,
    });
    expect(columnIn(sourceOf(false), cellsOf({ gone })).header).toBe('gone');
    expect(quantity({ gone }, true)).toBe('4');
    expect(columnIn(sourceOf(true), cellsOf({ gone })).header).toBe('Qty');
  });
});

it('a condition never holds if the file has none of its columns', () => {
  const unpaid = { column: 'Date paid', empty: true } as const;
  expect(bindConditions([unpaid], header, clock)).toEqual([]);
  expect(bindRules([{ ...unpaid, reason: 'unpaid' }], header, clock)).toEqual([]);
  const both = { column: 'first', empty: false, and: unpaid } as const;
  expect(bindConditions([both], header, clock)).toEqual([]);
});

it('a rule for all other statuses of two columns minds a status that another rule names in one of them', () => {
  const [, others] = bindRules(
    [
      { column: 'first', in: ['cancelled'], reason: 'cancelled' },
      { column: ['first', 'last'], notIn: ['open'], reason: 'on-hold' },
    ],
    header,
    clock,
  );
  expect(others?.holds([['open', 'cancelled']])).toBe(true);
  expect(others?.holds([['open', 'open']])).toBe(false);
});
