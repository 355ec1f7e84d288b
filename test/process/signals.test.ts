import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDropFolder } from '../commands/order/drop/drop-folder.ts';
import { spawnCli } from '../support/processes/process.ts';

/** Lets each signal that the program, or one of its libraries, sends arrive late, as on a busy machine. */
const code = `
  const send = process.kill;
  process.kill = (...args) => {
    send.apply(process, args);
    for (const start = Date.now(); Date.now() - start < 200; );
  };`;
const hook = `--import=data:text/javascript,${encodeURIComponent(code)}`;

it.each([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s does not count twice when the library that writes the settings sends it again', async (signal, exitCode) => {
  const { home, folder, put, service } = await openDropFolder();
  put('one.csv', 'R-1');
  const line = ['order', 'drop', folder, '--follow', '--settle', '0s'];
  const dropping = spawnCli(line, { home, env: { ...service.env, NODE_OPTIONS: hook } });
  await dropping.until('done');
  expect(existsSync(join(home, 'config.json'))).toBe(true);
  dropping.child.kill(signal);
  expect(await dropping.done).toMatchObject({ code: exitCode, signal: null, stderr: '' });
});
