import { describe, expect, it } from 'vitest';
import { read } from '../support.ts';

describe('inbound deliveries and purchase orders', () => {
  const items = 'PO_REFERENCE,Warehouse_Name,SKU,barcode,Quantity\n';
  it('are grouped by PO_REFERENCE', async () => {
    const content = `${items}P-1,Northgate FC,AC-1,01,2\nP-2,Midlands FC,,02,3\nP-1,,,03,4\n`;
    const { bodies } = await read(content, { kind: 'inbound' });
    expect(bodies).toEqual([
      {
        PO_REFERENCE: 'P-1',
        Warehouse_Name: 'Northgate FC',
        items: [
          { barcode: '01', Quantity: 2, SKU: 'AC-1' },
          { barcode: '03', Quantity: 4 },
        ],
      },
      { PO_REFERENCE: 'P-2', Warehouse_Name: 'Midlands FC', items: [{ barcode: '02', Quantity: 3 }] },
    ]);
  });

  it.each(['received_at', 'status', 'docnum', 'plant', 'batch', 'itm_number'])(
    'must not contain %s',
    async (name) => {
      const content = `${items.trim()},${name}\nP-1,Northgate FC,AC-1,01,2,x\n`;
      const { problems, invalid } = await read(content, { kind: 'inbound' });
      expect(invalid).toBe(1);
      expect(problems).toMatchObject([
        { line: 1, column: name, message: expect.stringContaining('is set by the service') },
      ]);
    },
  );

  const rows = items.replace(',SKU', ',slotReference,SKU');
  const ofSlot = (slotReference?: string) =>
    JSON.stringify({
      PO_REFERENCE: 'P-1',
      Warehouse_Name: 'W',
      slotReference,
      items: [{ SKU: 'A', Quantity: 2 }],
    });
  it.each<[string, string, number?]>([
    ['no column', `${items}P-1,W,A,,2\n`],
    ['blank cells', `${rows}P-1,W,,A,,2\n`],
    ['the same', `${rows}P-1,W,S-1,A,,2\n`],
    ['another', `${rows}P-1,W,S-2,A,,2\n`, 2],
    ['another on a later row', `${rows}P-1,W,,A,,2\nP-1,W,S-2,B,,2\n`, 3],
    ['none, in JSON', ofSlot()],
    ['another, in JSON', ofSlot('S-2'), 1],
  ])(
    'a purchase order is for the slot of --slot, and its file may not name another: %s',
    async (_, text, line) => {
      const name = text.startsWith('{') ? 'a.json' : 'a.csv';
      const found = await read(text, { kind: 'purchase-order', name, options: { slot: 'S-1' } });
      if (line === undefined) expect(found.bodies).toMatchObject([{ slotReference: 'S-1' }]);
      else expect(found.problems).toMatchObject([{ line, field: 'slotReference', found: 'S-2' }]);
    },
  );

  it('reads the fields of a purchase order', async () => {
    const head =
      'PO_REFERENCE,Warehouse_Name,slotReference,deliveryType,palletCount,items.SKU,barcode,Quantity\n';
    const { bodies } = await read(`${head}P-1,Northgate FC,SLOT-1,truck,6,AC-1,,2\n`, {
      kind: 'purchase-order',
    });
    expect(bodies[0]).toEqual({
      PO_REFERENCE: 'P-1',
      Warehouse_Name: 'Northgate FC',
      slotReference: 'SLOT-1',
      deliveryType: 'truck',
      palletCount: 6,
      items: [{ SKU: 'AC-1', Quantity: 2 }],
    });
  });
});
