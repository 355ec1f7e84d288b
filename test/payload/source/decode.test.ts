import { describe, expect, it } from 'vitest';
import { decode } from '../../../src/payload/source/decode.ts';

const sizes = [1, 2, 3, 5, 7, 1024, 65_536];
/** Longer than the beginning that is looked at before any text is passed on. */
const beginning = 'x'.repeat(1500);

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function textOf(bytes: Buffer, size: number, label?: string): Promise<string> {
  let text = '';
  for await (const piece of decode(pieces(bytes, size), label, 'a.csv')) text += piece;
  return text;
}

describe('the text of a file', () => {
  it.each(['é', 'ÿ', '€', '\u0800', '\uffff', '🏠', '\u{10000}', '\u{10ffff}', '\u0080', '\u007f', 'aé€🏠'])(
    'has the character %j whole, wherever its bytes are cut',
    async (character) => {
      const text = `${beginning}${character.repeat(700)}a${character.repeat(2)}`;
      for (const size of sizes) expect(await textOf(Buffer.from(text), size)).toBe(text);
    },
  );

  it.each([
    ['utf-16le', Buffer.from(`${beginning}é€🏠`, 'utf16le')],
    ['utf-16be', Buffer.from(`${beginning}é€🏠`, 'utf16le').swap16()],
  ])('in %s is whole, wherever its bytes are cut', async (label, bytes) => {
    for (const size of sizes) expect(await textOf(bytes, size, label)).toBe(`${beginning}é€🏠`);
  });

  it.each([
    [[0xef, 0x41], 'ïA'],
    [[0xef, 0xbb, 0x41], 'ï»A'],
    [[0xff, 0x41], 'ÿA'],
    [[0xfe, 0x41], 'þA'],
    [[0x41, 0xfe], 'Aþ'],
    [[0x41, 0xff], 'Aÿ'],
  ])('does not lose %j at its beginning for a byte-order mark', async (codes, expected) => {
    expect(await textOf(Buffer.from(codes), 1, 'windows-1252')).toBe(expected);
  });

  it('has no byte-order mark, and may be one character', async () => {
    for (const size of sizes) {
      expect(await textOf(Buffer.from('\ufeffab'), size)).toBe('ab');
      expect(await textOf(Buffer.from('a'), size)).toBe('a');
    }
  });

  it('ends where the reader stops', async () => {
    let closed = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield Buffer.from(`${beginning}\n`);
      } finally {
        closed = true;
      }
    }
    for await (const piece of decode(source(), undefined, 'a.csv')) if (piece !== '') break;
    expect(closed).toBe(true);
  });
});

describe('a byte that is not UTF-8', () => {
  const lines = (lineBreak: string) => `${beginning}${lineBreak}`.repeat(4);

  it.each(['\n', '\r\n', '\r'])('is reported with its line, after lines that end with %j', async (end) => {
    for (const wrong of [[0x80], [0xc3, 0x41], [0xe2, 0x82, 0x41], [0xf0, 0x9f, 0x8f, 0x41], [0xff]]) {
      const bytes = Buffer.concat([
        Buffer.from(`${lines(end)}aé`),
        Buffer.from(wrong),
        Buffer.from(lines(end)),
      ]);
      const found = `a.csv:5: the byte 0x${wrong[0]?.toString(16)} is not UTF-8`;
      for (const size of sizes) await expect(textOf(bytes, size)).rejects.toThrow(found);
    }
  });

  it.each(['é', '€', '🏠'])('is the first of %s where the file ends within it', async (character) => {
    const whole = Buffer.from(character);
    for (let length = 1; length < whole.length; length++) {
      const bytes = Buffer.concat([Buffer.from(lines('\n')), whole.subarray(0, length)]);
      const found = `a.csv:5: the byte 0x${whole[0]?.toString(16)} is not UTF-8`;
      for (const size of sizes) await expect(textOf(bytes, size)).rejects.toThrow(found);
    }
  });

  it.each(['\n', '\r\n', '\r'])('may be NUL, after lines that end with %j', async (end) => {
    const bytes = Buffer.from(`${lines(end)}a\0${lines(end)}`);
    for (const size of sizes)
      await expect(textOf(bytes, size)).rejects.toThrow('a.csv:5: this line contains NUL bytes');
    const early = textOf(Buffer.from(`a${end}b\0`), 5);
    await expect(early).rejects.toThrow('a.csv:2: this line contains NUL bytes, so the file is damaged');
    await expect(textOf(bytes, 5, 'windows-1252')).rejects.toThrow('a.csv contains NUL bytes');
    await expect(textOf(bytes, 5, 'iso-8859-15')).rejects.toThrow('a.csv contains NUL bytes');
  });
});
