import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../../src/payload/words/states.ts';
import { plain, proposalFor } from './proposed.ts';

/** What is proposed for a plain file with more columns, an order a row. */
async function proposed(columns: string, ...cells: readonly string[]) {
  const { map, questions } = await proposalFor(plain(columns, ...cells));
  return { map, questions, asked: questions.map(({ id }) => id) };
}

const words = Object.entries(wordsOf()).filter(([, values]) => values.length > 0);
const { ship, ...leaveOut } = Object.fromEntries(words);

describe('a column of words of one meaning', () => {
  it.each([
    ['of which all ship', 'Payment status', ['paid', 'paid']],
    ['of which some do not', 'Status', ['unfulfilled', 'Cancelled']],
    ['whatever its name', 'Zustand', ['unfulfilled', 'Refunded']],
  ])('%s is a status with every such word, so that a later one is known', async (_, columns, cells) => {
    const { map, asked } = await proposed(columns, ...cells);
    expect(map.$statuses).toEqual([{ column: columns, ship, leaveOut }]);
    expect(asked).toEqual([]);
  });

  it('may begin with _, unless it says nothing', async () => {
    const { map, asked } = await proposed('_order_status,_mine', 'unfulfilled,x', 'Cancelled,y');
    expect(map.$statuses).toEqual([{ column: '_order_status', ship, leaveOut }]);
    expect(asked).toEqual([]);
  });

  it('that differs within an order is of its lines', async () => {
    const row = 'R-1,2026-11-28 10:00,Ada,4 Quay Street,Hull,HU1 1AA,GB';
    const header =
      'Order,Date,Recipient,Address,City,Postcode,Country,SKU,Title,Quantity,Price,Currency,Status';
    const lines = ['A-1,Tent,1,10.00,GBP,unfulfilled', 'A-2,Peg,1,3.00,GBP,fulfilled'];
    const { map } = await proposalFor([header, ...lines.map((line) => `${row},${line}`)].join('\n'));
    expect(map.$statuses).toEqual([{ column: 'Status', ship, leaveOut, of: 'line' }]);
  });

  it.each([
    ['begins with a word for a line', 'Lineitem status', 'line'],
    ['has such a word by chance', 'Production status', undefined],
  ])('whose name %s is of lines for that (%s)', async (_, column, of) => {
    const { map } = await proposed(column, 'unfulfilled', 'Cancelled');
    expect(map.$statuses).toEqual([{ column, ship, leaveOut, ...(of && { of }) }]);
  });

  it('is of whole orders where nobody knows which rows are of one', async () => {
    const [header, row, ...rest] = plain('Status', 'unfulfilled', 'Cancelled').split('\n');
    const other = row?.replace('R-1', 'R-3').replace('unfulfilled', 'Cancelled');
    const content = [header?.replace('Order', 'Serial'), row, other, ...rest].join('\n');
    const { map } = await proposalFor(content);
    expect(map.$statuses).toEqual([{ column: 'Status', ship, leaveOut }]);
  });
});

describe('an open value', () => {
  it.each([
    ['beside a word of one meaning', 'Payment status', ['paid', 'partial'], ['Payment status: partial']],
    [
      'that a word stands in',
      'Payment status',
      ['Received', 'Not received'],
      ['Payment status: Received', 'Payment status: Not received'],
    ],
    ['of several meanings', 'Status', ['Completed', 'Closed'], ['Status: Completed', 'Status: Closed']],
    ['that is blank beside filled ones', 'Status', ['unfulfilled', ''], ['Status: ']],
    ['under a name with a stem', 'Delivery?', ['Y', 'N'], ['Delivery?: Y', 'Delivery?: N']],
    [
      'with a stem under any name',
      'Where',
      ['Van', 'Collect at hub'],
      ['Where: Van', 'Where: Collect at hub'],
    ],
    ['of letters and digits', 'Pickup point', ['WAW123', ''], ['Pickup point: WAW123', 'Pickup point: ']],
    ['of a flag', 'Cancelled', ['0', '1'], ['Cancelled: 0', 'Cancelled: 1']],
    ['of lines in several units', 'UOM', ['CASE', 'EACH'], ['UOM: CASE', 'UOM: EACH']],
    ['of a code', 'État commande', ['3', '9'], ['État commande: 3', 'État commande: 9']],
  ])('%s is a question', async (_, columns, cells, ids) => {
    const { asked, questions } = await proposed(columns, ...cells);
    expect(asked).toEqual(ids);
    const [question] = questions;
    expect(question?.choices.map(({ set }) => set)).toContainEqual({
      $statuses: [{ column: columns, ship: [ids[0]?.slice(columns.length + 2)] }],
    });
    expect(question?.choices.map(({ means }) => means).join()).toMatch(
      /send it.*on-hold.*fulfilled.*cancelled.*refunded/,
    );
  });

  it('of a number that each order has of its own is one question', async () => {
    const { asked } = await proposed('Shipment ID', 'S1', 'S2', 'S3', 'S4');
    expect(asked).toEqual(['Shipment ID']);
  });

  it.each([
    ['Refunded amount', ['0.00', '28.00'], { ship: ['0.00', ''], leaveOut: { refunded: ['28.00'] } }],
    ['Cancelled amount', ['£0.00', '£0.00'], { ship: ['£0.00', ''] }],
  ])('of a %s leaves out what has one, and stops what nobody saw', async (column, cells, entry) => {
    const { questions } = await proposed(column, ...cells);
    expect(questions.map(({ choices }) => choices.map(({ set }) => set))).toEqual([
      [{ $statuses: [{ column, ...entry }] }, { $unused: [column] }],
    ]);
  });

  it('of other amounts is shown with the rest', async () => {
    const { asked } = await proposed('Shipping weight', '250', '500');
    expect(asked).toEqual(['unused']);
  });

  it('of more than twelve is one question, whose answers are rules', async () => {
    const { questions } = await proposed('Status', ...Array.from({ length: 13 }, (_, at) => `stage ${at}`));
    expect(questions.map(({ id }) => id)).toEqual(['Status']);
    expect(questions[0]?.choices.map(({ set }) => set)).toEqual(
      expect.arrayContaining([
        { $leaveOut: [{ column: 'Status', filled: true, reason: 'on-hold' }] },
        { $leaveOut: [{ column: 'Status', empty: true, reason: 'on-hold' }] },
        { $unused: ['Status'] },
      ]),
    );
  });

  it.each([
    ['28/11/2026', ['DD/MM/YYYY']],
    ['04/12/2026', ['DD/MM/YYYY', 'MM/DD/YYYY']],
    ['2026-12-04T10:00:00Z', [expect.arrayContaining(['YYYY-MM-DDTHH:mm:ssZ'])]],
  ])('of days is one question, with an answer for each way to wait for the day %s', async (day, formats) => {
    const { questions } = await proposed('Release date', day, '');
    const rules = questions[0]?.choices.flatMap(({ set }) => (set.$leaveOut ?? []) as { future?: true }[]);
    expect(rules?.filter(({ future }) => future)).toEqual(
      formats.map((date) => ({ column: 'Release date', future: true, date, reason: 'on-hold' })),
    );
  });
});

describe('what has one meaning when it is filled', () => {
  it.each([
    ['Tracking number', ['', 'JD0002200000000001'], 'fulfilled'],
    ['Tracking number', ['', ''], 'fulfilled'],
    ['Shipped at', ['', '2026-11-25'], 'fulfilled'],
    ['Cancelled at', ['', '2026-11-25 10:00'], 'cancelled'],
  ])('%s (%j) is a rule', async (column, cells, reason) => {
    const { map, asked } = await proposed(column, ...cells);
    expect(map.$leaveOut).toEqual([{ column, filled: true, reason }]);
    expect(asked).toEqual([]);
  });

  it('but with another value is asked about', async () => {
    const { map, asked } = await proposed('Shipped at', '', 'soon');
    expect(map.$leaveOut).toBeUndefined();
    expect(asked).toEqual(['Shipped at: soon', 'Shipped at: ']);
  });
});

it('notes are listed, and never asked about', async () => {
  const { map, asked } = await proposed('Note', '', 'cancel this, ordered twice');
  expect(map.$notes).toEqual(['Note']);
  expect(asked).toEqual([]);
});

it('a payment status that ships is sent as paid, and one that is included in spite of it is not', async () => {
  const { map } = await proposed('Payment status', 'paid', 'unpaid');
  expect(map.PaymentStatus).toMatchObject({
    column: 'Payment status',
    map: { unpaid: 'UNPAID' },
    default: 'PAID',
  });
});

describe('all other columns', () => {
  it('are one question with their values', async () => {
    const { questions } = await proposed('Colour,Weight,Serial', 'red,1.2,S1', 'red,1.3,S2');
    expect(questions.map(({ id, columns }) => [id, columns])).toEqual([
      ['unused', ['Colour', 'Weight', 'Serial']],
    ]);
    expect(questions[0]?.question).toContain('Colour: red × 2');
    expect(questions[0]?.choices).toEqual([
      { means: 'they are not needed', set: { $unused: ['Colour', 'Weight', 'Serial'] } },
    ]);
  });

  it('with more than twelve values are shown with three of them and how many there are', async () => {
    const { questions } = await proposed('Serial', ...Array.from({ length: 13 }, (_, at) => `S${at}`));
    expect(questions[0]?.question).toContain('Serial: S0, S1, S2, … 13 values');
  });

  it('that are blank are listed as such, without a question', async () => {
    const { map, asked } = await proposed('Delivery point', '', '');
    expect(map.$unused).toEqual([{ column: 'Delivery point', blank: true }]);
    expect(asked).toEqual([]);
  });
});

it('rows of one order that agree in all that is read are a question, whatever else differs', async () => {
  const [header, row] = plain('Event', 'created').split('\n');
  const { questions } = await proposalFor([header, row, row?.replace('created', 'paid')].join('\n'));
  const repeated = questions.find(({ id }) => id === 'repeated');
  expect(repeated?.choices.map(({ set }) => set)).toEqual([{ $repeated: 'same' }, { $repeated: 'lines' }]);
});
