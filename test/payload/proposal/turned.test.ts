import { describe, expect, it } from 'vitest';
import { read } from '../support.ts';
import { file, plan } from './proposed.ts';

/** A file of orders with one further column. */
const fileOf = (name: string, cells: readonly string[]): string =>
  file(name, ...cells.map((cell) => `"${cell}"`));

/** The orders that are sent, and the questions, with the first answers. */
async function sentWith(name: string, cells: readonly string[]) {
  const { asked, sent } = await plan(fileOf(name, cells));
  return { asked, sent: sent.map((order) => order.slice(0, 3)) };
}

describe('a name that says what is not, or may be, is asked about, with the likely answer first', () => {
  it.each([
    // Yes says that it is still to be shipped.
    ...['Nicht versendet', 'Noch nicht versandt', 'No enviado', 'Non expédié', 'Non spedito'].map((name) => [
      name,
      'send',
    ]),
    ...['Niet verzonden', 'Não enviado', 'Ej skickad', 'Nie wysłane', 'Undelivered', 'Not cancelled'].map(
      (name) => [name, 'send'],
    ),
    ...['Can be shipped', 'Should be shipped', 'Will be shipped', 'Kann versendet werden'].map((name) => [
      name,
      'send',
    ]),
    // Yes says that it is not to be shipped.
    ...['Not paid', 'Nicht bezahlt', 'Non payé', 'No pagado', 'Unpaid', 'Unbezahlt', 'Impayé', 'Obetald'].map(
      (name) => [name, 'stop'],
    ),
    ...['Payment outstanding', 'Zahlung ausstehend', 'Not to be shipped', 'Will be cancelled'].map((name) => [
      name,
      'stop',
    ]),
  ] as const)('%s: yes means %s', async (name, yes) => {
    const { asked, sent } = await sentWith(name, ['yes', 'no', 'yes']);
    expect({ asked, sent }).toEqual({ asked: [name], sent: yes === 'send' ? ['P-1', 'P-3'] : ['P-2'] });
    const marked = await sentWith(name, ['', 'x', '']);
    expect(marked).toEqual({ asked: [name], sent: yes === 'send' ? ['P-2'] : ['P-1', 'P-3'] });
  });
});

describe('a mark that says what is to come, or nothing, stops no order unasked', () => {
  it.each([
    ['Cancel After', ['20261201', '20261201', '20261201']],
    ['Ship Complete', ['12/15/2026', '12/15/2026', '12/15/2026']],
    ['Return by', ['2026-12-29', '2026-12-30', '']],
    ['Shipment Number', ['1001-A', '1001-B', '1002-A']],
    ['Paid', ['Yes', 'Partly', 'Yes']],
  ] as const)('%s', async (name, cells) => {
    const { asked } = await sentWith(name, cells);
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['Cancelled At', '0000-00-00 00:00:00'],
    ['Shipped At', '1970-01-01 00:00:00'],
    ['Shipped on', '30.12.1899'],
  ])('%s %s is no day', async (name, never) => {
    const day = name === 'Shipped on' ? '24.11.2026' : '2026-11-25 10:00:00';
    expect(await sentWith(name, [never, day, never])).toEqual({ asked: [], sent: ['P-1', 'P-3'] });
  });

  it.each([
    ['Is shipping required', ['true', 'true', 'true'], []],
    ['download_permissions', ['1', '1', '1'], []],
    ['Customer A/C', ['C1', 'C2', 'C3'], []],
    ['Customer PO', ['PO1', 'PO2', 'PO3'], []],
    ['Outstanding', ['0.00', '0.00', '0.00'], []],
    ['Synced', ['No', 'No', 'No'], ['Synced']],
  ] as const)('%s %j sends all orders', async (name, cells, questions) => {
    expect(await sentWith(name, cells)).toEqual({ asked: questions, sent: ['P-1', 'P-2', 'P-3'] });
  });

  it.each([
    ['Shipping required', ['Yes', 'No', 'Yes']],
    ['Requires shipping', ['true', 'false', 'true']],
    ['No shipping required', ['No', 'Yes', 'No']],
    ['Shipping not required', ['No', 'Yes', 'No']],
  ] as const)('%s %j sends what is shipped', async (name, cells) => {
    expect(await sentWith(name, cells)).toEqual({ asked: [], sent: ['P-1', 'P-3'] });
  });

  it.each([
    ['Not shipped', ['', 'x', '']],
    ['Status', ['SHIPPING', 'SHIPPING', 'SHIPPING']],
    ['OK to ship', ['Yes', 'No', 'Yes']],
    ['Fraud check passed', ['Yes', 'No', 'Yes']],
  ] as const)('%s %j is a question', async (name, cells) => {
    const { asked } = await sentWith(name, cells);
    expect(asked).toHaveLength(1);
  });

  it('of another day is not sent over, once it was said to stop', async () => {
    const content = fileOf('Balance due', ['', '17.00', '']);
    const { map } = await plan(content);
    const later = await read(content.replace('17.00', '24.99'), {
      options: {
        set: [
          ['PaymentStatus', 'PAID'],
          ['warehouse_name', 'Northgate FC'],
        ],
        map,
        decimal: 'point',
        timezone: 'Europe/London',
        dispatchWithin: 36e5,
      },
    });
    expect(
      later.documents.flatMap(({ reference, leftOut }) => (leftOut ? [`${reference} ${leftOut}`] : [])),
    ).toEqual(['P-2 not-kept']);
  });

  it('of one line stops that line alone, where the order is repeated in each row', async () => {
    const [header, tents, stove] = fileOf('Tracking Number', ['JD1234567', '', '']).split('\n');
    const line = (tents ?? '').replace('"JD1234567"', '').replaceAll('TENT', 'STOVE');
    const { asked, sent } = await plan([header, tents, line, stove].join('\n'));
    expect({ asked, sent: sent.map((order) => order.split(': ')[1]?.slice(0, 12)) }).toEqual({
      asked: [],
      sent: [expect.stringContaining('STOVE'), expect.stringContaining('STOVE')],
    });
  });
});
