import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hostName, listeningAddress, pageOrigin } from '../../../src/commands/emulator/definition.ts';
import { makeHome, runCli } from '../../support/cli.ts';
import { ask } from '../../support/emulator/served-emulator.ts';
import { spawnCli } from '../../support/processes/process.ts';
import { json, startServer } from '../../support/services/http-server.ts';
import { privateCertificate } from '../../support/services/secure-service.ts';
import { homeWith } from '../../support/upload/home-with.ts';

const key = privateCertificate.replace('certificate.pem', 'key.pem');

describe('--allow-host and --allow-origin', () => {
  it.each([
    ['emulator', 'emulator'],
    ['Emulator.Example', 'emulator.example'],
    ['*', '*'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['192.0.2.7', '192.0.2.7'],
    ['::1', '::1'],
    ['emulator.example.', 'emulator.example'],
  ])('a host %s is %s', (text, value) => expect(hostName('--allow-host', text)).toBe(value));

  it.each(['', 'emulator:4650', 'cafe:80', 'http://emulator', 'a/b', 'a b', '-x', '*.example'])(
    'refuses the host %j',
    (text) => {
      expect(() => hostName('--allow-host', text)).toThrow(/--allow-host .* is not the name of a host/);
    },
  );

  it.each([
    ['http://localhost:5173', 'http://localhost:5173'],
    ['HTTPS://Shop.Example/', 'https://shop.example'],
    ['http://localhost:80', 'http://localhost'],
    ['null', 'null'],
    ['*', '*'],
  ])('an origin %s is %s', (text, value) => expect(pageOrigin('--allow-origin', text)).toBe(value));

  it.each([
    '',
    'localhost:5173',
    'shop.example',
    'https://shop.example/path',
    'file:///x',
    'https://a@b.example',
  ])('refuses the origin %j', (text) => {
    expect(() => pageOrigin('--allow-origin', text)).toThrow(
      /--allow-origin .* is not the origin of a web page/,
    );
  });
});

it.each([
  ['[::1]', '::1'],
  ['::1', '::1'],
  ['127.0.0.1', '127.0.0.1'],
  ['localhost', 'localhost'],
])('--host %s listens on %s', (text, address) => expect(listeningAddress('--host', text)).toBe(address));

describe('emulator start', () => {
  it('admits the configured hosts and pages, over TLS', async () => {
    const options = [
      '--allow-host',
      'emulator',
      '--allow-host',
      'other',
      '--allow-origin',
      'http://page.example',
    ];
    const tls = ['--tls-cert', privateCertificate, '--tls-key', key];
    const line = ['emulator', 'start', '--state', ':memory:', '--port', '0', '--json', ...options, ...tls];
    const { child, until, seen, done } = spawnCli(line);
    await until('"event":"ready"');
    const { base_url, admin_url } = JSON.parse(seen());
    const { origin, port } = new URL(base_url);
    expect(base_url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/v1$/);
    const env = {
      CFI_BASE_URL: base_url,
      CFI_CLIENT_ID: 'emu-acme',
      CFI_CLIENT_SECRET: 'emu-acme-secret',
      NODE_EXTRA_CA_CERTS: privateCertificate,
    };
    const { code, stdout } = await spawnCli(['inventory', '--json'], { env }).done;
    expect([code, JSON.parse(stdout).data.client_name]).toEqual([0, 'Acme Outdoor']);
    expect((await spawnCli(['emulator', 'status'], { env }).done).code).toBe(0);
    expect(admin_url).toBe(`${origin}/_emulator`);
    const ca = readFileSync(privateCertificate, 'utf8');
    const served = { origin, port: Number(port) };
    expect(
      (await ask(served, 'GET /_emulator/health', { host: 'other' }, { ca, servername: 'localhost' })).status,
    ).toBe(200);
    child.kill('SIGTERM');
    expect((await done).code).toBe(0);
  });

  const home = homeWith('nonsense.pem', 'nonsense');
  it.each([
    [['--tls-cert', privateCertificate], '--tls-cert needs --tls-key'],
    [['--tls-key', key], '--tls-key needs --tls-cert'],
    [['--tls-cert', 'missing.pem', '--tls-key', key], '--tls-cert missing.pem: there is no such file'],
    [['--tls-cert', 'nonsense.pem', '--tls-key', key], '--tls-cert nonsense.pem is not a certificate in PEM'],
    [
      ['--tls-cert', privateCertificate, '--tls-key', 'nonsense.pem'],
      '--tls-key nonsense.pem is not a key in PEM',
    ],
  ])('refuses %j before it starts', async (options, message) => {
    const line = ['emulator', 'start', '--state', ':memory:', '--port', '0', ...options];
    const { code, stdout, stderr } = await runCli(line, { home });
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
    // No words of OpenSSL.
    expect(stderr).not.toContain('routines');
  });
});

describe('an emulator reached by a name it does not know', () => {
  const unknown = { success: false, error: 'The host cfi.example is not allowed', refused: 'host' };
  const refusing = async () =>
    await startServer((_, response) => json(response, 403, unknown, { 'x-emulator': '1.0.0' }));

  it.each(['inventory', 'login', 'emulator status', 'emulator clock'])(
    '%s suggests the option, not permissions',
    async (line) => {
      const { baseUrl } = await refusing();
      const env = { CFI_BASE_URL: baseUrl, CFI_CLIENT_ID: 'emu-acme', CFI_CLIENT_SECRET: 'emu-acme-secret' };
      const { code, stderr } = await runCli(line.split(' '), { home: makeHome(), env });
      expect([line, code]).toEqual([line, 4]);
      expect(stderr).toContain('The host cfi.example is not allowed');
      expect(stderr).toContain('start the emulator with --allow-host 127.0.0.1');
      expect(stderr).not.toMatch(/permission|Account Manager/);
    },
  );
});
