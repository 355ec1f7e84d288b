import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/upload/outcomes.ts';
import { createWorkQueue } from '../../../src/upload/run/work-queue.ts';

const sent = { outcome: 'created' } as const;

/** A queue over this many items, with the sizes of the batches that it asked for and what it recorded. */
function queueOf(items: number, concurrency: number, failure?: Error) {
  let time = 1_000;
  let left = items;
  let written = (): void => {};
  let timer: { readonly ms: number; readonly callback: () => void } | undefined;
  const asked: number[] = [];
  const events: (string | readonly Outcome[])[] = [];
  const pass = (ms: number): void => {
    time += ms;
  };
  const queue = createWorkQueue(
    {
      nextBatch(size) {
        asked.push(size);
        const taken = Math.min(size, left);
        left -= taken;
        return { size: taken, task: (index) => ({ reference: `R-${index}`, start: 'send' as const }) };
      },
      settle: () => {},
      commit() {
        if (failure !== undefined) throw failure;
        events.push('committed');
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
      whenWritten(callback) {
        written = callback;
      },
    },
    {
      recorded: (outcomes) => void events.push(outcomes),
      failed: (error) => void events.push(String(error)),
    },
  );
  /** Lets the timer fire; returns how long it was to wait. */
  const fire = (): number | undefined => {
    const due = timer;
    timer = undefined;
    due?.callback();
    return due?.ms;
  };
  return { queue, asked, events, pass, fire, written: () => written() };
}

type Opened = ReturnType<typeof queueOf>;

/** Takes all items of one batch, which the service processes in this time, and asks for the next batch. */
function takeBatch({ queue, asked, pass }: Opened, tookMs: number): number | undefined {
  const size = asked.at(-1) ?? 0;
  for (let taken = 1; taken < size; taken++) queue.take();
  pass(tookMs);
  queue.take();
  return asked.at(-1);
}

function sizesOf(concurrency: number, tookMs: readonly number[]): (number | undefined)[] {
  const opened = queueOf(1_000_000, concurrency);
  opened.queue.take();
  return [opened.asked[0], ...tookMs.map((ms) => takeBatch(opened, ms))];
}

describe('the batches of a run', () => {
  it.each([
    ['begin with 16 documents', 8, [], [16]],
    ['begin with two for each simultaneous request', 9, [], [18]],
    ['double while the service needs less than a quarter of a second', 1, [0, 249, 249], [16, 32, 64, 128]],
    [
      'never have more than 4096 documents',
      1,
      Array(9).fill(0),
      [16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 4096],
    ],
    ['stay while the service needs up to a second', 1, [0, 250, 1000], [16, 32, 32, 32]],
    [
      'halve while it needs longer, but not below the first',
      1,
      [0, 0, 1001, 1001, 1001],
      [16, 32, 64, 32, 16, 16],
    ],
  ] as [string, number, number[], number[]][])('%s', (_, concurrency, tookMs, sizes) => {
    expect(sizesOf(concurrency, tookMs)).toEqual(sizes);
  });

  it('do not grow after one that the work could not fill', () => {
    const opened = queueOf(20, 1);
    opened.queue.take();
    expect(takeBatch(opened, 0)).toBe(32);
    for (let taken = 1; taken < 4; taken++) opened.queue.take();
    opened.queue.take();
    expect(opened.asked).toEqual([16, 32, 32]);
  });

  it('are prepared while their turn is near, and then used', () => {
    const { queue, asked, pass, fire } = queueOf(100, 8);
    const settle = (): void => queue.settle({ reference: 'R', start: 'send' }, sent);
    for (let taken = 0; taken < 16; taken++) queue.take();
    queue.take();
    expect(asked).toEqual([16, 32]);
    for (let taken = 1; taken < 15; taken++) queue.take();
    settle();
    fire();
    expect(asked).toEqual([16, 32]);
    queue.take();
    settle();
    fire();
    settle();
    fire();
    expect(asked).toEqual([16, 32, 64]);
    pass(1);
    for (let taken = 0; taken < 16; taken++) queue.take();
    expect(queue.take()).toEqual({ reference: 'R-0', start: 'send' });
    expect(asked).toEqual([16, 32, 64]);
  });

  it('are prepared when all of the one before are under way', () => {
    const { queue, asked, fire } = queueOf(100, 8);
    for (let taken = 0; taken < 16; taken++) queue.take();
    queue.settle({ reference: 'R', start: 'send' }, sent);
    fire();
    expect(asked).toEqual([16, 32]);
  });

  it('are not prepared after the last, nor before the first', () => {
    const { queue, asked, fire } = queueOf(1, 8);
    queue.settle({ reference: 'R', start: 'send' }, sent);
    fire();
    expect(asked).toEqual([]);
    queue.take();
    queue.take();
    queue.settle({ reference: 'R', start: 'send' }, sent);
    fire();
    expect(asked).toEqual([16, 16]);
  });

  it('end with an empty one, and nothing is asked for after it', () => {
    const { queue, asked } = queueOf(1, 1);
    expect([queue.take(), queue.take(), queue.take(), queue.take()]).toEqual([
      { reference: 'R-0', start: 'send' },
      undefined,
      undefined,
      undefined,
    ]);
    expect(asked).toEqual([16, 16]);
  });
});

describe('the outcomes of a run', () => {
  const task = { reference: 'R-0', start: 'send' } as const;

  it('are recorded 50 ms after the first, with those that follow', () => {
    const { queue, events, fire } = queueOf(10, 1);
    queue.settle(task, sent);
    queue.settle(task, { outcome: 'failed' });
    expect([events, queue.pending('created'), queue.pending('rejected')]).toEqual([[], 1, 0]);
    expect(fire()).toBe(50);
    expect([events, queue.pending('created')]).toEqual([['committed', ['created', 'failed']], 0]);
    expect(fire()).toBe(undefined);
    queue.settle(task, sent);
    expect([fire(), events.length]).toEqual([50, 4]);
  });

  it('are recorded after 100 ms if the process is too busy for the timer', () => {
    const { queue, events, pass, fire } = queueOf(10, 1);
    pass(1000);
    queue.settle(task, sent);
    pass(99);
    queue.settle(task, sent);
    expect(events).toEqual([]);
    pass(1);
    queue.settle(task, sent);
    expect(events).toEqual(['committed', ['created', 'created', 'created']]);
    expect(fire()).toBe(undefined);
  });

  it('report it if the ledger cannot be written when the timer fires', () => {
    const { queue, events, fire } = queueOf(10, 1, new Error('full'));
    queue.settle(task, sent);
    fire();
    expect(events).toEqual(['Error: full']);
  });

  it('are not recorded after the queue was abandoned', () => {
    const { queue, events, fire, written } = queueOf(10, 1);
    for (let settled = 0; settled < 400; settled++) queue.settle(task, sent);
    queue.abandon();
    written();
    expect([fire(), events]).toEqual([undefined, []]);
  });

  it('are recorded when there are 400, as soon as the next requests are written', () => {
    const { queue, events, written } = queueOf(10, 1);
    for (let settled = 0; settled < 399; settled++) queue.settle(task, sent);
    written();
    expect(events).toEqual([]);
    for (let settled = 0; settled < 3; settled++) queue.settle(task, sent);
    expect(events).toEqual([]);
    written();
    expect(events).toEqual(['committed', Array(402).fill('created')]);
  });

  it('are recorded when there are 600, written or not', () => {
    const { queue, events } = queueOf(10, 1);
    for (let settled = 0; settled < 599; settled++) queue.settle(task, sent);
    expect(events).toEqual([]);
    queue.settle(task, sent);
    expect(events).toEqual(['committed', Array(600).fill('created')]);
  });

  it('are recorded at the end, and intents without one are withdrawn', () => {
    const { queue, events } = queueOf(10, 1);
    queue.settle(task, sent);
    queue.end();
    expect(events).toEqual(['committed', ['created'], 'withdrawn']);
  });

  it('are followed by no further intents after the end', () => {
    const { queue, asked, events, written } = queueOf(1000, 1);
    for (let taken = 0; taken < 15; taken++) queue.take();
    for (let settled = 0; settled < 400; settled++) queue.settle(task, sent);
    queue.end();
    written();
    expect([asked, events.at(-1)]).toEqual([[16], 'withdrawn']);
  });

  it('cost nothing while there are none', () => {
    const { queue, events } = queueOf(10, 1);
    queue.flush();
    expect(events).toEqual([]);
  });
});
