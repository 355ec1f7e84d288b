import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';
import { programLine } from '../support/processes/process.ts';
import { orderRow, ordersCsv } from '../support/upload/orders-csv.ts';

/** Root mounts in a private namespace; an ordinary user first becomes root in one. */
const namespace = process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount'];

it.each(['done', 'failed'])(
  'refuses a folder whose %s is on another file system, before anything is sent',
  async (name) => {
    const home = makeHome();
    mkdirSync(join(home, 'in'));
    writeFileSync(join(home, 'in', 'orders.csv'), ordersCsv([orderRow('R-1')]));
    const script = [
      `cd ${join(home, 'in')}; mkdir ${name}; mount -t tmpfs none ${name} || exit`,
      'export NODE_DISABLE_COMPILE_CACHE=1 CFI_EMULATOR=1 CFI_HOME=..',
      `${programLine} order drop . --settle 0s; echo "exit $?"`,
      'find . -type f',
    ].join('\n');
    const { stdout } = await promisify(execFile)('unshare', [
      ...namespace,
      'sh',
      '-c',
      `(${script}) 2>&1`,
    ]).catch((error) => error as { stdout: string });
    expect(stdout).toContain(
      `the folder ${join(home, 'in', name)} cannot be used: it is on another file system`,
    );
    expect(stdout.slice(stdout.indexOf('exit'))).toBe('exit 2\n./orders.csv\n');
    const { code } = await runCli(['--emulator', 'order', 'get', 'R-1'], { home, now: Date.now() });
    expect(code).toBe(5);
  },
);
