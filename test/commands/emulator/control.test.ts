import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Emulator } from '../../../src/emulator/emulator.ts';
import { serve } from '../../../src/emulator/server/serve.ts';
import { startTimer } from '../../../src/timers.ts';
import { makeHome, runCli } from '../../support/cli.ts';
import { closedAfterTest } from '../../support/closing.ts';
import { openSlots } from '../../support/emulator/slots.ts';
import { startServer } from '../../support/services/http-server.ts';

const emulator = async (home: string, ...words: string[]) => {
  const outcome = await runCli(['emulator', ...words, '--json'], { home });
  const parsed = outcome.stdout === '' ? undefined : JSON.parse(outcome.stdout);
  return { ...outcome, data: parsed?.data, error: outcome.stderr };
};

const book = ['slot', 'book', '--date', '2026-09-03', '--window', 'morning', '--warehouse', 'Northgate FC'];
const withSlot = async (home: string): Promise<string> => {
  const line = [...book, '--loading-type', 'palletised', '--number-of-skus', 'lt_10', '--emulator', '--json'];
  const { stdout, stderr } = await runCli([...line, '--delivery-type', 'truck'], { home });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout).data.slotReference;
};

it('reads a bare hour as the day of the slot, and requests only that slot', async () => {
  const slots = await openSlots();
  const targets: string[] = [];
  const handle: Emulator['handle'] = (http) => {
    targets.push(`${http.method} ${http.target}`);
    return slots.emulator.handle(http);
  };
  const served = await serve({ ...slots.emulator, handle }, { host: '127.0.0.1', port: 0, startTimer });
  closedAfterTest(served);
  const reference = await slots.book();
  const env = { CFI_BASE_URL: `${served.origin}/v1` };
  const line = ['emulator', 'fc', 'confirm', reference, '--time', '14:00', '--json'];
  const { stdout, stderr } = await runCli(line, { env });
  expect([stderr, JSON.parse(stdout).data.schedule.confirmedTime]).toEqual([
    expect.any(String),
    '2026-09-04T14:00:00+01:00',
  ]);
  expect(targets.filter((target) => !target.endsWith('/health'))).toEqual([
    'GET /_emulator/clock',
    `GET /_emulator/fc/slots/${reference}`,
    `POST /_emulator/fc/slots/${reference}/confirm`,
  ]);
  const unknown = await runCli(['emulator', 'fc', 'confirm', 'SLOT-9', '--time', '14:00'], { env });
  expect([unknown.code, unknown.stderr]).toEqual([
    5,
    expect.stringContaining(`hint: this is the emulator at ${served.origin}/_emulator; for a state folder,`),
  ]);
});

describe('the emulator behind a state folder', () => {
  it('does not exist until a command creates it', async () => {
    const { code, stderr } = await runCli(['emulator', 'status'], { home: makeHome() });
    expect([code, stderr]).toMatchObject([5, expect.stringContaining('there is no emulator state in')]);
  });

  it.each([
    ['confirm', 'SLOT-9'],
    ['counter', 'SLOT-9', '--time', '2030-05-14 10:00'],
    ['receive', 'LW-9'],
    ['dispatch', 'R-9'],
  ])('names the state in which there is no such record for %s', async (...words) => {
    const home = makeHome();
    const { code, stderr } = await runCli(['emulator', 'fc', ...words, '--state', 'other'], { home });
    expect([code, stderr]).toEqual([
      5,
      expect.stringMatching(/hint: this is the state in .*\/other; for another, add --state DIR/),
    ]);
  });

  it('shows and moves its clock, and lists due events', async () => {
    const home = makeHome();
    expect((await emulator(home, 'reset', '--seed', 'empty')).code).toBe(0);
    expect((await emulator(home, 'clock', 'freeze')).data).toMatchObject({ mode: 'frozen' });
    const { data } = await emulator(home, 'clock', 'advance', '36h');
    expect(data).toMatchObject({ now: '2026-09-02T20:00:00Z', fired: [{ job: 'stock-age-snapshot' }] });
    expect((await emulator(home, 'clock')).data).toMatchObject({
      now: '2026-09-02T20:00:00Z',
      mode: 'frozen',
    });
    expect((await emulator(home, 'status')).data).toMatchObject({ status: 'ok', clock: 'frozen' });
    expect((await emulator(home, 'clock', 'set', '2026-09-01T00:00:00Z')).code).toBe(2);
    expect((await emulator(home, 'clock', 'resume')).data).toMatchObject({ mode: 'running' });
  });

  it('lists what fell due in between', async () => {
    const home = makeHome();
    await emulator(home, 'reset', '--seed', 'empty');
    const { stdout } = await runCli(['emulator', 'clock', 'advance', '5d'], { home });
    expect(stdout.match(/stock-age-snapshot/g)).toHaveLength(5);
  });

  it('starts with the first seed given to reset, and returns to it', async () => {
    const home = makeHome();
    const seed = { version: 1, now: '2026-03-01T00:00:00Z', warehouses: [], clients: [] };
    writeFileSync(join(home, 'mine.json'), JSON.stringify(seed));
    const file = join(home, 'mine.json');
    expect((await emulator(home, 'reset', '--seed', file)).data).toEqual({ now: '2026-03-01T00:00:00Z' });
    await emulator(home, 'reset', '--seed', 'empty');
    expect((await emulator(home, 'reset')).data).toEqual({ now: '2026-03-01T00:00:00Z' });
  });

  it('names the file and position of a bad seed and changes nothing', async () => {
    const home = makeHome();
    const file = join(home, 'bad.json');
    writeFileSync(file, JSON.stringify({ version: 1, warehouses: [{}], clients: [] }));
    const refused = async () => (await emulator(home, 'reset', '--seed', file)).error;
    const said = `${file}: seed: warehouses[0].name is required`;
    expect(await refused()).toContain(said);
    await emulator(home, 'reset', '--seed', 'empty');
    await emulator(home, 'export', join(home, 'before.json'));
    expect(await refused()).toContain(said);
    await emulator(home, 'export', join(home, 'after.json'));
    expect(readFileSync(join(home, 'after.json'), 'utf8')).toBe(
      readFileSync(join(home, 'before.json'), 'utf8'),
    );
  });

  it.each([
    [['clock', 'advance'], 'missing DURATION'],
    [['clock', 'set'], 'missing ISO'],
    [['clock', 'freeze', '1h'], 'clock freeze takes no value'],
    [['clock', 'advance', 'soon'], 'advance must be a duration'],
    [['clock', 'rewind'], 'must be one of show, set, advance, freeze, resume'],
    [['status', '--state', ':memory:'], 'a state in memory ends'],
    [['reset', '--seed', 'nothing.json'], 'nothing.json: there is no such file'],
    [['fault', 'add', '{"do":'], 'the rule is not JSON'],
    [['fault', 'add', '[{"do":{"latency":"1s"}}]'], 'the body must be an object'],
    [
      ['fault', 'add', JSON.stringify({ do: { status: 500, headers: { Via: 'a\nb' } } })],
      'do.headers.Via must be one line of Latin text',
    ],
    [
      ['fault', 'add', '{"do":{"status":429,"headers":{"Retry-After":3}}}'],
      'do must be one of {status: 200 to 599, headers?: {name: text}, body?}, {latency}',
    ],
    [['fault', 'add', '{"do":{"latency":"soon"}}'], 'do.latency must be a duration, for example 500ms'],
  ])('%j is exit 2', async (words, message) => {
    const { code, error } = await emulator(makeHome(), ...words);
    expect([code, error]).toMatchObject([2, expect.stringContaining(message)]);
  });

  it('acts as the warehouse on slots', async () => {
    const home = makeHome();
    const slot = await withSlot(home);
    const time = '2026-09-04T13:00:00+01:00';
    expect(
      (await emulator(home, 'fc', 'counter', slot, '--time', time, '--comment', 'full')).data,
    ).toMatchObject({
      scheduleStatus: 'pending_customer',
    });
    expect((await emulator(home, 'fc', 'confirm', slot)).code).toBe(6);
    expect((await emulator(home, 'fc', 'confirm', 'SLOT-999999')).code).toBe(5);
    await runCli(['slot', 'respond', slot, '--accept', '--yes', '--emulator'], { home });
    expect((await emulator(home, 'fc', 'confirm', slot)).code).toBe(6);
  });

  it('shows in csv what it acted on as the commands do that read it', async () => {
    const home = makeHome();
    const slot = await withSlot(home);
    await runCli(['order', 'template', '--format', 'json', '--out', 'order.json'], { home });
    await runCli(['order', 'create', 'order.json', '--emulator'], { home });
    await runCli(['inbound', 'template', '--format', 'json', '--out', 'in.json'], { home });
    await runCli(['inbound', 'create', 'in.json', '--emulator'], { home });
    const { PO_REFERENCE } = [JSON.parse(readFileSync(join(home, 'in.json'), 'utf8'))].flat()[0];
    for (const [acts, reads] of [
      [
        ['counter', slot, '--time', '2026-09-04 13:00'],
        ['slot', 'get', slot],
      ],
      [
        ['status', 'WEB-1001', 'Processing'],
        ['order', 'get', 'WEB-1001'],
      ],
      [
        ['receive-inbound', PO_REFERENCE],
        ['inbound', 'get', PO_REFERENCE],
      ],
    ]) {
      const acted = await runCli(['emulator', 'fc', ...(acts ?? []), '-o', 'csv'], { home });
      const read = await runCli([...(reads ?? []), '-o', 'csv', '--emulator'], { home });
      expect([acted.code, acted.stdout]).toEqual([0, read.stdout]);
    }
    // Each acts for the client that is named, and this one has none of them.
    for (const acts of [
      ['receive-inbound', PO_REFERENCE],
      ['status', 'WEB-1001', 'Pending'],
      ['dispatch', 'WEB-1001'],
    ])
      expect((await emulator(home, 'fc', ...acts, '--client', 'nobody')).code).toBe(5);
    expect((await emulator(home, 'fc', 'dispatch', 'WEB-1001', '--client', 'emu-acme')).code).toBe(0);
  });

  it('adds, lists and clears faults', async () => {
    const home = makeHome();
    const rule = { match: { path: '/inventory' }, do: { status: 503 } };
    expect((await emulator(home, 'fault', 'add', JSON.stringify(rule))).code).toBe(0);
    writeFileSync(join(home, 'rule.json'), JSON.stringify({ do: { latency: '1s' } }));
    expect((await emulator(home, 'fault', 'add', 'rule.json')).code).toBe(0);
    expect((await emulator(home, 'fault', 'list')).data).toMatchObject([rule, { do: { latency: '1s' } }]);
    expect((await runCli(['inventory', '--emulator', '--max-retries', '0'], { home })).code).toBe(10);
    await emulator(home, 'fault', 'clear');
    expect((await emulator(home, 'fault', 'list')).data).toEqual([]);
    expect((await runCli(['inventory', '--emulator'], { home })).code).toBe(0);
  });

  it('follows its log with warehouse time, and faults in words, as its table shows them', async () => {
    const home = makeHome();
    await emulator(home, 'clock', 'set', '2026-09-02T08:00:00Z');
    await emulator(home, 'clock', 'freeze');
    await emulator(home, 'fault', 'add', '{"match":{"path":"/inventory"},"do":{"status":503}}');
    await runCli(['inventory', '--page-size', '2', '--emulator', '--max-retries', '0'], { home });
    const stopping = new AbortController();
    const sleep = async () => {
      stopping.abort('SIGINT');
      throw stopping.signal.reason;
    };
    const { stdout } = await runCli(['emulator', 'log', '--follow', '--path', '/inventory'], {
      home,
      signal: stopping.signal,
      deps: { sleep },
    });
    expect(stdout).toBe(
      'Wed 2 Sep 09:00 BST  emu-acme  GET  /inventory?page_size=2  503  Status 503, set by a fault rule  {"status":503}\n',
    );
  });

  it.each(['json', 'csv'])('does not follow its log as %s, which has an end', async (format) => {
    const { code, stderr } = await runCli(['emulator', 'log', '--follow', '-o', format]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`--follow and -o ${format} cannot be combined`),
    ]);
  });

  it('says of an empty log whether a filter is the reason', async () => {
    const home = makeHome();
    await runCli(['inventory', '--emulator'], { home });
    const { stdout } = await runCli(['emulator', 'log', '--status', '500'], { home });
    expect(stdout).toBe('no request matches these filters\n');
  });

  it('words a refused connection like every command', async () => {
    const server = await startServer(() => {});
    await server.close();
    const { code, stderr } = await runCli(['emulator', 'status', '--base-url', server.baseUrl]);
    expect([code, stderr]).toEqual([10, expect.stringContaining('/_emulator: the connection was refused\n')]);
  });

  it('filters and counts its log', async () => {
    const home = makeHome();
    await runCli(['inventory', '--emulator'], { home });
    await runCli(['order', 'get', 'NOWHERE', '--emulator'], { home });
    const paths = async (...filters: string[]) =>
      (await emulator(home, 'log', ...filters)).data.map(({ path }: { path: string }) => path);
    expect(await paths('--method', 'get')).toEqual(['/inventory', '/order/NOWHERE']);
    expect(await paths('--path', '/order/*')).toEqual(['/order/NOWHERE']);
    expect(await paths('--status', '404', '--method', 'GET')).toEqual(['/order/NOWHERE']);
    expect((await emulator(home, 'log', '--path', '/inventory', '--count')).data).toEqual({ count: 1 });
    expect((await emulator(home, 'log', '--follow', '--count')).error).toContain('cannot be combined');
    expect((await emulator(home, 'log', '--status', '4xx')).code).toBe(2);
  });

  it('asks before it starts over, if it can', async () => {
    const home = makeHome();
    const slot = await withSlot(home);
    const isThere = async () => (await runCli(['slot', 'get', slot, '--emulator'], { home })).code === 0;
    const no = await runCli(['emulator', 'reset'], { home, tty: true, answers: [false] });
    expect([no.code, no.askedFor, await isThere()]).toEqual([
      3,
      ['Replace everything in the emulator?'],
      true,
    ]);
    const yes = await runCli(['emulator', 'reset', '--yes'], { home, tty: true });
    expect([yes.code, yes.askedFor, await isThere()]).toEqual([0, [], false]);
  });

  it('exports and imports its state, and starts over from its seed', async () => {
    const home = makeHome();
    const slot = await withSlot(home);
    expect((await emulator(home, 'export', 'state.json')).code).toBe(0);
    await emulator(home, 'reset');
    expect((await runCli(['slot', 'get', slot, '--emulator'], { home })).code).toBe(5);
    expect((await emulator(home, 'import', 'state.json')).code).toBe(0);
    expect((await runCli(['slot', 'get', slot, '--emulator'], { home })).code).toBe(0);
    const piped = await runCli(['emulator', 'export', '-'], { home });
    expect(Object.keys(JSON.parse(piped.stdout))).toEqual(
      Object.keys(JSON.parse(readFileSync(join(home, 'state.json'), 'utf8'))),
    );
  });

  it('refuses a file that is no state, and takes no word of the refusal for a field', async () => {
    const home = makeHome();
    await withSlot(home);
    writeFileSync(join(home, 'other.json'), '{}');
    const { code, error } = await emulator(home, 'import', 'other.json');
    expect([code, JSON.parse(error).error]).toEqual([
      2,
      expect.objectContaining({ message: expect.stringContaining('not an exported emulator state') }),
    ]);
    expect(JSON.parse(error).error).not.toHaveProperty('field');
  });

  it('prints the OpenAPI document unchanged', async () => {
    const { stdout } = await runCli(['emulator', 'openapi', '--json'], { home: makeHome() });
    expect(JSON.parse(stdout)).toMatchObject({ openapi: '3.1.0', paths: { '/outbound': {} } });
  });
});
