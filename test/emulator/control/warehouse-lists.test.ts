import { describe, expect, it } from 'vitest';
import { inboundBody, line, openStock } from '../../support/emulator/stock.ts';

const slot = { date: '2026-09-03', window: 'morning', warehouse: 'Northgate FC', loadingType: 'palletised' };

/** The time at which everything in the lists but the first slot came about. */
const now = '2026-09-01T09:00:00Z';

/** An emulator with entries in every list of the warehouse. */
async function openWarehouse() {
  const steps = await openStock();
  const { acme, bluebird, admin, create, deliver, advance } = steps;
  const book = async (client: typeof acme, changes: object = {}): Promise<string> => {
    const body = { ...slot, numberOfSkus: 'lt_10', deliveryType: 'truck', ...changes };
    return (await client.post('/inbound-slot', body)).body.data.slotReference;
  };
  const first = await book(acme);
  await advance('1h');
  const second = await book(bluebird, { window: 'afternoon' });
  await admin.post(`/fc/slots/${first}/confirm`);
  const po = await acme.post('/inbound-po', {
    ...{ PO_REFERENCE: 'PO-77', Warehouse_Name: 'Northgate FC', slotReference: first },
    items: [{ SKU: 'AC-TENT-2', barcode: '2000000001012', Quantity: 10 }],
  });
  await create('R-1', { OrderItems: [line({ Qty: 3 })] });
  await deliver('IN-1');
  const list = async (path: string) => (await admin.get(path)).body;
  return { ...steps, first, second, number: po.body.data.lw_po_number, list };
}

const names = (rows: readonly Record<string, unknown>[], name: string) => rows.map((row) => row[name]);

describe("the warehouse's view", () => {
  it('lists the slots of all clients and their negotiation', async () => {
    const { list, first, second, number, admin } = await openWarehouse();
    const { success, data, pagination } = await list('/fc/slots');
    expect([success, names(data, 'slotReference')]).toEqual([true, [first, second]]);
    expect(pagination).toEqual({ current_page: 1, page_size: 50, has_more: false });
    expect(data[0]).toEqual({
      ...{ ...slot, numberOfSkus: 'lt_10', deliveryType: 'truck' },
      ...{
        slotReference: first,
        scheduleStatus: 'confirmed',
        client: 'emu-acme',
        client_name: 'Acme Outdoor',
      },
      ...{ warehouse_name: 'Northgate FC', usedByPoReference: number, proposals: [] },
      ...{ requestedTime: '2026-09-03T09:00:00+01:00', confirmedTime: '2026-09-03T09:00:00+01:00' },
      ...{ createdAt: '2026-09-01T08:00:00Z', updatedAt: now },
    });
    const offer = { proposedTime: '2026-09-04T13:00:00+01:00', comment: 'Bay closed' };
    await admin.post(`/fc/slots/${second}/counter`, offer);
    const { data: waiting } = await list('/fc/slots?status=pending_customer&status=pending_ops');
    const proposals = [{ ...offer, proposedBy: 'ops', createdAt: now }];
    expect(waiting).toMatchObject([{ slotReference: second, confirmedTime: null, proposals }]);
    expect((await list('/fc/slots?status=pending_ops')).data).toEqual([]);
  });

  it('lists the purchase orders, line by line', async () => {
    const { list, number, admin, first, advance } = await openWarehouse();
    const open = await list('/fc/pos?status=OPEN&status=PARTIAL');
    expect(open.data).toEqual([
      {
        ...{ lw_po_number: number, PO_REFERENCE: 'PO-77', status: 'OPEN', slotReference: first },
        ...{ client: 'emu-acme', client_name: 'Acme Outdoor', warehouse_name: 'Northgate FC' },
        ...{ deliveryDate: '2026-09-03T09:00:00+01:00', createdAt: now, updatedAt: now },
        lines: [{ SKU: 'AC-TENT-2', title: 'Product AC-TENT-2', ordered: 10, delivered: 0 }],
      },
    ]);
    await advance('1h');
    await admin.post(`/fc/pos/${number}/receive`);
    expect((await list('/fc/pos?status=OPEN&status=PARTIAL')).data).toEqual([]);
    expect((await list('/fc/pos?search=po-77')).data).toMatchObject([
      { createdAt: now, updatedAt: '2026-09-01T10:00:00Z', lines: [{ delivered: 10 }] },
    ]);
  });

  it('lists the legacy deliveries', async () => {
    const { list, admin } = await openWarehouse();
    expect((await list('/fc/inbound?status=pending')).data).toEqual([
      {
        ...{ delivery_number: 'IN-1', external_delivery_number: null, transport_id: null },
        ...{ client: 'emu-acme', client_name: 'Acme Outdoor', warehouse_name: 'Northgate FC' },
        ...{ status: 'pending', received_at: now },
        items: [{ itm_number: 1, barcode: '2000000001012', SKU: 'AC-TENT-2', Quantity: 12 }],
      },
    ]);
    await admin.post('/fc/inbound/IN-1/receive');
    expect((await list('/fc/inbound?status=pending')).data).toEqual([]);
    expect(names((await list('/fc/inbound')).data, 'status')).toEqual(['received']);
  });

  it('lists the orders, newest first, including marketplace orders', async () => {
    const { list } = await openWarehouse();
    const { data } = await list('/fc/orders?status=Pending&status=Processing&client=emu-acme');
    expect(names(data, 'ReferenceNumber')).toEqual(['R-1', 'MSF-2', 'MSF-1', 'MSF-3', 'SPLIT-2', 'SPLIT-1']);
    expect(data[0]).toEqual({
      ...{ ReferenceNumber: 'R-1', Status: 'Pending', client: 'emu-acme', client_name: 'Acme Outdoor' },
      ...{ warehouse_name: 'Northgate FC', ShipFrom: null, Channel_Ref: null },
      ...{ ShippingVendor: null, TrackingNumber: null, CreatedAt: now, UpdatedAt: now },
      ...{ DispatchBy: '2026-09-02T17:00:00Z', ChannelBuyerName: 'Jo Field' },
      OrderItems: [line({ Qty: 3 })],
    });
    expect(data[1]).toMatchObject({ ShipFrom: 'MSF', warehouse_name: null });
    expect(names((await list('/fc/orders?search=shop-77')).data, 'ReferenceNumber')).toEqual([
      ...['THEIRS', 'SPLIT-2', 'SPLIT-1'],
    ]);
  });

  it('lists the stock of all clients', async () => {
    const { list } = await openWarehouse();
    const { data } = await list('/fc/stock');
    expect(names(data, 'SKU').slice(0, 3)).toEqual(['AC-STOVE', 'AC-TENT-2', 'AC-LAMP']);
    expect(data[1]).toEqual({
      ...{ SKU: 'AC-TENT-2', title: 'Product AC-TENT-2', client: 'emu-acme', client_name: 'Acme Outdoor' },
      ...{ warehouse_name: 'Northgate FC', StockLevel: 52, InOrderBook: 3, Available: 49 },
      ...{ LastUpdateDate: now, LastUpdateOperation: 'RECEIVED' },
    });
    expect(names((await list('/fc/stock?search=vase')).data, 'SKU')).toEqual(['BB-VASE']);
    expect(names((await list('/fc/stock?warehouse=Thames%20Reach%20FC')).data, 'SKU')).toEqual([
      ...['AC-LAMP', 'AC-TENT-2'],
    ]);
  });

  it('is paged', async () => {
    const { list } = await openWarehouse();
    const page = await list('/fc/stock?page_size=2');
    expect(page.pagination).toEqual({ current_page: 1, page_size: 2, has_more: true, next_page: 2 });
    const rest = await list('/fc/stock?page_size=200');
    const next = await list('/fc/stock?page_size=2&page=2');
    expect([...page.data, ...next.data]).toEqual(rest.data.slice(0, 4));
    expect((await list('/fc/stock?page=99')).data).toEqual([]);
  });

  it.each(['page=0', 'page_size=201', 'page_size=x', 'page=1.5'])('refuses %s', async (query) => {
    const { list } = await openWarehouse();
    expect((await list(`/fc/orders?${query}`)).error).toMatch(/^page(_size)? must be a whole number from 1/);
  });

  it('treats a search as text, never as a pattern', async () => {
    const { list, bluebird } = await openWarehouse();
    const items = [{ barcode: '2000000001012', SKU: 'BB-VASE', Quantity: 1 }];
    await bluebird.post('/inbound', inboundBody(`100%_'"`, { items }));
    expect(names((await list(`/fc/inbound?search=${encodeURIComponent(`%_'"`)}`)).data, 'client')).toEqual([
      'emu-bluebird',
    ]);
    expect((await list('/fc/orders?search=%25')).data).toEqual([]);
  });
});

describe('GET /_emulator/changes', () => {
  it('changes after each change and each request, and only then', async () => {
    const { admin, acme, create, advance } = await openWarehouse();
    const token = async () => (await admin.get('/changes')).body.data.token;
    const looks = [
      '/fc/slots',
      '/fc/pos',
      '/fc/inbound',
      '/fc/orders',
      '/fc/stock',
      '/requests',
      '/clock',
      '/faults',
    ];
    let before = await token();
    for (const path of looks) await admin.get(path);
    expect(await token()).toBe(before);
    const changes = [
      () => create('R-2'),
      () => acme.get('/inventory'),
      () => advance('1m'),
      () => admin.post('/faults', { do: { status: 503 } }),
      () => admin.post('/fc/orders/R-2/dispatch'),
    ];
    for (const change of changes) {
      await change();
      const after = await token();
      expect(after).not.toBe(before);
      before = after;
    }
  });

  it('shows the clock, and applies what is due', async () => {
    let real = Date.parse('2026-09-01T08:00:00Z');
    const { admin, acme } = await openStock({ freeze: false, fcPolicy: 'auto', realNow: () => real });
    await acme.post('/inbound-slot', { ...slot, numberOfSkus: 'lt_10', deliveryType: 'truck' });
    expect((await admin.get('/changes')).body.data).toMatchObject({
      now: '2026-09-01T08:00:00Z',
      mode: 'running',
    });
    real += 31 * 60_000;
    expect((await admin.get('/changes')).body.data.now).toBe('2026-09-01T08:31:00Z');
    expect((await admin.get('/fc/slots')).body.data[0].scheduleStatus).toBe('confirmed');
  });
});
