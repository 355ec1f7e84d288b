import { describe, expect, it } from 'vitest';
import { rawPath } from '../../src/client/api/api.ts';
import { addressText, baseAddress } from '../../src/client/http.ts';
import { proxyFor } from '../../src/client/transport/connections.ts';
import { CfiError } from '../../src/errors.ts';
import { isLoopback } from '../../src/text/host.ts';

describe('the base address', () => {
  it.each([
    ['https://h.example/v1', 'https://h.example/v1'],
    [' https://H.example:443/v1// ', 'https://h.example/v1'],
    ['http://127.0.0.1:4650/v1/', 'http://127.0.0.1:4650/v1'],
    ['http://localhost/v1', 'http://localhost/v1'],
    ['http://[::1]:80/v1', 'http://[::1]/v1'],
  ])('%s is %s', (text, address) => {
    expect(baseAddress(text)).toBe(address);
  });

  it.each([
    'h.example/v1',
    '',
    'ftp://h.example/v1',
    'file:///etc/passwd',
    'https://user:pw@h.example/v1',
    'https://user@h.example/v1',
    'https://:pw@h.example/v1',
    'https://h.example/v1?a=b',
    'https://h.example/v1#a',
    'http://h.example/v1',
    'http://127.0.0.1.h.example/v1',
    'http://localhost.h.example/v1',
    'http://10.0.0.1/v1',
  ])('%j is refused with exit 2', (text) => {
    expect(() => baseAddress(text)).toThrow(CfiError);
    expect(() => baseAddress(text)).toThrow(expect.objectContaining({ code: 'usage', exitCode: 2 }));
  });

  it.each([
    ['localhost:4650', 'the base address must begin with https://', 'http://localhost:4650'],
    ['127.0.0.1:4650/v1/', '"127.0.0.1:4650/v1/" is not a web address', 'http://127.0.0.1:4650/v1/'],
    ['h.example/v1', '"h.example/v1" is not a web address', 'https://h.example/v1'],
    ['h.example:8080/v1', 'the base address must begin with https://', 'https://h.example:8080/v1'],
  ])('%s lacks its scheme: %s; %s', (text, message, meant) => {
    const details = expect.objectContaining({ hint: `did you mean ${meant}?` });
    expect(() => baseAddress(text)).toThrow(expect.objectContaining({ message, details }));
  });

  it('is shown without the mark of a reset, if it is the folder of an emulator', () => {
    expect(addressText('emulator:/data/cfi#1-2')).toBe('emulator:/data/cfi');
    expect(addressText('emulator::memory:#1-2')).toBe('emulator::memory:');
    expect(addressText('https://h.example/v1#1-2')).toBe('https://h.example/v1#1-2');
  });

  it('never repeats a password that it refuses', () => {
    expect(() => baseAddress('https://user:hunter22@h.example/v1')).toThrow(/^(?!.*hunter22)/);
  });

  it.each(['localhost', 'LOCALHOST', 'a.localhost', '127.0.0.1', '127.9.9.9', '[::1]', '::1'])(
    '%s is loopback',
    (host) => {
      expect(isLoopback(host)).toBe(true);
    },
  );
});

describe('the proxy', () => {
  const https = 'https://h.example/v1';
  it.each([
    [https, {}, undefined],
    [https, { HTTPS_PROXY: 'http://p:1' }, 'p:1'],
    [https, { https_proxy: 'http://q:2', HTTPS_PROXY: 'http://p:1' }, 'q:2'],
    [https, { HTTPS_PROXY: 'p:1' }, 'p:1'],
    [https, { HTTP_PROXY: 'http://p:1' }, undefined],
    [https, { HTTPS_PROXY: '' }, undefined],
    [https, { HTTPS_PROXY: 'http://p:1', NO_PROXY: '*' }, undefined],
    [https, { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'a.example, h.example' }, undefined],
    [https, { HTTPS_PROXY: 'http://p:1', NO_PROXY: '.example' }, undefined],
    [https, { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'other.example' }, 'p:1'],
    [https, { HTTPS_PROXY: 'http://p:1', no_proxy: 'h.example:443' }, undefined],
    [https, { HTTPS_PROXY: 'http://p:1', no_proxy: 'h.example:8443' }, 'p:1'],
    ['http://localhost:1/v1', { HTTP_PROXY: 'http://127.0.0.1:9' }, '127.0.0.1:9'],
    ['http://localhost:1/v1', { HTTP_PROXY: 'http://p:1' }, undefined],
    ['https://localhost:1/v1', { HTTPS_PROXY: 'http://p:1' }, undefined],
    ['http://localhost:1/v1', { HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: 'localhost' }, undefined],
    ['http://localhost/v1', { HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: 'localhost:80' }, undefined],
    ['https://h.example./v1', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'a.example,' }, 'p:1'],
    ['http://[::1]:1/v1', { HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: '::1' }, undefined],
  ])('to %s with %j is %s', (url, env, proxy) => {
    expect(proxyFor(new URL(url), env)?.origin).toBe(proxy && `http://${proxy}`);
  });

  it.each([
    [{ HTTPS_PROXY: 'http://' }, 'HTTPS_PROXY is not a web address'],
    [{ https_proxy: 'http://u:hunter22@[' }, 'https_proxy is not a web address'],
    [{ HTTPS_PROXY: 'ftp://u:hunter22@p:1' }, 'HTTPS_PROXY names a ftp:// proxy'],
    [{ HTTPS_PROXY: 'socks5://u:hunter22@p:1' }, 'HTTPS_PROXY names a socks5:// proxy'],
    [{ HTTPS_PROXY: 'http://u:hunter22%ZZ@p:1' }, 'the user name or password in HTTPS_PROXY is not'],
    [{ https_proxy: 'hunter22%ZZ@p:1' }, 'the user name or password in https_proxy is not'],
  ])('%j is refused with exit 2, naming the variable without its password', (env, message) => {
    const find = () => proxyFor(new URL(https), env as Record<string, string>);
    expect(find).toThrow(expect.objectContaining({ code: 'usage', exitCode: 2 }));
    expect(find).toThrow(message);
    expect(find).not.toThrow(/hunter22/);
  });

  it.each([
    ['http://u:p%40w@p:1', 'u:p@w'],
    ['http://token@p:1', 'token:'],
    ['https://p:1', undefined],
  ])('of %s is signed in to as %j', (HTTPS_PROXY, pair) => {
    const authorization = pair && `Basic ${Buffer.from(pair).toString('base64')}`;
    expect(proxyFor(new URL(https), { HTTPS_PROXY })?.authorization).toBe(authorization);
  });
});

describe('the path of a raw request', () => {
  const base = 'https://h.example/v1';
  it.each([
    ['/inventory', '/inventory'],
    ['inventory?page=2', '/inventory?page=2'],
    ['/order/a b', '/order/a%20b'],
    ['/order/a%2Fb', '/order/a%2Fb'],
    ['/order/%231 %FF 5%', '/order/%231%20%FF%205%'],
    ['/order/£ü', '/order/%C2%A3%C3%BC'],
    ["/order/list?channel_ref=%231'", '/order/list?channel_ref=%231%27'],
    ['/inventory?', '/inventory'],
    ['https://H.example:443/v1/order/a%20b', '/order/a%20b'],
    ['https://h.example/v1/inventory?x=1', '/inventory?x=1'],
    ['//evil.example/x', '/evil.example/x'],
  ])('%s is %s', (text, path) => {
    expect(rawPath(text, base)).toBe(path);
  });

  it.each([
    ['/inbound-slot/SL-1#2', '/inbound-slot/SL-1'],
    ['https://h.example/v1/order#1', '/order'],
    ['/order/#1001/cancel', '/order/'],
    ['/inbound-slot/SL-1\n2', '/inbound-slot/SL-12'],
    ['/inbound-slot/SL-1 ', '/inbound-slot/SL-1'],
    ['/order/A\\B', '/order/A/B'],
    ['/inbound-slot/A/../B', '/inbound-slot/B'],
    ['/inbound-slot/A/%2e%2e/B', '/inbound-slot/B'],
    ['/order/./cancel', '/order/cancel'],
    ['/order/\ud800', '/order/%EF%BF%BD'],
  ])('%j, which an address would make %s, is refused with exit 2', (text, sent) => {
    const message = `${JSON.stringify(text)} would be sent as "${sent}"`;
    expect(() => rawPath(text, base)).toThrow(expect.objectContaining({ exitCode: 2, message }));
  });

  it.each([
    'https://evil.example/v1/x',
    'http://h.example/v1/x',
    '/../v2/x',
    'https://h.example/v12/x',
    'https://h.example:444/v1/x',
    'https://[/v1/x',
  ])('%s leads elsewhere and is refused with exit 2', (text) => {
    expect(() => rawPath(text, base)).toThrow(expect.objectContaining({ exitCode: 2 }));
  });
});
