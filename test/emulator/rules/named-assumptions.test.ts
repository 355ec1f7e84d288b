import { expect, it } from 'vitest';
import type { TestAnswer } from '../../support/emulator/emulator.ts';
import { openSlots } from '../../support/emulator/slots.ts';
import { inboundBody, orderBody } from '../../support/emulator/stock.ts';

type Slots = Awaited<ReturnType<typeof openSlots>>;
type Asks = (slots: Slots) => Promise<TestAnswer>;

/** The assumptions that an answer names in its header. */
const named = ({ headers }: TestAnswer): string[] =>
  (headers['x-emulator-assumption'] ?? '').split(', ').map((each) => each.replace(/=.*/, ''));

const get =
  (path: string): Asks =>
  ({ acme }) =>
    acme.get(path);
const order =
  (changes: object = {}): Asks =>
  ({ acme }) =>
    acme.post('/outbound', orderBody('R-1', changes));
const po =
  (changes: Record<string, unknown> = {}): Asks =>
  (slots) =>
    slots.order(changes);
const poOf =
  (slot: Record<string, unknown>, changes: Record<string, unknown> = {}): Asks =>
  async (slots) =>
    slots.order({ slotReference: await slots.bookConfirmed(slot), ...changes });
const inTurn =
  (...all: readonly Asks[]): Asks =>
  async (slots) => {
    const answers: TestAnswer[] = [];
    for (const asks of all) answers.push(await asks(slots));
    return answers.at(-1) as TestAnswer;
  };

const slot: Asks = async ({ acme, book }) => acme.get(`/inbound-slot/${await book()}`);
const cancelled: Asks = async ({ acme, book }) => {
  const path = `/inbound-slot/${await book()}`;
  await acme.delete(path);
  return acme.get(path);
};
const credentials = { client_id: 'emu-acme', client_secret: 'emu-acme-secret' };

it.each<[what: string, status: number, names: string, no: string, asks: Asks]>([
  ['no query', 400, 'A-08', '', get('/order')],
  ['a channel reference', 200, 'A-09 A-58', '', get('/order?channel_ref=CH-1')],
  ['a channel reference without letters', 200, 'A-09', 'A-55 A-58', get('/order?channel_ref=123')],
  ['stock ages', 200, 'A-31', '', get('/inventory/stock-age')],
  ['stock ages in stock', 200, '', 'A-39', get('/inventory/stock-age?in_stock_only=true')],
  ['slots', 200, 'A-50', 'A-19', get('/inbound-slot')],
  ['slots, ready or not', 200, 'A-50', 'A-19', get('/inbound-slot?available=false')],
  ['ready slots', 200, 'A-19', 'A-50', get('/inbound-slot?available=true')],
  ['a paid order', 201, '', 'A-02 A-03 A-12', order()],
  ['an unpaid order', 201, 'A-02', '', order({ PaymentStatus: 'UNPAID' })],
  ['an order with a channel reference', 201, 'A-03', '', order({ Channel_Ref: 'CH-1' })],
  ['an order without a zone', 201, 'A-12', '', order({ DispatchBy: '2026-09-02T17:00:00' })],
  ['a repeated reference', 409, '', 'A-56', inTurn(order(), order())],
  ['a pending order', 200, '', 'A-04', inTurn(order(), get('/order/R-1'))],
  [
    'a cancelled order',
    200,
    'A-04',
    '',
    inTurn(order(), ({ acme }) => acme.post('/order/R-1/cancel', { reason: 'x' }), get('/order/R-1')),
  ],
  ['a delivery', 201, '', 'A-14', ({ acme }) => acme.post('/inbound', inboundBody('IN-1'))],
  ['a purchase order without slot', 201, 'A-22 A-24', 'A-42', po()],
  ['no reference', 400, '', 'A-42', po({ PO_REFERENCE: undefined })],
  ['an item known by its SKU alone', 201, 'A-46', '', po({ items: [{ SKU: 'AC-STOVE', Quantity: 1 }] })],
  ['an unknown barcode', 201, 'A-46', '', po({ items: [{ SKU: 'AC-STOVE', barcode: '99', Quantity: 1 }] })],
  ['a known barcode', 201, '', 'A-46', po({ items: [{ barcode: '2000000001029', Quantity: 1 }] })],
  ['no delivery type', 400, 'A-51', '', po({ deliveryType: undefined })],
  ['none for a slot either', 400, '', 'A-51', poOf({ deliveryType: undefined }, { deliveryType: undefined })],
  ['a repeated purchase order', 409, 'A-25', '', inTurn(po(), po())],
  ['a purchase order with a slot', 201, 'A-22', 'A-24', poOf({})],
  ['a date beside a slot', 201, 'A-45', '', poOf({}, { Expected_Arrival_Date: '2026-09-04' })],
  ['a slot elsewhere', 400, 'A-26', '', poOf({ warehouse: 'Thames Reach FC' })],
  ['a slot that waits', 409, 'A-23', '', async ({ book, order }) => order({ slotReference: await book() })],
  [
    'a purchase order that is read',
    200,
    'A-28 A-29',
    '',
    async ({ acme, order }) => acme.get(`/inbound-po/${(await order()).body.data.lw_po_number}`),
  ],
  [
    'a purchase order that fails after the claim',
    500,
    'A-27',
    '',
    inTurn(
      ({ admin }) =>
        admin.post('/faults', { match: { path: '/inbound-po' }, do: { domain: 'po-fails-after-claim' } }),
      poOf({}),
    ),
  ],
  [
    'an answer to an offer',
    200,
    'A-50',
    '',
    async ({ bookOffered, respond }) =>
      respond(await bookOffered('2026-09-08T13:00:00+01:00'), { action: 'accept' }),
  ],
  ['a sign-in', 200, 'A-40', '', ({ emulator }) => emulator.anonymous.post('/auth/login', credentials)],
  ['a slot', 200, '', 'A-18 A-43', slot],
  ['a cancelled slot', 200, 'A-18', '', cancelled],
  ['a used slot', 200, 'A-18 A-43', '', inTurn(poOf({}), get('/inbound-slot/SLOT-000001'))],
])('%s: %i rests on %j, not on %j', async (_, status, names, no, asks) => {
  const answer = await asks(await openSlots());
  const found = named(answer);
  expect([answer.status, found]).toEqual([status, expect.arrayContaining(names.split(' ').filter(Boolean))]);
  expect(no.split(' ').filter((each) => found.includes(each))).toEqual([]);
});

it('a slot that cannot be read once it is cancelled rests on A-18', async () => {
  const answer = await cancelled(await openSlots({ assume: { 'A-18': 2 } }));
  expect([answer.status, named(answer)]).toEqual([404, expect.arrayContaining(['A-18'])]);
});
