import { execFileSync } from 'node:child_process';
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileReason } from '../../src/storage/file-errors.ts';
import { byteCollector, openToRead, readOwnText, readText, readWhole } from '../../src/storage/read-file.ts';
import { makeHome } from '../support/cli.ts';

/** A pipe with a name. */
function newPipe(): string {
  const path = join(makeHome(), 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
}

const reasonOf = (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'read',
    (error) => fileReason(error),
  );

it('bytes that come one by one do not take a hundred times their memory', () => {
  const collected = byteCollector(1_000_000);
  const bytes = Buffer.from('0123456789');
  const before = process.memoryUsage().heapUsed;
  for (let at = 0; at < 1_000_000; at++) collected.add(bytes.subarray(at % 10, (at % 10) + 1));
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(60_000_000);
  expect(collected.whole().toString()).toBe('0123456789'.repeat(100_000));
});

describe('a file that is read whole', () => {
  it('may be as long as the limit, and no longer', async () => {
    const path = join(makeHome(), 'a.json');
    writeFileSync(path, 'x'.repeat(2048));
    expect((await readWhole(path, undefined, 2048)).length).toBe(2048);
    expect(await reasonOf(readWhole(path, undefined, 2047))).toMatch(/^it is longer than/);
    expect(() => readOwnText(path, 1024)).toThrow('it is longer than 1 kB');
    expect(readOwnText(path)).toHaveLength(2048);
  });

  it.skipIf(process.platform === 'win32')('may have no end', async () => {
    expect(await reasonOf(readText('/dev/zero', undefined, 1024 * 1024))).toBe('it is longer than 1 MB');
    expect(() => readOwnText('/dev/zero', 1024 * 1024)).toThrow('it is longer than 1 MB');
  });
});

describe.skipIf(process.platform === 'win32')('a pipe', () => {
  it('is read to the end that its writer sets, however late it comes', async () => {
    const path = newPipe();
    const text = 'line\n'.repeat(50_000);
    const reading = readText(path);
    createWriteStream(path).end(text);
    expect(await reading).toBe(text);
  });

  it('without a writer is left as soon as the program is interrupted', async () => {
    const path = newPipe();
    const stop = new AbortController();
    const reading = readText(path, stop.signal);
    setImmediate(() => stop.abort('SIGTERM'));
    await expect(reading).rejects.toMatchObject({ code: 'cancelled', exitCode: 143 });
    await expect(readText(path, stop.signal)).rejects.toMatchObject({ exitCode: 143 });
  });

  it('is opened at once, and none of our own files is one', async () => {
    const path = newPipe();
    const { stats, stream } = await openToRead(path);
    stream.destroy();
    expect(stats.isFIFO()).toBe(true);
    expect(() => readOwnText(path)).toThrow(expect.objectContaining({ code: 'ENXIO' }));
  });
});
