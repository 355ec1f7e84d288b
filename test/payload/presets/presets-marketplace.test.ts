import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { ReadingOptions } from '../../../src/payload/document/types.ts';
import { read } from '../support.ts';

const fixture = (name: string) =>
  readFile(new URL(`../../../fixtures/csv/presets/${name}`, import.meta.url), 'utf8');
const warehouse = 'Northgate FC';

const options = (preset: string, more: Partial<ReadingOptions> = {}) => ({
  options: { preset, warehouse, ...more },
});

describe('amazon', () => {
  it('reads the report: tabs, quotes as they are, prices for the whole quantity', async () => {
    const { bodies, problems } = await read(await fixture('amazon.txt'), {
      name: 'amazon.txt',
      ...options('amazon'),
    });
    expect(problems).toEqual([]);
    expect(bodies[0]).toMatchObject({
      ReferenceNumber: '204-0000001-0000001',
      ReceivedDate: '2026-09-01T08:12:44Z',
      DispatchBy: '2026-09-03T22:59:59+00:00',
      DeliveryAddress: { Address2: 'Flat 2, Block C', CountryCode: 'GB' },
      OrderItems: [
        { SKU: 'AC-TENT-2', ItemTitle: 'Tent 24" high, "two-person"', Qty: 2, PricePerUnit: 129 },
        { SKU: 'AC-MUG-BLUE', ItemTitle: 'Enamel mug, blue', Qty: 3, PricePerUnit: 9.99 },
      ],
    });
    expect(bodies[1].OrderItems).toMatchObject([{ Qty: 2, PricePerUnit: 34.5 }]);
  });

  it.each([
    ['10.00', '3', undefined, /is 10.00 for 3 in this file, which does not divide to the cent/],
    ['10.01', '2', undefined, /does not divide to the cent/],
    ['0.05', '5', 0.01, undefined],
    ['1234567.89', '3', 411522.63, undefined],
    ['19.98', '2', 9.99, undefined],
    ['7', '2', 3.5, undefined],
    ['0', '2', undefined, /PricePerUnit must be at least 0.01/],
    ['', '2', undefined, /PricePerUnit is required/],
    ['ten', '2', undefined, /cannot be calculated from ten for 2/],
    ['10.005', '1', undefined, /cannot be calculated from 10.005 for 1/],
    ['10.00', '', undefined, /cannot be calculated from 10.00 for no quantity/],
  ])('item-price %s for %s', async (price, quantity, unit, expected) => {
    const [head = '', row = ''] = (await fixture('amazon.txt')).split('\r\n');
    const names = head.split('\t');
    const put = (name: string, value: string, list: string[]) => list.with(names.indexOf(name), value);
    const changed = put('item-price', price, put('quantity-purchased', quantity, row.split('\t')));
    const { bodies, problems } = await read(`${head}\r\n${changed.join('\t')}\r\n`, options('amazon'));
    expect(bodies[0]?.OrderItems[0].PricePerUnit).toBe(unit);
    if (expected === undefined) expect(problems).toEqual([]);
    else
      expect(problems).toMatchObject([
        { line: 2, column: 'item-price', field: 'PricePerUnit', message: expect.stringMatching(expected) },
      ]);
  });

  it('uses the earliest dispatch time when lines differ, with a warning', async () => {
    const [head = '', row = ''] = (await fixture('amazon.txt')).split('\r\n');
    const names = head.split('\t');
    const due = (time: string, id: string, order = 'A-1') =>
      row
        .split('\t')
        .with(names.indexOf('promise-date'), time)
        .with(names.indexOf('order-item-id'), id)
        .with(names.indexOf('order-id'), order)
        .join('\t');
    const rows = [
      due('2026-09-05T22:59:59+00:00', '1'),
      due('2026-09-03T22:59:59+01:00', '2'),
      due('2026-09-04T22:59:59+00:00', '3', 'A-2'),
      due('2026-09-04T22:59:59+00:00', '4'),
      due('2026-09-03T20:00:00+00:00', '5', 'A-2'),
    ];
    for (const order of [rows, rows.toSorted()]) {
      const { bodies, problems, warnings } = await read(
        [head, ...order].join('\r\n'),
        options('amazon', { prices: () => 1 }),
      );
      expect(problems).toEqual([]);
      expect(bodies.map(({ ReferenceNumber, DispatchBy }) => [ReferenceNumber, DispatchBy])).toEqual([
        ['A-1', '2026-09-03T22:59:59+01:00'],
        ['A-2', '2026-09-03T20:00:00+00:00'],
      ]);
      expect(new Set(warnings.map(({ reference, field }) => `${reference} ${field}`))).toEqual(
        new Set(['A-1 DispatchBy', 'A-2 DispatchBy']),
      );
    }
    const strict = await read([head, ...rows].join('\r\n'), options('amazon', { strict: true }));
    expect(strict.problems.map(({ field }) => field)).toContain('DispatchBy');
  });

  const spreadsheet = async (delimiter: string) => {
    const [head = '', row = ''] = (await fixture('amazon.txt')).split('\r\n');
    const names = head.split('\t');
    const cells = row.split('\t').with(names.indexOf('ship-address-1'), 'Flat 2; 1 Mill Lane, Hull');
    const quoted = cells.map((cell) => (/[",;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
    return [names.join(delimiter), quoted.join(delimiter), ''].join('\r\n');
  };

  it.each([',', ';', '\t'])('reads a copy that a spreadsheet has saved with %j', async (delimiter) => {
    const { bodies, problems } = await read(await spreadsheet(delimiter), options('amazon'));
    expect(problems).toEqual([]);
    expect(bodies).toMatchObject([
      {
        DeliveryAddress: { Address1: 'Flat 2; 1 Mill Lane, Hull' },
        OrderItems: [{ ItemTitle: 'Tent 24" high, "two-person"' }],
      },
    ]);
  });

  it('skips the rows of further promotions, in which nearly everything is blank', async () => {
    const [head = '', ...rows] = (await fixture('amazon.txt')).trimEnd().split('\r\n');
    const names = [...head.split('\t'), 'item-promotion-id'];
    const promotion = (cells: Readonly<Record<string, string>>) =>
      names.map((name) => cells[name] ?? '').join('\t');
    const reading = (extra: string) =>
      read([names.join('\t'), ...rows.map((row) => `${row}\t`), extra, ''].join('\r\n'), options('amazon'));
    const plain = await read(await fixture('amazon.txt'), options('amazon'));
    for (const id of ['204-0000001-0000001', '']) {
      const row = promotion({ 'order-id': id, 'order-item-id': '1', 'item-promotion-id': 'P-2' });
      const { bodies, problems } = await reading(row);
      expect([bodies, problems]).toEqual([plain.bodies, []]);
    }
    const cut = await reading('204-0000009-0000001\t1');
    expect(cut.problems).not.toEqual([]);
    const blank = await reading(promotion({ 'order-id': '204-0000009-0000001' }));
    expect(blank.problems).not.toEqual([]);
  });
});

it('linnworks reads an export with day before month', async () => {
  const reading = options('linnworks', { timezone: 'Europe/London' });
  const { bodies, problems, notices } = await read(await fixture('linnworks.csv'), reading);
  expect(problems).toEqual([]);
  expect(bodies).toMatchObject([
    {
      ReferenceNumber: '206-1234567',
      ReceivedDate: '2026-09-01T08:12:44Z',
      DispatchBy: '2026-09-03T16:00:00Z',
      PaymentStatus: 'PAID',
      DeliveryAddress: {
        Address2: 'Flat 2, Block C',
        Town: 'Leeds',
        CountryCode: 'GB',
        PhoneNumber: '01134960000',
      },
      BillingAddress: { FullName: 'Ada Example', Country: 'United Kingdom' },
      OrderItems: [
        { SKU: 'AC-TENT-2', Qty: 2, PricePerUnit: 129 },
        { SKU: 'AC-MUG-RED', Qty: 1 },
      ],
    },
  ]);
  expect(notices).toEqual(['1 order left out as cancelled: 206-7654321']);
});
