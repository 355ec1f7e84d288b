import { openSlots, slotSeed } from '../emulator/slots.ts';
import { account, address, inboundBody, line, orderBody } from '../emulator/stock.ts';

const wholeAddress = address({
  ...{ Company: 'Field Ltd', Address2: 'Flat 2', Region: 'Yorkshire', Country: 'United Kingdom' },
  ...{ PhoneNumber: '01904 555 0100', EmailAddress: 'jo@example.com' },
});

/** Small, because tests go through every value of an answer. */
const seed = {
  ...slotSeed,
  warehouses: slotSeed.warehouses.slice(0, 1),
  clients: [account('Acme Outdoor', 'emu-acme', ['Northgate FC'], 'AC-')],
  products: slotSeed.products.slice(0, 2),
};

/**
 * The emulator's answers to a seller who has one of everything, by endpoint, with nearly all fields that a record can have:
 * the order `R-1`, the delivery `IN-1`, the slots `SLOT-000001` and `SLOT-000002`, the purchase order `LW-000001`.
 */
export async function emulatorAnswers(): Promise<ReadonlyMap<string, unknown>> {
  const { acme, admin, bookConfirmed, bookOffered, order, receive } = await openSlots({ seed });
  const reading = async (path: string): Promise<unknown> => {
    const { status, body } = await acme.get(path);
    if (status !== 200) throw new Error(`${path} was answered with ${status}`);
    return body;
  };
  await acme.post(
    '/outbound',
    orderBody('R-1', {
      ...{ Channel_Ref: 'CH-7', PostalServiceCost: 3.99, PostalServiceTaxRate: 20 },
      ...{ DeliveryAddress: wholeAddress, BillingAddress: wholeAddress },
      OrderItems: [line({ TaxRate: 20 }), line({ SKU: 'AC-STOVE', OrderLineNumber: '2' })],
    }),
  );
  await acme.post('/outbound', orderBody('R-2'));
  await admin.post('/fc/orders/R-1/dispatch', { carrier: 'DPD' });
  await acme.post('/inbound', inboundBody('IN-1'));
  const slot = await bookOffered('2026-09-05T10:00:00Z', { palletCount: 4 });
  const used = await bookConfirmed({ palletCount: 4, containerTruckNumber: 'AB12 CDE' });
  const po: string = (await order({ slotReference: used })).body.data.lw_po_number;
  await receive(po, { lines: [{ SKU: 'AC-TENT-2', delivered: 10 }] });
  return new Map<string, unknown>([
    ['inventory', await reading('/inventory')],
    ['stockAge', await reading('/inventory/stock-age/AC-STOVE')],
    ['stockAgeList', await reading('/inventory/stock-age')],
    ['getOrder', await reading('/order/R-1')],
    ['listOrders', await reading('/order?channel_ref=CH-7')],
    ['getInbound', await reading('/inbound/IN-1')],
    ['getSlot', await reading(`/inbound-slot/${slot}`)],
    ['listSlots', await reading('/inbound-slot')],
    ['getPurchaseOrder', await reading(`/inbound-po/${po}`)],
    ['cancelOrder', (await acme.post('/order/R-2/cancel', {})).body],
    ['cancelSlot', (await acme.delete(`/inbound-slot/${slot}`)).body],
  ]);
}
