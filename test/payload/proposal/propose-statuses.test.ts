import { describe, expect, it } from 'vitest';
import { header, row } from './orders.ts';
import { later, proposed, proposedFor } from './proposed.ts';

describe('a proposal for statuses', () => {
  it.each<[string, string, readonly string[], string, unknown]>([
    [
      'a flag',
      'Cancelled',
      ['no', 'yes'],
      '$leaveOut',
      [{ column: 'Cancelled', in: ['yes'], reason: 'cancelled' }],
    ],
    [
      'a day of cancelling',
      'Cancelled at',
      ['', '2026-08-29'],
      '$leaveOut',
      [{ column: 'Cancelled at', empty: false, reason: 'cancelled' }],
    ],
    [
      'a status that some orders lack',
      'Status',
      ['', 'Shipped', 'New'],
      '$keep',
      [{ column: 'Status', in: ['New', ''] }],
    ],
    ['the condition of goods', 'Etat', ['Neuf', 'Très bon état', 'D’occasion'], '$keep', undefined],
    ['the condition of goods, new ones too', 'Zustand', ['Neu', 'Gebraucht'], '$keep', undefined],
    ['an order that is new', 'Zustand', ['Neu'], '$keep', [{ column: 'Zustand', in: ['Neu'] }]],
    ['no status yet', 'Status', ['', ''], '$keep', [{ column: 'Status', in: [''] }]],
    ['no status yet, and what may come', 'Status', ['', ''], '$leaveOut', later('Status')],
    ['no day of a status yet', 'Status date', ['', ''], '$keep', undefined],
    ['no note about a status yet', 'Status note', ['', ''], '$keep', undefined],
    ['no state of a country yet', 'State', ['', ''], '$keep', undefined],
    ['no hold yet', 'On hold', ['', ''], '$keep', [{ column: 'On hold', in: [''] }]],
    ['only what is not sent', 'Status', ['Shipped'], '$keep', [{ column: 'Status', in: ['Shipped'] }]],
    [
      'a flag that no order has yet',
      'Cancelled',
      ['no', 'No'],
      '$leaveOut',
      [{ column: 'Cancelled', in: ['yes', 'si', 'sí', 'sì'], reason: 'cancelled' }],
    ],
    [
      'a flag that no order has yet, after a German spreadsheet',
      'Cancelled',
      ['FALSCH', 'FALSCH'],
      '$leaveOut',
      [{ column: 'Cancelled', in: ['wahr'], reason: 'cancelled' }],
    ],
    [
      'a flag that is blank',
      'Shipped',
      ['', ''],
      '$leaveOut',
      [
        {
          column: 'Shipped',
          in: ['x', 'yes', 'si', 'sí', 'sì', 'y', 'true', '1', 'ja', 'oui', 'tak', 'sim', 'ano'],
          reason: 'fulfilled',
        },
      ],
    ],
    ['a flag of some orders', 'Cancelled', ['', 'x'], '$keep', [{ column: 'Cancelled', in: [''] }]],
    [
      'quantities that are cancelled',
      'Qty cancelled',
      ['0', '2', '10'],
      '$dropLines',
      [{ column: 'Qty cancelled', in: ['2', '10'], reason: 'cancelled' }],
    ],
    ['nothing in a weight beside blanks', 'Delivered weight', ['', '5.00'], '$leaveOut', undefined],
    [
      'the status of the order in one word',
      'Bestellstatus',
      ['Offen', 'Storniert', 'Abgeschlossen'],
      '$keep',
      [{ column: 'Bestellstatus', in: ['Offen'] }],
    ],
    [
      'no part of an address in a status',
      'Lieferstatus',
      ['xyz', 'abc'],
      'DeliveryAddress.Region',
      undefined,
    ],
    [
      'a request to cancel',
      'Cancellation requested',
      ['no', 'yes'],
      '$leaveOut',
      [{ column: 'Cancellation requested', in: ['yes'], reason: 'on-hold' }],
    ],
    [
      'a request to cancel in another language',
      'Annuleringsverzoek',
      ['Nee', 'Ja'],
      '$leaveOut',
      [{ column: 'Annuleringsverzoek', in: ['Ja'], reason: 'on-hold' }],
    ],
    [
      'a status by its words, whatever its name',
      'osname',
      ['Paiement accepté', 'Livré', 'Sur mesure'],
      '$keep',
      [{ column: 'osname', in: ['Paiement accepté'] }],
    ],
    ['no status in words that stop no order', 'Condition', ['New', 'Open'], '$keep', undefined],
    ['no status in few words that stop one', 'Memo', ['Sent', 'Blue', 'Green'], '$keep', undefined],
    ['no status in a note', 'Note', ['Sent', 'Shipped'], '$keep', undefined],
    ['no status in a known field', 'Company', ['Sent', 'Shipped'], '$keep', undefined],
    ['no status in the numbers of one', 'Status ID', ['5.0', '7.0'], '$leaveOut', undefined],
    [
      'a status in numbers, which must be explained',
      'Status',
      ['5', '7'],
      '$leaveOut',
      [{ column: 'Status', in: ['5', '7'], reason: 'on-hold' }, ...later('Status')],
    ],
    [
      'a status in numbers and words that nobody knows',
      'Status ID',
      ['5', 'Waiting room'],
      '$leaveOut',
      [{ column: 'Status ID', in: ['5', 'Waiting room'], reason: 'on-hold' }, ...later('Status ID')],
    ],
    [
      'a status in words, beside its number',
      'Status ID',
      ['5 open', 'Shipped'],
      '$leaveOut',
      [
        { column: 'Status ID', in: ['5 open'], reason: 'on-hold' },
        { column: 'Status ID', in: ['Shipped'], reason: 'fulfilled' },
        ...later('Status ID'),
      ],
    ],
    [
      'why an order is cancelled',
      'Cancellation reason',
      ['', 'Changed their mind'],
      '$leaveOut',
      [{ column: 'Cancellation reason', empty: false, reason: 'cancelled' }],
    ],
    ['nothing in a reason that every order has', 'Cancellation reason', ['-', '-'], '$leaveOut', undefined],
    ['what is not cancelled', 'Cancelled', ['no', 'yes'], '$keep', [{ column: 'Cancelled', in: ['no'] }]],
    [
      'an answer beside yes and no',
      'Cancelled',
      ['no', 'yes', 'partly'],
      '$keep',
      [{ column: 'Cancelled', in: ['no'] }],
    ],
    ['a state that is a part of the address', 'State', ['CA', 'NY'], 'DeliveryAddress.Region', 'State'],
    ['no status in a part of the address', 'State', ['CA', 'NY', 'New'], '$keep', undefined],
    ['a state of the order', 'State', ['New', 'Ready for us'], '$keep', [{ column: 'State', in: ['New'] }]],
    ['no status in a column of another name', 'Colour', ['New', 'Open'], '$keep', undefined],
    [
      'fifteen statuses',
      'Status',
      ['New', ...Array.from({ length: 14 }, (_, at) => `S${at}`)],
      '$keep',
      [{ column: 'Status', in: ['New'] }],
    ],
    [
      'no status in more words',
      'Status',
      ['New', ...Array.from({ length: 15 }, (_, at) => `S${at}`)],
      '$keep',
      undefined,
    ],
    [
      'a day of cancelling, before an order is cancelled',
      'Cancelled at',
      ['', ''],
      '$leaveOut',
      [{ column: 'Cancelled at', empty: false, reason: 'cancelled' }],
    ],
    ['no day in words', 'Shipped on', ['DHL'], '$leaveOut', undefined],
    [
      'a word in a note',
      'Notes',
      ['Cancelled', 'leave it at the door'],
      '$leaveOut',
      [{ column: 'Notes', in: ['Cancelled'], reason: 'cancelled' }],
    ],
    ['no status in other notes', 'Notes', ['Cancelled', 'leave it'], '$keep', undefined],
    [
      'an order for a test',
      'Test order',
      ['no', 'yes'],
      '$leaveOut',
      [{ column: 'Test order', in: ['yes'], reason: 'on-hold' }],
    ],
    ['no reason in a score', 'Fraud score', ['0', '12'], '$leaveOut', undefined],
    [
      'a day until which it is held',
      'Hold until',
      ['', '2026-12-01'],
      '$leaveOut',
      [{ column: 'Hold until', empty: false, reason: 'on-hold' }],
    ],
  ])('finds %s', async (_, column, values, field, expected) => {
    expect(await proposedFor(column, values, field)).toEqual(expected);
  });

  it('tells how many rows have a status', async () => {
    const rows = ['New', 'Open', 'New'].map((status, at) => row(`R-${at}`, status));
    const { proposal } = await proposed([`${header},Status`, ...rows].join('\n'));
    expect(proposal.draft.statuses[0]?.values).toMatchObject([
      { value: 'New', rows: 2 },
      { value: 'Open', rows: 1 },
    ]);
  });

  it('tells how many rows have a way of delivery', async () => {
    const rows = ['Post', 'Pickup', 'Post'].map((way, at) => row(`R-${at}`, way));
    const { proposal } = await proposed([`${header},Shipping method`, ...rows].join('\n'));
    expect(proposal.draft.statuses[0]?.values).toMatchObject([
      { value: 'Post', rows: 2 },
      { value: 'Pickup', rows: 1 },
    ]);
  });

  it('tells nothing about ways of delivery that all ship', async () => {
    const { proposal } = await proposed(`${header},Shipping method\n${row('R-1', 'Flat rate')}`);
    expect(proposal.draft.statuses).toEqual([]);
  });

  it.each<[string, readonly string[], boolean]>([
    ['the same in all', ['Shipped', 'Shipped', 'Shipped'], false],
    ['only in the first', ['Shipped', '', ''], false],
    ['only in a later one', ['', 'Shipped', ''], true],
    ['in all but the last', ['Shipped', 'Shipped', ''], true],
    ['in all but the second', ['Shipped', '', 'Shipped'], true],
    ['another in the last', ['Shipped', 'Shipped', 'New'], true],
  ])('takes a status of its lines for one of the order or not: %s', async (_, statuses, isOfLines) => {
    const rows = [...statuses.map((status) => row('R-1', status)), row('R-2', 'New')];
    const { map } = await proposed([`${header},Status`, ...rows].join('\n'));
    const rules = [{ column: 'Status', in: ['Shipped'], reason: 'fulfilled' }, ...later('Status')];
    expect([map.$leaveOut, map.$dropLines]).toEqual(isOfLines ? [undefined, rules] : [rules, undefined]);
    const known = ['Shipped', 'New', ...later('Status').flatMap(({ in: words }) => words)];
    const [keep] = map.$keep as [{ in: string[] }];
    expect(keep.in.toSorted()).toEqual((isOfLines ? known : ['New']).toSorted());
  });

  it('leaves out lines rather than their order when the lines differ', async () => {
    const rows = [row('R-1', 'Shipped'), row('R-1', 'New'), row('R-2', 'New')];
    const { map } = await proposed([`${header},Line status`, ...rows].join('\n'));
    expect(map.$dropLines).toEqual([
      { column: 'Line status', in: ['Shipped'], reason: 'fulfilled' },
      ...later('Line status'),
    ]);
    expect(map.$leaveOut).toBeUndefined();
  });
});
