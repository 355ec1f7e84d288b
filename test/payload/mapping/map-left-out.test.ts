import { describe, expect, it } from 'vitest';
import type { ReadingOptions } from '../../../src/payload/document/types.ts';
import { csv, read } from '../support.ts';
import { identity, mapped } from './mapped.ts';

const keep = (test: object) => ({ $keep: [{ column: 'state', ...test }] });
const leave = (test: object, reason: string) => ({ $leaveOut: [{ column: 'state', ...test, reason }] });
const drop = (test: object, reason: string) => ({ $dropLines: [{ column: 'state', ...test, reason }] });

describe('what a map leaves out', () => {
  const rows = [
    { state: 'New' },
    { ReferenceNumber: 'R-2', state: 'GONE' },
    { ReferenceNumber: 'R-3', state: '' },
  ];
  const left = async (map: object, options: Partial<ReadingOptions> = {}) => {
    const { documents, problems, total } = await mapped(map, rows, options);
    expect(problems).toEqual([]);
    const references = documents.flatMap(({ reference, leftOut }) =>
      leftOut === undefined ? [] : [[reference, leftOut]],
    );
    expect(total + references.length).toBe(3);
    return Object.fromEntries(references);
  };
  it.each<[string, object, object]>([
    ['$keep', keep({ in: [' new '] }), { 'R-2': 'not-kept', 'R-3': 'not-kept' }],
    ['$keep, what is filled', keep({ empty: false }), { 'R-3': 'not-kept' }],
    ['$keep, what is blank too', keep({ in: ['new', ' '] }), { 'R-2': 'not-kept' }],
    ['$leaveOut', leave({ in: ['gone'] }, 'cancelled'), { 'R-2': 'cancelled' }],
    ['$leaveOut, what is blank', leave({ empty: true }, 'unpaid'), { 'R-3': 'unpaid' }],
    [
      '$leaveOut, what is blank or one of these',
      leave({ in: ['', 'gone'] }, 'unpaid'),
      { 'R-2': 'unpaid', 'R-3': 'unpaid' },
    ],
    ['$dropLines of all lines', drop({ in: ['gone'] }, 'fulfilled'), { 'R-2': 'fulfilled' }],
    [
      '$dropLines of all lines, for a less serious reason',
      drop({ in: ['gone'] }, 'partly-refunded'),
      { 'R-2': 'partly-refunded' },
    ],
  ])('%s', async (_, map, expected) => {
    expect(await left(map)).toEqual(expected);
  });

  it.each<[string, readonly string[], string]>([
    ['what must not ship goes before what is not to be sent', ['unpaid', 'cancelled'], 'cancelled'],
    ['a request to hold it does too', ['pickup', 'on-hold', 'cancelled'], 'on-hold'],
    ['what has left has left', ['fulfilled', 'refunded'], 'fulfilled'],
    ['what has left is not called back by a later rule', ['unpaid', 'fulfilled', 'refunded'], 'unpaid'],
    ['otherwise the first rule tells why', ['pickup', 'unpaid'], 'pickup'],
  ])('$leaveOut with several matching rules: %s', async (_, reasons, expected) => {
    const $leaveOut = reasons.map((reason) => ({ column: 'state', in: ['gone'], reason }));
    expect(await left({ $leaveOut })).toEqual({ 'R-2': expected });
    expect(await left({ $leaveOut, $keep: [{ column: 'state', in: ['new', ''] }] })).toMatchObject({
      'R-2': expected,
    });
  });

  it.each([
    ['accents as characters of their own', 'Annulé'.normalize('NFD'), 'annulé'],
    ['accents as characters of their own in the map', 'ANNULÉ', 'annulé'.normalize('NFD')],
    ['no-break spaces', 'En\u00a0attente\u202f!', 'en attente !'],
    ['no-break spaces in the map', 'en attente', 'En\u00a0attente'],
  ])('compares words, however they are written: %s', async (_, cell, word) => {
    const $leaveOut = [{ column: 'state', in: [word], reason: 'cancelled' }];
    const { documents } = await mapped({ $leaveOut }, [{ state: cell }]);
    expect(documents.map(({ leftOut }) => leftOut)).toEqual(['cancelled']);
    const PaymentStatus = { column: 'state', map: { [word]: 'PAID' } };
    const { bodies } = await mapped({ PaymentStatus }, [{ state: cell }]);
    expect(bodies.map((body) => body.PaymentStatus)).toEqual(['PAID']);
  });

  it('restores included rows', async () => {
    const map = { ...leave({ in: ['gone'] }, 'cancelled'), ...keep({ in: ['new'] }) };
    expect(await left(map, { include: ['cancelled', 'not-kept'] })).toEqual({});
    expect(await left(map, { include: ['cancelled'] })).toEqual({ 'R-2': 'not-kept', 'R-3': 'not-kept' });
  });

  it('$skipRows skips rows of any width', async () => {
    const text = `${csv([{ state: 'x' }])}Total: 1 order\n`;
    const map = { ...identity, $skipRows: [{ column: 'SKU', empty: true }] };
    const { problems, total } = await read(text, { options: { map } });
    expect({ problems, total }).toEqual({ problems: [], total: 1 });
  });

  it('$dropLines leaves lines out of an order and renumbers the others', async () => {
    const map = { $dropLines: [{ column: 'kind', in: ['gift card'], reason: 'not-goods' }] };
    const { bodies, documents, leftOut, notices } = await mapped(map, [
      { kind: 'Gift Card', SKU: 'G-1' },
      { kind: 'goods', SKU: 'AC-1' },
    ]);
    expect(bodies[0]?.OrderItems).toMatchObject([{ SKU: 'AC-1', OrderLineNumber: '1' }]);
    expect(documents[0]?.leftOutLines).toEqual([{ SKU: 'G-1', reason: 'not-goods', line: 2 }]);
    expect(leftOut).toEqual([{ reason: 'not-goods', orders: 0, lines: 1, references: [] }]);
    expect(notices).toContain('1 line of R-1 left out as not-goods');
  });

  it('judges an order by all its rows, wherever they are', async () => {
    const map = leave({ in: ['gone'] }, 'cancelled');
    const blank = { state: '', SKU: 'AC-2' };
    const { documents, total } = await mapped(map, [
      { state: '' },
      { ReferenceNumber: 'R-2', state: '' },
      { ...blank, state: 'gone' },
    ]);
    expect(documents.map(({ reference, leftOut }) => [reference, leftOut])).toEqual([
      ['R-1', 'cancelled'],
      ['R-2', undefined],
    ]);
    expect(total).toBe(1);
    const shipped = { $dropLines: [{ column: 'state', in: ['gone'], reason: 'fulfilled' }] };
    const later = await mapped(shipped, [{ state: 'gone' }, { ReferenceNumber: 'R-2', state: '' }, blank]);
    expect(later.bodies.map((order) => order.OrderItems.map(({ SKU }: { SKU: string }) => SKU))).toEqual([
      ['AC-2'],
      ['AC-TENT-2'],
    ]);
    expect(later.leftOut).toEqual([{ reason: 'fulfilled', orders: 0, lines: 1, references: [] }]);
  });
});

describe('rows that come later in the file', () => {
  const scattered = async (map: object, first: string, later: string) => {
    const rows = [{ state: first }, { ReferenceNumber: 'R-2', state: 'new' }, { state: later, SKU: 'AC-2' }];
    const { documents, problems } = await mapped(map, rows);
    expect(problems).toEqual([]);
    return documents[0]?.leftOut;
  };
  const mayBeBlank = keep({ in: ['new', ''] });
  const blankOrGone = leave({ in: ['gone', ''] }, 'cancelled');
  it.each<[string, object, string, string, string | undefined]>([
    ['$keep holds where they are blank', keep({ in: ['new'] }), 'new', '', undefined],
    ['$keep of what may be blank holds where they are blank', mayBeBlank, 'new', '', undefined],
    ['$keep of what may be blank fails where they say otherwise', mayBeBlank, '', 'old', 'not-kept'],
    ['$leaveOut of what may be blank holds where they are filled', blankOrGone, 'new', 'gone', 'cancelled'],
    ['$leaveOut of what is blank fails where other rows are filled', blankOrGone, 'new', '', undefined],
    ['$keep fails where they say otherwise', keep({ in: ['new'] }), 'new', 'old', 'not-kept'],
    ['$keep of what is blank fails where it is filled', keep({ empty: true }), '', 'cancelled', 'not-kept'],
    ['$keep of what is filled holds where it is filled', keep({ empty: false }), 'new', 'old', undefined],
    ['what is blank only there is not blank', leave({ empty: true }, 'unpaid'), 'new', '', undefined],
    ['what is filled there is filled', leave({ empty: false }, 'cancelled'), '', 'x', 'cancelled'],
  ])('%s, and the same where the rows are together', async (_, map, first, later, expected) => {
    const all = { $skipRows: [{ column: 'SKU', in: ['none'] }], ...map };
    expect(await scattered(all, first, later)).toBe(expected);
    const together = await mapped(all, [{ state: first }, { state: later, SKU: 'AC-2' }]);
    expect(together.documents[0]?.leftOut).toBe(expected);
  });

  it('of several columns, one that matches $keep is enough in each row', async () => {
    const map = { $keep: [{ column: ['state', 'stage'], in: ['new'] }] };
    const { documents } = await mapped(map, [
      { state: 'new', stage: 'x' },
      { state: '', stage: 'new' },
      { ReferenceNumber: 'R-2', state: 'x', stage: 'y' },
    ]);
    expect(documents.map(({ leftOut }) => leftOut)).toEqual([undefined, 'not-kept']);
  });

  it('counts an order once that all of its scattered rows leave out', async () => {
    const map = leave({ in: ['gone'] }, 'cancelled');
    const gone = { state: 'gone' };
    const { leftOut, total } = await mapped(map, [
      gone,
      { ReferenceNumber: 'R-2', state: '' },
      { ...gone, SKU: 'AC-2' },
    ]);
    expect(leftOut).toEqual([{ reason: 'cancelled', orders: 1, lines: 0, references: ['R-1'] }]);
    expect(total).toBe(1);
  });
});

describe('a cell that says that there is nothing', () => {
  const tracking = (list: string) => ({
    [list]: [{ column: 'Tracking', filled: true, reason: 'fulfilled' }],
  });
  const rows = ['-', 'N/A', '0000-00-00 00:00:00', 'JD000000000001', ''].map((Tracking, at) => ({
    ReferenceNumber: `R-${at + 1}`,
    Tracking,
  }));

  it.each(['$leaveOut', '$dropLines'])('is a value to %s, of which a person hears', async (list) => {
    const { bodies, warnings, problems } = await mapped(tracking(list), rows);
    expect([bodies.map(({ ReferenceNumber }) => ReferenceNumber), problems]).toEqual([['R-5'], []]);
    expect(warnings.map(({ reference, found }) => [reference, found])).toEqual([
      ...[
        ['R-1', '-'],
        ['R-2', 'N/A'],
      ],
      ['R-3', '0000-00-00 00:00:00'],
    ]);
    const known = await mapped(tracking(list), rows, { wasCreated: () => true });
    expect(known.warnings).toEqual([]);
  });

  it('is none if something else leaves it out, and is told of a line of an order that is sent', async () => {
    const status = { $statuses: [{ column: 'State', ship: ['new'], leaveOut: { cancelled: ['void'] } }] };
    const other = await mapped({ ...tracking('$leaveOut'), ...status }, [{ Tracking: '-', State: 'void' }]);
    // Else nobody would hear of one that the warehouse has already.
    expect([other.documents.map(({ leftOut }) => leftOut), other.warnings]).toEqual([['cancelled'], []]);
    const lines = await mapped(tracking('$dropLines'), [
      { SKU: 'A-1', Tracking: '-' },
      { SKU: 'A-2', Tracking: '' },
    ]);
    expect([lines.bodies.length, lines.warnings.map(({ found }) => found)]).toEqual([1, ['-']]);
  });
});
