import { appendFileSync, mkdtempSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bytesOf, openPayload } from '../../../src/payload/source/open-payload.ts';

it.each([
  ['EIO', 1, 'the disk reports an error'],
  ['EMFILE', 1, 'too many files are open'],
  ['ESTALE', 1, 'the file server has lost the file'],
  ['EACCES', 2, 'permission denied'],
  ['ENOENT', 2, 'there is no such file'],
])('a file that cannot be read (%s) is not taken for a wrong one', async (code, exitCode, reason) => {
  const source = {
    name: 'orders.csv',
    async *open(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('ReferenceNumber');
      throw Object.assign(new Error(`${code}: raw`), { code });
    },
  };
  const reading = (async () => {
    for await (const _ of bytesOf(source));
  })();
  await expect(reading).rejects.toMatchObject({
    exitCode,
    message: `orders.csv: ${reason}`,
    details: { subject: 'unread file' },
  });
});

it('nor is a workbook that the system stops reading', async () => {
  const start = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(200)]);
  const file = join(mkdtempSync(join(tmpdir(), 'cfi-unread-')), 'orders.xlsx');
  appendFileSync(file, start);
  const source = {
    name: 'orders.xlsx',
    async *open(): AsyncGenerator<Uint8Array> {
      yield start;
    },
    // Only for writing: each read is an error of the system.
    openFile: async () => ({ descriptor: openSync(file, 'a'), checkUnchanged: async () => {} }),
  };
  await expect(openPayload(source, {})).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringMatching(/^orders\.xlsx: /),
    details: { subject: 'unread file' },
  });
});
