import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemKeychain } from '../../src/client/auth/secrets.ts';
import { makeHome, runCli } from '../support/cli.ts';
import { spawnCli } from '../support/processes/process.ts';
import { json, startService } from '../support/services/http-server.ts';

const controls = ['\n', '\r\n', '\u0085', '\u0000', '\u001b[0m', '\u2028', '\u200b', '\u202e'];

describe('other programs', () => {
  const own = {
    CFI_CLIENT_SECRET: 'real-secret',
    CFI_TOKEN: 'real-token',
    CFI_CLIENT_SECRET_FILE: '/real/file',
  };

  /** A program that keeps its environment. */
  const keeping = (home: string): readonly string[] => {
    const file = join(home, 'child.mjs');
    writeFileSync(
      file,
      `import { writeFileSync } from 'node:fs'; writeFileSync('env.json', JSON.stringify(process.env));`,
    );
    return [process.execPath, file];
  };
  const kept = (home: string): Record<string, string> =>
    JSON.parse(readFileSync(join(home, 'env.json'), 'utf8'));

  it('run by slot watch --exec get neither secret nor token', async () => {
    const slot = { slotReference: 'SLOT-1', status: 'Confirmed', confirmedTime: '2026-09-04T08:00:00Z' };
    const service = await startService((_, response) => json(response, 200, { success: true, data: slot }));
    const home = makeHome();
    const env = { ...own, CFI_BASE_URL: service.baseUrl, CFI_CLIENT_ID: 'acme', MINE: 'yes' };
    const args = ['slot', 'watch', 'SLOT-1', '--once', '--exec', keeping(home).join(' ')];
    await spawnCli(args, { home, env }).done;
    expect(kept(home)).toMatchObject({ MINE: 'yes', CFI_SLOT_REFERENCE: 'SLOT-1' });
    expect(kept(home).CFI_CLIENT_SECRET ?? kept(home).CFI_TOKEN).toBeUndefined();
  });
});

describe('a client ID with control characters', () => {
  it.each(controls)('is refused in an answer: %j', async (control) => {
    const client_id = `acme${control}add-generic-password`;
    const server = createServer((_, response) => json(response, 200, { access_token: 'a-token', client_id }));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const env = {
      CFI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      CFI_CLIENT_ID: 'acme',
      CFI_CLIENT_SECRET: 'a-secret',
    };
    const { code, stderr, home } = await runCli(['login'], { env });
    expect([code, stderr]).toEqual([10, expect.stringContaining('a client ID with control characters')]);
    expect(existsSync(join(home, 'config.json'))).toBe(false);
  });

  it.each(controls)('is refused from us: %j', async (control) => {
    const env = { CFI_BASE_URL: 'https://h.example/v1', CFI_CLIENT_SECRET: 'a-secret' };
    const id = `acme${control}x`;
    const wanted = { code: 2, stderr: expect.stringContaining('the client ID contains control characters') };
    if (!control.includes('\0'))
      expect(await runCli(['login', '--client-id', id], { env })).toMatchObject(wanted);
    expect(await runCli(['whoami'], { env: { ...env, CFI_CLIENT_ID: id } })).toMatchObject(wanted);
    expect(await runCli(['login'], { env: { ...env, CFI_CLIENT_ID: id } })).toMatchObject(wanted);
  });

  it.each(controls)('never reaches the tool of the macOS Keychain as another line: %j', async (control) => {
    const inputs: string[] = [];
    const exchange = async (_: string, __: readonly string[], input: string) => {
      inputs.push(input);
      return { code: 0, output: '' };
    };
    const keychain = systemKeychain({ env: {}, platform: 'darwin', exchange }, false);
    const entry = { profile: 'default', address: 'https://h.example/v1', clientId: `acme${control}quit` };
    expect(await keychain?.store(entry, 'a-secret')).toBe(false);
    expect(inputs).toEqual([]);
  });
});
