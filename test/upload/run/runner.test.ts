import { expect, it } from 'vitest';
import { runOrders } from '../../support/run-orders.ts';

const references = Array.from({ length: 40 }, (_, at) => `R-${at}`);
const posts = (asked: readonly string[]): string[] => asked.filter((each) => each.startsWith('POST'));

it('sends nothing more once an outcome cannot be recorded', async () => {
  const asked: string[] = [];
  const full = new Error('the disk is full');
  const run = runOrders(references, {
    answer: (method, reference) => {
      asked.push(`${method} ${reference}`);
      return {};
    },
    recorded: (ledger) => ({
      ...ledger,
      settle(task, settled) {
        if (task.reference === 'R-1') throw full;
        ledger.settle(task, settled);
      },
    }),
  });
  await expect(run).rejects.toBe(full);
  expect(posts(asked).length).toBeLessThan(6);
});

it('records the outcomes so far before it waits for a service that asks for a pause', async () => {
  const events: string[] = [];
  let limited = false;
  await runOrders(references.slice(0, 4), {
    answer(_, reference) {
      if (reference !== 'R-2' || limited) return {};
      limited = true;
      return { status: 429, headers: { 'retry-after': '60' } };
    },
    advance: () => void events.push('waited'),
    recorded: (ledger) => ({
      ...ledger,
      commit() {
        events.push('recorded');
        ledger.commit();
      },
    }),
  });
  expect(events.slice(0, 2)).toEqual(['recorded', 'waited']);
});

it.each([
  [false, ['POST R-0', 'GET R-0', 'POST R-0'], { created: 1, unknown: 0 }],
  [true, ['POST R-0', 'GET R-0'], { created: 0, unknown: 1 }],
])(
  'interrupted during a look-up: %s; an order not found is then sent again if not',
  async (ends, expected, counts) => {
    const interrupt = new AbortController();
    let sent = 0;
    const { asked, end } = await runOrders(['R-0'], {
      interrupted: interrupt.signal,
      answer(method) {
        if (method === 'POST') return sent++ === 0 ? { socket: 'reset' } : {};
        if (ends) interrupt.abort('SIGINT');
        return { status: 404, body: '{}' };
      },
    });
    expect([asked, end.counts]).toMatchObject([expected, counts]);
  },
);
