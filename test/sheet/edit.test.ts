import { describe, expect, it } from 'vitest';
import { headerOf } from '../../src/payload/mapping/header.ts';
import { type Column, profilesOf } from '../../src/payload/proposal/profile.ts';
import type { MapMembers } from '../../src/payload/proposal/questions.ts';
import {
  asDay,
  asNote,
  asRule,
  asStatus,
  asUnused,
  outcomeIn,
  sourcesFor,
  statusIn,
  statusNames,
  unusedIn,
  valueAsked,
  withOutcome,
  withoutColumn,
  withoutSource,
  withSource,
} from '../../src/sheet/edit.ts';
import { now, proposalFor } from '../payload/proposal/proposed.ts';

/** A column of a file; `dates` says how its dates are written. */
function columnOf(name: string, cells: readonly string[], dates?: 'dmy' | 'mdy'): Column {
  const rows = cells.map((cell) => [cell]);
  const [found] = profilesOf(headerOf([name]), rows, { now, decimal: 'point', ...(dates && { dates }) });
  return found as Column;
}
const column = (name: string, ...cells: readonly string[]): Column => columnOf(name, cells);

it.each<[string, MapMembers, MapMembers]>([
  ['a field', { SKU: 'a', Qty: 'B' }, { Qty: 'B' }],
  ['a field, whatever the case', { SKU: { column: 'A', map: { x: 'y' } } }, {}],
  [
    'a field that reads several',
    { X: { join: ['a', 'b'] }, SKU: { column: ['b', 'c'] } },
    { SKU: { column: ['b', 'c'] } },
  ],
  ['the number of a house', { X: { street: 'b', houseNumber: 'a' } }, {}],
  ['the quantity of a price of the line', { PricePerUnit: { column: 'b', per: 'a' } }, {}],
  [
    'what is taken from a quantity',
    { Qty: { column: 'b', less: [{ column: 'a', reason: 'fulfilled' }] } },
    {},
  ],
  ['a constant', { Currency: { const: 'a' } }, { Currency: { const: 'a' } }],
  ['a numbered item', { $items: [{ SKU: 'a', Qty: 'b' }, { SKU: 'a' }] }, { $items: [{ Qty: 'b' }] }],
  [
    'rules',
    {
      $leaveOut: [{ column: 'a', filled: true, reason: 'on-hold' }],
      $skipRows: [{ column: ['a', 'b'], empty: true }],
    },
    {},
  ],
  [
    'a status',
    {
      $statuses: [
        { column: 'a', ship: ['x'] },
        { column: 'b', ship: ['x'] },
      ],
    },
    { $statuses: [{ column: 'b', ship: ['x'] }] },
  ],
  ['notes', { $notes: 'a' }, {}],
  ['what is not needed', { $unused: ['a', { column: 'A', blank: true }] }, { $unused: [] }],
  [
    'nothing else',
    { $extends: 'ebay', $sku: { a: 'b' }, $repeated: 'same' },
    { $extends: 'ebay', $sku: { a: 'b' }, $repeated: 'same' },
  ],
])('takes a column out of %s', (_, map, edited) => {
  expect(withoutColumn(map, 'a')).toEqual(edited);
});

it('leaves open what another column filled as well: it is proposed anew, or asked', async () => {
  const file =
    'Order number,First name,Last name,SKU,Quantity,Shipped qty\nA-1,Ada,Muster,AC-1,2,0\nA-2,Bo,Beispiel,AC-2,1,1\n';
  const { map, columns } = await proposalFor(file);
  const { $ask: _open, ...members } = map;
  expect(members.Qty).toMatchObject({ less: [{ column: 'Shipped qty' }] });
  const without = (name: string) =>
    proposalFor(file, {}, asUnused(members, columns.find((each) => each.name === name) as Column));
  expect((await without('Shipped qty')).map.Qty).toBe('Quantity');
  const { questions } = await without('Last name');
  expect(questions.map(({ id }) => id)).toContain('DeliveryAddress.FullName');
});

describe('what a column is', () => {
  const map = { SKU: 'A', $unused: ['A', 'B'] };
  const filled = column('A', 'x', 'y');

  it.each<[string, MapMembers, MapMembers]>([
    ['not needed', asUnused({ SKU: 'A', $unused: ['B'] }, filled), { $unused: ['B', 'A'] }],
    ['a note', asNote(map, filled), { $unused: ['B'], $notes: ['A'] }],
    [
      'a rule for any value',
      asRule(map, '$leaveOut', filled, 'on-hold'),
      { $unused: ['B'], $leaveOut: [{ column: 'A', filled: true, reason: 'on-hold' }] },
    ],
    [
      'a rule for all of its values, which is one for any',
      asRule(map, '$skipRows', filled, undefined, ['x', 'y']),
      { $unused: ['B'], $skipRows: [{ column: 'A', filled: true }] },
    ],
    [
      'a rule for one of its values',
      asRule(map, '$dropLines', filled, 'not-goods', ['y']),
      {
        $unused: ['B'],
        $statuses: [{ column: 'A', ship: ['x'], leaveOut: { 'not-goods': ['y'] }, of: 'line' }],
      },
    ],
  ])('can be %s, and nothing else', (_, edited, expected) => {
    expect(edited).toEqual(expected);
  });

  it('can be a status, of which the words of one meaning are known', () => {
    const edited = asStatus(map, column('A', 'Paid', 'Waiting'), true);
    expect(edited).toMatchObject({ $unused: ['B'], $statuses: [{ column: 'A', of: 'line' }] });
    expect(edited.SKU).toBeUndefined();
    const status = statusIn(edited, 'a');
    expect(status && [outcomeIn(status, 'PAID '), outcomeIn(status, 'refunded')]).toEqual([
      'ship',
      'refunded',
    ]);
    expect(status && outcomeIn(status, 'Waiting')).toBeUndefined();
    // What was said of it stays.
    expect(asStatus(edited, column('A'), false)).toBe(edited);
  });

  it.each([
    ['2026-12-24', undefined, ['YYYY-MM-DD']],
    ['24/12/2026', undefined, ['DD/MM/YYYY']],
    ['04/12/2026', undefined, ['DD/MM/YYYY', 'MM/DD/YYYY']],
    ['04/12/2026', 'mdy' as const, ['MM/DD/YYYY']],
    ['2026-12-24T08:00:00Z', undefined, [expect.arrayContaining(['YYYY-MM-DDTHH:mm:ssZ'])]],
    ['soon', undefined, []],
  ])('can be a day before which an order must not leave: %s', (cell, order, formats) => {
    const days = asDay(map, columnOf('A', [cell], order)).map(({ set }) => set);
    const rules = formats.map((date) => ({ column: 'A', future: true, date, reason: 'on-hold' }));
    expect(days).toEqual(rules.map((rule) => ({ $unused: ['B'], $leaveOut: [rule] })));
  });
});

describe('a value of a status', () => {
  const map: MapMembers = {
    $statuses: [
      { column: 'Status', ship: ['paid', 'ready'] },
      { column: 'Other', ship: ['paid'] },
      { column: 'status', leaveOut: { cancelled: ['void'], unpaid: ['late'] } },
    ],
  };

  it('is known from all entries for its column', () => {
    const status = statusIn(map, 'STATUS');
    expect(['Paid', 'void', 'late', ''].map((value) => status && outcomeIn(status, value))).toEqual([
      'ship',
      'cancelled',
      'unpaid',
      undefined,
    ]);
    expect(statusNames(map)).toEqual(['Status', 'Other']);
    expect(statusIn(map, 'None')).toBeUndefined();
  });

  it.each([
    ['ship' as const, { ship: ['paid', 'ready', 'VOID', ''], leaveOut: { unpaid: ['late'] } }],
    [
      'on-hold' as const,
      { ship: ['paid', 'ready'], leaveOut: { unpaid: ['late'], 'on-hold': ['VOID', ''] } },
    ],
  ])('has one outcome: %s', (outcome, said) => {
    const edited = withOutcome(map, 'Status', ['VOID', ''], outcome);
    expect(edited).toEqual({
      $statuses: [
        { column: 'Status', ...said },
        { column: 'Other', ship: ['paid'] },
      ],
    });
  });

  it('of a column that is no status changes nothing', () => {
    expect(withOutcome(map, 'None', ['x'], 'ship')).toBe(map);
  });

  it('is what its question is about', async () => {
    const { questions } = await proposalFor('Order no,Status,SKU\n1,Wait,A\n2,,A\n');
    const asked = questions.map((question) => [question.id, valueAsked(question)]);
    expect(asked).toEqual(
      expect.arrayContaining([
        ['Status: Wait', 'Wait'],
        ['Status: ', ''],
      ]),
    );
    const others = questions.filter(({ id }) => !id.startsWith('Status'));
    for (const question of others) expect(valueAsked(question)).toBeUndefined();
  });
});

describe('the source of a field', () => {
  it('needs its columns, and replaces the one before', () => {
    const map = { SKU: 'Code', $unused: ['EAN', { column: 'ean', blank: true }, 'B'] };
    expect(withSource(map, { SKU: 'Ean' })).toEqual({ SKU: 'Ean', $unused: ['B'] });
    expect(withSource({}, { Currency: { const: 'GBP' } })).toEqual({ Currency: { const: 'GBP' } });
  });

  it('can be none: its columns are not needed, unless something else reads them', () => {
    const map = { 'DeliveryAddress.Company': { join: ['A', 'B'] }, ItemTitle: 'B', $unused: [] };
    expect(withoutSource(map, 'DeliveryAddress.Company')).toEqual({ ItemTitle: 'B', $unused: ['A'] });
  });

  it.each<[string, Column, readonly unknown[]]>([
    ['ReceivedDate', column('D', '24/12/2026'), [{ ReceivedDate: { column: 'D', date: 'DD/MM/YYYY' } }]],
    ['ReceivedDate', column('D', 'soon'), [{ ReceivedDate: 'D' }]],
    [
      'DispatchBy',
      column('D', '04/12/2026'),
      [
        { DispatchBy: { column: 'D', date: 'DD/MM/YYYY' } },
        { DispatchBy: { column: 'D', date: 'MM/DD/YYYY' } },
      ],
    ],
    [
      'PricePerUnit',
      column('P', '£4.50'),
      [
        { PricePerUnit: { column: 'P', number: { decimal: 'point', currency: true } } },
        { PricePerUnit: { column: 'P', number: { decimal: 'point', currency: true }, per: 'Q' } },
      ],
    ],
    ['ItemTitle', column('T', 'Tent'), [{ ItemTitle: 'T' }]],
  ])('%s can be read from a column in each way that it allows', (field, from, sets) => {
    const choices = sourcesFor(field, from, [column('Q', '1')]);
    expect(choices.map(({ set }) => set)).toEqual(sets);
    expect(new Set(choices.map(({ means }) => means)).size).toBe(sets.length);
  });
});

it('tells what is not needed from what was blank', () => {
  expect(unusedIn({ $unused: ['A', { column: 'B', blank: true }] })).toEqual({
    unneeded: ['A'],
    blank: ['B'],
  });
  expect(unusedIn({})).toEqual({ unneeded: [], blank: [] });
});
