import { describe, expect, it } from 'vitest';
import { controlCalls } from '../../../src/emulator/control/calls.ts';
import { openTestEmulator } from '../../support/emulator/emulator.ts';
import { orderBody, stockSeed } from '../../support/emulator/stock.ts';

const admin = { 'x-emulator-admin': '1' };
const closed = Object.values(controlCalls)
  .filter((call) => !call.withoutToken)
  .map(({ method, path }) => [method, path] as const);

describe('access', () => {
  it.each(closed)('%s %s needs the admin header', async (method, path) => {
    const emulator = await openTestEmulator({ seed: stockSeed });
    const before = (await emulator.admin.get('/state')).body;
    const target = `/_emulator${path.replace(/\{\w+\}/g, 'X')}`;
    const answers = [
      await emulator.call(method, target, {}, {}),
      await emulator.call(method, target, { 'x-emulator-admin': '0' }, {}),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([403, 403]);
    expect((await emulator.admin.get('/state')).body).toEqual(before);
  });

  it('requires the header even for unknown paths', async () => {
    const emulator = await openTestEmulator({ seed: 'empty' });
    expect((await emulator.call('GET', '/_emulator/nope')).status).toBe(403);
    expect((await emulator.call('PUT', '/_emulator/clock')).status).toBe(403);
  });

  it.each(['/health', '/nope'])("%s is dated by the emulator's clock", async (path) => {
    const emulator = await openTestEmulator({ seed: 'empty' });
    const { headers } = await emulator.call('GET', `/_emulator${path}`);
    expect(headers.date).toBe('Tue, 01 Sep 2026 08:00:00 GMT');
  });

  it.each([
    ['GET', '/health', ''],
    ['DELETE', '/health', 'GET, HEAD, OPTIONS'],
    ['PUT', '/', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/state', 'GET, HEAD, PUT, OPTIONS'],
  ])('%s %s lists the allowed methods when it is refused: %j', async (method, path, allowed) => {
    const emulator = await openTestEmulator({ seed: 'empty' });
    const { status, headers } = await emulator.call(method, `/_emulator${path}`, admin);
    expect([status, headers.allow ?? '']).toEqual([allowed === '' ? 200 : 405, allowed]);
  });

  it.each(['/health', '/openapi.json'])('%s needs no header', async (path) => {
    const emulator = await openTestEmulator({ seed: 'empty' });
    expect((await emulator.call('GET', `/_emulator${path}`)).status).toBe(200);
  });

  it.each([
    ['GET', '/nope', 404],
    ['GET', '/reset', 405],
    ['DELETE', '/state', 405],
  ])('%s %s is %i', async (method, path, status) => {
    const emulator = await openTestEmulator({ seed: 'empty' });
    expect((await emulator.call(method, `/_emulator${path}`, admin)).status).toBe(status);
  });
});

it('GET /health shows the version and clock', async () => {
  const emulator = await openTestEmulator({ seed: 'empty', version: '1.2.3' });
  const data = { status: 'ok', version: '1.2.3', now: '2026-09-01T08:00:00Z' };
  expect((await emulator.call('GET', '/_emulator/health')).body).toEqual({ success: true, data });
});

it.each([
  ['/reset', '{"seed":', 'JSON'],
  ['/reset', { sede: 'empty' }, 'sede'],
  ['/reset', [], 'object'],
  ['/fc/slots/SLOT-1/counter', {}, 'proposedTime is required'],
  ['/fc/slots/SLOT-1/confirm', { time: 'noon' }, 'time must be'],
  ['/fc/pos/PO-1/receive', { lines: [{ SKU: 'A', delivered: -1 }] }, 'lines[0].delivered'],
])('bodies %s refuses unknown values', async (path, body, error) => {
  const emulator = await openTestEmulator({ seed: 'empty' });
  const answer = await emulator.admin.post(path, body);
  expect(answer).toMatchObject({
    status: 400,
    body: { success: false, error: expect.stringContaining(error) },
  });
});

describe('GET /requests', () => {
  it('shows the requests of the service, oldest first, without secrets', async () => {
    const emulator = await openTestEmulator({ seed: stockSeed });
    const acme = emulator.as('emu-acme');
    await acme.post('/outbound', orderBody('R-1'));
    await acme.get('/order?ship_from=MSF');
    await acme.get('/order/R%2F2');
    const { body } = await emulator.admin.get('/requests');
    expect(body.data).toMatchObject([
      { method: 'POST', path: '/auth/login', status: 200, body: { client_id: 'emu-acme' } },
      {
        method: 'POST',
        path: '/outbound',
        client: 'emu-acme',
        status: 201,
        body: { ReferenceNumber: 'R-1' },
      },
      { method: 'GET', path: '/order', query: 'ship_from=MSF', status: 200, at: '2026-09-01T08:00:00Z' },
      { method: 'GET', path: '/order/R%2F2', status: 404 },
    ]);
    const ids = body.data.map((entry: { id: number }) => entry.id);
    expect([...new Set(ids)].sort((a, b) => Number(a) - Number(b))).toEqual(ids);
    const text = JSON.stringify(body);
    expect(text).not.toContain('emu-acme-secret');
    expect(text).not.toMatch(/Bearer|eyJ/);
  });

  it.each([
    ['JSON of any look', ' {"a" : [1, {"b": null}],\n"a": "\\u00e9"} ', { a: 'é' }],
    ['a byte-order mark', '\uFEFF{"a":1}', { a: 1 }],
    ['text beyond ASCII', '{"a":"é€😀"}', { a: 'é€😀' }],
    ['members of any name', '{"__proto__":1,"1":2,"0":3}', JSON.parse('{"0":3,"1":2,"__proto__":1}')],
    ['a number', '-0', 0],
    ['null', 'null', 'null'],
    ['what is no JSON', '{"a":', '{"a":'],
    ['what is no UTF-8', Buffer.from([0xff]), '1 byte'],
  ])('shows a body that is %s', async (_, sent, shown) => {
    const emulator = await openTestEmulator({ seed: stockSeed });
    const login = { client_id: 'emu-acme', client_secret: 'emu-acme-secret' };
    const { body } = await emulator.anonymous.post('/auth/login', login);
    const headers = { authorization: `Bearer ${body.data.access_token}` };
    await emulator.call('POST', '/v1/outbound', headers, sent);
    expect((await emulator.admin.get('/requests')).body.data[1].body).toEqual(shown);
  });

  it.each([
    ['without a token', '/v1/outbound', {}],
    ['for an unknown path', '/v1/nope', {}],
    ['in another encoding', '/v1/auth/login', { 'content-encoding': 'gzip' }],
  ])('shows the length of a body that was not read: %s', async (_, target, headers) => {
    const emulator = await openTestEmulator({ seed: stockSeed });
    await emulator.call('POST', target, headers, '{"client_secret":"hidden"}');
    const [entry] = (await emulator.admin.get('/requests')).body.data;
    expect([entry.path, entry.body]).toEqual([target.slice(3), '26 bytes']);
  });

  it('leaves out the query of a sign-in, which may contain the secret', async () => {
    const emulator = await openTestEmulator({ seed: stockSeed });
    await emulator.anonymous.post('/auth/login?client_secret=hidden', {});
    const [entry] = (await emulator.admin.get('/requests')).body.data;
    expect([entry.path, entry.status, entry.query]).toEqual(['/auth/login', 400, undefined]);
  });

  it('shows which fault was applied', async () => {
    const emulator = await openTestEmulator({
      seed: { ...stockSeed, faults: [{ do: { socket: 'reset' } }] },
    });
    await emulator.anonymous.post('/auth/login', {});
    expect((await emulator.admin.get('/requests')).body.data).toMatchObject([{ fault: { socket: 'reset' } }]);
  });

  it('keeps the last thousand, and can be cleared', async () => {
    const emulator = await openTestEmulator({ seed: 'empty' });
    for (let i = 0; i < 1350; i++) await emulator.anonymous.get(`/order/${i}`);
    const paths = (await emulator.admin.get('/requests')).body.data.map(
      (entry: { path: string }) => entry.path,
    );
    expect(paths).toEqual(Array.from({ length: 1000 }, (_, index) => `/order/${index + 350}`));
    expect((await emulator.admin.delete('/requests')).body.data).toEqual({ cleared: 1000 });
    expect((await emulator.admin.get('/requests')).body.data).toEqual([]);
  });

  it('stores the length of a long body instead of its text', async () => {
    const emulator = await openTestEmulator({ seed: 'empty' });
    await emulator.as('emu-acme').post('/outbound', { ReferenceNumber: 'x'.repeat(5000) });
    expect((await emulator.admin.get('/requests')).body.data[1].body).toBe('5022 bytes');
  });
});
