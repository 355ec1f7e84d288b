import { expect, it } from 'vitest';
import { heard } from '../src/timers.ts';

it('a long loop ends at the item at which a signal comes', async () => {
  const interrupt = new AbortController();
  const done: number[] = [];
  const loop = async (): Promise<void> => {
    for await (const item of heard([1, 2, 3], interrupt.signal)) {
      done.push(item);
      if (item === 2) interrupt.abort('SIGTERM');
    }
  };
  await expect(loop()).rejects.toMatchObject({
    exitCode: 143,
    message: 'stopped by SIGTERM; nothing was sent',
  });
  expect(done).toEqual([1, 2]);
});

it('a signal is heard although a loop never waits', async () => {
  const interrupt = new AbortController();
  setImmediate(() => interrupt.abort('SIGINT'));
  function* endless() {
    for (;;) yield 0;
  }
  const loop = async (): Promise<void> => {
    for await (const _ of heard(endless(), interrupt.signal));
  };
  await expect(loop()).rejects.toMatchObject({ exitCode: 130 });
});
