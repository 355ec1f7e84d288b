import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';

/** What csv names differently, or adds: json has the saved settings as one object, and the chosen assumptions. */
const ownNames: Readonly<Record<string, readonly string[]>> = {
  'config list': ['key', 'value', 'meaning'],
  'config path': ['path'],
  doctor: ['check', 'status', 'detail', 'advice'],
};

describe('csv has the names of json', () => {
  it.each([
    'login --client-id emu-acme',
    'logout',
    'whoami',
    'profile list',
    'profile use default',
    'config list',
    'config set timeout 30s',
    'config unset timeout',
    'config path',
    'doctor',
    'emulator status',
    'emulator clock',
    'emulator log --count',
    'emulator fault add {"do":{"latency":"1s"}}',
    'emulator fault clear',
  ])('%s', async (line) => {
    const home = makeHome();
    const env = { CFI_EMULATOR: '1', CFI_CLIENT_SECRET: 'emu-acme-secret' };
    const cfi = async (...args: readonly string[]) => runCli([...line.split(' '), ...args], { home, env });
    await runCli(['config', 'set', 'timeout', '45s'], { home });
    await runCli(['whoami'], { home, env });
    const { stdout } = await cfi('-o', 'csv');
    const { data } = JSON.parse((await cfi('--json')).stdout) as { data: object | object[] };
    const [record = {}] = [data].flat();
    expect(stdout.split('\r\n')[0]?.split(',')).toEqual(ownNames[line] ?? Object.keys(record));
  });

  it.each([
    [['profile', 'remove', 'default', '--yes'], 'profile,removed\r\ndefault,true\r\n'],
    [['emulator', 'export', 'state.json'], 'file\r\nstate.json\r\n'],
  ])('%j', async (line, csv) => {
    const home = makeHome();
    await runCli(['config', 'set', 'timeout', '45s'], { home });
    await runCli(['emulator', 'reset'], { home });
    expect((await runCli([...line, '-o', 'csv'], { home, cwd: home })).stdout).toBe(csv);
  });

  it('names an embedded emulator by its folder only', async () => {
    const home = makeHome();
    const env = { CFI_EMULATOR: '1' };
    await runCli(['order', 'template', '--out', 'orders.csv'], { home, cwd: home });
    await runCli(['order', 'create', 'orders.csv'], { home, env, cwd: home });
    const data = async (line: string) =>
      JSON.parse((await runCli([...line.split(' '), '--json'], { home, env })).stdout).data;
    const place = `emulator:${home}/emulator`;
    expect([(await data('whoami')).base_url, (await data('runs'))[0].service]).toEqual([place, place]);
    expect((await data('login')).base_url).toBe(place);
  });
});
