import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';
import { type Moment, spawnPausing } from '../support/processes/paused.ts';

const set = (value: string) => ['config', 'set', 'warehouse', value];

it.each<Moment>([
  { call: 'writeSync', path: '"Second"' },
  { call: 'renameSync', path: 'config\\.json\\.tmp-' },
])(
  'a change of the settings that is killed before $call leaves the old ones, and the next change succeeds',
  async (moment) => {
    const home = makeHome();
    await runCli(set('First'), { home });
    const killed = spawnPausing(set('Second'), moment, { home });
    await killed.reached;
    killed.child.kill('SIGKILL');
    await killed.done;
    expect(readFileSync(join(home, 'config.json'), 'utf8')).toContain('First');
    expect(await runCli(set('Third'), { home })).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(join(home, 'config.json'), 'utf8')).toContain('Third');
    expect(statSync(join(home, 'config.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(home).sort()).toEqual(['config.json', 'locks']);
  },
  60_000,
);

it('an output file that a killed command left unfinished is removed by the next one that writes it', async () => {
  const home = makeHome();
  const args = ['order', 'template', '--out', 'template.csv'];
  const killed = spawnPausing(args, { call: 'rename', path: 'template\\.csv$' }, { home });
  await killed.reached;
  killed.child.kill('SIGKILL');
  await killed.done;
  expect(readdirSync(home)).toEqual([expect.stringMatching(/^\.template\.csv\..*\.tmp$/)]);
  expect((await runCli(args, { home })).code).toBe(0);
  expect(readdirSync(home)).toEqual(['template.csv']);
});
