import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { inflated } from '../../../../src/client/http/transport/decompress.ts';
import { failureOf } from './opened-transport.ts';

const text = '{"a":"é"}';
const answer = (encoding: string | undefined, body: Uint8Array) => ({
  status: 200,
  headers: encoding === undefined ? {} : { 'content-encoding': encoding },
  body,
});

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
  const read = await inflated(answer(encoding, body));
  expect(read.status).toBe(200);
  expect(Buffer.from(read.body).toString()).toBe(text);
});

it('leaves an empty body as it is', async () => {
  expect((await inflated(answer('gzip', new Uint8Array()))).body).toHaveLength(0);
});

it.each([
  ['zstd', Buffer.from(text), 'the answer is compressed as "zstd", which is not supported'],
  ['gzip, br', Buffer.from(text), 'the answer is compressed as "gzip, br", which is not supported'],
  ['constructor', Buffer.from(text), 'the answer is compressed as "constructor", which is not supported'],
  ['gzip', Buffer.from(text), 'the gzip body of the answer is damaged'],
  ['br', Buffer.from('x'), 'the br body of the answer is damaged'],
  ['gzip', gzipSync(Buffer.alloc(64 * 1024 * 1024 + 1)), 'the answer is larger than 64 MiB'],
])('cannot read a body that is encoded as %j: %#', async (encoding, body, message) => {
  expect(await failureOf(inflated(answer(encoding, body)))).toMatchObject({
    kind: 'unreadable',
    message,
    maybeSent: true,
  });
});
