import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDropFolder } from '../commands/order/drop/drop-folder.ts';
import { spawnCli } from '../support/processes/process.ts';

/** Says so when the program, or one of its libraries, sends a signal. */
const code = "process.kill = (_, signal) => process.stderr.write(signal + ' was sent\\n')";
const hook = `--import=data:text/javascript,${encodeURIComponent(code)}`;

// On a busy machine, the second would arrive late, and so count as the user's.
it.each([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s is not sent again by the library that writes the settings', async (signal, exitCode) => {
  const { home, folder, put, service } = await openDropFolder();
  put('one.csv', 'R-1');
  const line = ['order', 'drop', folder, '--follow', '--settle', '0s'];
  const dropping = spawnCli(line, { home, env: { ...service.env, NODE_OPTIONS: hook } });
  await dropping.until('done');
  expect(existsSync(join(home, 'config.json'))).toBe(true);
  dropping.child.kill(signal);
  expect(await dropping.done).toMatchObject({ code: exitCode, signal: null, stderr: '' });
});
