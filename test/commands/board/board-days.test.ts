import { expect, it } from 'vitest';
import type { CommandContext } from '../../../src/cli/settings.ts';
import { openApi } from '../../../src/client/auth/session.ts';
import { startBoard } from '../../../src/commands/board/session.ts';
import type { BoardState } from '../../../src/commands/board/state.ts';
import type { Deps } from '../../../src/deps.ts';
import { createRedactor } from '../../../src/text/redact.ts';
import { createServiceClock } from '../../../src/text/time/time.ts';
import { makeHome } from '../../support/cli.ts';
import { openSlots, slotBody } from '../../support/emulator/slots.ts';
import { testNow } from '../../support/time.ts';

const hourMs = 3_600_000;
const allMs = 3 * 24 * hourMs;
const floorMs = 600_000;

it('runs for days with a bounded number of requests, despite failures and repeated g', {
  timeout: 120_000,
}, async () => {
  const slots = await openSlots();
  const { emulator, admin } = slots;
  const timers: { at: number; callback: () => void }[] = [];
  let timerStarted = () => {};
  let elapsed = 0;
  let state: BoardState | undefined;
  const home = makeHome();
  const deps = {
    env: { CFI_HOME: home },
    cwd: home,
    pid: 1,
    platform: 'linux',
    now: emulator.now,
    monotonicNow: () => elapsed,
    random: () => 0.5,
    sleep: async () => {},
    startTimer: () => () => {},
    interrupted: new AbortController().signal,
    openEmulator: async () => ({
      ...emulator,
      stateId: () => 'days',
      advance: () => {},
      close: () => {},
    }),
  } as unknown as Deps;
  const settings = {
    profile: 'default',
    emulator: true,
    debug: false,
    timeoutMs: 30_000,
    maxRetries: 0,
    quiet: true,
  };
  const context = {
    ...{ deps, settings, redactor: createRedactor(), clock: createServiceClock(deps) },
    ...{ notice: () => {}, warn: () => {} },
  } as unknown as CommandContext;
  const api = await openApi(context);
  let lists = 0;
  const looks: number[] = [];
  const counted = {
    ...api,
    transport: { ...api.transport, monotonicNow: () => elapsed },
    call: (...args: Parameters<typeof api.call>) => {
      if (args[0] === 'listSlots') {
        lists += 1;
        looks.push(elapsed);
      }
      return api.call(...args);
    },
  };
  const board = startBoard({
    api: counted,
    context,
    intervalMs: 2 * floorMs,
    closestMs: floorMs,
    show: (shown) => {
      state = shown;
    },
    account: '',
    readOnly: false,
    size: () => ({ rows: 24, columns: 80 }),
    ring: () => {},
    drained: async () => {},
    suspend: () => {},
    startTimer: (ms, callback) => {
      timers.push({ at: elapsed + ms, callback });
      timerStarted();
      return () => {};
    },
  });
  let failures = 0;
  const memory: number[] = [];
  for (let hour = 0; elapsed < allMs; ) {
    if (timers.length === 0)
      await new Promise<void>((done) => {
        timerStarted = done;
      });
    if (state?.failure !== undefined) failures += 1;
    // An impatient user must not put load on the service.
    board.input('ggg');
    const next = timers.shift() as (typeof timers)[number];
    const step = next.at - elapsed;
    elapsed = next.at;
    await emulator.advance(step);
    if (elapsed / hourMs >= hour) {
      hour += 6;
      memory.push(process.memoryUsage().heapUsed);
      const client = emulator.as('emu-acme');
      await client.post('/inbound-slot', slotBody({ date: '2026-09-18', warehouse: 'Counter FC' }));
      await admin.post('/faults', {
        match: { path: '/inbound-slot' },
        when: { times: 2 },
        do: { status: 503 },
      });
    }
    next.callback();
  }
  board.end(0);
  expect(await board.ended).toBe(0);
  await api.close();
  expect(failures).toBeGreaterThan(10);
  for (let at = 1; at < looks.length; at++)
    expect((looks[at] as number) - (looks[at - 1] as number)).toBeGreaterThanOrEqual(floorMs);
  expect(lists).toBeLessThanOrEqual(allMs / (2 * floorMs) + 1);
  expect(lists).toBeGreaterThan(170);
  expect(timers.length).toBeLessThanOrEqual(1);
  expect(Math.min(...memory.slice(-5))).toBeLessThan(Math.min(...memory.slice(2, 7)) + 60 * 1024 * 1024);
  expect(emulator.now()).toBeGreaterThan(testNow + allMs - hourMs);
});
