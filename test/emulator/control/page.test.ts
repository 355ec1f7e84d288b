import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openTestEmulator } from '../../support/emulator/emulator.ts';

const files = ['', 'page.js', 'page.css', 'icon.svg'];

describe('GET /_emulator/', () => {
  it.each(files)('%s needs no header, and may only call its own origin', async (file) => {
    const emulator = await openTestEmulator({ seed: 'empty' });
    const { status, headers, body } = await emulator.call('GET', `/_emulator/${file}`);
    expect([status, String(body).length > 100]).toEqual([200, true]);
    expect(headers['content-type']).toMatch(/^(text\/(html|css|javascript); charset=utf-8|image\/svg\+xml)$/);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|http/);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  });

  it('has no inline script or style, and names no other host', async () => {
    const emulator = await openTestEmulator({ seed: 'empty' });
    const texts = await Promise.all(
      files.map(async (file) => String((await emulator.call('GET', `/_emulator/${file}`)).body)),
    );
    expect(texts[0]).not.toMatch(/<script>|<style|style=|\son\w+=/);
    const hosts = texts.join('\n').match(/(?:https?:)?\/\/[a-z0-9.-]+\.[a-z]+/gi) ?? [];
    expect(hosts.filter((host) => !host.endsWith('//www.w3.org'))).toEqual([]);
  });

  it('is less than 60 kB, compressed', async () => {
    const emulator = await openTestEmulator({ seed: 'empty' });
    let size = 0;
    for (const file of files) {
      size += gzipSync(String((await emulator.call('GET', `/_emulator/${file}`)).body)).length;
    }
    expect(size).toBeLessThan(60_000);
  });

  it('redirects to the address with a trailing slash', async () => {
    const emulator = await openTestEmulator({ seed: 'empty' });
    const { status, headers } = await emulator.call('GET', '/_emulator');
    expect([status, headers.location]).toEqual([308, '/_emulator/']);
  });

  it('is where a browser gets from the bare address, but not a program', async () => {
    const emulator = await openTestEmulator({ seed: 'empty' });
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const led = await emulator.call('GET', '/', browser);
    expect([led.status, led.headers.location]).toEqual([302, '/_emulator/']);
    expect((await emulator.call('GET', '/', { accept: '*/*' })).status).toBe(404);
    expect((await emulator.call('POST', '/', browser)).status).toBe(404);
  });

  it.each([
    '/_emulator/page.js/x',
    '/_emulator/main.tsx',
    '/_emulator/constructor',
    '/_emulator/..%2Findex.html',
  ])('%s is not served', async (target) => {
    const emulator = await openTestEmulator({ seed: 'empty' });
    expect((await emulator.call('GET', target)).status).toBe(403);
  });

  it('accepts only GET and HEAD', async () => {
    const emulator = await openTestEmulator({ seed: 'empty' });
    const answers = await Promise.all(
      ['HEAD', 'OPTIONS', 'POST'].map((method) => emulator.call(method, '/_emulator/')),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 204, 405]);
    expect(answers[1]?.headers.allow).toBe('GET, HEAD, OPTIONS');
  });
});
