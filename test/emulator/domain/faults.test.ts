import { describe, expect, it } from 'vitest';
import { matchesPattern } from '../../../src/emulator/domain/faults.ts';
import { openTestEmulator, type TestAnswer, type TestEmulator } from '../../support/emulator/emulator.ts';
import { orderBody, stockSeed } from '../../support/emulator/stock.ts';

async function open(...rules: object[]) {
  const emulator = await openTestEmulator({ seed: stockSeed });
  const acme = emulator.as('emu-acme');
  // Signed in before any rule applies.
  await acme.get('/inventory');
  for (const rule of rules) expect((await emulator.admin.post('/faults', rule)).status).toBe(200);
  return { emulator, acme };
}

const exists = async (emulator: TestEmulator, reference: string): Promise<boolean> => {
  await emulator.admin.delete('/faults');
  return (await emulator.as('emu-acme').get(`/order/${reference}`)).status === 200;
};

const outbound = { method: 'POST', path: '/outbound' };
const limited = {
  status: 429,
  headers: { 'Retry-After': '3' },
  body: { success: false, error: 'Rate limited' },
};

it.each([
  ['/order/*', '/order/R-1', true],
  ['/order/*', '/order', false],
  ['*', '', true],
  ['R-*-A', 'R-1-A', true],
  ['R-*-A', 'R-A', false],
  ['*a*b*', 'xxaxxbxx', true],
  ['ab*ba', 'aba', false],
  ['a.c', 'abc', false],
  ['exact', 'exact', true],
  ['exact', 'exactly', false],
])('matchesPattern %s and "%s": %s', (pattern, text, expected) => {
  expect(matchesPattern(pattern, text)).toBe(expected);
});

describe('a fault rule', () => {
  it('answers as configured, before anything happens', async () => {
    const { emulator, acme } = await open({ match: outbound, do: limited });
    const answer = await acme.post('/outbound', orderBody('R-1'));
    expect(answer).toMatchObject({ status: 429, body: limited.body, headers: { 'retry-after': '3' } });
    expect(await exists(emulator, 'R-1')).toBe(false);
  });

  it('answers as configured after the commit, so that the true answer is lost', async () => {
    const { emulator, acme } = await open({ match: outbound, phase: 'after-commit', do: { status: 503 } });
    expect((await acme.post('/outbound', orderBody('R-1'))).status).toBe(503);
    expect(await exists(emulator, 'R-1')).toBe(true);
  });

  it.each(['reset', 'empty', 'truncate'])('makes the socket fail: %s', async (socket) => {
    const { emulator, acme } = await open({ match: outbound, phase: 'after-commit', do: { socket } });
    expect((await acme.post('/outbound', orderBody('R-1'))).socket).toBe(socket);
    expect(await exists(emulator, 'R-1')).toBe(true);
  });

  it('delays the answer without changing it', async () => {
    const { acme } = await open({ match: { path: '/inventory' }, do: { latency: '90s' } });
    expect(await acme.get('/inventory')).toMatchObject({ status: 200, delayMs: 90_000 });
    expect((await acme.get('/order?ship_from=MSF')).delayMs).toBe(0);
  });

  it('returns a body that is not JSON', async () => {
    const { emulator, acme } = await open({
      match: outbound,
      phase: 'after-commit',
      do: { body: 'malformed' },
    });
    const answer = await acme.post('/outbound', orderBody('R-1'));
    expect(answer).toMatchObject({ status: 201, headers: { 'content-type': expect.stringMatching(/json/) } });
    expect(typeof answer.body).toBe('string');
    expect(answer.body).not.toBe('');
    expect(await exists(emulator, 'R-1')).toBe(true);
  });

  it('returns an HTML page', async () => {
    const { acme } = await open({ match: { path: '/inventory' }, do: { body: 'html' } });
    const { headers, body } = await acme.get('/inventory');
    expect(headers['content-type']).toMatch(/text\/html/);
    expect(body).toMatch(/^<!DOCTYPE html>/);
  });

  it('revokes all tokens issued to a client so far', async () => {
    const { emulator, acme } = await open({ when: { times: 1 }, do: { domain: 'revoke-tokens' } });
    expect((await acme.get('/inventory')).status).toBe(401);
    expect((await acme.get('/inventory')).status).toBe(401);
    expect((await emulator.as('emu-acme').get('/inventory')).status).toBe(200);
  });

  it.each([
    ['method', { method: 'GET' }],
    ['method in small letters', { method: 'get' }],
    ['path', { path: '/order/R-*' }],
    ['decoded path', { path: '/order/R-é' }],
    ['client', { client: 'emu-acme' }],
    ['reference', { reference: 'R-é' }],
    ['all of them', { method: 'GET', path: '/order/*', client: 'emu-*', reference: '*é' }],
  ])('matches by %s', async (_, match) => {
    const { acme } = await open({ match, do: limited });
    expect((await acme.get('/order/R-%C3%A9')).status).toBe(429);
  });

  it.each([
    ['method', { method: 'POST' }],
    ['path', { path: '/order' }],
    ['client', { client: 'emu-bluebird' }],
    ['reference', { reference: 'S-*' }],
  ])('ignores requests with another %s', async (_, match) => {
    const { acme } = await open({ match, do: limited });
    expect((await acme.get('/order/R-1')).status).toBe(404);
  });

  it.each([
    ['path', '/v1/outbound', 'must be a path without /v1, for example /outbound or /order/*'],
    ['path', '/v1', 'must be a path without /v1'],
    ['path', 'outbound', 'must be a path without /v1'],
    ...['method', 'path', 'client', 'reference'].map((name) => [name, '', 'must not be empty']),
  ])('is refused if it would match no request, or more than it says: %s %j', async (name, text, error) => {
    const { admin } = await openTestEmulator();
    const answer = await admin.post('/faults', { match: { [name]: text }, do: limited });
    expect([answer.status, answer.body.error]).toEqual([
      400,
      expect.stringContaining(`match.${name} ${error}`),
    ]);
    expect((await admin.get('/faults')).body.data).toEqual([]);
    for (const allowed of ['/v1x', '*/outbound', '/order/R-1'])
      expect((await admin.post('/faults', { match: { path: allowed }, do: limited })).status).toBe(200);
  });

  it.each([
    ['ReferenceNumber', '/outbound', orderBody('R-77')],
    ['PO_REFERENCE', '/inbound', { PO_REFERENCE: 'R-77' }],
    ['PO_REFERENCE of a PO with a slot', '/inbound-po', { PO_REFERENCE: 'R-77', slotReference: 'SLOT-1' }],
    ['slotReference', '/inbound-po', { PO_REFERENCE: 'P', slotReference: 'R-77' }],
  ])('finds the reference in a body by %s', async (_, path, body) => {
    const { acme } = await open({ match: { reference: 'R-77' }, do: limited });
    expect((await acme.post(path, body)).status).toBe(429);
  });

  it('recognises the client of a sign-in', async () => {
    const { emulator } = await open({ match: { path: '/auth/login', client: 'emu-acme' }, do: limited });
    const login = (client_id: string) =>
      emulator.anonymous.post('/auth/login', { client_id, client_secret: 'x' });
    expect([(await login('emu-acme')).status, (await login('emu-bluebird')).status]).toEqual([429, 401]);
  });

  it('skips requests, applies a number of times, and expires', async () => {
    const { acme } = await open({ when: { skip: 1, times: 2 }, do: { status: 500 } });
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) statuses.push((await acme.get('/inventory')).status);
    expect(statuses).toEqual([200, 500, 500, 200, 200]);
  });

  it('applies with its probability, reproducibly for the same seed', async () => {
    const statuses = async (): Promise<number[]> => {
      const { acme } = await open({ when: { probability: 0.5 }, do: { status: 500 } });
      const answers: TestAnswer[] = [];
      for (let i = 0; i < 40; i++) answers.push(await acme.get('/inventory'));
      return answers.map((answer) => answer.status);
    };
    const first = await statuses();
    const struck = first.filter((status) => status === 500).length;
    expect(struck).toBeGreaterThan(8);
    expect(struck).toBeLessThan(32);
    expect(await statuses()).toEqual(first);
  });

  it('takes precedence over later ones until it expires', async () => {
    const once = { when: { times: 1 }, do: { status: 500 } };
    const { acme } = await open(once, { do: { status: 503 } });
    expect([(await acme.get('/inventory')).status, (await acme.get('/inventory')).status]).toEqual([
      500, 503,
    ]);
  });

  it('can come from the seed', async () => {
    const emulator = await openTestEmulator({ seed: { ...stockSeed, faults: [{ do: { status: 503 } }] } });
    expect((await emulator.anonymous.post('/auth/login', {})).status).toBe(503);
    expect((await emulator.admin.get('/faults')).body.data).toMatchObject([{ do: { status: 503 } }]);
  });

  it('is listed with its match and hit counts, and can be cleared', async () => {
    const { emulator, acme } = await open({
      match: { method: 'GET' },
      when: { skip: 1 },
      do: { status: 500 },
    });
    await acme.get('/inventory');
    await acme.get('/inventory');
    const list = async () => (await emulator.admin.get('/faults')).body.data;
    expect(await list()).toMatchObject([{ id: 1, matched: 2, fired: 1, match: { method: 'GET' } }]);
    await emulator.admin.delete('/faults');
    expect(await list()).toEqual([]);
  });

  it.each([
    ['nothing to do', {}],
    ['an unknown action', { do: { explode: true } }],
    ['two actions', { do: { status: 500, latency: '1s' } }],
    ['an unknown member', { do: { status: 500 }, wehn: {} }],
    ['an unknown match', { match: { url: '/x' }, do: { status: 500 } }],
    ['an impossible status', { do: { status: 99 } }],
    ['no duration', { do: { latency: 'soon' } }],
    ['a probability above one', { when: { probability: 2 }, do: { status: 500 } }],
    ['a header that no answer can have', { do: { status: 500, headers: { 'X-A': 'a\r\nX-B: b' } } }],
  ])('is refused: %s', async (_, rule) => {
    const emulator = await openTestEmulator({ seed: 'empty' });
    expect((await emulator.admin.post('/faults', rule)).status).toBe(400);
    expect((await emulator.admin.get('/faults')).body.data).toEqual([]);
  });
});
