import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/storage/sqlite/database.ts';
import { ledgerFile } from '../../../src/upload/ledger/ledger-file.ts';
import { makeHome, runCli } from '../../support/cli.ts';
import { json, startService } from '../../support/services/http-server.ts';
import { type BookingResponse, startSlotService } from '../../support/services/slot-service.ts';
import { credentials } from '../../support/sign-in.ts';
import { testNow } from '../../support/time.ts';
import { file, row, withSlotFile } from '../../support/upload/slot-file.ts';

const flags = ['--date', '2026-09-08', '--window', 'morning', '--warehouse', 'Northgate FC'];
const wanted = ['slot', 'book', ...flags, '--loading-type', 'palletised', '--number-of-skus', 'lt_10'];

async function ofFile(responses: BookingResponse[]) {
  const service = await withSlotFile(file(row('08'), row('09')), responses);
  const run = (words: string[], tty = false) =>
    runCli(['slot', 'book', 'slots.csv', '--yes', ...words], { home: service.home, env: service.env, tty });
  return { ...service, run, others: 1 };
}

/** A booking, of a row or by options, at a service that answers bookings like this. */
const ways = {
  'a row of a file': ofFile,
  'a row of a file, after the ledger was damaged': async (responses: BookingResponse[]) => {
    const booking = await ofFile(responses);
    writeFileSync(ledgerFile(booking.home), 'this was a ledger once, '.repeat(200));
    return booking;
  },
  'one by options': async (responses: BookingResponse[]) => {
    const service = await startSlotService(responses);
    const home = makeHome();
    const run = (words: string[], tty = false) =>
      runCli([...wanted, '--yes', ...words], { home, env: service.env, tty });
    return { ...service, run, others: 0 };
  },
} as const;

describe.each(Object.entries(ways))('a booking that arrives late, of %s,', (_, booking) => {
  it.each(['arrives-late', 'arrives-late-behind-a-gateway'] as const)(
    'is not sent again (%s)',
    async (how) => {
      const { run, slots, posts, others } = await booking([how]);
      const { code, stderr } = await run([]);
      expect([code, slots.length, posts()]).toEqual([0, 1 + others, 1 + others]);
      expect(stderr).not.toContain('error');
      // Nothing tells it from a slot that somebody else booked for the same at that moment.
      expect(stderr).toMatch(/S-\d \(.*it may be theirs/);
    },
  );

  it("is nobody else's if its answer came", async () => {
    const { run } = await booking(['books']);
    expect((await run([])).stderr).not.toContain('theirs');
  });

  it('is not taken for the one for which the service refused it', async () => {
    const { run, others } = await booking(['is-too-late']);
    const { code, stdout, stderr } = await run([]);
    expect([code, stdout + stderr]).toEqual([
      others === 0 ? 6 : 9,
      expect.stringContaining('the window is full'),
    ]);
    expect(stderr).not.toContain('theirs');
  });

  it('is looked for by the command that the error of a run with --fresh names', async () => {
    const { run, listing, posts, others } = await booking(['books-and-loses']);
    listing('good', ...Array<'fails'>(40).fill('fails'));
    const { code, stderr } = await run(['--fresh', '--max-retries', '1']);
    expect([code > 0, stderr]).toEqual([
      true,
      expect.stringContaining('run the same command without --fresh'),
    ]);
    expect(stderr).not.toContain('the same command again');
    listing();
    const found = await run([]);
    expect([found.code, found.stderr]).toEqual([0, expect.not.stringContaining('already booked')]);
    expect(posts()).toBe(1 + others);
  });

  it('is waited for with a word on a terminal, and in silence elsewhere', async () => {
    const said = 'a request without an answer may still arrive: looking for it for 10s';
    const shown = await booking(['loses']);
    expect((await shown.run(['--lost-wait', '10s', '--timeout', '2s'], true)).stderr).toContain(said);
    const piped = await booking(['loses']);
    expect((await piped.run(['--lost-wait', '10s', '--timeout', '2s'])).stderr).not.toContain('arrive');
  });

  it('is sent again when it can no longer arrive', async () => {
    const { run, slots, posts, others } = await booking(['loses']);
    expect((await run(['--lost-wait', '90s'])).code).toBe(0);
    expect([slots.length, posts()]).toEqual([1 + others, 2 + others]);
  });

  it('is reported with the command that cancels it if it was sent again', async () => {
    const { run, slots, others } = await booking(['arrives-after-the-next']);
    const { code, stderr } = await run([]);
    expect([code, slots.length]).toEqual([9, 2 + others]);
    const [, duplicate] = slots.map(({ slotReference }) => slotReference);
    expect(stderr).toContain(
      `error: ${duplicate} was booked as well: a request whose answer was lost arrived late\n` +
        `hint: unless somebody else booked it, cancel it: cfi slot cancel ${duplicate}`,
    );
  });
});

const hour = 3_600_000;

it.each([
  ['for a minute', 0, 0],
  ['for what is left of a minute', 50_000, 50_000],
  ['although the wall clock was set forward', hour, 1_000],
  ['although the wall clock was set back', -hour, 1_000],
])('a booking of an interrupted run that arrives late is looked for, %s', async (_, wall, passed) => {
  const interrupt = new AbortController();
  const service = await withSlotFile(file(row('08'), row('09')), [
    async () => {
      interrupt.abort('SIGINT');
      return 'arrives-late';
    },
  ]);
  const run = (options: { signal?: AbortSignal; now?: number; elapsed?: number }) =>
    runCli(['slot', 'book', 'slots.csv', '--yes'], { home: service.home, env: service.env, ...options });
  expect((await run({ signal: interrupt.signal })).code).toBe(130);
  const again = await run({ now: testNow + wall, elapsed: passed });
  expect([again.code, service.slots.map(({ date }) => date).sort()]).toEqual([
    0,
    ['2026-09-08', '2026-09-09'],
  ]);
});

it('a booking of a run that ended long ago is not waited for', async () => {
  const interrupt = new AbortController();
  const service = await withSlotFile(file(row('08')), [
    async () => {
      interrupt.abort('SIGINT');
      return 'loses';
    },
  ]);
  const run = (options: { signal?: AbortSignal; now?: number }) =>
    runCli(['slot', 'book', 'slots.csv', '--yes'], {
      home: service.home,
      env: service.env,
      tty: true,
      ...options,
    });
  expect((await run({ signal: interrupt.signal })).code).toBe(130);
  const { code, stderr } = await run({ now: testNow + 61_000 });
  expect([code, service.slots.length]).toEqual([0, 1]);
  expect(stderr).not.toContain('may still arrive');
});

it('what a service takes to list the slots does not shorten the wait for an earlier booking', async () => {
  const interrupt = new AbortController();
  const service = await withSlotFile(file(row('08')), [
    async () => {
      interrupt.abort('SIGINT');
      return 'loses';
    },
  ]);
  const run = (signal?: AbortSignal) =>
    runCli(['slot', 'book', 'slots.csv', '--yes'], {
      home: service.home,
      env: service.env,
      ...(signal && { signal }),
    });
  expect((await run(interrupt.signal)).code).toBe(130);
  service.listing('fails', 'fails', 'fails', 'fails');
  const { code, slept } = await run();
  expect([code, service.posts()]).toEqual([0, 2]);
  expect(slept.reduce((sum, ms) => sum + ms)).toBeGreaterThanOrEqual(60_000);
});

it('a booking whose run was killed before it told is the same, and a later one is another', async () => {
  const service = await startSlotService(['books']);
  const home = makeHome();
  const run = async () =>
    JSON.parse((await runCli([...wanted, '--json'], { home, env: service.env })).stdout);
  const first = await run();
  const db = openDatabase(ledgerFile(home));
  db.run('UPDATE runs SET ended_at = NULL');
  db.close();
  expect(await run()).toEqual(first);
  expect(service.posts()).toBe(1);
  await run();
  expect(service.posts()).toBe(2);
});

it('a booking whose run was killed before it told is not made again because its slot cannot be read', async () => {
  const home = makeHome();
  const slots: object[] = [];
  let denies = false;
  const service = await startService(({ method, url, body }, response) => {
    if (method === 'POST') slots.push({ ...JSON.parse(body), slotReference: `S-${slots.length + 1}` });
    if (method === 'POST') return json(response, 201, { success: true, data: slots.at(-1) });
    if (url === '/v1/inbound-slot') return json(response, 200, { success: true, data: slots });
    return denies ? json(response, 404, { message: 'no route' }) : response.destroy();
  });
  const book = () => runCli([...wanted, '--yes'], { home, env: credentials(service.baseUrl) });
  expect((await book()).code).toBe(0);
  const db = openDatabase(ledgerFile(home));
  db.run('UPDATE runs SET ended_at = NULL');
  db.close();
  denies = true;
  const { code, stdout } = await book();
  expect([code, stdout, slots.length]).toEqual([0, expect.stringContaining('S-1'), 1]);
});

it('bookings of a run that ended in doubt are found by the next, the second as a duplicate', async () => {
  const service = await withSlotFile(file(row('08')), ['books-and-loses', 'books-and-loses']);
  const run = () =>
    runCli(['slot', 'book', 'slots.csv', '--yes', '--max-retries', '1'], {
      home: service.home,
      env: service.env,
    });
  service.listing(...Array<'empty'>(100).fill('empty'));
  const first = await run();
  expect([first.code, first.stderr]).toEqual([10, expect.stringContaining('it is not known')]);
  service.listing();
  const { code, stderr } = await run();
  expect([code, service.posts()]).toEqual([9, 2]);
  expect(stderr).toContain('S-2 was booked as well');
  expect((await run()).code).toBe(0);
});

it.each([
  ['is not known which one is', ['books-and-loses', 'books-and-loses'], 10],
  ['was the other one', ['books-and-loses', 'books'], 9],
] as const)(
  'a second slot that was cancelled meanwhile is no duplicate where ours %s',
  async (_, how, exit) => {
    const service = await withSlotFile(file(row('08')), [...how]);
    const run = () => service.book('--yes', '--max-retries', '1');
    service.listing(...Array<'empty'>(100).fill('empty'));
    expect((await run()).code).toBe(exit);
    service.listing();
    Object.assign(service.slots[0] ?? {}, { scheduleStatus: 'cancelled' });
    const { code, stdout, stderr } = await run();
    expect([code, stdout, service.posts()]).toEqual([0, expect.stringContaining('S-2'), 2]);
    expect(stderr).not.toMatch(/S-1|booked as well|no longer be used/);
  },
);
