import { describe, expect, it } from 'vitest';
import { createWorkQueue } from '../../../src/upload/run/work-queue.ts';
import type { Outcome } from '../../../src/upload/terms/outcomes.ts';

const sent = { outcome: 'created' } as const;
const task = { reference: 'R-0', start: 'send' } as const;

/** A queue over this many items, with the sizes of the batches that it asked for and what it recorded. */
function queueOf(items: number, concurrency: number, { record: failure }: { record?: Error } = {}) {
  let time = 1_000;
  let left = items;
  let timer: { readonly ms: number; readonly callback: () => void } | undefined;
  const asked: number[] = [];
  const events: (string | readonly Outcome[])[] = [];
  const queue = createWorkQueue(
    {
      toProcess: items,
      nextBatch(size, results) {
        if (results.length > 0) this.record(results);
        asked.push(size);
        const taken = Math.min(size, left);
        left -= taken;
        return Array.from({ length: taken }, (_, at) => ({ reference: `R-${at}`, start: 'send' as const }));
      },
      record(results) {
        if (failure !== undefined) throw failure;
        events.push(`${results.length} recorded`);
      },
      withdraw: () => void events.push('withdrawn'),
    },
    concurrency,
    {
      monotonicNow: () => time,
      startTimer(ms, callback) {
        timer = { ms, callback };
        return () => {
          timer = undefined;
        };
      },
    },
    {
      recorded: (outcomes) => void events.push(outcomes),
      failed: (error) => void events.push(String(error)),
    },
  );
  const pass = (ms: number): void => {
    time += ms;
  };
  /** Lets the timer fire; returns how long it was to wait. */
  const fire = (): number | undefined => {
    const due = timer;
    timer = undefined;
    time += due?.ms ?? 0;
    due?.callback();
    return due?.ms;
  };
  return { queue, asked, events, pass, fire };
}

/** Takes all items of one batch, which the service processes in this time, and asks for the next batch. */
function takeBatch({ queue, asked, pass }: ReturnType<typeof queueOf>, tookMs: number): number | undefined {
  const size = asked.at(-1) ?? 0;
  for (let taken = 1; taken < size; taken++) queue.take();
  pass(tookMs);
  queue.take();
  return asked.at(-1);
}

describe('the batches of a run', () => {
  it.each([
    ['begin with 16 documents', 4, [], [16]],
    ['begin with four for each simultaneous request', 5, [], [20]],
    ['double while the service needs less than half a second', 1, [0, 499, 499], [16, 32, 64, 128]],
    [
      'never have more than 2048 documents',
      1,
      Array(8).fill(0),
      [16, 32, 64, 128, 256, 512, 1024, 2048, 2048],
    ],
    ['stay while the service needs up to a second', 1, [0, 500, 1000], [16, 32, 32, 32]],
    [
      'halve while it needs longer, but not below the first',
      1,
      [0, 0, 1001, 1001, 1001],
      [16, 32, 64, 32, 16, 16],
    ],
  ] as [string, number, number[], number[]][])('%s', (_, concurrency, tookMs, sizes) => {
    const opened = queueOf(1_000_000, concurrency);
    opened.queue.take();
    expect([opened.asked[0], ...tookMs.map((ms) => takeBatch(opened, ms))]).toEqual(sizes);
  });

  it('change as if the service took as long for each document of the next one', () => {
    const opened = queueOf(20, 1);
    opened.queue.take();
    expect(takeBatch(opened, 0)).toBe(32);
    // The 4 that are left take 64 ms, so 32 would take 512.
    for (let taken = 1; taken < 4; taken++) opened.queue.take();
    opened.pass(64);
    opened.queue.take();
    expect(opened.asked).toEqual([16, 32, 32]);
  });

  it('end with an empty one, and nothing is asked for after it', () => {
    const { queue, asked } = queueOf(1, 1);
    expect([queue.take(), queue.take(), queue.take()]).toEqual([task, undefined, undefined]);
    expect(asked.slice(0, 2)).toEqual([16, 32]);
  });
});

describe('the next batch', () => {
  it('is prepared with the outcomes if the batch will not last until the next ones, and only once', () => {
    const { queue, asked, fire } = queueOf(40, 4);
    for (let taken = 0; taken < 8; taken++) queue.take();
    for (let count = 0; count < 7; count++) queue.finish(task, sent);
    fire();
    expect(asked).toEqual([16]);
    for (let count = 0; count < 8; count++) queue.finish(task, sent);
    fire();
    queue.finish(task, sent);
    fire();
    expect(asked).toEqual([16, 32]);
    for (let taken = 8; taken < 40; taken++) queue.take();
    expect([asked, queue.take()]).toEqual([[16, 32, 64], undefined]);
  });

  it('is not asked for after the last', () => {
    const { queue, asked, fire } = queueOf(1, 1);
    queue.take();
    queue.take();
    queue.finish(task, sent);
    fire();
    expect(asked).toEqual([16, 32]);
  });
});

describe('the outcomes of a run', () => {
  it('are recorded 50 ms after the first, with those that follow', () => {
    const { queue, events, fire } = queueOf(10, 1);
    queue.finish(task, sent);
    queue.finish(task, { outcome: 'failed' });
    expect([events, queue.pending('created'), queue.pending('rejected')]).toEqual([[], 1, 0]);
    expect(fire()).toBe(50);
    expect([events, queue.pending('created')]).toEqual([['2 recorded', ['created', 'failed']], 0]);
    expect(fire()).toBe(undefined);
    queue.finish(task, sent);
    expect([fire(), events.length]).toEqual([50, 4]);
  });

  it('are recorded when there are 2048, whatever the timer does', () => {
    const { queue, events, fire } = queueOf(10, 1);
    for (let count = 0; count < 2047; count++) queue.finish(task, sent);
    expect(events).toEqual([]);
    queue.finish(task, sent);
    expect(events).toEqual(['2048 recorded', Array(2048).fill('created')]);
    expect(fire()).toBe(undefined);
  });

  it('wait while answers keep arriving, and then for what these answers start', () => {
    const { queue, events, pass, fire } = queueOf(10, 1);
    queue.finish(task, sent);
    for (const _ of [50, 100, 150, 200]) {
      pass(30);
      queue.finish(task, sent);
      pass(-30);
      expect([fire(), events]).toEqual([50, []]);
    }
    pass(50);
    queue.finish(task, sent);
    queue.finish(task, sent);
    expect([fire(), events[0]]).toEqual([0, '7 recorded']);
    queue.finish(task, sent);
    expect(fire()).toBe(50);
  });

  it('and the intents of the next batch are one step', () => {
    const { queue, asked, events } = queueOf(40, 4);
    for (let taken = 0; taken < 16; taken++) queue.take();
    for (let count = 0; count < 9; count++) queue.finish(task, sent);
    queue.take();
    expect([asked, events]).toEqual([
      [16, 32],
      ['9 recorded', Array(9).fill('created')],
    ]);
  });

  it('are recorded after 500 ms even if no timer fires', () => {
    const { queue, events, pass } = queueOf(10, 1);
    queue.finish(task, sent);
    pass(499);
    queue.finish(task, sent);
    expect(events).toEqual([]);
    pass(1);
    queue.finish(task, sent);
    expect(events).toEqual(['3 recorded', ['created', 'created', 'created']]);
  });

  it('report it if they cannot be recorded when the timer fires, and are kept', () => {
    const { queue, events, fire } = queueOf(10, 1, { record: new Error('full') });
    queue.finish(task, sent);
    fire();
    expect([events, queue.pending('created')]).toEqual([['Error: full'], 1]);
  });

  it('are not recorded after the queue was abandoned', () => {
    const { queue, events, fire } = queueOf(10, 1);
    queue.finish(task, sent);
    queue.abandon();
    expect([fire(), events]).toEqual([undefined, []]);
  });

  it('are recorded at the end, and intents without one are withdrawn', () => {
    const { queue, events } = queueOf(10, 1);
    queue.finish(task, sent);
    queue.end();
    expect(events).toEqual(['1 recorded', ['created'], 'withdrawn']);
  });

  it('cost nothing while there are none', () => {
    const { queue, events } = queueOf(10, 1);
    queue.flush();
    expect(events).toEqual([]);
  });
});
