import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { decompressed } from '../../../src/client/transport/network.ts';
import { failureOf } from './opened-transport.ts';

const text = '{"a":"é"}';

it.each([
  ['gzip', gzipSync(text)],
  ['x-gzip', gzipSync(text)],
  [' GZIP ', gzipSync(text)],
  ['deflate', deflateSync(text)],
  ['br', brotliCompressSync(text)],
  ['identity', Buffer.from(text)],
  ['', Buffer.from(text)],
  [undefined, Buffer.from(text)],
])('reads a body that is encoded as %j', async (encoding, body) => {
  expect(Buffer.from(await decompressed(body, encoding)).toString()).toBe(text);
});

it('leaves an empty body as it is', async () => {
  expect(await decompressed(new Uint8Array(), 'gzip')).toHaveLength(0);
});

it.each([
  ['zstd', Buffer.from(text), 'the answer is compressed as "zstd", which is not supported'],
  ['gzip, br', Buffer.from(text), 'the answer is compressed as "gzip, br", which is not supported'],
  ['constructor', Buffer.from(text), 'the answer is compressed as "constructor", which is not supported'],
  ['gzip', Buffer.from(text), 'the gzip body of the answer is damaged'],
  ['br', Buffer.from('x'), 'the br body of the answer is damaged'],
  ['gzip', gzipSync(Buffer.alloc(64 * 1024 * 1024 + 1)), 'the answer is larger than 64 MiB'],
])('cannot read a body that is encoded as %j: %#', async (encoding, body, message) => {
  expect(await failureOf(decompressed(body, encoding))).toMatchObject({
    kind: 'unreadable',
    message,
    maybeSent: true,
  });
});
