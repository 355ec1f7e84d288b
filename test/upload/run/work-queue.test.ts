import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/upload/outcomes.ts';
import { createWorkQueue } from '../../../src/upload/run/work-queue.ts';

const sent = { outcome: 'created' } as const;

interface Failures {
  readonly commit?: Error;
  readonly secure?: Error;
  readonly nextBatch?: Error;
}

/** A queue over this many items, with the sizes of the batches that it asked for and what it recorded. */
function queueOf(
  items: number,
  concurrency: number,
  { commit: failure, secure: unsafe, nextBatch: unread }: Failures = {},
) {
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
        if (unread !== undefined && asked.length > 1) throw unread;
        const taken = Math.min(size, left);
        left -= taken;
        const secure = (): void => {
          if (unsafe !== undefined) throw unsafe;
          events.push('secured');
        };
        return {
          size: taken,
          secure,
          task: (index) => ({ reference: `R-${index}`, start: 'send' as const }),
        };
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
  /** Lets the requests of now have been written. */
  const write = (): void => {
    const due = written;
    written = () => {};
    due();
  };
  return { queue, asked, events, pass, fire, written: write };
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
    ['begin with 16 documents', 4, [], [16]],
    ['begin with four for each simultaneous request', 5, [], [20]],
    ['double while the service needs less than a quarter of a second', 1, [0, 249, 249], [16, 32, 64, 128]],
    [
      'never have more than 2048 documents',
      1,
      Array(8).fill(0),
      [16, 32, 64, 128, 256, 512, 1024, 2048, 2048],
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

  it('change as if the service took as long for each document of the next one', () => {
    const opened = queueOf(20, 1);
    opened.queue.take();
    expect(takeBatch(opened, 0)).toBe(32);
    // The 4 that are left take 32 ms, so 32 would take 256.
    for (let taken = 1; taken < 4; taken++) opened.queue.take();
    opened.pass(32);
    opened.queue.take();
    expect(opened.asked).toEqual([16, 32, 32]);
  });

  it('are prepared as soon as the first requests are written, and then used', () => {
    const { queue, asked, written } = queueOf(100, 4);
    expect(queue.take()).toEqual({ reference: 'R-0', start: 'send' });
    expect(asked).toEqual([16]);
    written();
    expect(asked).toEqual([16, 16]);
    for (let taken = 1; taken < 16; taken++) queue.take();
    expect(queue.take()).toEqual({ reference: 'R-0', start: 'send' });
    expect(asked).toEqual([16, 16]);
    written();
    expect(asked).toEqual([16, 16, 32]);
  });

  it('are prepared with the outcomes if the service is slow, not while other answers may arrive', () => {
    const opened = queueOf(1_000_000, 4);
    const { queue, asked, written, fire } = opened;
    queue.take();
    written();
    takeBatch(opened, 250);
    expect(asked).toEqual([16, 16]);
    written();
    expect(asked).toEqual([16, 16]);
    queue.settle({ reference: 'R', start: 'send' }, sent);
    fire();
    expect(asked).toEqual([16, 16, 16]);
    takeBatch(opened, 249);
    expect(asked).toEqual([16, 16, 16]);
    written();
    expect(asked).toEqual([16, 16, 16, 32]);
  });

  it('of more than 1024 documents are prepared when as many are left of the one before', () => {
    const opened = queueOf(100_000, 1);
    const { queue, asked, written, fire } = opened;
    queue.take();
    for (let batch = 0; batch < 7; batch++) takeBatch(opened, 0);
    expect(asked.at(-1)).toBe(2048);
    written();
    expect(asked.at(-1)).toBe(2048);
    for (let taken = 1; taken < 1023; taken++) queue.take();
    queue.settle({ reference: 'R', start: 'send' }, sent);
    fire();
    expect(asked).toHaveLength(8);
    queue.take();
    queue.settle({ reference: 'R', start: 'send' }, sent);
    fire();
    expect(asked).toHaveLength(9);
  });

  it('are not prepared after the last, nor before the first', () => {
    const { queue, asked, fire, written } = queueOf(1, 4);
    queue.settle({ reference: 'R', start: 'send' }, sent);
    fire();
    expect(asked).toEqual([]);
    queue.take();
    written();
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
    expect(asked).toEqual([16, 32]);
  });

  it('are secured before their first document is taken, not when they are prepared', () => {
    const { queue, events, written } = queueOf(100, 4);
    queue.take();
    written();
    expect(events).toEqual(['secured']);
    for (let taken = 1; taken < 16; taken++) queue.take();
    expect(events).toEqual(['secured']);
    queue.take();
    expect(events).toEqual(['secured', 'secured']);
  });

  it('give no document if they cannot be secured', () => {
    const { queue } = queueOf(100, 4, { secure: new Error('i/o error') });
    expect(() => queue.take()).toThrow('i/o error');
  });

  it('report it if the next one cannot be prepared', () => {
    const { queue, events, written } = queueOf(100, 4, { nextBatch: new Error('full') });
    queue.take();
    written();
    expect(events).toEqual(['secured', 'Error: full']);
  });

  it('are not prepared after the run has ended', () => {
    const { queue, asked, written } = queueOf(100, 4);
    queue.take();
    queue.end();
    written();
    expect(asked).toEqual([16]);
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
    const { queue, events, fire } = queueOf(10, 1, { commit: new Error('full') });
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
