import { describe, expect, it } from 'vitest';
import { openSlots } from '../../../support/emulator/slots.ts';

const tent = { SKU: 'AC-TENT-2', barcode: '2000000001012', Quantity: 12 };
const stove = { SKU: 'AC-STOVE', barcode: '2000000001029', Quantity: 4 };

async function ordered(items: object[] = [tent, stove]) {
  const emulator = await openSlots();
  const number: string = (await emulator.order({ items })).body.data.lw_po_number;
  const stock = async () => {
    const { body } = await emulator.acme.get('/inventory');
    const location = body.data.locations.find(
      (place: { location_name: string }) => place.location_name === 'Northgate FC',
    );
    const level = (sku: string) => location.sku.find((item: { sku: string }) => item.sku === sku)?.StockLevel;
    return { tents: level('AC-TENT-2'), stoves: level('AC-STOVE'), total: body.data.total_inventory };
  };
  const receive = async (body: object = {}) => {
    const answer = await emulator.receive(number, body);
    return { status: answer.status, po: answer.body.data, error: answer.body.error };
  };
  const delivered = async () => {
    const { body } = await emulator.acme.get(`/inbound-po/${number}`);
    return body.data.items.map((item: { delivered: number }) => item.delivered);
  };
  return { ...emulator, number, stock, receive, delivered };
}

describe('receiving a purchase order', () => {
  it('[PO-READ-DELIVERED] shows ordered and delivered, and stock rises by the delivered quantity', async () => {
    const { receive, delivered, stock, number, acme } = await ordered();
    expect(await stock()).toEqual({ tents: 40, stoves: 5, total: 45 });
    const { status, po } = await receive();
    expect(status).toBe(200);
    expect((await acme.get(`/inbound-po/${number}`)).body.data).toEqual(po);
    expect(await delivered()).toEqual([12, 4]);
    expect(await stock()).toEqual({ tents: 52, stoves: 9, total: 61 });
  });

  it('[PO-READ-REPORT] a complete delivery is reported with times, checklist and discrepancies', async () => {
    const { receive, advance } = await ordered();
    await advance('2h');
    const { po } = await receive({
      lines: [
        { SKU: 'AC-TENT-2', delivered: 10 },
        { SKU: 'AC-STOVE', delivered: 5 },
      ],
    });
    expect(po.status).toBe('DELIVERED');
    expect(po.inboundReport).toEqual({
      arrivedAt: '2026-09-01T10:00:00Z',
      unloadingStartedAt: '2026-09-01T10:00:00Z',
      unloadingFinishedAt: '2026-09-01T10:00:00Z',
      checklist: [
        { item: 'Seals and packaging intact', passed: true },
        { item: 'Labels readable', passed: true },
        { item: 'Quantities as ordered', passed: false },
      ],
      discrepancies: [
        { SKU: 'AC-TENT-2', expected: 12, received: 10, difference: -2 },
        { SKU: 'AC-STOVE', expected: 4, received: 5, difference: 1 },
      ],
      partialDelivery: false,
    });
  });

  it('a delivery as ordered has no discrepancy and passes the checklist', async () => {
    const { receive } = await ordered();
    const { inboundReport } = (await receive()).po;
    expect(inboundReport.discrepancies).toEqual([]);
    expect(inboundReport.checklist.map((entry: { passed: boolean }) => entry.passed)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('unnamed lines arrive in full', async () => {
    const { receive, delivered, stock } = await ordered();
    await receive({ lines: [{ SKU: 'AC-TENT-2', delivered: 0 }] });
    expect(await delivered()).toEqual([0, 4]);
    expect(await stock()).toMatchObject({ tents: 40, stoves: 9 });
  });

  it('a line of which nothing arrives leaves its stock as it was', async () => {
    const { receive, admin, advance } = await ordered([tent, { SKU: 'AC-TWIN-A', Quantity: 3 }]);
    const rows = async () => (await admin.get('/fc/stock?search=AC-T')).body.data;
    const before = await rows();
    await advance('1h');
    await receive({
      lines: [
        { SKU: 'AC-TENT-2', delivered: 0 },
        { SKU: 'AC-TWIN-A', delivered: 0 },
      ],
    });
    expect(await rows()).toEqual(before);
  });

  it('[PO-READ-PARTIAL] a partial delivery brings only the named lines, and more may follow', async () => {
    const { receive, delivered, stock, advance } = await ordered();
    const first = await receive({ complete: false, lines: [{ SKU: 'AC-TENT-2', delivered: 5 }] });
    expect(first.po.status).toBe('PARTIAL');
    expect(first.po.inboundReport).toMatchObject({ partialDelivery: true, discrepancies: [] });
    expect(await delivered()).toEqual([5, 0]);
    await advance('1h');
    await receive({ complete: false, lines: [{ SKU: 'AC-TENT-2', delivered: 3 }] });
    expect(await delivered()).toEqual([8, 0]);
    expect(await stock()).toMatchObject({ tents: 48, stoves: 5 });
    const last = await receive({ lines: [{ SKU: 'AC-STOVE', delivered: 3 }] });
    expect(last.po).toMatchObject({
      status: 'DELIVERED',
      inboundReport: {
        arrivedAt: '2026-09-01T08:00:00Z',
        unloadingFinishedAt: '2026-09-01T09:00:00Z',
        partialDelivery: false,
        discrepancies: [{ SKU: 'AC-STOVE', expected: 4, received: 3, difference: -1 }],
      },
    });
    expect(await delivered()).toEqual([12, 3]);
  });

  it.each([
    [
      [tent, stove, { ...tent, Quantity: 3 }],
      [12, 4, 5],
    ],
    [
      [tent, { ...tent, Quantity: 3 }, stove],
      [12, 5, 4],
    ],
  ])('a SKU on several lines fills them in turn, and the surplus stays on the last', async (items, units) => {
    const { receive, delivered } = await ordered(items);
    const { po } = await receive({ lines: [{ SKU: 'AC-TENT-2', delivered: 17 }] });
    expect(await delivered()).toEqual(units);
    expect(po.inboundReport.discrepancies).toEqual([
      { SKU: 'AC-TENT-2', expected: 15, received: 17, difference: 2 },
    ]);
  });

  it('a line that already has all its units, or more, gets no others', async () => {
    const { receive, delivered } = await ordered();
    const lines = [
      { SKU: 'AC-TENT-2', delivered: 12 },
      { SKU: 'AC-STOVE', delivered: 5 },
    ];
    await receive({ complete: false, lines });
    await receive();
    expect(await delivered()).toEqual([12, 5]);
  });

  it('a delivered order accepts no more goods', async () => {
    const { receive, stock } = await ordered();
    await receive();
    const before = await stock();
    expect((await receive()).status).toBe(409);
    expect(await stock()).toEqual(before);
  });

  it('an unknown number is 404', async () => {
    const { admin } = await openSlots();
    expect((await admin.post('/fc/pos/LW-999999/receive', {})).status).toBe(404);
  });

  it.each([
    [{ lines: [{ SKU: 'AC-TWIN-A', delivered: 1 }] }, 'AC-TWIN-A'],
    [{ lines: [{ SKU: 'AC-TENT-2', delivered: -1 }] }, 'lines[0].delivered'],
    [{ lines: [{ SKU: 'AC-TENT-2', delivered: 1.5 }] }, 'lines[0].delivered'],
    [{ lines: [{ delivered: 1 }] }, 'lines[0].SKU'],
    [{ complete: 'yes' }, 'complete'],
  ])('%j is refused by name and changes nothing', async (body, named) => {
    const { receive, stock, delivered } = await ordered();
    const before = await stock();
    const { status, error } = await receive(body);
    expect(status).toBe(400);
    expect(error).toContain(named);
    expect([await stock(), await delivered()]).toEqual([before, [0, 0]]);
  });

  it('shows expected and received quantities, whatever shape a client gets', async () => {
    const { order, receive, admin } = await openSlots({ assume: { 'A-29': 2 } });
    const number = (await order()).body.data.lw_po_number;
    await receive(number, { lines: [{ SKU: 'AC-TENT-2', delivered: 5 }], complete: false });
    expect((await admin.get(`/fc/pos/${number}`)).body.data).toEqual({
      lw_po_number: number,
      status: 'PARTIAL',
      lines: [{ SKU: 'AC-TENT-2', ordered: 12, delivered: 5 }],
    });
    expect((await admin.get('/fc/pos/LW-999999')).status).toBe(404);
  });
});
