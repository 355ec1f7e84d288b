import type { Choices } from '../../../src/emulator/conformance/assumptions.ts';
import { testTime } from '../time.ts';
import { openTestEmulator } from './emulator.ts';
import { account, lot, product } from './stock.ts';

export const friday = '2026-09-04';
export const saturday = '2026-09-05';
export const monday = '2026-09-07';

const received = '2026-06-01T09:00:00Z';

/** One warehouse of each policy, two clients, and barcodes that match one product, two, or none. */
export const slotSeed = {
  version: 1,
  rngSeed: 7,
  now: testTime,
  warehouses: [
    { name: 'Northgate FC', acceptsMonday: false, fcPolicy: 'manual' },
    { name: 'Thames Reach FC', acceptsMonday: true, fcPolicy: 'manual' },
    { name: 'Auto FC', acceptsMonday: false, fcPolicy: 'auto' },
    { name: 'Counter FC', acceptsMonday: false, fcPolicy: 'counter' },
    { name: 'Monday Counter FC', acceptsMonday: true, fcPolicy: 'counter' },
    { name: 'Foreign FC', acceptsMonday: false, fcPolicy: 'manual' },
  ],
  clients: [
    account(
      'Acme Outdoor',
      'emu-acme',
      ['Northgate FC', 'Thames Reach FC', 'Auto FC', 'Counter FC', 'Monday Counter FC'],
      'AC-',
    ),
    account('Bluebird Home', 'emu-bluebird', ['Northgate FC', 'Foreign FC'], 'BB-'),
  ],
  products: [
    product('emu-acme', 'AC-TENT-2', '2000000001012', [lot(40, received)]),
    product('emu-acme', 'AC-STOVE', '2000000001029', [lot(5, received)]),
    product('emu-acme', 'AC-TWIN-A', '2000000009999'),
    product('emu-acme', 'AC-TWIN-B', '2000000009999'),
    product('emu-bluebird', 'BB-LAMP', '2000000001012', [lot(9, received)]),
  ],
  orders: [],
  slots: [],
  faults: [],
};

/** A valid slot request with a test's changes; undefined removes a field. */
export const slotBody = (changes: Record<string, unknown> = {}) => ({
  date: friday,
  window: 'morning',
  warehouse: 'Northgate FC',
  loadingType: 'palletised',
  numberOfSkus: 'lt_10',
  deliveryType: 'truck',
  ...changes,
});

/** A valid purchase order without a slot, with a test's changes. */
export const poBody = (changes: Record<string, unknown> = {}) => ({
  PO_REFERENCE: 'PO-1',
  Warehouse_Name: 'Northgate FC',
  deliveryType: 'truck',
  loadingType: 'palletised',
  items: [{ SKU: 'AC-TENT-2', barcode: '2000000001012', Quantity: 12 }],
  ...changes,
});

interface SlotOptions {
  /** ISO 8601. */
  now?: string;
  varyAssumptions?: number;
  assume?: Choices;
  fcPolicy?: 'manual' | 'auto' | 'counter';
  seed?: unknown;
}

/** An emulator with `slotSeed`, and the first steps of most tests of slots and purchase orders. */
export async function openSlots({ now: at = testTime, ...options }: SlotOptions = {}) {
  const emulator = await openTestEmulator({ seed: slotSeed, now: Date.parse(at), ...options });
  const acme = emulator.as('emu-acme');
  const read = async (reference: string) => (await acme.get(`/inbound-slot/${reference}`)).body.data;
  const fc = (reference: string, verb: 'confirm' | 'counter', body: object = {}) =>
    emulator.admin.post(`/fc/slots/${reference}/${verb}`, body);
  const respond = (reference: string, body: object) => acme.post(`/inbound-slot/${reference}/respond`, body);
  const book = async (changes: Record<string, unknown> = {}): Promise<string> =>
    (await acme.post('/inbound-slot', slotBody(changes))).body.data.slotReference;
  const bookConfirmed = async (changes: Record<string, unknown> = {}): Promise<string> => {
    const reference = await book(changes);
    await fc(reference, 'confirm');
    return reference;
  };
  const bookOffered = async (
    proposedTime: string,
    changes: Record<string, unknown> = {},
  ): Promise<string> => {
    const reference = await book(changes);
    await fc(reference, 'counter', { proposedTime });
    return reference;
  };
  const order = (changes: Record<string, unknown> = {}) => acme.post('/inbound-po', poBody(changes));
  const receive = (number: string, body: object = {}) =>
    emulator.admin.post(`/fc/pos/${number}/receive`, body);
  const advance = (duration: string) => emulator.admin.post('/clock', { advance: duration });
  return {
    ...{ emulator, acme, bluebird: emulator.as('emu-bluebird'), admin: emulator.admin },
    ...{ book, bookConfirmed, bookOffered, read, respond, fc, order, receive, advance },
  };
}
