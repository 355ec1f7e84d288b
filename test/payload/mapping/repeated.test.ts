import { describe, expect, it } from 'vitest';
import { mapped, type Row } from './mapped.ts';

/** How many lines are sent of each order, and the errors and warnings. */
async function lines(map: object, rows: readonly Row[]) {
  const { bodies, problems, warnings } = await mapped(map, rows);
  return {
    sent: bodies.map(({ ReferenceNumber, OrderItems }) => [ReferenceNumber, OrderItems.length]),
    errors: problems.map(({ line, message }) => `${line}: ${message}`),
    warnings: warnings.map(({ line, message }) => `${line}: ${message}`),
  };
}

const one = [{ Event: 'created' }, { Event: 'paid' }];
const complete = { $unused: ['Event'] };

it('goods that one row refunds and another sends are a warning', async () => {
  const status = { column: 'Event', ship: ['paid'], leaveOut: { refunded: ['refund'] }, of: 'line' };
  const rows = [
    { Event: 'paid', Qty: '2' },
    { Event: 'refund', Qty: '1' },
  ];
  expect(await lines({ $unused: [], $statuses: [status] }, rows)).toEqual({
    sent: [['R-1', 1]],
    errors: [],
    warnings: ['3: AC-TENT-2 is refunded here, and sent on line 2: check how many are left to send'],
  });
});

describe('rows of an order that agree in all that a complete map reads of a line', () => {
  it('are an error of the order', async () => {
    expect(await lines(complete, [...one, { ReferenceNumber: 'R-2', Event: 'paid' }])).toEqual({
      sent: [['R-2', 1]],
      errors: ['3: this row is the same line as on line 2 in all that the map reads'],
      warnings: [],
    });
  });

  it('are an error too if they come after the rows of another order', async () => {
    const apart = [one[0] as Row, { ReferenceNumber: 'R-2', Event: '' }, one[1] as Row];
    const { sent, errors } = await lines(complete, apart);
    expect([sent, errors.length]).toEqual([[['R-2', 1]], 1]);
  });

  it.each(['SKU', 'ItemTitle', 'Qty', 'PricePerUnit'])('are none if they differ in %s', async (column) => {
    const rows = [one[0] as Row, { ...one[1], [column]: '7' }];
    expect(await lines(complete, rows)).toEqual({ sent: [['R-1', 2]], errors: [], warnings: [] });
  });

  it('are an error although they differ in what a status or a rule says of them', async () => {
    const status = { column: 'Event', ship: ['created', 'paid'] };
    const $dropLines = [{ column: 'Event', in: ['gone'], reason: 'cancelled' }];
    for (const map of [{ $statuses: [status] }, { $statuses: [{ ...status, of: 'line' }] }, { $dropLines }])
      expect((await lines({ $unused: [], ...map }, one)).errors).toHaveLength(1);
  });

  it('are none if they are left out', async () => {
    const $dropLines = [{ column: 'Kind', in: ['gift card'], reason: 'not-goods' }];
    const rows = [{ Kind: 'tent' }, { Kind: 'gift card' }, { Kind: 'gift card' }];
    expect(await lines({ $unused: [], $dropLines }, rows)).toMatchObject({ sent: [['R-1', 1]], errors: [] });
  });

  it.each([
    ['lines', 2],
    ['same', 1],
  ])('are what $repeated says: %s', async ($repeated, count) => {
    for (const map of [{ ...complete, $repeated }, { $repeated }])
      expect(await lines(map, one)).toEqual({ sent: [['R-1', count]], errors: [], warnings: [] });
  });

  it.each([
    ['the map says so', { $repeated: 'same' }, {}],
    ['they have the same number', { OrderLineNumber: 'Line' }, { Line: '1' }],
  ])('are left out together if %s and one of them is', async (_, more, cells) => {
    const status = { column: 'Event', ship: ['paid'], leaveOut: { cancelled: ['gone'] }, of: 'line' };
    const map = { $unused: [], $statuses: [status], ...more };
    for (const events of [
      ['paid', 'gone'],
      ['gone', 'paid'],
    ]) {
      const rows = events.map((Event) => ({ Event, ...cells }));
      expect(await lines(map, [...rows, { ReferenceNumber: 'R-2', Event: 'paid', ...cells }])).toEqual({
        sent: [['R-2', 1]],
        errors: [],
        warnings: [],
      });
    }
  });

  it('are lines with a warning if the map says so, but the order comes again further down', async () => {
    const map = { ...complete, $repeated: 'lines' };
    const rows = [{}, {}, { ReferenceNumber: 'R-2' }];
    expect(await lines(map, rows)).toMatchObject({
      sent: [
        ['R-1', 2],
        ['R-2', 1],
      ],
      warnings: [],
    });
    expect(await lines(map, [...rows, ...rows])).toMatchObject({
      sent: [
        ['R-1', 4],
        ['R-2', 2],
      ],
      warnings: [5, 6, 7].map((line) => expect.stringContaining(`${line}: this row is the same as line `)),
    });
  });

  it('are one line, with a warning, if they have the same number', async () => {
    const map = { ...complete, OrderLineNumber: 'Line' };
    const rows = one.map((row) => ({ ...row, Line: '1' }));
    expect(await lines(map, rows)).toEqual({
      sent: [['R-1', 1]],
      errors: [],
      warnings: ['3: this row is the same line as on line 2, with the same number; it is sent once'],
    });
  });

  it('are lines of their own if they have different numbers', async () => {
    const map = { ...complete, OrderLineNumber: 'Line' };
    const rows = one.map((row, at) => ({ ...row, Line: String(at + 1) }));
    expect(await lines(map, rows)).toEqual({ sent: [['R-1', 2]], errors: [], warnings: [] });
  });
});
