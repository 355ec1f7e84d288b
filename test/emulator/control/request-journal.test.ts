import { beforeAll, describe, expect, it } from 'vitest';
import type { TestEmulator } from '../../support/emulator/emulator.ts';
import { openStock, orderBody } from '../../support/emulator/stock.ts';

let emulator: TestEmulator;

beforeAll(async () => {
  const { acme, bluebird, create, admin, advance, ...steps } = await openStock();
  emulator = steps.emulator;
  await admin.delete('/requests');
  await create('A B');
  await create('A B');
  await advance('1h');
  await bluebird.get('/inventory');
  await acme.get('/order/A%20B');
  await acme.post('/order/A%20B/cancel');
  await acme.get('/order/NOWHERE');
});

const journal = async (query: string) => (await emulator.admin.get(`/requests${query}`)).body.data;
const paths = async (query: string) =>
  (await journal(query)).map(({ method, path, status }: { method: string; path: string; status: number }) =>
    [method, path, status].join(' '),
  );

describe('GET /_emulator/requests', () => {
  const logins = '&path=/auth/login';
  it.each([
    [
      '?method=post&client=emu-acme',
      ['POST /outbound 201', 'POST /outbound 409', 'POST /order/A%20B/cancel 200'],
    ],
    ['?path=/order/*', ['GET /order/A%20B 200', 'POST /order/A%20B/cancel 200', 'GET /order/NOWHERE 404']],
    ['?path=/order/A%2520B', ['GET /order/A%20B 200']],
    ['?path=/order/A%20B', ['GET /order/A%20B 200']],
    ['?path=/order', []],
    ['?status=409', ['POST /outbound 409']],
    ['?client=emu-bluebird', ['GET /inventory 200']],
    [
      '?since=2026-09-01T09:00:00Z&method=GET',
      ['GET /inventory 200', 'GET /order/A%20B 200', 'GET /order/NOWHERE 404'],
    ],
    ['?since=2026-09-01T10:00:00%2B01:00&status=404', ['GET /order/NOWHERE 404']],
    ['?since=2026-09-01T09:00:01Z', []],
    [`?method=POST&limit=1&client=emu-acme`, ['POST /order/A%20B/cancel 200']],
    [`?method=GET${logins}`, []],
  ])('filters by %s', async (query, found) => {
    expect(await paths(query)).toEqual(found);
  });

  it('counts', async () => {
    expect(await journal('?path=/outbound&count=true')).toEqual({ count: 2 });
    expect(await journal('?status=503&count=true')).toEqual({ count: 0 });
    expect(await journal('?status=503&count=false')).toEqual([]);
  });

  it.each([
    ['?status=4xx', 'status must be a status code'],
    ['?since=yesterday', 'since must be an ISO 8601 time'],
    ['?stauts=503&count=true', 'unknown parameter stauts; use method, path, client, status, since'],
    ['?path=/outbound&count=yes', 'count must be true or false'],
    ['?path=/v1/outbound&count=true', 'path must be a path without /v1'],
    ['?path=outbound', 'path must be a path without /v1'],
    ['?path=', 'path must be a path without /v1'],
    ['?limit=0', 'limit must be a whole number of at least 1'],
  ])('refuses %s', async (query, error) => {
    const { status, body } = await emulator.admin.get(`/requests${query}`);
    expect([status, body.error]).toEqual([400, expect.stringContaining(error)]);
  });

  it('shows the answer and the reason for a refusal', async () => {
    const [created, twice] = await journal('?path=/outbound');
    expect(created).toMatchObject({ answer: { success: true, data: { ReferenceNumber: 'A B' } } });
    expect(created.error).toBeUndefined();
    expect(twice).toMatchObject({ error: 'ReferenceNumber A B already exists', answer: { success: false } });
  });

  it('keeps the beginning of a long answer', async () => {
    const [{ answer }] = await journal('?path=/inventory');
    expect(JSON.stringify(answer).length).toBeLessThan(2100);
  });

  it('stores an answer that is not JSON as text', async () => {
    const { admin, create } = await openStock();
    await admin.post('/faults', { match: { path: '/outbound' }, do: { body: 'malformed' } });
    await create('R-1');
    const { data } = (await admin.get('/requests?path=/outbound')).body;
    expect(typeof data[0].answer).toBe('string');
    expect(orderBody('R-1')).toEqual(data[0].body);
  });
});
