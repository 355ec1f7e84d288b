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
    'whoami',
    'profile list',
    'config list',
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
});
