import { describe, expect, it } from 'vitest';
import { templateOf } from '../../../src/payload/templates.ts';
import { mapped } from '../mapping/mapped.ts';
import { plan, sentOf } from '../proposal/proposed.ts';
import { outcomeOf } from './outcome.ts';

type Cell = readonly [column: string, found: string, reason: string];

/** What a column that no preset knows says against shipping, in the languages of the words. */
const stops: readonly Cell[] = [
  ['Order Status', 'cancelled', 'cancelled'],
  ['Order state', 'Refunded', 'refunded'],
  ['Bestellstatus', 'Storniert', 'cancelled'],
  ['Auftragsstatus', '[8] Storniert', 'cancelled'],
  ['Statut de la commande', 'Annulée', 'cancelled'],
  ['Estado del pedido', 'Enviado', 'fulfilled'],
  ['Stato ordine', 'Spedito', 'fulfilled'],
  ['Bestelstatus', 'Geannuleerd', 'cancelled'],
  ['Status zamówienia', 'Wysłane', 'fulfilled'],
  ['Status da encomenda', 'Cancelada', 'cancelled'],
  ['Orderstatus', 'Skickad', 'fulfilled'],
  ['Delivery status', 'Shipped', 'fulfilled'],
  ['Payment state', 'unpaid', 'unpaid'],
  ['Ship date', '2026-08-30', 'fulfilled'],
  ['Versanddatum', '30.08.2026', 'fulfilled'],
  ['Date expédition', '30/08/2026', 'fulfilled'],
  ['Dispatched', 'yes', 'fulfilled'],
  ['Storniert am', '30.08.2026', 'cancelled'],
  ['Tracking number', 'JD0002 345 678', 'fulfilled'],
  ['Sendungsnummer', '00340434161094042557', 'fulfilled'],
  ['Tracking URL', 'https://parcels.example/JD0002345678', 'fulfilled'],
  ['Qty shipped', '1', 'fulfilled'],
  ['Stornierte Menge', '2', 'cancelled'],
  ['Amount refunded', '£12.00', 'partly-refunded'],
  ['Cancellation requested', 'true', 'on-hold'],
  ['Transaction type', 'Refund', 'refunded'],
  ['Fulfilled by', 'Amazon', 'fulfilled'],
  ['Delivery method', 'Click & Collect', 'pickup'],
  ['Internal note', 'Cancelled', 'cancelled'],
  ['Hold', 'yes', 'on-hold'],
  ['Acme cancelled', '2026-08-30', 'cancelled'],
  ['Acme shipped', 'yes', 'fulfilled'],
  ['Do not ship', 'x', 'on-hold'],
  ['Internal note', 'Cancelled: moving', 'cancelled'],
  ['Flag', 'On hold', 'on-hold'],
  ['Versand', 'erledigt', 'fulfilled'],
  ['Claim', 'open', 'on-hold'],
  ['Acme status', 'Shipped', 'fulfilled'],
  ['Acme status', 'Storniert', 'cancelled'],
  ['Acme status', 'Versendet', 'fulfilled'],
  ['Acme status', 'Not paid', 'unpaid'],
  ['Credit note', 'CN-7', 'refunded'],
  ['Nicht versendet', 'nein', 'fulfilled'],
  ['Not cancelled', 'No', 'cancelled'],
  ['Unbezahlt', 'ja', 'unpaid'],
  ['Can be shipped', 'no', 'on-hold'],
  ['Tags', 'CANCELLED', 'cancelled'],
  ['Order tags', 'vip, do not ship', 'on-hold'],
];

/** What looks like it, and says nothing against it. */
const harmless: readonly (readonly [column: string, found: string])[] = [
  ['Order Status', 'Processing'],
  ['Order Status', ''],
  ['Status', 'VIP'],
  ['Delivery status', 'Pending'],
  ['Tracking', 'Parcels'],
  ['Tracking', 'Tracked 48'],
  ['Tracking number', 'n/a'],
  ['Dispatched', 'no'],
  ['Dispatched', 'not shipped'],
  ['Qty shipped', '0'],
  ['Amount refunded', '£0.00'],
  ['Cancellation requested', 'false'],
  ['Paid', '258.00'],
  ['Fraud check', 'passed'],
  ['Pickup point', 'Locker 12, Leeds'],
  ['Special requests', 'Leave it with a neighbour'],
  ['Estimated delivery date', '2026-09-05'],
  ['Dispatch by', '2026-09-05'],
  ['Return address', '1 Example Street'],
  ['Return by date', '2026-12-24'],
  ['return_window', '30 days'],
  ['Refund policy', '30 days'],
  ['Cancel until', '2026-09-02'],
  ['Invoice sent', 'yes'],
  ['Credit card', 'Visa'],
  ['Transaction type', 'Sale'],
  ['Vendor status', 'Closed'],
  ['_status', 'cancelled'],
  ['State', 'Victoria'],
  ['Tags', 'cancelled last year'],
  ['Fraud risk', 'low'],
  ['Fraud score', '12'],
  ['Hold', 'released'],
  ['VAT status', 'Pending'],
  ['Delivered by', 'DPD'],
  ['Address complete', 'yes'],
  ['Returns accepted', 'yes'],
  ['Free returns', 'yes'],
  ['Claim', 'no'],
  ['Versand', '4,90'],
  ['Colli', '2'],
  ['Amount paid', '0.00'],
  ['Processed', 'yes'],
  ['Sync status', 'Complete'],
  ['Buyer address', '9 Bank Rd'],
  ['Address ID', 'A-17'],
  ['Web address', 'https://shop.example/1'],
  ['Nicht versendet', 'ja'],
  ['Not cancelled', 'Yes'],
  ['Unbezahlt', 'nein'],
  ['Cancelled At', '0000-00-00 00:00:00'],
  ['Sync status', 'Pending'],
  ['Sync status', 'Failed'],
  ['Mailing status', 'Sent'],
  ['Review sent', 'yes'],
  ['Survey completed', 'yes'],
  ['Credit', '10.00'],
  ['Status changed', 'never'],
];

/** A map that accounts for every column. */
const complete = { $unused: ['Colour'] };

const refusedOn = (column: string) => [expect.objectContaining({ column, line: 2 })];

describe('a column that neither preset nor map reads', () => {
  it.each(stops)('is not shipped over: %s %s', async (column, found, reason) => {
    const row = { [column]: found };
    const { problems, bodies } = await mapped(complete, [row]);
    expect(bodies).toEqual([]);
    expect(problems).toEqual(refusedOn(column));
    expect(problems[0]).toMatchObject({ reference: 'R-1', found });
    expect(problems[0]?.message).toContain(`--include ${reason} `);
    expect(problems[0]?.message).toContain('cfi order map FILE ');
    // The ways out.
    const included = await mapped(complete, [row], { include: [reason as 'cancelled'] });
    const unused = await mapped({ $unused: [column] }, [row]);
    const leftOut = await mapped({ $leaveOut: [{ column, in: [found], reason }] }, [row]);
    expect([included, unused].map((each) => [each.problems, each.bodies.length])).toEqual([
      [[], 1],
      [[], 1],
    ]);
    expect([leftOut.problems, leftOut.documents[0]?.leftOut]).toEqual([[], reason]);
  });

  it.each(harmless)('is no reason to refuse an order: %s %s', async (column, found) => {
    const { problems, bodies, warnings } = await mapped({}, [{ [column]: found }]);
    expect([problems, bodies.length, warnings]).toEqual([[], 1, []]);
  });

  it('is not shipped over beside a map that says that it leaves nothing unused', async () => {
    const { problems, bodies } = await mapped({ $unused: [] }, [{ 'Order status': 'cancelled' }]);
    expect([problems, bodies]).toEqual([refusedOn('Order status'), []]);
  });

  it('says what a rule beside which no other values are named does not list', async () => {
    const rule = { $leaveOut: [{ column: 'Notes', in: ['on hold: DAMAGED'], reason: 'on-hold' }] };
    const rows = [{ Notes: 'ON HOLD: damaged' }, { Notes: 'CANCELLED' }, { Notes: 'Hi' }];
    const found = async (map: object) => {
      const each = await Promise.all(rows.map((row) => mapped(map, [row])));
      return each.map(({ problems, bodies }) => [bodies.length, problems[0]?.message.split(':')[0]]);
    };
    const refused = 'Notes is CANCELLED, but no rule of the map names this value';
    expect(await found({ ...complete, ...rule })).toEqual([
      [0, undefined],
      [0, refused],
      [1, undefined],
    ]);
    const keep = { $keep: [{ column: 'Notes', in: ['CANCELLED', 'Hi'] }] };
    expect(await found({ ...complete, ...rule, ...keep })).toEqual([
      [0, undefined],
      [1, undefined],
      [1, undefined],
    ]);
    expect((await found(rule))[1]).toEqual([1, undefined]);
  });

  it.each([
    ['Notes', 'DO NOT SHIP', true],
    ['Delivery method', 'Click & Collect', true],
    ['Acme', 'cancelled', true],
    ['Tags', 'vip, do not ship', true],
    ['Order status', 'cancelled', false],
  ])('is a warning where a map leaves a column of texts unused: %s', async (column, found, warns) => {
    const { problems, bodies, warnings } = await mapped({ $unused: [column] }, [{ [column]: found }]);
    expect([problems, bodies.length, warnings]).toEqual([[], 1, warns ? refusedOn(column) : []]);
  });

  it.each(['Engraving', 'Free gift', 'New address'])(
    'is a warning if it may change the parcel, unless the map leaves it unused: %s',
    async (column) => {
      const row = { [column]: '9 Bank Rd' };
      const [told, unused] = [await mapped(complete, [row]), await mapped({ $unused: [column] }, [row])];
      expect([told.bodies.length, told.warnings]).toEqual([1, refusedOn(column)]);
      expect([unused.bodies.length, unused.warnings]).toEqual([1, []]);
    },
  );

  it('is a warning beside a map that does not list what it leaves unused', async () => {
    const { problems, bodies, warnings } = await mapped({}, [{ 'Order status': 'cancelled' }]);
    expect([problems, bodies.length]).toEqual([[], 1]);
    expect(warnings).toEqual(refusedOn('Order status'));
    expect(warnings[0]?.message).toContain('a rule in $leaveOut');
  });

  it.each(['shopify', 'woocommerce', 'ebay', 'etsy', 'amazon', 'tiktok', 'shipstation', 'linnworks'])(
    'is heeded beside the columns of %s',
    async (preset) => {
      expect(await outcomeOf(preset, { 'Warehouse status': 'cancelled' })).toMatchObject({
        order: undefined,
        fields: [undefined],
      });
      expect(await outcomeOf(preset, { 'Warehouse status': 'new' })).toMatchObject({ order: {}, fields: [] });
    },
  );

  it('says it once for an order, and nothing of lines and orders that are left out anyway', async () => {
    const drop = { ...complete, $dropLines: [{ column: 'state', in: ['gone'], reason: 'fulfilled' }] };
    const row = (ReferenceNumber: string, state: string, more: string) => ({
      ReferenceNumber,
      state,
      'Order status': more,
    });
    const { problems, bodies, documents } = await mapped(drop, [
      row('R-1', '', 'cancelled'),
      row('R-1', '', 'cancelled'),
      row('R-2', 'gone', 'shipped'),
      row('R-2', '', ''),
      row('R-3', 'gone', 'cancelled'),
      // An order's own cells are in its first row, whatever has become of the line there.
      row('R-4', 'gone', 'cancelled'),
      row('R-4', '', ''),
    ]);
    expect(problems.map(({ reference, line }) => [reference, line])).toEqual([
      ['R-1', 2],
      ['R-4', 7],
    ]);
    expect(bodies.map((body) => body.ReferenceNumber)).toEqual(['R-2']);
    expect(documents.find(({ reference }) => reference === 'R-3')?.leftOut).toBe('fulfilled');
  });
});

it('an order that was created earlier may have been shipped since, and still must not be cancelled', async () => {
  const refused = async (found: string) => {
    const { problems } = await mapped(complete, [{ 'Order status': found }], { wasCreated: () => true });
    return problems.length;
  };
  expect([await refused('shipped'), await refused('cancelled')]).toEqual([0, 1]);
});

const shopify = (more: string, ...rows: readonly string[]): string =>
  [
    `Name,Financial Status,Fulfillment Status,Currency,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Country,${more}`,
    ...rows.map(
      (row, at) =>
        `#${at + 1},paid,unfulfilled,GBP,2026-11-25 10:00:00 +0000,2,Tent,129.00,AC-TENT-2,Ina Muster,4 Quay St,Hull,HU1 1AA,GB,${row}`,
    ),
  ].join('\n');

describe('the map proposed for the export of a preset, with columns of a plug-in', () => {
  it.each<[string, string[], string[], string[]]>([
    ['Order Status', ['new', 'cancelled'], [], ['#2 cancelled']],
    ['Versandstatus', ['offen', 'versandt'], [], ['#2 fulfilled']],
    ['Tracking code', ['', 'JD0002345678'], [], ['#2 fulfilled']],
    ['Order Status', ['new', 'in checks'], [], []],
    ['Qty shipped', ['0', '2'], [], ['#2 fulfilled']],
    ['Ship date', ['2026-11-25', '2026-11-24'], ['Ship date'], []],
    ['Internal note', ['', 'cancelled'], [], ['#2 cancelled']],
    ['Quantity to ship', ['1', '0'], [], ['#2 fulfilled']],
    ['Quantity to ship', ['2', '4'], ['Qty'], []],
    ['Quantity to ship', ['2', ''], ['Qty'], ['#2 fulfilled']],
  ])('%s: %j', async (column, cells, asked, leftOut) => {
    const found = await plan(shopify(column, ...cells));
    expect({ asked: found.asked, leftOut: found.leftOut, problems: found.problems }).toEqual({
      ...{ asked, leftOut },
      problems: [],
    });
    expect(found.map.$extends).toBe('shopify');
    expect(found.sent).toHaveLength(2 - leftOut.length);
  });

  it.each([
    ['Order Status', { $keep: [{ column: 'Order Status', in: [''] }] }],
    ['Tracking code', { $leaveOut: [{ column: 'Tracking code', empty: false, reason: 'fulfilled' }] }],
  ])('heeds what a column that is blank today says tomorrow: %s', async (column, rules) => {
    const { map } = await plan(shopify(column, '', ''));
    expect(map).toMatchObject({ $extends: 'shopify', ...rules, $unused: [] });
  });
});

describe('a count that a map takes away beside a preset', () => {
  const lessShipped = (column: string) => ({ map: { Qty: { column, less: ['Qty shipped'] } } });

  it.each<[string, string, Record<string, string>, number | string]>([
    ['tiktok', 'Quantity', { Quantity: '5', 'Sku Quantity of return': '2', 'Qty shipped': '1' }, 2],
    ['tiktok', 'Quantity', { Quantity: '3', 'Sku Quantity of return': '2', 'Qty shipped': '1' }, 'fulfilled'],
    ['woocommerce', 'item_quantity', { item_refunded_qty: '-1', 'Qty shipped': '0' }, 1],
    ['woocommerce', 'item_quantity', { item_refunded_qty: '', 'Qty shipped': '1' }, 1],
    ['woocommerce', 'Item_Quantity', { 'Quantity (- Refund)': '1', 'Qty shipped': '1' }, 'fulfilled'],
    ['woocommerce', 'item_quantity', { 'Quantity (- Refund)': '2', 'Qty shipped': '1' }, 1],
  ])('leaves what the preset takes away: %s, %s, %j', async (preset, column, cells, expected) => {
    const { order, reason } = await outcomeOf(preset, cells, lessShipped(column));
    expect(reason ?? order?.OrderItems[0].Qty).toBe(expected);
  });

  /** The example of a preset with some cells changed, and a column added. */
  const withColumn = (
    preset: string,
    changes: Readonly<Record<string, string>>,
    name: string,
    cell: string,
  ) => {
    const example = templateOf('order', 'csv', Date.UTC(2026, 10, 26, 8), preset)
      .trimEnd()
      .split('\n');
    const [names = [], cells = []] = example.map((row) => row.split(','));
    const changed = cells.map((own, at) => changes[names[at] ?? ''] ?? own);
    return [[...names, name].join(), [...changed, cell].join()].join('\n');
  };

  it.each<[string, Record<string, string>, string, string, string[], RegExp[]]>([
    ['tiktok', { Quantity: '5', 'Sku Quantity of return': '2' }, 'Qty shipped', '1', [], [/ × 2$/]],
    ['woocommerce', { item_quantity: '3', item_refunded_qty: '-1' }, 'Qty shipped', '1', [], [/ × 1$/]],
    ['tiktok', { Quantity: '3', 'Sku Quantity of return': '2' }, 'Qty to ship', '2', ['Qty'], []],
    ['woocommerce', { item_quantity: '3', item_refunded_qty: '-2' }, 'Qty to ship', '2', ['Qty'], []],
    ['woocommerce', { item_quantity: '3', item_refunded_qty: '-1' }, 'Qty to ship', '2', [], [/ × 2$/]],
    ['woocommerce', { item_quantity: '1', item_refunded_qty: '' }, 'Qty to ship', '2', ['Qty'], [/ × 2$/]],
  ])('is found in %s with %j, beside %s: %s', async (preset, changes, name, cell, asked, sent) => {
    const found = await plan(withColumn(preset, changes, name, cell));
    expect(found).toMatchObject({ map: { $extends: preset }, asked, problems: [] });
    expect(sentOf(found)).toEqual(sent.map((each) => expect.stringMatching(each)));
  });
});
