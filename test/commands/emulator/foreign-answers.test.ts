import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { json, startServer } from '../../support/services/http-server.ts';

/** Something that answers each call of the control API like this, but for the clock. */
const answering = async (
  answer: (response: ServerResponse) => void,
  clock: object = { now: '2026-11-25T08:00:00Z', mode: 'running' },
) => {
  const server = await startServer(({ url }, response) => {
    if (url.endsWith('/clock')) json(response, 200, { success: true, data: clock });
    else answer(response);
  });
  return (...words: string[]) => runCli(['emulator', ...words, '--base-url', server.baseUrl]);
};

const data = (value: unknown) => (response: ServerResponse) =>
  json(response, 200, { success: true, data: value });
const text = (body: string) => (response: ServerResponse) => void response.end(body);

describe('what answers at the address of an emulator', () => {
  it.each([
    [
      'status',
      'is larger than',
      (r: ServerResponse) => void r.writeHead(200, { 'content-length': 2e9 }).write('{'),
    ],
    ['log', 'holds more than 1,000,000 values', text(`{"data":[${'{},'.repeat(1_000_001)}{}]}`)],
    ['fault list', 'levels deep', text(`{"data":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)],
    ['fc confirm S', 'levels deep', text(`{"data":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`)],
    [
      'fc confirm S',
      'fields',
      data(Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`f${i}`, i]))),
    ],
    ['export -', 'levels deep', text(`{"data":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)],
  ])('is held to the limits of every answer, for %s', async (words, limit, answer) => {
    const { code, stdout, stderr } = await (await answering(answer))(...words.split(' '));
    expect([code, stdout, stderr]).toEqual([10, '', expect.stringContaining(limit)]);
  });

  it.each([
    ['status', 503, { success: false }, 10, 'the service answered with status 503'],
    ['status', 500, { success: false, error: { toString: 1 } }, 10, 'the service answered with status 500'],
    ['status', 409, { success: false, error: { message: 'not now' } }, 6, 'error: not now'],
    ['status', 200, { success: false, error: 'out of order' }, 10, 'error: out of order'],
    ['status', 429, { success: false, error: 'slower' }, 7, 'error: slower'],
    ['status', 200, null, 10, 'an empty answer'],
    ['fc confirm S', 200, { success: true, data: 'done' }, 10, 'the answer is not that of an emulator'],
    ['log', 200, { success: true, data: {} }, 10, 'the answer is not that of an emulator'],
    ['fault list', 200, { success: true, data: {} }, 10, 'the answer is not that of an emulator'],
    ['fc confirm S', 200, { success: true, data: { slotReference: 'T' } }, 10, 'with slot T instead of S'],
  ])('is no success unless it says so: %s, %i %j', async (words, status, body, exit, message) => {
    const run = await answering((response) => json(response, status, body));
    const { code, stdout, stderr } = await run(...words.split(' '));
    expect([code, stdout, stderr]).toEqual([exit, '', expect.stringContaining(message)]);
  });

  it.each([
    ['status', { assume: { 'A-01': { toString: 1 } } }, 'A-01={"toString":1}'],
    ['log', [{ id: 1, path: { toString: 1 }, query: { toString: 1 } }], '{"toString":1}?{"toString":1}'],
  ])('may hold objects of which no text can be made: %s', async (words, answer, shown) => {
    const { code, stdout } = await (await answering(data(answer)))(words);
    expect([code, stdout]).toEqual([0, expect.stringContaining(shown)]);
  });

  it('may hold an id of which no number can be made', async () => {
    const run = await answering(data([{ id: { valueOf: 1 }, method: 'GET' }]));
    const { code } = await run('log', '-o', 'ndjson');
    expect(code).toBe(0);
  });

  it('may have done what it did not answer', async () => {
    const run = await answering((response) => void response.destroy());
    const { code, stderr } = await run('fc', 'confirm', 'S');
    expect([code, stderr]).toEqual([10, expect.stringContaining('it may have taken effect')]);
  });

  it.each([{}, { now: '+275760-09-13T00:00:00.000Z' }, { now: 'soon' }])(
    'has a clock that counts only if it shows a time: %j',
    async (clock) => {
      const slot = { slotReference: 'S', schedule: { requestedTime: '+275760-09-13T00:00:00.000Z' } };
      const run = await answering(data(slot), clock);
      const { code, stderr } = await run('fc', 'counter', 'S', '--time', 'wed 10:00');
      expect([code, stderr]).toEqual([0, expect.stringMatching(/--time: Wed \d/)]);
    },
  );
});
