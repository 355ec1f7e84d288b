import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../support/cli.ts';
import { startService, testSecret, testToken } from '../../support/services/http-server.ts';
import { credentials, signedInHome } from '../../support/sign-in.ts';

describe('saved credentials', () => {
  it('can be read by their owner alone, in a private folder', async () => {
    const { baseUrl } = await startService();
    const home = join(makeHome(), 'deep', 'down');
    await runCli(['login'], { home, cwd: makeHome(), env: { ...credentials(baseUrl), CFI_HOME: home } });
    expect(statSync(join(home, 'config.json')).mode & 0o777).toBe(0o600);
    expect(statSync(home).mode & 0o777).toBe(0o700);
  });

  it('include the secret only on request', async () => {
    const { baseUrl } = await startService();
    const kept = (home: string): string =>
      JSON.parse(readFileSync(join(home, 'config.json'), 'utf8')).profiles.default;
    expect(kept(await signedInHome(baseUrl))).not.toHaveProperty('client_secret');
    expect(kept(await signedInHome(baseUrl, ['--save-secret']))).toHaveProperty('client_secret', testSecret);
  });
});

it('a home that cannot be written does not stop credentials from the environment from working, and causes a warning', async () => {
  const { baseUrl, received } = await startService();
  // Not even root can create a folder under /proc.
  const env = { ...credentials(baseUrl), CFI_HOME: '/proc/none/cfi' };
  const outcome = await runCli(['api', 'GET', '/x'], { env });
  expect(outcome.code).toBe(0);
  expect(outcome.stderr).toContain('cannot be saved');
  expect(received.at(-1)?.headers.authorization).toBe(`Bearer ${testToken}-1`);
});
