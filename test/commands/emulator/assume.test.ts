import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../support/cli.ts';

const shown = 'A-06=1, A-22=2';

/** Runs a command that exits at once against an emulator on a state folder. */
const exec = (home: string, ...words: string[]) => {
  const deps = { hand: async () => 0 };
  return runCli(['emulator', 'exec', '--state', join(home, 'state'), ...words, '--', 'true'], { home, deps });
};

const status = async (home: string) => {
  const words = ['emulator', 'status', '--state', join(home, 'state')];
  const { stdout } = await runCli([...words, '--json'], { home });
  return { assume: JSON.parse(stdout).data.assume, text: (await runCli(words, { home })).stdout };
};

describe('--assume', () => {
  it('takes a list, and status shows the choices of the state', async () => {
    const home = makeHome();
    expect((await exec(home, '--assume', 'A-06=1, A-22=2')).code).toBe(0);
    const { assume, text } = await status(home);
    expect([assume, text]).toEqual([{ 'A-06': 1, 'A-22': 2 }, expect.stringContaining(shown)]);
  });

  it('takes a file written by verify', async () => {
    const home = makeHome();
    const file = join(home, 'service.json');
    writeFileSync(file, '{"version":1,"assume":{"A-06":1,"A-22":2,"A-38":0}}');
    expect((await exec(home, '--assume', file)).code).toBe(0);
    expect((await status(home)).assume).toEqual({ 'A-06': 1, 'A-22': 2 });
  });

  it.each([
    ['A-06=9', 'A-06=9: A-06 takes 0 to 4'],
    ['A-02=1', 'A-02 is not an assumption with alternatives'],
    ['A-06=1,A-06=2', 'name A-06 twice'],
    ['A-06', '"A-06" is not an id and a number'],
    ['A-06=one', 'is not an id and a number'],
    ['', 'error: --assume must not be empty\n'],
    ['nowhere.json', 'nowhere.json'],
  ])('%s is exit 2', async (value, message) => {
    const { code, stderr } = await exec(makeHome(), '--assume', value);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it.each(['{"version":2,"assume":{}}', '[]', '{"version":1,"assume":{"A-06":"1"}}'])(
    'a file with %s is exit 2 and named in the error',
    async (text) => {
      const home = makeHome();
      writeFileSync(join(home, 'odd.json'), text);
      const { code, stderr } = await exec(home, '--assume', join(home, 'odd.json'));
      expect([code, stderr]).toEqual([2, expect.stringContaining('odd.json: ')]);
    },
  );
});
