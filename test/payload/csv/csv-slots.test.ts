import { describe, expect, it } from 'vitest';
import { read } from '../support.ts';

const header = 'date,window,warehouse,loadingType,numberOfSkus';
const row = '2026-09-08,morning,Northgate FC,palletised,lt_10';
const body = {
  date: '2026-09-08',
  window: 'morning',
  warehouse: 'Northgate FC',
  loadingType: 'palletised',
  numberOfSkus: 'lt_10',
};
const slots = (text: string, options = {}) => read(text, { kind: 'slot', options });
const jsonSlots = (documents: unknown) =>
  read(JSON.stringify(documents), { kind: 'slot', name: 'slots.json', options: { format: 'json' } });
const own = expect.stringMatching(/^2026-09-08 morning Northgate FC [0-9a-f]{8}$/);

describe('the rows of a file of slots', () => {
  it('are a slot each, under names that tell them apart', async () => {
    const { bodies, documents, problems, total } = await slots([header, row, row, row, ''].join('\n'));
    expect(problems).toEqual([]);
    expect([total, bodies]).toEqual([3, [body, body, body]]);
    const names = documents.map(({ reference }) => reference);
    expect(names).toEqual([own, `${names[0]} (2)`, `${names[0]} (3)`]);
    expect(documents.map(({ lines }) => lines)).toEqual([[2], [3], [4]]);
  });

  it.each([
    ['DD.MM.YYYY', '08.09.2026'],
    ['DD.MM.YYYY HH:mm', '08.09.2026 09:00'],
    // As a workbook gives its own dates.
    ['DD.MM.YYYY', '2026-09-08'],
  ])('have the day that a map reads as %s: %s', async (date, cell) => {
    const fields = { window: 'window', warehouse: 'warehouse', loadingType: 'loadingType' };
    const map = { ...fields, numberOfSkus: 'numberOfSkus', date: { column: 'Day', date } };
    const text = [header.replace('date', 'Day'), row.replace('2026-09-08', cell), ''].join('\n');
    const { bodies, problems } = await slots(text, { map });
    expect([problems, bodies]).toEqual([[], [body]]);
  });

  it('are left out by the rules of a map, and counted', async () => {
    const fields = ['date', 'window', 'warehouse', 'loadingType', 'numberOfSkus'];
    const rows = ['new,a', 'old,b', 'void,c', 'total,d'].map((cells) => `${row},${cells}`);
    const map = {
      ...Object.fromEntries(fields.map((name) => [name, name])),
      $keep: [{ column: 'State', in: ['new', 'void'] }],
      $leaveOut: [{ column: 'State', in: ['void'], reason: 'cancelled' }],
      $skipRows: [{ column: 'State', in: ['total'] }],
    };
    const text = [`${header},State,reference`, ...rows, ''].join('\n');
    const { bodies, documents, notices, total } = await slots(text, { map });
    expect([total, bodies]).toEqual([1, [body]]);
    expect(documents.map(({ reference, leftOut }) => [reference, leftOut])).toEqual([
      ['a', undefined],
      ['b', 'not-kept'],
      ['c', 'cancelled'],
    ]);
    expect(notices).toEqual(['1 slot left out as cancelled: c', '1 slot left out as not-kept: b']);
  });

  it('have the same names in another order, beside others', async () => {
    const other = row.replace('morning', 'afternoon');
    const [first] = (await slots([header, row, ''].join('\n'))).documents;
    const { documents } = await slots([header, other, row, ''].join('\n'));
    expect(documents[1]?.reference).toBe(first?.reference);
    expect(documents[0]?.reference).not.toBe(first?.reference);
  });

  it('keep the names that they are given, where they are not blank', async () => {
    const { documents, bodies } = await slots(
      [`${header},reference`, `${row}, monday `, `${row},`, `${row},monday`, ''].join('\n'),
    );
    expect(documents.map(({ reference }) => reference)).toEqual(['monday', own, 'monday (2)']);
    expect(bodies).toEqual([body, body, body]);
  });

  it('are named by their line where they cannot be sent, and the problem by the name', async () => {
    const { documents, problems, total, invalid } = await slots(
      [
        `${header},reference`,
        `${row.replace('morning', 'noon')},`,
        `${row.replace('lt_10', '9')},mine`,
        row,
        '',
      ].join('\n'),
    );
    expect(documents.map(({ reference, invalid: bad }) => [reference, bad])).toEqual([
      ['line 2', true],
      ['mine', true],
      ['line 4', true],
    ]);
    expect(problems).toMatchObject([
      { line: 2, field: 'window', found: 'noon' },
      { line: 3, field: 'numberOfSkus', reference: 'mine' },
      { line: 4, found: '5 cells' },
    ]);
    expect(problems[0]?.reference).toBeUndefined();
    expect([total, invalid]).toEqual([3, 3]);
  });

  it('are not sent below a header with a mistake', async () => {
    const { documents, problems, bodies } = await slots([`${header},palets`, `${row},4`, ''].join('\n'));
    expect(problems).toMatchObject([{ line: 1, column: 'palets' }]);
    expect(bodies).toEqual([]);
    expect(documents.map(({ reference, invalid }) => [reference, invalid])).toEqual([['line 2', true]]);
  });

  it('keep the number that a failed file gives to one of several alike', async () => {
    const [, second] = (await slots([header, row, row, ''].join('\n'))).documents;
    const text = [`${header},_twin`, `${row},${second?.reference}`, ''].join('\n');
    expect((await slots(text)).documents.map(({ reference }) => reference)).toEqual([second?.reference]);
    const foreign = [`${header},_twin`, `${row},another (2)`, ''].join('\n');
    expect((await slots(foreign)).documents.map(({ reference }) => reference)).toEqual([own]);
  });
});

describe('slots in JSON', () => {
  it('have the same names as in CSV', async () => {
    const [first] = (await slots([header, row, ''].join('\n'))).documents;
    const { documents, bodies } = await jsonSlots([body, { ...body, reference: 'mine', _note: 'x' }, body]);
    expect(documents.map(({ reference }) => reference)).toEqual([
      first?.reference,
      'mine',
      `${first?.reference} (2)`,
    ]);
    expect(bodies).toEqual([body, body, body]);
  });

  it('are named by their number where they cannot be sent', async () => {
    const wrong = { ...body, window: 'noon' };
    const { documents, total, invalid } = await jsonSlots([body, wrong, { ...wrong, reference: 'mine' }]);
    expect(documents.map(({ reference, invalid: bad }) => [reference, bad])).toEqual([
      [own, false],
      ['document 2', true],
      ['mine', true],
    ]);
    expect([total, invalid]).toEqual([3, 2]);
  });
});
