import { afterEach, expect, it } from 'vitest';
import { takeSignals } from '../src/signals.ts';

const names = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGXFSZ'] as const;
const before = names.map((name) => [name, process.listeners(name)] as const);

afterEach(() => {
  for (const [name, listeners] of before) {
    process.removeAllListeners(name);
    for (const listener of listeners) process.on(name, listener);
  }
});

it('nobody listens to signals while work runs that cannot hear them, and everybody as before when it has ended', async () => {
  const { whileUnheard } = takeSignals();
  const heard = names.map((name) => process.listeners(name));
  const meanwhile = await whileUnheard(() =>
    ['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => process.listenerCount(name)),
  );
  expect(meanwhile).toEqual([0, 0, 0]);
  expect(names.map((name) => process.listeners(name))).toEqual(heard);
  await expect(whileUnheard(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(names.map((name) => process.listeners(name))).toEqual(heard);
});
