import { describe, expect, it } from 'vitest';
import { inboundBody, openStock } from '../../support/emulator/stock.ts';

const openDeliveries = async () => {
  const steps = await openStock();
  const receive = (number: string, body: object = {}) =>
    steps.admin.post(`/fc/inbound/${number}/receive`, body);
  return { ...steps, receive };
};

describe('POST /_emulator/fc/inbound/{delivery_number}/receive', () => {
  it('[A-13] receives a delivery once; its stock counts since it was registered', async () => {
    const { acme, deliver, receive, inventory, emulator } = await openDeliveries();
    await deliver('PO-1');
    const before = await inventory();
    const { status, body } = await receive('PO-1');
    expect([status, body.data.status]).toEqual([200, 'received']);
    expect((await acme.get('/inbound/PO-1')).body.data).toEqual(body.data);
    const state = (await emulator.admin.get('/state')).body;
    expect(await receive('PO-1')).toMatchObject({
      status: 409,
      body: { error: 'Inbound delivery PO-1 has already been received' },
    });
    expect((await emulator.admin.get('/state')).body).toEqual(state);
    expect(await inventory()).toEqual(before);
  });

  it('asks which client is meant if several have the number', async () => {
    const { bluebird, deliver, receive } = await openDeliveries();
    await deliver('PO-1');
    const theirs = inboundBody('PO-1', {
      items: [{ barcode: '2000000001012', SKU: 'BB-VASE', Quantity: 1 }],
    });
    expect((await bluebird.post('/inbound', theirs)).status).toBe(201);
    expect(await receive('PO-1')).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('emu-acme, emu-bluebird') },
    });
    expect((await receive('PO-1', { client: 'emu-bluebird' })).body.data.client).toBe('Bluebird Home');
    expect((await receive('PO-1', { client: 'emu-acme' })).body.data.client).toBe('Acme Outdoor');
  });

  it('does not find an unknown delivery', async () => {
    const { deliver, receive } = await openDeliveries();
    await deliver('PO-1');
    expect((await receive('NOWHERE')).status).toBe(404);
    expect((await receive('PO-1', { client: 'emu-bluebird' })).status).toBe(404);
  });
});
