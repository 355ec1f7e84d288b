import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';
import { inTerminal, programLine } from '../support/processes/process.ts';

it('books five slots from a file with fewer than 40 keystrokes in a shell', async () => {
  const home = makeHome();
  mkdirSync(join(home, 'bin'));
  writeFileSync(join(home, 'bin', 'cfi'), `#!/bin/sh\nexec ${programLine} "$@"\n`, { mode: 0o755 });
  const rows = ['01', '02', '03', '04', '08'].map((day) => `2030-10-${day},morning,Northgate FC,loose,lt_10`);
  writeFileSync(
    join(home, 'week.csv'),
    `date,window,warehouse,loadingType,numberOfSkus\n${rows.join('\n')}\n`,
  );
  const env = { CFI_EMULATOR: '1', PATH: `${join(home, 'bin')}:${process.env.PATH}`, PS1: '> ' };
  const shell = inTerminal(['sh', '-i'], { home, env });
  let keystrokes = 0;
  const type = (keys: string): void => {
    keystrokes += keys.length;
    shell.type(keys);
  };
  await shell.until('> ');
  type('cfi slot book week.csv\r');
  await shell.until('(y/N)');
  type('y\r');
  await shell.until('SLOT-000005');
  expect(keystrokes).toBeLessThan(40);
  await shell.until('> ');
  shell.type('exit\r');
  await shell.done;
  const { stdout } = await runCli(['slot', 'list', '--json'], { home, env });
  expect(JSON.parse(stdout).data).toHaveLength(5);
}, 60_000);
