import { describe, expect, it } from 'vitest';
import type { ReadingOptions } from '../../../src/payload/document/types.ts';
import { templateOf } from '../../../src/payload/templates.ts';
import { testNow } from '../../support/time.ts';
import { mapped } from '../mapping/mapped.ts';
import { csv, read } from '../support.ts';

const noted = async (map: object, rows: Parameters<typeof mapped>[1], more: Partial<ReadingOptions> = {}) => {
  const { documents, warnings, problems } = await mapped(map, rows, more);
  return {
    notes: documents.flatMap(({ reference, notes = [] }) =>
      notes.map(({ column, text, line }) => [reference, column, text, line]),
    ),
    left: documents.map(({ leftOut }) => leftOut),
    warnings: warnings.map(({ reference, column, found }) => [reference, column, found]),
    problems: problems.map(({ reference, column, found }) => [reference, column, found]),
  };
};

describe('the notes of a file that a map reads', () => {
  it('are in columns of known names, and in those of $notes', async () => {
    const row = { Note: 'ring twice', 'Customer note': 'thanks', Engraving: 'BOB', Shelf: 'x' };
    expect((await noted({ $notes: ['engraving'] }, [row])).notes).toEqual([
      ['R-1', 'Note', 'ring twice', 2],
      ['R-1', 'Customer note', 'thanks', 2],
      ['R-1', 'Engraving', 'BOB', 2],
    ]);
  });

  it('are not shown of a column that fills a field, or that $unused names', async () => {
    const row = { Note: 'a', Comments: 'b' };
    expect((await noted({ ItemTitle: 'Note', $unused: ['comments'] }, [row])).notes).toEqual([]);
  });

  it('are each text of a column once, wherever the rows of the order are', async () => {
    const rows = [
      { SKU: 'A', Note: 'ring twice' },
      { SKU: 'B', Note: 'ring twice' },
      { ReferenceNumber: 'R-2', Note: '' },
      { SKU: 'C', Note: 'ring twice' },
      { SKU: 'D', Note: 'or knock' },
    ];
    expect((await noted({}, rows)).notes).toEqual([
      ['R-1', 'Note', 'ring twice', 2],
      ['R-1', 'Note', 'or knock', 6],
    ]);
  });

  it('are never interpreted, and a warning where they speak of stopping', async () => {
    const texts = [
      'cancel this, ordered twice',
      'do not ship until paid',
      'please hold',
      'HOLD',
      'held for the buyer',
      'gift wrap',
      'refund me',
    ];
    const rows = texts.map((Note, at) => ({ ReferenceNumber: `R-${at}`, Note }));
    const { notes, left, warnings } = await noted({}, rows);
    expect([notes.length, left]).toEqual([7, rows.map(() => undefined)]);
    expect(warnings.map(([, , found]) => found)).toEqual(texts.filter((text) => text !== 'gift wrap'));
    const strict = await noted({}, rows, { strict: true });
    expect([strict.problems.length, strict.notes.length]).toEqual([6, 1]);
  });

  it('are not named of orders that are left out', async () => {
    const map = { $leaveOut: [{ column: 'State', filled: true, reason: 'cancelled' }] };
    const rows = [
      { Note: 'cancel it', State: 'gone' },
      { ReferenceNumber: 'R-2', Note: 'b', State: '' },
    ];
    expect(await noted(map, rows)).toMatchObject({ notes: [['R-2', 'Note', 'b', 3]], warnings: [] });
  });

  it('leave the order out with --notes hold, unless on-hold is included', async () => {
    const rows = [{ Note: 'ring twice' }, { ReferenceNumber: 'R-2', Note: '' }];
    expect((await noted({}, rows, { notes: 'hold' })).left).toEqual(['on-hold', undefined]);
    expect((await noted({}, rows, { notes: 'show' })).left).toEqual([undefined, undefined]);
    const included = await noted({}, rows, { notes: 'hold', include: ['on-hold'] });
    expect(included).toMatchObject({
      left: [undefined, undefined],
      notes: [['R-1', 'Note', 'ring twice', 2]],
    });
  });

  it('are an error of a complete map that does not name them', async () => {
    expect((await noted({ $unused: [] }, [{ Note: 'a' }])).problems).toEqual([['R-1', 'Note', 'a']]);
    const blank = { $unused: [{ column: 'Note', blank: true }] };
    expect(await noted(blank, [{ Note: 'a' }])).toMatchObject({
      problems: [['R-1', 'Note', 'a']],
      notes: [],
    });
  });
});

it('a file with the names of the service has no notes', async () => {
  const { documents } = await read(csv([{ _note: 'a' }]));
  expect(documents[0]?.notes).toBeUndefined();
});

it.each([
  ['shopify', 'Notes'],
  ['woocommerce', 'customer_note'],
  ['ebay', 'Buyer note'],
  ['amazon', 'delivery-Instructions'],
  ['tiktok', 'Buyer Message'],
  ['shipstation', 'Notes - From Buyer'],
  ['linnworks', 'Order notes'],
])('the notes of %s are in %s', async (preset, column) => {
  const delimiter = preset === 'amazon' ? '\t' : ',';
  const [header, row] = templateOf('order', 'csv', testNow, preset).trimEnd().split('\n');
  const { documents, warnings } = await read(
    `${header}${delimiter}${column}\n${row}${delimiter}please cancel my order\n`,
    {
      options: {
        ...{ preset, warehouse: 'Northgate FC', timezone: 'Europe/London', dispatchWithin: 86_400_000 },
        set: [['Currency', 'GBP']],
      },
    },
  );
  expect(documents[0]?.notes).toEqual([{ column, text: 'please cancel my order', line: 2 }]);
  expect(warnings.filter((warning) => warning.column === column)).toHaveLength(1);
});
