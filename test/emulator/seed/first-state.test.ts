import { describe, expect, it } from 'vitest';
import { openTestEmulator } from '../../support/emulator/emulator.ts';

describe('the seed default', () => {
  it('has the clients and warehouses named in the documentation', async () => {
    const emulator = await openTestEmulator();
    expect(emulator.clients()).toEqual([
      { client_id: 'emu-acme', client_name: 'Acme Outdoor', client_secret: 'emu-acme-secret' },
      { client_id: 'emu-bluebird', client_name: 'Bluebird Home', client_secret: 'emu-bluebird-secret' },
      { client_id: 'emu-auditor', client_name: 'Acme Auditor', client_secret: 'emu-auditor-secret' },
    ]);
    const { locations } = (await emulator.as('emu-acme').get('/inventory')).body.data;
    const names = locations.map((location: { location_name: string }) => location.location_name);
    expect(names).toEqual(['Northgate FC', 'Midlands FC', 'Thames Reach FC']);
    expect((await emulator.as('emu-auditor').post('/outbound', {})).status).toBe(403);
  });

  it('has colliding references, split orders, MSF orders, and orders on both sides of the cut-off', async () => {
    const emulator = await openTestEmulator();
    const acme = emulator.as('emu-acme');
    expect((await emulator.as('emu-bluebird').get('/order/SHARED-1')).body.data.Client).toBe('Bluebird Home');
    expect((await acme.get('/order/SHARED-1')).body.data.Client).toBe('Acme Outdoor');
    const references = async (query: string) =>
      (await acme.get(`/order?${query}`)).body.data.map(
        (one: { ReferenceNumber: string }) => one.ReferenceNumber,
      );
    expect(await references('channel_ref=WEB-2000')).toEqual(['AC-SPLIT-1A', 'AC-SPLIT-1B']);
    expect(await references('channel_ref=WEB-1000')).toEqual(['AC-NEW-1']);
    expect((await acme.get('/order/AC-OLD-1')).body.data.Channel_Ref).toBe('WEB-1000');
    expect(await references('ship_from=MSF')).toHaveLength(12);
  });

  it('has a few hundred SKUs with lots of many ages', async () => {
    const emulator = await openTestEmulator();
    const { body } = await emulator.as('emu-acme').get('/inventory/stock-age?page_size=100');
    expect(body.pagination.total_items).toBeGreaterThan(150);
    const filled = new Set<string>();
    for (const { age_ranges } of body.data.skus) {
      for (const { range, quantity } of age_ranges) if (quantity > 0) filled.add(range);
    }
    expect(filled.size).toBe(6);
  });

  it('has a barcode shared by two products', async () => {
    const emulator = await openTestEmulator();
    const answer = await emulator.as('emu-acme').post('/inbound', {
      ...{ PO_REFERENCE: 'P-1', Warehouse_Name: 'Northgate FC' },
      items: [{ barcode: '2000000001999', Quantity: 1 }],
    });
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('2000000001999') } });
  });

  it('can be loaded at any time, even before the cut-off', async () => {
    const emulator = await openTestEmulator({ now: Date.parse('2025-01-01T00:00:00Z') });
    expect((await emulator.as('emu-acme').get('/inventory')).status).toBe(200);
  });
});

describe('the other built-in seeds', () => {
  it('empty has the clients and nothing else', async () => {
    const acme = (await openTestEmulator({ seed: 'empty' })).as('emu-acme');
    expect((await acme.get('/inventory')).body.data).toMatchObject({
      total_inventory: 0,
      total_count_of_skus: 0,
    });
  });

  it('large has five thousand SKUs', async () => {
    const acme = (await openTestEmulator({ seed: 'large' })).as('emu-acme');
    const { body } = await acme.get('/inventory/stock-age?page_size=1');
    expect(body.pagination.total_items).toBe(5000);
  });
});
