import { expect, it } from 'vitest';
import { CfiError } from '../src/errors.ts';
import { makeHome, runCli } from './support/cli.ts';

const loadWholeProgram = async (): Promise<never> => {
  throw new CfiError('internal', 'all parts were to be loaded');
};
const run = (args: readonly string[], tty: boolean) =>
  runCli([...args], { tty, env: { CFI_EMULATOR: '1' }, deps: { loadWholeProgram } });

it.each([
  [['order', 'drop', makeHome(), '--follow']],
  [['slot', 'watch', 'SLOT-1']],
  [['board']],
  [['emulator', 'start', '--port', '0']],
  [['emulator', 'exec', '--', 'true']],
  [['emulator', 'log', '--follow']],
])('%s may run for days, so it loads the whole program', async (args) => {
  const { code, stderr } = await run(args, true);
  expect([code, stderr]).toEqual([1, expect.stringContaining('all parts were to be loaded')]);
});

it.each([[['order', 'drop', makeHome()]], [['slot', 'watch', '--once']], [['emulator', 'log']]])(
  '%s ends soon, and loads only what it needs',
  async (args) => {
    expect((await run(args, false)).code).toBe(0);
  },
);
