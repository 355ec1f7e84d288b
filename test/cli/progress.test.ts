import { describe, expect, it } from 'vitest';
import { progressText, startBusy, startProgress, waitNotice } from '../../src/cli/progress.ts';
import type { CommandContext, Settings } from '../../src/cli/settings.ts';
import { createRedactor } from '../../src/text/redact.ts';
import { captured } from '../support/cli.ts';

interface Stage {
  readonly context: CommandContext;
  /** Advances time and calls the timers that are due. */
  pass(ms: number): void;
  text(): string;
  pending(): number;
}

function stage(settings: Partial<Settings> = {}, { tty = false, env = {} } = {}): Stage {
  const { stream, text } = captured({ tty, columns: 200 });
  let time = 0;
  let timers: { at: number; callback: () => void }[] = [];
  const deps = {
    stderr: stream,
    env,
    monotonicNow: () => time,
    startTimer(ms: number, callback: () => void) {
      const timer = { at: time + ms, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
  const color = { stdout: true, stderr: true };
  const all = { output: 'table', quiet: false, debug: false, accessible: false, color, ...settings };
  const notice = (line: string): void => void (all.quiet || stream.write(`${line}\n`));
  return {
    context: { deps, settings: all, notice, redactor: createRedactor() } as unknown as CommandContext,
    pass(ms) {
      time += ms;
      const due = timers.filter(({ at }) => at <= time);
      timers = timers.filter(({ at }) => at > time);
      for (const { callback } of due) callback();
    },
    text,
    pending: () => timers.length,
  };
}

describe('the progress of a run', () => {
  it.each([
    [
      { done: 1200, total: 10_000, elapsedMs: 12_000, counts: { created: 1190, rejected: 10, unknown: 0 } },
      '1,200 of 10,000 orders (12%), 100/s, 1m 28s left, 1,190 created, 10 rejected',
    ],
    [{ done: 0, total: 5, elapsedMs: 0, counts: {} }, '0 of 5 orders (0%), 0.0/s'],
    [{ done: 5, total: 5, elapsedMs: 2000, counts: {} }, '5 of 5 orders (100%), 2.5/s'],
    [{ done: 0, total: 0, elapsedMs: 10, counts: {} }, '0 of 0 orders (100%), 0.0/s'],
  ])('%j', (state, text) => {
    expect(progressText(state, 'orders')).toBe(text);
  });

  it('is a line every 30 s without a terminal', () => {
    const { context, pass, text, pending } = stage();
    const progress = startProgress(context, { total: 100, what: 'orders' });
    pass(29_000);
    progress.update(58);
    expect(text()).toBe('');
    pass(1000);
    expect(text()).toBe('58 of 100 orders (58%), 1.9/s, 22s left\n');
    pass(30_000);
    expect(text().trimEnd().split('\n')).toHaveLength(2);
    progress.pause(300_000);
    pass(30_000);
    expect(text()).toMatch(/\nwaiting 4m 30s as the service asks, 58 of 100 orders .*\n$/);
    progress.stop();
    expect(pending()).toBe(0);
  });

  it('is a bar on a terminal, redrawn on its line and removed at the end', () => {
    const { context, pass, text } = stage({}, { tty: true });
    const progress = startProgress(context, { total: 10, what: 'orders' });
    pass(1000);
    progress.update(5, { created: 5 });
    progress.update(6, { created: 6 });
    expect(text()).toBe(
      `\r${'█'.repeat(8)}${'░'.repeat(8)} 5 of 10 orders (50%), 5.0/s, 1s left, 5 created\u001b[K`,
    );
    progress.note('slower now');
    expect(text()).toContain('\r\u001b[Kslower now\n');
    progress.stop();
    expect(text().endsWith('\r\u001b[K')).toBe(true);
  });

  it('says for how long the service lets it wait, until then', () => {
    const { context, pass, text } = stage({}, { tty: true });
    const progress = startProgress(context, { total: 10, what: 'orders' });
    progress.pause(4000);
    expect(text()).toBe('');
    progress.pause(45_000);
    expect(text()).toBe(
      `\r${'░'.repeat(16)} waiting 45s as the service asks, 0 of 10 orders (0%), 0.0/s\u001b[K`,
    );
    pass(15_000);
    progress.update(1);
    expect(text()).toContain(' waiting 30s as the service asks, 1 of 10 orders');
    pass(30_000);
    progress.update(2);
    expect(text().split('\r').at(-1)).toContain('░ 2 of 10 orders');
  });

  it.each<[string, Partial<Settings>, object]>([
    ['--quiet', { quiet: true }, { tty: true }],
    ['--quiet without a terminal', { quiet: true }, {}],
  ])('is hidden with %s', (_, settings, surroundings) => {
    const { context, pass, text } = stage(settings, surroundings);
    const progress = startProgress(context, { total: 10, what: 'orders' });
    pass(60_000);
    progress.update(5);
    progress.stop();
    expect(text()).toBe('');
  });

  it('has plain signs on a terminal without others', () => {
    const { context, pass, text } = stage({}, { tty: true, env: { LANG: 'C' } });
    const progress = startProgress(context, { total: 2, what: 'orders' });
    pass(1000);
    progress.update(1);
    expect(text()).toContain('########........ 1 of 2 orders');
  });

  it.each<[string, Partial<Settings>, Record<string, string>]>([
    ['on a terminal that cannot', {}, { TERM: 'dumb' }],
    ['for a screen reader', { accessible: true }, {}],
  ])('does not move %s', (_, settings, env) => {
    const { context, pass, text } = stage(settings, { tty: true, env });
    startProgress(context, { total: 10, what: 'orders' }).update(5);
    pass(30_000);
    expect(text()).toBe('5 of 10 orders (50%), 0.2/s, 30s left\n');
  });
});

describe('the spinner', () => {
  it('waits for a slow answer, on a terminal only', () => {
    const slow = stage({}, { tty: true });
    const busy = startBusy(slow.context, 'waiting');
    expect(slow.pending()).toBe(1);
    busy.stop();
    expect(slow.pending()).toBe(0);
    expect(slow.text()).toBe('');
  });

  it('is a line for a screen reader, after a longer while', () => {
    const slow = stage({ accessible: true }, { tty: true });
    const busy = startBusy(slow.context, 'waiting');
    slow.pass(1900);
    expect(slow.text()).toBe('');
    slow.pass(100);
    busy.stop();
    expect(slow.text()).toBe('waiting\n');
  });

  it('does not end the command if it cannot be shown', async () => {
    const { context, pass } = stage({}, { tty: true });
    let tried = (): void => {};
    const triedToWrite = new Promise<void>((resolve) => {
      tried = resolve;
    });
    const broken = new Proxy(context.deps.stderr, {
      get(stream, name) {
        if (name !== 'write') return Reflect.get(stream, name);
        tried();
        throw new Error('this terminal is broken');
      },
    });
    const busy = startBusy({ ...context, deps: { ...context.deps, stderr: broken } }, 'waiting');
    pass(400);
    await triedToWrite;
    // A rejection that nothing handles is reported in the next turn, and fails the test run.
    await new Promise((done) => setImmediate(done));
    busy.stop();
  });

  it.each<[string, Partial<Settings>, object]>([
    ['a pipe', {}, {}],
    ['--quiet', { quiet: true }, { tty: true }],
    ['--output json', { output: 'json' }, { tty: true }],
    ['--debug', { debug: true }, { tty: true }],
    ['TERM=dumb', {}, { tty: true, env: { TERM: 'dumb' } }],
  ])('never appears with %s', (_, settings, surroundings) => {
    const { context, pending } = stage(settings, surroundings);
    startBusy(context, 'waiting');
    expect(pending()).toBe(0);
  });
});

it('says of the first wait, and of long ones, that a request is repeated', () => {
  const { context, text } = stage({}, { tty: true });
  const waits = waitNotice(context);
  for (const ms of [300, 4_999, 5_000]) waits(ms, 'Busy');
  expect(text()).toBe('Busy; trying again\nBusy; trying again in 5s\n');
});
