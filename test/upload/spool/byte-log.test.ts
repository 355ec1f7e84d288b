import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { openByteLog } from '../../../src/upload/spool/byte-log.ts';

/** Adds bytes that encode their position. */
function append(log: ReturnType<typeof openByteLog>, bytes: Buffer): number {
  return log.append(bytes.length + 7, (into, at) => at + bytes.copy(into, at));
}

describe('a byte log', () => {
  it('returns what was added: from memory, from the file, and while it is being written', async () => {
    const sizes = fc.array(
      fc.oneof(fc.integer({ max: 3000, min: 0 }), fc.integer({ max: 2_500_000, min: 0 })),
      {
        maxLength: 12,
      },
    );
    await fc.assert(
      fc.asyncProperty(
        sizes,
        fc.array(fc.nat(), { maxLength: 6 }),
        fc.boolean(),
        async (lengths, reads, wait) => {
          const log = openByteLog();
          let model = Buffer.alloc(0);
          for (const [index, length] of lengths.entries()) {
            const bytes = Buffer.alloc(length, index + 1);
            expect(append(log, bytes)).toBe(model.length);
            model = Buffer.concat([model, bytes]);
            const start = model.length === 0 ? 0 : (reads[index % reads.length] ?? 0) % model.length;
            expect(log.read(start, 1 << 20).equals(model.subarray(start, start + (1 << 20)))).toBe(true);
            if (wait) await log.settled();
          }
          await log.settled();
          expect(log.read(0, model.length + 10).equals(model)).toBe(true);
          log.close();
        },
      ),
      { numRuns: 25 },
    );
  });

  it('continues while writes are pending, and loses nothing', async () => {
    const log = openByteLog();
    const block = 900_000;
    for (let index = 0; index < 20; index++) append(log, Buffer.alloc(block, index));
    for (let index = 0; index < 20; index++)
      expect(log.read(index * block, block).equals(Buffer.alloc(block, index))).toBe(true);
    await log.settled();
    log.close();
  });

  it('needs no file for two megabytes', () => {
    vi.stubEnv('TMPDIR', join(tmpdir(), 'missing'));
    const log = openByteLog();
    for (let index = 0; index < 2; index++) append(log, Buffer.alloc(900_000, index));
    const expected = Buffer.concat([Buffer.alloc(100_000, 0), Buffer.alloc(900_000, 1)]);
    expect(log.read(800_000, 1_000_000).equals(expected)).toBe(true);
    expect(() => {
      for (let index = 0; index < 4; index++) append(log, Buffer.alloc(900_000, index));
    }).toThrow('no such file or folder');
    log.close();
    vi.unstubAllEnvs();
  });

  it('leaves no files behind, even when closed during a write', async () => {
    // Other tests create temporary files at the same time.
    const own = mkdtempSync(join(tmpdir(), 'cfi-own-'));
    vi.stubEnv('TMPDIR', own);
    const log = openByteLog();
    for (let index = 0; index < 8; index++) append(log, Buffer.alloc(900_000, index));
    log.close();
    await log.settled();
    expect(readdirSync(own)).toEqual([]);
    vi.unstubAllEnvs();
    expect(() => append(log, Buffer.alloc(1))).toThrow('closed');
  });
});
