import { describe, expect, it } from 'vitest';
import { read } from '../support.ts';
import { outcomeOf } from './outcome.ts';

type Cells = Readonly<Record<string, string>>;

/** An order as Advanced Order Export writes it with the plug-in's default columns. */
const advanced: Cells = {
  'Order Number': '3101',
  'Order Status': 'Processing',
  'Order Date': '2026-08-30 10:05',
  'First Name (Billing)': 'Noor',
  'Last Name (Billing)': 'Muster',
  'Address 1&2 (Billing)': 'Hauptstr. 1',
  'City (Billing)': 'Köln',
  'Postcode (Billing)': '50667',
  'Country Code (Billing)': 'DE',
  'Shipping Method Title': 'Flat rate',
  SKU: 'AC-TENT-2',
  'Item #': '1',
  'Item Name': 'Zelt',
  Quantity: '2',
  'Item Cost': '119.00',
  'Coupon Code': '',
};

/** A further line of the same order. */
const mug: Cells = {
  SKU: 'AC-MUG-RED',
  'Item #': '2',
  'Item Name': 'Becher',
  Quantity: '3',
  'Item Cost': '9',
};

/** Reads such an export; each row is the order above with other cells, and more columns if need be. */
async function exported(rows: readonly Cells[]) {
  const columns = [...new Set([advanced, ...rows].flatMap(Object.keys))];
  const lines = rows.map((row) => columns.map((name) => row[name] ?? advanced[name] ?? '').join(','));
  const found = await read(`${[columns.join(','), ...lines].join('\n')}\n`, {
    options: {
      preset: 'woocommerce',
      warehouse: 'Northgate FC',
      timezone: 'Europe/Berlin',
      dispatchWithin: 86_400_000,
      set: [['Currency', 'EUR']],
    },
  });
  const items = found.bodies.map(({ ReferenceNumber, OrderItems }) => [
    ReferenceNumber,
    OrderItems.map(({ SKU, Qty }: { SKU: string; Qty: number }) => `${Qty} ${SKU}`),
  ]);
  return {
    ...found,
    sent: Object.fromEntries(items),
    wrong: found.problems.map(({ line, message }) => `${line}: ${message}`),
  };
}

/** The names of WooCommerce's statuses in other languages, as Advanced Order Export writes them. */
const translated = {
  cancelled: [
    ...['Storniert', 'Abgebrochen', 'Fehlgeschlagen', 'Annulée', 'Échouée', 'Échec', 'Cancelado', 'Fallido'],
    ...['Annullato', 'Cancellato', 'Fallito', 'Non riuscito', 'Geannuleerd', 'Mislukt'],
  ],
  refunded: ['Erstattet', 'Rückerstattet', 'Remboursée', 'Reembolsado', 'Rimborsato', 'Terugbetaald'],
  fulfilled: [
    ...[
      'Versandt',
      'Versendet',
      'Geliefert',
      'Teilweise versandt',
      'Teilweise versendet',
      'Expédiée',
      'Livrée',
    ],
    ...['Enviado', 'Entregado', 'Spedito', 'Consegnato', 'Verzonden', 'Geleverd'],
    ...['Abgeschlossen', 'Fertiggestellt', 'Terminée', 'Completado', 'Completato', 'Afgerond', 'Voltooid'],
  ],
  unpaid: [
    ...['Zahlung ausstehend', 'Attente paiement', 'En attente de paiement', 'Pendiente de pago'],
    ...['Pago pendiente', 'In attesa di pagamento', 'Pagamento in sospeso', 'Wachtend op betaling'],
    ...['In afwachting van betaling', 'Entwurf', 'Brouillon', 'Borrador', 'Bozza', 'Concept'],
  ],
  'on-hold': ['In Wartestellung', 'Angehalten', 'En attente', 'En espera', 'In attesa', 'In de wacht'],
} as const;

describe('a status', () => {
  it.each(Object.entries(translated))(
    'in another language leaves the order out: %s',
    async (reason, names) => {
      for (const name of names)
        expect([name, (await outcomeOf('woocommerce', { status: name })).reason]).toEqual([name, reason]);
    },
  );

  it.each(['In Bearbeitung', 'En cours', 'Procesando', 'In lavorazione', 'EN COURS'])(
    'in another language that means that the order is paid and waits for its goods ships it: %s',
    async (status) => {
      const { order, reason, fields } = await outcomeOf('woocommerce', { status });
      expect([order?.ReferenceNumber, reason, fields]).toEqual(['WC-1001', undefined, []]);
    },
  );

  it.each([
    ['partial-shipped', 'fulfilled'],
    ['wc-partially-shipped', 'fulfilled'],
    ['Partially Shipped', 'fulfilled'],
    ['wc-updated-tracking', 'fulfilled'],
    ['Updated Tracking', 'fulfilled'],
    ['wc-dispatched', 'fulfilled'],
    ['wc-in-transit', 'fulfilled'],
    ['wc-ready-pickup', 'pickup'],
    ['Ready for Pickup', 'pickup'],
    ['wc-pickup', 'pickup'],
    ['Picked up', 'pickup'],
    ['wc-partial-payment', 'unpaid'],
    ['wc-partially-paid', 'unpaid'],
    ['Partially Paid', 'unpaid'],
    ['wc-returned', 'refunded'],
    ['wc-partially-refunded', 'partly-refunded'],
    ['Partially Refunded', 'partly-refunded'],
  ])('of a plug-in leaves the order out for its own reason: %s', async (status, reason) => {
    expect((await outcomeOf('woocommerce', { status })).reason).toBe(reason);
  });
});

it.each([
  ['ready-to-ship', undefined],
  ['on-hold', 'not-kept'],
  ['processing', 'not-kept'],
  ['cancelled', 'cancelled'],
])('with a map that keeps only a status of the shop, %s is left out as %s', async (status, reason) => {
  const map = { $extends: 'woocommerce', $keep: [{ column: 'status', in: ['ready-to-ship'] }] };
  const outcome = await outcomeOf('woocommerce', { status }, { map, include: ['on-hold'] });
  expect([outcome.reason, outcome.fields]).toEqual([reason, []]);
});

describe('refunds', () => {
  it.each([
    [{ refunded_total: '12.00', item_refunded_qty: undefined }, 'partly-refunded'],
    [{ refunded_total: '-12.00', item_refunded_qty: undefined }, 'partly-refunded'],
    [{ 'Order Refund Amount': '12', item_refunded_qty: undefined }, 'partly-refunded'],
    [{ refunded_total: '12.00', item_refunded_qty: '' }, 'partly-refunded'],
    [{ refunded_total: '0.00', item_refunded_qty: undefined }, undefined],
    [{ 'Order Refund Amount': '', item_refunded_qty: undefined }, undefined],
  ])('of an order that do not say which units leave it out: %j', async (cells, reason) => {
    expect((await outcomeOf('woocommerce', cells)).reason).toBe(reason);
  });

  it('of an order that say which units leave out those', async () => {
    const cells = { refunded_total: '129.00', item_refunded_qty: '1' };
    const { order, reason } = await outcomeOf('woocommerce', cells);
    expect([reason, order?.OrderItems]).toEqual([undefined, [expect.objectContaining({ Qty: 1 })]]);
    const { sent } = await exported([{ 'Order Refund Amount': '119', 'Quantity (- Refund)': '1' }]);
    expect(sent).toEqual({ '3101': ['1 AC-TENT-2'] });
  });

  const total = { item_total: '258.00' };
  const advancedTotal = { item_refunded_qty: undefined, 'Order Line (w/o tax)': '258.00' };

  it.each([
    [{ ...total, item_refunded: '258' }, 'refunded'],
    [{ ...total, item_refunded: '-258.00' }, 'refunded'],
    [{ ...total, item_refunded: '258.00', item_refunded_qty: '' }, 'refunded'],
    [{ item_total: '"1.258,00"', item_refunded: '"1258,00"' }, 'refunded'],
    [{ ...advancedTotal, 'Order Line Total Refunded': '258' }, 'refunded'],
    [{ item_refunded_qty: undefined, 'Order Line Total': '5', 'Order Line Total Refunded': '5' }, 'refunded'],
    [{ item_total: '0.50', item_refunded: '0.50' }, 'refunded'],
    [{ ...total, item_refunded: '20.00' }, undefined],
    [{ ...total, item_refunded: '0.00' }, undefined],
    [{ item_total: '0.00', item_refunded: '0.00' }, undefined],
    [{ item_total: '', item_refunded: '258.00' }, undefined],
    [{ item_total: '258.00', item_refunded: 'all' }, undefined],
  ])(
    'of the whole price of a line leave it out, even if no quantity is refunded: %j',
    async (cells, reason) => {
      expect((await outcomeOf('woocommerce', cells)).reason).toBe(reason);
      const { reason: included } = await outcomeOf('woocommerce', cells, { include: ['refunded'] });
      expect(included).toBeUndefined();
    },
  );

  it('of some units count by their number, whatever was paid back for them', async () => {
    const cells = { ...total, item_refunded: '258.00', item_refunded_qty: '1' };
    const { order } = await outcomeOf('woocommerce', cells);
    expect(order?.OrderItems).toMatchObject([{ Qty: 1 }]);
  });
});

it.each([
  [{ item_virtual: 'yes', item_downloadable: 'yes' }, 'not-goods'],
  [{ item_virtual: '', item_downloadable: 'true' }, 'not-goods'],
  [{ item_virtual: 'no', item_downloadable: 'yes' }, undefined],
  [{ item_virtual: '0', item_downloadable: '1' }, undefined],
  [{ item_virtual: 'False', item_downloadable: 'True' }, undefined],
])('a download that comes with goods does not keep them back: %j', async (cells, reason) => {
  expect((await outcomeOf('woocommerce', cells)).reason).toBe(reason);
});

describe('a row without an item, for a further coupon', () => {
  const coupon: Cells = {
    ...{ SKU: '', 'Item #': '', 'Item Name': '', Quantity: '', 'Item Cost': '' },
    'Coupon Code': 'SUMMER',
  };

  it.each([
    ['after its order', [{ 'Coupon Code': 'TEN' }, mug, coupon]],
    ['before its items', [coupon, {}, mug]],
    ['apart from its order', [{}, mug, { 'Order Number': '3102' }, coupon]],
    ['before its order, and apart', [coupon, { 'Order Number': '3102' }, {}, mug]],
  ])('is not a line: %s', async (_, rows) => {
    const { sent, wrong } = await exported(rows);
    expect([wrong, sent['3101']]).toEqual([[], ['2 AC-TENT-2', '3 AC-MUG-RED']]);
  });

  it('is no order', async () => {
    const { sent, wrong } = await exported([coupon, { 'Order Number': '3102' }]);
    expect(sent).toEqual({ '3102': ['2 AC-TENT-2'] });
    expect(wrong).toEqual(['2: OrderItems is required']);
  });

  it.each([
    ...['SKU', 'Item ID', 'Item #', 'Item Name', 'Product Name', 'Name', 'Quantity', 'Quantity (- Refund)'],
    ...['Item Cost', 'Item Price', 'item_id', 'item_sku', 'item_name', 'item_quantity', 'item_total'],
    'item_price',
  ])('is a line, with an error, if anything of an item is there: %s', async (column) => {
    const { sent, problems } = await exported([{}, { ...coupon, [column]: '7' }]);
    expect([sent, problems.length > 0]).toEqual([{}, true]);
  });
});

describe('Advanced Order Export, which numbers the lines that it exports', () => {
  it('is an error if a copy of the order has lost its first line, so that the numbers have moved', async () => {
    const left = { ...mug, 'Item #': '1' };
    for (const rows of [
      [{}, mug, { 'Order Number': '3102' }, left],
      [{}, mug, left],
    ]) {
      const { sent, wrong } = await exported(rows);
      expect(sent).not.toHaveProperty('3101');
      expect(wrong).toEqual([
        `${rows.length + 1}: Item # 1 of this order is on line 2 already, with other content; remove the row that is out of date`,
      ]);
    }
  });

  it('may have two lines of one SKU, and a copy of the order counts once', async () => {
    const again = { 'Item #': '2' };
    const { sent, wrong } = await exported([{}, again, { 'Order Number': '3102' }, {}, again]);
    expect([wrong, sent['3101']]).toEqual([[], ['2 AC-TENT-2', '2 AC-TENT-2']]);
  });

  it('identifies a line by the number that the shop gave it, if the file has it', async () => {
    const numbered = { 'Item ID': '71' };
    const moved = { ...mug, 'Item ID': '72' };
    const rows = [numbered, moved, { 'Order Number': '3102' }, { ...moved, 'Item #': '1' }];
    const { sent, wrong } = await exported(rows);
    expect([wrong, sent['3101']]).toEqual([[], ['2 AC-TENT-2', '3 AC-MUG-RED']]);
  });
});

describe('Customer/Order/Coupon Export, which puts an apostrophe before what a spreadsheet would calculate', () => {
  it('gives units that are refunded, which it counts down from zero', async () => {
    const { order, fields } = await outcomeOf('woocommerce', { item_refunded_qty: "'-1" });
    expect([order?.OrderItems, fields]).toEqual([[expect.objectContaining({ Qty: 1 })], []]);
    expect((await outcomeOf('woocommerce', { item_refunded_qty: "'-2" })).reason).toBe('refunded');
  });

  it('gives texts without the apostrophe, and keeps those that belong to them', async () => {
    const { order } = await outcomeOf('woocommerce', {
      ...{ billing_phone: "'+44 113 496 0000", shipping_company: "'@home", shipping_address_2: "'=A" },
      ...{ shipping_address_1: "'-1 Quay", shipping_last_name: "'t Hart", item_sku: "'12" },
    });
    expect(order?.DeliveryAddress).toMatchObject({
      ...{ PhoneNumber: '+44 113 496 0000', Company: '@home', Address2: '=A' },
      ...{ Address1: '-1 Quay', FullName: "Ada 't Hart" },
    });
    expect(order?.OrderItems).toMatchObject([{ SKU: "'12" }]);
  });

  it('of a shop that does not, keep their apostrophes', async () => {
    const { order } = await outcomeOf('etsy', { 'Ship Address2': "'-1 Quay" });
    expect(order?.DeliveryAddress).toMatchObject({ Address2: "'-1 Quay" });
  });
});

it('refuses a line whose product the shop no longer has, instead of ordering an unknown one', async () => {
  const { order, fields } = await outcomeOf('woocommerce', { item_sku: 'unknown_product' });
  expect([order, fields]).toEqual([undefined, ['SKU']]);
});

it('reads the names of products as WordPress stores them', async () => {
  const { order } = await outcomeOf('woocommerce', { item_name: 'Tent &amp; peg 10&quot;' });
  expect(order?.OrderItems).toMatchObject([{ ItemTitle: 'Tent & peg 10"' }]);
});

it('sends to the telephone of the delivery address', async () => {
  const { bodies } = await exported([{ 'Phone (Billing)': '0221 1', 'Phone (Shipping)': '0221 2' }]);
  expect(bodies[0].DeliveryAddress.PhoneNumber).toBe('0221 2');
});

it.each(['Shipping Method (no id)', 'Shipping Method'])(
  'leaves out what is collected by %s',
  async (column) => {
    const { documents } = await exported([{ 'Shipping Method Title': '', [column]: 'local_pickup:3' }]);
    expect(documents[0]?.leftOut).toBe('pickup');
  },
);
