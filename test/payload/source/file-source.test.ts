import { appendFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileSource } from '../../../src/payload/source/sources.ts';
import { makeHome } from '../../support/cli.ts';

const text = 'a,b\n'.repeat(100_000);

/** A file, and its source. */
function opened() {
  const path = join(makeHome(), 'orders.csv');
  writeFileSync(path, text);
  return { path, source: fileSource('orders.csv', path) };
}

/** Reads a source; `meanwhile` is done after the first piece. */
async function read(source: ReturnType<typeof fileSource>, meanwhile = () => {}): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source.open()) {
    if (pieces.length === 0) meanwhile();
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

describe('a file', () => {
  it('is read as often as it is opened', async () => {
    const { source } = opened();
    expect([await read(source), await read(source)]).toEqual([text, text]);
  });

  it.each([
    ['grows', (path: string) => appendFileSync(path, 'a,b\n')],
    ['is truncated', (path: string) => truncateSync(path, 80_000)],
  ])('that %s while it is read may end in the middle of an order', async (_, change) => {
    const { path, source } = opened();
    await expect(read(source, () => change(path))).rejects.toMatchObject({
      code: 'invalid-input',
      message: 'orders.csv is still being written',
    });
  });

  it.each([
    ['replaced', (path: string) => renameSync(`${path}.new`, path)],
    ['removed', (path: string) => rmSync(path)],
  ])('that is %s while it is read is read as it was', async (_, change) => {
    const { path, source } = opened();
    writeFileSync(`${path}.new`, 'other');
    expect(await read(source, () => change(path))).toBe(text);
  });

  it.each([
    ['has grown', (path: string) => appendFileSync(path, 'a,b\n')],
    ['was replaced by one of the same size', (path: string) => renameSync(`${path}.new`, path)],
  ])('that %s since it was first read is not read again', async (_, change) => {
    const { path, source } = opened();
    writeFileSync(`${path}.new`, text);
    await read(source);
    change(path);
    await expect(read(source)).rejects.toThrow('has changed since it was read');
  });

  it('is read through a link, unless links are refused', async () => {
    const { path } = opened();
    symlinkSync(path, `${path}.link`);
    expect(await read(fileSource('orders.csv', `${path}.link`))).toBe(text);
    expect(await read(fileSource('orders.csv', path, 'refused'))).toBe(text);
    await expect(read(fileSource('orders.csv', `${path}.link`, 'refused'))).rejects.toMatchObject({
      code: 'invalid-input',
      message: 'orders.csv was replaced while it was opened',
    });
  });

  it('that changes while it is read again is not said to be incomplete', async () => {
    const { path, source } = opened();
    await read(source);
    await expect(read(source, () => appendFileSync(path, 'a,b\n'))).rejects.toThrow(
      'has changed since it was read',
    );
  });
});
