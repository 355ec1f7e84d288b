import { appendFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileSource, rereadable } from '../../../src/payload/source/sources.ts';
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
    // Rows that come back are read again before anything is sent.
    await expect(read(source)).rejects.toMatchObject({
      message: 'orders.csv has changed since it was read',
      details: { hint: expect.stringMatching(/what was sent, if anything; then run the same command again/) },
    });
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

describe('what can be read only once', () => {
  /** Its source, and how many of its pieces have been asked for. */
  function once(pieces: readonly string[]) {
    const asked = { count: 0 };
    const input = (async function* () {
      for (const piece of pieces) {
        asked.count += 1;
        yield Buffer.from(piece);
      }
    })();
    return { source: rereadable({ name: '-', open: () => input }), asked };
  }

  it('is read as often as it is opened, and no further than is needed', async () => {
    const { source, asked } = once(['a', 'b'.repeat(200_000), 'c']);
    const whole = `a${'b'.repeat(200_000)}c`;
    for await (const piece of source.open()) {
      expect([piece.toString(), asked.count]).toEqual(['a', 1]);
      break;
    }
    expect([await read(source), await read(source), asked.count]).toEqual([whole, whole, 3]);
    source.close?.();
  });

  it('may be read again while it is read', async () => {
    const { source } = once(['a,b\n', 'c,d\n']);
    const found: string[] = [];
    for await (const piece of source.open()) found.push(piece.toString(), await read(source));
    expect(found).toEqual(['a,b\n', 'a,b\nc,d\n', 'c,d\n', 'a,b\nc,d\n']);
    source.close?.();
  });

  it('is not read on when it is closed, and its input ends', async () => {
    const { source, asked } = once(['a', 'b']);
    for await (const _ of source.open()) source.close?.();
    expect([asked.count, await read(source)]).toEqual([1, '']);
  });
});
