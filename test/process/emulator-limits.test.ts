import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeHome } from '../support/cli.ts';
import { programLine } from '../support/processes/process.ts';

/** Runs `cfi` in a shell that lets no file grow beyond so many blocks. */
const limited = (blocks: number, home: string, args: string) =>
  new Promise<{ code: unknown; stderr: string }>((resolve) => {
    const script = `ulimit -f ${blocks}; exec ${programLine} ${args}`;
    const env = { PATH: process.env.PATH ?? '', CFI_HOME: home };
    execFile('bash', ['-c', script], { env }, (error, _, stderr) =>
      resolve({ code: error?.code ?? 0, stderr }),
    );
  });

it('a state that may not grow as large as it must is reported as that, and leaves nothing', async () => {
  const home = makeHome();
  const { code, stderr } = await limited(64, home, '--emulator inventory');
  expect(code).toBe(2);
  expect(stderr).toMatch(/state\.sqlite cannot grow: it would be larger than a file may be here/);
  expect(readdirSync(join(home, 'emulator'))).toEqual([]);
  expect((await limited(100_000, home, '--emulator inventory')).code).toBe(0);
});
