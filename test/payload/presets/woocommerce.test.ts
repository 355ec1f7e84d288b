import { describe, expect, it } from 'vitest';
import type { DocumentSink } from '../../../src/payload/document/types.ts';
import { readDocuments } from '../../../src/payload/read.ts';
import { templateOf } from '../../../src/payload/templates.ts';
import { listOf } from '../../../src/text/words.ts';
import { testNow } from '../../support/time.ts';
import { memorySink } from '../../support/upload/memory-sink.ts';
import { now, sourceOf } from '../support.ts';
import { outcomeOf } from './outcome.ts';

describe('a status', () => {
  const each = (statuses: string, reason: string) =>
    listOf(statuses).map((status) => [status, reason] as const);

  it.each(['In Bearbeitung', 'En cours', 'Procesando', 'In lavorazione', 'EN COURS'])(
    'in another language that means that the order is paid and waits for its goods ships it: %s',
    async (status) => {
      const { order, reason, fields } = await outcomeOf('woocommerce', { status });
      expect([order?.ReferenceNumber, reason, fields]).toEqual(['WC-1001', undefined, []]);
    },
  );

  it.each<readonly [string, string]>([
    ...each('Storniert | Échec | Fallido | Non riuscito | Geannuleerd', 'cancelled'),
    ...each('Rückerstattet | Remboursée | Reembolsado | Rimborsato | Terugbetaald', 'refunded'),
    ...each('Versandt | Teilweise versandt | Expédiée | Completado | Spedito | Voltooid', 'fulfilled'),
    ...each('Zahlung ausstehend | En attente de paiement | Borrador | Bozza | Concept', 'unpaid'),
    ...each('Angehalten | En attente | En espera | In attesa | In de wacht', 'on-hold'),
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
  ])(
    'in another language or of a plug-in leaves the order out for its own reason: %s',
    async (status, reason) => {
      const left = await outcomeOf('woocommerce', { status });
      expect(left.reason).toBe(reason);
      const isInPart = /part\w+.shipped|teilweise/i.test(status);
      expect(left.notices.join().includes('shipped only in part')).toBe(isInPart);
    },
  );
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
  const halfOfLine = { refunded_total: '129.00', item_total: '258.00', item_refunded: '-129.00' };

  it.each([
    [{ refunded_total: '12.00', item_refunded_qty: undefined }, 'partly-refunded'],
    [{ refunded_total: '-12.00', item_refunded_qty: undefined }, 'partly-refunded'],
    [{ 'Order Refund Amount': '12', item_refunded_qty: undefined }, 'partly-refunded'],
    [{ refunded_total: '12.00', item_refunded_qty: '' }, 'partly-refunded'],
    [{ refunded_total: '12.00', item_refunded_qty: '0' }, 'partly-refunded'],
    [{ ...halfOfLine, item_refunded_qty: '' }, 'partly-refunded'],
    [{ ...halfOfLine, item_refunded_qty: undefined }, 'partly-refunded'],
    [{ ...halfOfLine, item_refunded_qty: '0' }, undefined],
    [{ ...halfOfLine, item_refunded_qty: '1' }, undefined],
    [{ refunded_total: '129.00', order_total: '129.00', item_refunded_qty: '0' }, 'refunded'],
    [{ 'Order Refund Amount': '129', 'Order Total Amount': '129', 'Quantity (- Refund)': '1' }, 'refunded'],
    [{ refunded_total: '0.00', item_refunded_qty: undefined }, undefined],
    [{ 'Order Refund Amount': '', item_refunded_qty: undefined }, undefined],
  ])('of an order that do not say which units leave it out: %j', async (cells, reason) => {
    expect((await outcomeOf('woocommerce', cells)).reason).toBe(reason);
  });

  it('of an order that say which units leave out those', async () => {
    const cells = { refunded_total: '129.00', item_refunded_qty: '1' };
    const { order, reason } = await outcomeOf('woocommerce', cells);
    expect([reason, order?.OrderItems]).toEqual([undefined, [expect.objectContaining({ Qty: 1 })]]);
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
  [{ item_virtual: '', item_downloadable: '1' }, 'not-goods'],
  [{ item_virtual: '', item_downloadable: 'no' }, undefined],
  [{ item_virtual: 'no', item_downloadable: 'yes' }, undefined],
  [{ item_virtual: '0', item_downloadable: '1' }, undefined],
  [{ item_virtual: 'False', item_downloadable: 'True' }, undefined],
])('a download that comes with goods does not keep them back: %j', async (cells, reason) => {
  expect((await outcomeOf('woocommerce', cells)).reason).toBe(reason);
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

it('does not set the rows of an order with an error aside, which would be slow in a large file', async () => {
  const kept: string[] = [];
  const sink: DocumentSink = { ...memorySink(), keepScattered: (reference) => kept.push(reference) };
  const text = templateOf('order', 'csv', testNow, 'woocommerce').replace(',2,0,', ',two,0,');
  const options = { set: [], decimal: 'point', now, preset: 'woocommerce', timezone: 'UTC' } as const;
  const limits = { maxProblems: 9, maxWarnings: 9 };
  const { invalid } = await readDocuments('order', [sourceOf(text)], options, sink, limits);
  expect([invalid, kept]).toEqual([1, []]);
});
