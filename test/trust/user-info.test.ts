import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';

const addresses = [
  'https://user:pa55-word@h.example/v1',
  'https://pa55-word@h.example/v1',
  'https:user:pa55-word@h.example/v1',
  'http://user:pa55-word@127.0.0.1:1/v1',
  'https://user:pa55-word@h ost/v1',
  'https://user:pa55-word%40h.example/v1',
  'https://user:pa55-word/v1',
  'user:pa55-word@h.example/v1',
  'ftp://user:pa55-word@h.example/v1',
];

const lines = [
  'inventory',
  'whoami',
  'doctor',
  'login --client-id acme --client-secret-file secret',
  'api GET /inventory',
  'inventory --debug',
  'inventory -o json',
];

describe.each(addresses)('the base address %s', (address) => {
  it.each(lines)('is refused, and what stands in it is not shown, by cfi %s', async (line) => {
    const home = makeHome();
    writeFileSync(join(home, 'secret'), 'a-secret');
    for (const given of [{ args: ['--base-url', address] }, { args: [], env: { CFI_BASE_URL: address } }]) {
      const env = { CFI_TOKEN: 'a-token', ...given.env };
      const { code, stdout, stderr } = await runCli([...line.split(' '), ...given.args], {
        home,
        cwd: home,
        env,
      });
      expect(code).toBe(2);
      expect(stdout + stderr).not.toMatch(/pa55|user:/);
    }
  });

  it('is not shown where an earlier version has saved it', async () => {
    const home = makeHome();
    const config = { profiles: { default: { base_url: address, client_id: 'acme' } } };
    writeFileSync(join(home, 'config.json'), JSON.stringify(config), { mode: 0o600 });
    for (const line of [
      ...lines,
      ...['config list', 'config list -o json', 'config get base_url', 'config get base_url -o json'],
      ...['profile list', 'profile list -o json', 'profile list -o csv', 'logout', 'config unset base_url'],
    ]) {
      const { stdout, stderr } = await runCli(line.split(' '), { home, cwd: home });
      expect(stdout + stderr, line).not.toMatch(/pa55|user:/);
    }
  });

  it('is not saved, and not shown, by config set', async () => {
    const { code, stdout, stderr } = await runCli(['config', 'set', 'base_url', address]);
    expect([code, /pa55|user:/.test(stdout + stderr)]).toEqual([2, false]);
  });
});
