import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isNestedDeeper, mostInJson } from '../../../src/text/json.ts';
import { openTestEmulator } from '../../support/emulator/emulator.ts';
import { openSlots, poBody, slotBody } from '../../support/emulator/slots.ts';
import { address, line, openStock, orderBody } from '../../support/emulator/stock.ts';

const maxDepth = mostInJson.levels;
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('nested lists and objects', () => {
  it.each([
    ['as deep as may be', nested(maxDepth), false],
    ['deeper', nested(maxDepth + 1), true],
    ['never closed', '['.repeat(maxDepth + 1), true],
    ['objects too', '{"a":'.repeat(maxDepth + 1), true],
    ['many side by side', `[${'[],'.repeat(500)}{}]`, false],
    ['brackets within text', `["${'['.repeat(500)}"]`, false],
    ['brackets within text after an escaped quote', `["\\"${'['.repeat(500)}"]`, false],
    ['brackets after text that ends in a backslash', `["\\\\",${'['.repeat(maxDepth)}`, true],
  ])('%s', (_, text, expected) => {
    expect(isNestedDeeper(text, maxDepth)).toBe(expected);
  });

  it.each([
    ['[', ''],
    ['[', ']'],
    ['{"a":', '1}'],
  ])('[ERR-400] refuses 1 MB of %j before parsing', async (open, close) => {
    const { create, emulator, acme } = await withToken();
    const count = Math.floor(1_000_000 / (open + close).length);
    const text = open.repeat(count) + close.repeat(count);
    const answer = await emulator.call('POST', '/v1/outbound', await acme(), text);
    expect([answer.status, answer.body.error]).toEqual([400, 'The body is nested too deeply']);
    expect((await create('R-1')).status).toBe(201);
  });
});

it('refuses a state of more values than one that can be used has, before parsing', async () => {
  const emulator = await openTestEmulator({ seed: 'empty' });
  const headers = { 'x-emulator-admin': '1' };
  const text = `[${'{},'.repeat(10_000_000)}{}]`;
  const answer = await emulator.call('PUT', '/_emulator/state', headers, text);
  expect([answer.status, answer.body.error]).toEqual([413, 'The body holds more than 10,000,000 values']);
});

async function withToken() {
  const { create, emulator } = await openStock();
  const acme = async (): Promise<Record<string, string>> => {
    const credentials = { client_id: 'emu-acme', client_secret: 'emu-acme-secret' };
    const { body } = await emulator.anonymous.post('/auth/login', credentials);
    return { authorization: `Bearer ${body.data.access_token}` };
  };
  return { create, emulator, acme };
}

describe('text that cannot be stored', () => {
  it.each([
    ['NUL in a reference', { ReferenceNumber: 'R\u0000A' }],
    ['half a character in a reference', { ReferenceNumber: 'R\ud800' }],
    ['the other half', { ReferenceNumber: '\udc00R' }],
    ['in a line', { OrderItems: [line({ ItemTitle: 'Tent \u0000' })] }],
    ['in the name of an unknown field', { '\ud800': 1 }],
  ])('[ERR-400] %s is refused, because it would not be read back as it was sent', async (_, changes) => {
    const { create } = await openStock();
    const { status, body } = await create('R-1', changes);
    expect([status, body.error]).toEqual([
      400,
      'The body contains a NUL character or half a character (an unpaired surrogate)',
    ]);
  });

  it('accepts other escapes, and whole characters written as two', async () => {
    const { emulator, acme } = await withToken();
    const body = JSON.stringify(orderBody('R-1 \\u0000')).replace('R-1', 'R-\\ud83d\\ude00\\u00e9');
    expect((await emulator.call('POST', '/v1/outbound', await acme(), body)).status).toBe(201);
    const path = `/v1/order/${encodeURIComponent('R-😀é \\u0000')}`;
    expect((await emulator.call('GET', path, await acme())).status).toBe(200);
  });
});

describe('a body in another encoding', () => {
  const body = gzipSync(JSON.stringify(orderBody('R-1')));

  it.each(['gzip', 'GZIP', 'br', 'deflate, gzip', 'x-none'])('%s is 415', async (encoding) => {
    const { emulator, acme } = await withToken();
    const headers = { ...(await acme()), 'content-encoding': encoding };
    const answer = await emulator.call('POST', '/v1/outbound', headers, body);
    expect(answer).toMatchObject({ status: 415, body: { success: false } });
    expect(answer.body.error).toContain(encoding);
  });

  it('accepts identity', async () => {
    const { emulator, acme } = await withToken();
    const headers = { ...(await acme()), 'content-encoding': 'identity' };
    const answer = await emulator.call('POST', '/v1/outbound', headers, orderBody('R-1'));
    expect(answer.status).toBe(201);
  });

  it('the control API also refuses it', async () => {
    const { emulator } = await withToken();
    const headers = { 'x-emulator-admin': '1', 'content-encoding': 'gzip' };
    expect((await emulator.call('POST', '/_emulator/clock', headers, body)).status).toBe(415);
  });
});

describe('times outside the years 0001 to 9999', () => {
  it.each([
    ['DispatchBy', '9999-12-31T23:59:59-01:00', 400],
    ['DispatchBy', '9999-12-31T23:59:59+01:00', 201],
    ['ReceivedDate', '0001-01-01T00:00:00+01:00', 400],
    ['ReceivedDate', '0000-06-01T00:00:00Z', 400],
  ])('[ERR-DATE] %s %s gives %i', async (field, value, expected) => {
    const { create } = await openStock();
    const { status, body } = await create('R-1', { [field]: value });
    expect(status).toBe(expected);
    if (expected === 400) expect(body.error).toContain(field);
  });

  it('a warehouse that would have to offer one confirms instead', async () => {
    const { book, advance, read } = await openSlots();
    const reference = await book({ warehouse: 'Monday Counter FC', date: '9999-12-31' });
    await advance('30m');
    expect(await read(reference)).toMatchObject({ scheduleStatus: 'confirmed' });
  });
});

describe('null and blank in optional fields', () => {
  it('[A-39] count as absent, at every level of an order', async () => {
    const { create, acme } = await openStock();
    const changes = {
      ...{ PostalServiceCost: null, Channel_Ref: null },
      OrderItems: [line({ TaxRate: null })],
      DeliveryAddress: address({ Country: null, Region: null }),
    };
    const { status, headers } = await create('R-1', changes);
    expect([status, headers['x-emulator-assumption']]).toEqual([201, expect.stringContaining('A-39')]);
    const stored = JSON.stringify((await acme.get('/order/R-1')).body.data);
    for (const name of ['PostalServiceCost', 'Channel_Ref', 'TaxRate', 'Region']) {
      expect(stored).not.toContain(name);
    }
  });

  it.each([
    [{ palletCount: null, slotReference: null, Expected_Arrival_Date: null }],
    [{ palletCount: null, slotReference: ' ', Expected_Arrival_Date: '' }],
  ])('[A-39] count as absent in a purchase order: %j', async (changes) => {
    const { order } = await openSlots();
    expect((await order(changes)).status).toBe(201);
  });

  it('[A-39] a required field that is null has the wrong type', async () => {
    const { acme } = await openSlots();
    const { status, body } = await acme.post('/inbound-po', poBody({ PO_REFERENCE: null }));
    expect([status, body.error]).toEqual([400, 'PO_REFERENCE must be text']);
  });

  it('[A-39] a container needs a size, and neither null nor blank text counts', async () => {
    const { acme } = await openSlots();
    for (const containerSize of [null, '']) {
      const { body } = await acme.post(
        '/inbound-slot',
        slotBody({ deliveryType: 'container', containerSize }),
      );
      expect(body.error).toBe('containerSize is required');
    }
  });

  it('[A-39] alternatively null is refused by name', async () => {
    const emulator = await openTestEmulator({ assume: { 'A-39': 1 } });
    const { status, body, headers } = await emulator
      .as('emu-acme')
      .post('/outbound', { ...orderBody('R-1'), PostalServiceCost: null });
    expect([status, body.error]).toEqual([400, 'PostalServiceCost must be a number']);
    expect(headers['x-emulator-assumption']).toContain('A-39');
  });
});
