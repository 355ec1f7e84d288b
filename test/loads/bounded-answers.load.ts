import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../../src/cli/settings.ts';
import { keeping, turnPages } from '../../src/client/api/lists.ts';
import { compareContent } from '../../src/client/api/records.ts';
import type { Api } from '../../src/client/types.ts';
import { knownSlotReferences } from '../../src/config/remembered.ts';
import { calendarOf } from '../../src/desk/calendar.ts';
import { rememberSeen } from '../../src/desk/read.ts';
import { parseJson } from '../../src/emulator/named-files.ts';
import { foldedText } from '../../src/payload/mapping/header.ts';
import { fold } from '../../src/payload/words/fold.ts';
import { csvRecord } from '../../src/text/csv.ts';
import { atOnce, field } from '../../src/text/records.ts';
import { createRedactor } from '../../src/text/redact.ts';
import { parcelsOf } from '../../src/tracking/order-state.ts';
import { scripted } from '../client/api/scripted-api.ts';
import { makeHome } from '../support/cli.ts';
import { stubService } from '../support/services/stub-service.ts';

const envelope = (data: unknown, more: object = {}): string =>
  JSON.stringify({ success: true, data, ...more });

const manyValues = Array.from({ length: 9000 }, () => Array<number>(100).fill(0));

describe('a list whose pages never end', () => {
  it('ends at its limit of pages', async () => {
    const { cfi } = stubService(({ target }) => {
      const page = Number(new URL(target, 'http://h').searchParams.get('page') ?? 1);
      const pagination = { current_page: page, has_more: true };
      return { body: envelope({ skus: [{ sku: `A-${page}` }] }, { pagination }) };
    });
    const { code, stderr } = await cfi(['stock-age', '--all']);
    expect([code, stderr]).toEqual([10, expect.stringContaining('the list has more than 10,000 pages')]);
  });

  it.each([
    ['values', (page: number) => [page, ...manyValues]],
    ['characters', (page: number) => [`${page}${'x'.repeat(25_000_000)}`]],
  ])('ends at its limit of %s', async (what, dataOf) => {
    const { after } = await turnPages();
    const turned = (page: number) => {
      const answer = { status: 200, received: { headers: {} }, body: {}, pagination: { has_more: true } };
      return after({ ...answer, data: dataOf(page) }, page);
    };
    expect(await turned(1)).toBe(2);
    const further = async (): Promise<void> => {
      for (let page = 2; page < 20; page++) await turned(page);
    };
    await expect(further()).rejects.toThrow(what);
  });
});

it('records that are read one by one have a limit together, and are counted in slices', async () => {
  const keep = keeping();
  let heard = false;
  setImmediate(() => {
    heard = true;
  });
  const all = async (): Promise<void> => {
    for (let count = 0; count < 20; count++) await keep(manyValues);
  };
  await expect(all()).rejects.toThrow('the records have more than 10,000,000 values');
  expect(heard).toBe(true);
});

describe('an answer over a limit', () => {
  it.each([
    [['slot', 'list'], 'hint: ask for less at a time'],
    [['order', 'track', 'R-1'], 'R-1'],
  ])('to a read ends it at once, because the next one is as large: %j', async (line, said) => {
    const { cfi, requests } = stubService(() => ({ body: `{"data":[${'{},'.repeat(1_000_000)}{}]}` }));
    const { code, stderr } = await cfi(line);
    expect([code, requests.length]).toEqual([10, 1]);
    expect(stderr).toContain('the answer holds more than 1,000,000 values');
    expect(stderr).toContain(said);
  });

  it('to a write leaves its outcome unknown, which is looked up', async () => {
    const { cfi, requests } = stubService(({ method }) => ({
      body: method === 'POST' ? `[${'0,'.repeat(1_000_000)}0]` : envelope(null),
    }));
    const { code, stderr } = await cfi(['order', 'cancel', 'R-1', '--yes', '--max-retries', '0']);
    expect([code, requests.map(({ method }) => method)]).toEqual([10, ['POST', 'GET']]);
    expect(stderr).toContain('order R-1 may or may not be cancelled');
  });
});

it('a message, a notice or a hint does not grow with what the service lists', async () => {
  let status = (at: number): string => `state-${at}`;
  const { cfi } = stubService(() => {
    const slots = Array.from({ length: 30_000 }, (_, at) => ({
      slotReference: `S-${at}`,
      scheduleStatus: status(at),
      schedule: { proposals: [{ proposedBy: 'ops', proposedTime: '2020-01-01T10:00:00Z' }] },
    }));
    return { body: envelope(slots) };
  });
  const unknown = await cfi(['slot', 'list', '--status', 'zzz']);
  expect(unknown.stderr).toContain('cancelled, state-0, ');
  expect(unknown.stderr).toMatch(/…; found "zzz"\n$/);
  expect(unknown.stderr.length).toBeLessThan(2000);
  status = () => 'pending_customer';
  const past = await cfi(['slot', 'list', '-o', 'csv']);
  expect(past.stderr).toMatch(/the offered time is past: S-0, .*….*S-9999\n/);
  expect(past.stderr.length).toBeLessThan(25_000);
});

it('a file of the emulator has a limit of values, and not only of bytes', () => {
  const text = `[${'0,'.repeat(10_000_000)}0]`;
  expect(() => parseJson('seed.json', text)).toThrow('seed.json holds more than 10,000,000 values');
});

it.each([
  ['many long numbers', `[${'12345678901234567890,'.repeat(400_000)}1]`],
  ['many secrets', `["${'a-secret","'.repeat(500_000)}"]`],
])('an answer with %s is read in slices', async (_, body) => {
  const redactor = createRedactor();
  redactor.hide('a-secret');
  let [turns, isRead] = [0, false];
  const count = (): void => {
    turns += 1;
    if (!isRead) setImmediate(count);
  };
  const { api } = scripted([{ body }], true, { keepsData: true, redact: redactor.redact });
  await api.call('listOrders');
  setImmediate(count);
  await api.call('listOrders');
  isRead = true;
  expect(turns).toBeGreaterThan(2);
});

/** Work that grows by the square takes minutes on these, and fails by the time limit of its test. */
describe('a record with far more in it than any real one', () => {
  it.each<[string, unknown]>([
    ['parcels', Array.from({ length: 160_000 }, (_, at) => ({ TrackingNumber: `T-${at}` }))],
    ['tracking numbers in long texts', Array<string>(3).fill('01234567890,'.repeat(800_000))],
  ])('has a limit, whatever is looked for in it: %s', async (_, shipments) => {
    const record = { ReferenceNumber: 'R-1', Status: 'Shipped', shipments };
    const { cfi, requests } = stubService(() => ({ body: envelope(record) }));
    const { code, stderr } = await cfi(['order', 'get', 'R-1']);
    expect([code, requests.length]).toEqual([10, 1]);
    expect(stderr).toContain('the record holds more than 300,000 values');
  });

  const wide = '中'.repeat(100_000);
  const order = (lines: object[]) => ({ ReferenceNumber: 'R-1', Status: 'Pending', OrderItems: lines });

  it.each<[string, object[]]>([
    ['one text of 100,000 wide letters', [{ SKU: wide, Qty: 1 }]],
    [
      '20,000 lines, one of them with such a text',
      [{ SKU: wide }, ...Array.from({ length: 20_000 }, (_, at) => ({ SKU: `S-${at}` }))],
    ],
  ])('is shown at once: %s', async (_, lines) => {
    const { cfi } = stubService(() => ({ body: envelope(order(lines)) }));
    const { code, stdout } = await cfi(['order', 'get', 'R-1']);
    expect(code).toBe(0);
    expect(stdout).toContain(wide);
    expect(stdout.length).toBeLessThan(20_000_000);
    const onTerminal = await cfi(['order', 'get', 'R-1'], { tty: true, columns: 80 });
    expect(onTerminal.code).toBe(0);
  });

  it.each([
    ['without spaces', '中'],
    ['with spaces', '中 '],
  ])('is shown in slices: long texts of wide letters %s', async (_, letters) => {
    const many = Array.from({ length: 12 }, (_each, at) => [
      `x${at}`,
      letters.repeat(19_000 / letters.length),
    ]);
    const { cfi } = stubService(() => ({ body: envelope({ ...order([]), ...Object.fromEntries(many) }) }));
    let turns = 0;
    const count = (): void => {
      turns += 1;
      waiting = setImmediate(count);
    };
    let waiting = setImmediate(count);
    const { code } = await cfi(['order', 'get', 'R-1'], { tty: true, columns: 80 });
    clearImmediate(waiting);
    expect(code).toBe(0);
    expect(turns).toBeGreaterThan(3);
  });

  it('is measured with the names of its fields, of which one that is long is none of ours', async () => {
    const name = '-'.repeat(60_000);
    const record = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`${name}${at}`, 1]));
    const { cfi } = stubService(() => ({ body: envelope(record) }));
    expect((await cfi(['order', 'get', 'R-1'])).stderr).toContain(
      'the record holds more than 300,000 values',
    );
    for (let count = 0; count < 1000; count++) expect(field(record, 'Status')).toBeUndefined();
  });

  it('is compared at once, although accents without end stand on a letter of it', () => {
    const accents = `a${'\u0301'.repeat(100_000)}${'\u0316'.repeat(100_000)}`;
    expect(compareContent({ Note: 'a' }, { Note: accents }).differing).toEqual(['Note']);
    expect(foldedText(accents)).toBe(accents);
    fold(accents);
    expect(compareContent({ Note: 'caf\u00e9' }, { Note: 'cafe\u0301' }).differing).toEqual([]);
  });

  it('is a CSV record, although its text has escape sequences without end', () => {
    const cell = '\u009b'.repeat(3_000_000);
    expect(csvRecord([cell])).toBe(`${cell}\r\n`);
  });

  it('hears a signal in the middle of drawing', async () => {
    const lines = Array.from({ length: 40_000 }, (_, at) => ({ SKU: `S-${at}` }));
    const controller = new AbortController();
    const { cfi } = stubService(() => {
      setTimeout(() => controller.abort('SIGTERM'), 0);
      return { body: envelope(order(lines)) };
    });
    const { code, stdout } = await cfi(['order', 'get', 'R-1'], { signal: controller.signal });
    expect([code, stdout]).toEqual([143, '']);
  });

  it.each<[string, string[], Record<string, string>?]>([
    ['--sort sku', ['--sort', 'sku', '-o', 'csv']],
    ['--sort sku, as lines', ['--sort', 'sku', '-o', 'ndjson']],
    ['json', ['-o', 'json']],
    ['--pivot', ['--pivot', '-o', 'csv']],
    ['for a screen reader', [], { CFI_ACCESSIBLE: '1' }],
  ])('hears a signal before all of a long list is written: %s', async (_, words, env = {}) => {
    const sku = Array.from({ length: 100_000 }, (_, at) => ({ sku: `S-${at}`, Available: at }));
    const locations = [{ location_name: 'North', sku }];
    const controller = new AbortController();
    const { cfi } = stubService(() => {
      setTimeout(() => controller.abort('SIGTERM'), 0);
      return { body: envelope({ locations }) };
    });
    const { code, stdout } = await cfi(['inventory', ...words], { signal: controller.signal, env });
    expect([code, stdout.includes('S-99999')]).toEqual([143, false]);
  });

  it('is no table of its own for each of thousands of locations at one go', async () => {
    const locations = Array.from({ length: 6000 }, (_, at) => ({
      location_name: `L-${at}`,
      sku: [{ sku: 'A' }],
    }));
    const controller = new AbortController();
    const { cfi } = stubService(() => {
      setTimeout(() => controller.abort('SIGTERM'), 0);
      return { body: envelope({ locations }) };
    });
    const shown = await cfi(['inventory'], { signal: controller.signal });
    expect([shown.code, shown.stdout]).toEqual([143, '']);
    const pivot = await stubService(() => ({
      body: envelope({ locations: locations.map((each, at) => ({ ...each, sku: [{ sku: `S-${at}` }] })) }),
    })).cfi(['inventory', '--pivot']);
    expect([pivot.code, pivot.stderr]).toEqual([2, expect.stringContaining('more than 10,000,000 cells')]);
  });

  it('names the carrier of each parcel of thousands once, and looks through slots once for a calendar', () => {
    const shipments = Array.from({ length: 100_000 }, (_, at) => ({ TrackingNumber: `T${at}00000000` }));
    const slots = Array.from({ length: 80_000 }, (_, at) => ({ slotReference: `S-${at}` }));
    expect(parcelsOf({ shipments })).toHaveLength(100_000);
    atOnce(calendarOf(slots.slice(40_000), { now: 0, account: 'a', before: '' }, slots));
  });

  it('is folded for a calendar, and slots become one in slices', () => {
    const written = { now: 0, account: 'a', before: '' };
    const schedule = { confirmedTime: '2026-09-08T13:00:00+01:00' };
    const huge = { slotReference: wide.repeat(40), warehouse: wide.repeat(60), schedule };
    const text = atOnce(calendarOf([huge], written));
    expect(text.replaceAll('\r\n ', '')).toContain(`LOCATION:${huge.warehouse}\r\n`);
    const slots = Array.from({ length: 1000 }, (_, at) => ({ slotReference: `S-${at}`, schedule }));
    const calendar = atOnce(calendarOf(slots, written));
    const steps = calendarOf(slots, { ...written, before: calendar }, slots);
    let count = 0;
    while (steps.next().done !== true) count++;
    expect(count).toBeGreaterThan(calendar.split('\n').length);
  });

  it('costs what is remembered of a long list, and not all of it', async () => {
    let redacted = 0;
    const redact = (text: string): string => {
      redacted += 1;
      return text;
    };
    const deps = { env: { CFI_HOME: makeHome() }, platform: process.platform, cwd: '/' };
    const api = { baseUrl: 'https://service.test/v1', clientId: 'acme' } as Api;
    const slots = Array.from({ length: 20_000 }, (_, at) => ({ slotReference: `S-${at}` }));
    await rememberSeen({ deps, redactor: { redact } } as unknown as CommandContext, api, slots);
    expect(redacted).toBeLessThan(5000);
    expect(knownSlotReferences(deps.env.CFI_HOME)).toEqual(
      slots.slice(-500).map((slot) => slot.slotReference),
    );
  });

  it('does not exhaust the stack', async () => {
    const proposals = Array.from({ length: 130_000 }, () => ({}));
    const slot = { slotReference: 'S-1', scheduleStatus: 'confirmed', schedule: { proposals } };
    const { cfi } = stubService(() => ({ body: envelope(slot) }));
    const { code, stderr } = await cfi(['slot', 'get', 'S-1', '--quiet']);
    expect([code, stderr]).toEqual([0, '']);
  });
});
