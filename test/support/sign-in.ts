import { expect } from 'vitest';
import { runCli } from './cli.ts';
import { testSecret } from './services/http-server.ts';
import { testNow } from './time.ts';

/** The environment that names a service of `startService` and signs in to it. */
export const credentials = (baseUrl: string) => ({
  CFI_BASE_URL: baseUrl,
  CFI_CLIENT_ID: 'acme',
  CFI_CLIENT_SECRET: testSecret,
});

/** Signs in and saves the token in a new home. */
export async function signedInHome(
  baseUrl: string,
  more: readonly string[] = [],
  now = testNow,
): Promise<string> {
  const { home, code } = await runCli(['login', ...more], { now, env: credentials(baseUrl) });
  expect(code).toBe(0);
  return home;
}
