import { describe, expect, it } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import { openTestEmulator, type TestAnswer, type TestEmulator } from '../support/emulator.ts';
import { differences, type WireRequest, wireFixtures, wireSeed } from '../support/wire.ts';

const fixtures = wireFixtures();

function play(emulator: TestEmulator, { method, path, headers, body }: WireRequest): Promise<TestAnswer> {
  if (headers !== undefined) {
    const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    return emulator.call(method, `/v1${path}`, Object.fromEntries(lower), body);
  }
  const client = emulator.as('emu-acme');
  return method === 'POST'
    ? client.post(path, body)
    : method === 'GET'
      ? client.get(path)
      : client.delete(path);
}

/** `{name}` in a path stands for that member of the data answered last. */
const filled = (path: string, data: Record<string, unknown>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => String(data[name]));

describe('the documented exchanges', () => {
  it('are written down for every endpoint', () => {
    expect(fixtures.map(([endpoint]) => endpoint)).toEqual(Object.keys(endpoints).sort());
  });

  it.each(fixtures)('%s answers as documented', async (_, cases) => {
    const emulator = await openTestEmulator({ seed: wireSeed() });
    const found: unknown[] = [];
    const documented: unknown[] = [];
    let data: Record<string, unknown> = {};
    for (const step of cases) {
      if ('admin' in step) {
        const path = filled(step.admin.path, data);
        expect((await emulator.admin.post(path, step.admin.body ?? {})).status).toBe(200);
        continue;
      }
      const path = filled(step.request.path, data);
      const answer = await play(emulator, { ...step.request, path });
      data = answer.body?.data ?? data;
      documented.push([step.name, step.status, []]);
      found.push([step.name, answer.status, differences(step.response, answer.body)]);
    }
    expect(documented.length).toBeGreaterThan(0);
    expect(found).toEqual(documented);
  });
});

describe('differences', () => {
  it.each([
    ['<integer>', 1.5],
    ['<uuid>', 'no-uuid'],
    ['<jwt>', 'abc'],
    ['<time>', 'today'],
    ['<absent>', 1],
    [{ data: { a: 1 } }, { data: {} }],
    [{ data: [1, 2] }, { data: [1] }],
    [[], {}],
    [null, undefined],
    [{ a: '<string>' }, null],
  ])('%j is not answered by %j', (documented, found) => {
    expect(differences(documented, found)).toHaveLength(1);
  });

  it('members beyond the documented ones are no difference', () => {
    expect(differences({ a: '<number>', b: [{ c: null }] }, { a: 1, b: [{ c: null, d: 2 }], e: 3 })).toEqual(
      [],
    );
  });
});
