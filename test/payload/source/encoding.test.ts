import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { body, csv, read } from '../support.ts';

const name = 'Zoë’s €uro Łódź 🏠';
const named = { ...body, ChannelBuyerName: name };
const text = csv([{ ChannelBuyerName: name }]);
const utf16 = (content: string, order: 'le' | 'be'): Buffer => {
  const bytes = Buffer.from(`\ufeff${content}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};
const fixture = (path: string) => readFile(new URL(`../../../fixtures/csv/${path}`, import.meta.url));

describe('encodings', () => {
  it.each<[string, Uint8Array, string | undefined]>([
    ['UTF-8', Buffer.from(text), undefined],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`), undefined],
    ['UTF-8 with a mark, though another encoding is named', Buffer.from(`\ufeff${text}`), 'windows-1252'],
    ['UTF-16 LE with a mark', utf16(text, 'le'), undefined],
    ['UTF-16 BE with a mark', utf16(text, 'be'), undefined],
    ['UTF-16 LE without a mark, named', Buffer.from(text, 'utf16le'), 'utf-16le'],
    ['UTF-8, named', Buffer.from(text), 'UTF8'],
  ])('%s, however the bytes are cut', async (_, bytes, encoding) => {
    for (const pieceSize of [65_536, 1, 2, 3, 5, 7]) {
      const { bodies } = await read(bytes, {
        pieceSize,
        options: encoding === undefined ? {} : { encoding },
      });
      expect(bodies).toEqual([named]);
    }
  });

  it.each([
    [[0x80], '€'],
    [[0x91, 0x92, 0x93, 0x94], '‘’“”'],
    [[0x85, 0x96, 0x97, 0x99], '…–—™'],
    [[0x8a, 0x9a, 0x8e, 0x9e, 0x8c, 0x9c, 0x9f], 'ŠšŽžŒœŸ'],
    [[0xa3, 0xe9, 0xff], '£éÿ'],
  ])('windows-1252 %j is %s', async (codes, expected) => {
    const [before = '', after = ''] = csv([{ ChannelBuyerName: 'X@X' }]).split('@');
    const bytes = Buffer.concat([Buffer.from(before), Buffer.from(codes), Buffer.from(after)]);
    for (const encoding of ['windows-1252', 'latin1', 'cp1252']) {
      const { bodies } = await read(bytes, { options: { encoding } });
      expect(bodies[0]?.ChannelBuyerName).toBe(`X${expected}X`);
    }
  });

  it('names the encoding after its label: iso-8859-2', async () => {
    const [before = '', after = ''] = csv([{ ChannelBuyerName: 'X@X' }]).split('@');
    const bytes = Buffer.concat([Buffer.from(before), Buffer.from([0xa3]), Buffer.from(after)]);
    const { bodies } = await read(bytes, { options: { encoding: 'iso-8859-2' } });
    expect(bodies[0]?.ChannelBuyerName).toBe('XŁX');
  });
});

describe('bytes that are not UTF-8', () => {
  const head = 'ReferenceNumber';
  const lines = (count: number): string =>
    `${head}\n${Array.from({ length: count - 1 }, (_, at) => `${`${at}`.padStart(100, '0')}\n`).join('')}`;
  it.each<[string, Buffer, number, RegExp]>([
    ['on the first line', Buffer.from([0x61, 0xe9, 0x2c, 0x62, 0x0a]), 1, /0xe9/],
    ['after many lines', Buffer.concat([Buffer.from(lines(1000)), Buffer.from([0x92])]), 1001, /0x92/],
    ['after CRLF', Buffer.concat([Buffer.from(`${head}\r\nb\r\n`), Buffer.from([0xff, 0x0a])]), 3, /0xff/],
    ['after CR', Buffer.concat([Buffer.from(`${head}\rb\r`), Buffer.from([0xff, 0x0d])]), 3, /0xff/],
    [
      'a character cut off by the end',
      Buffer.concat([Buffer.from(`${head}\n`), Buffer.from([0xe2, 0x82])]),
      2,
      /0xe2/,
    ],
    [
      'an overlong form',
      Buffer.concat([Buffer.from(`${head}\n`), Buffer.from([0xc0, 0xaf, 0x0a])]),
      2,
      /0xc0/,
    ],
    [
      'half of a surrogate pair',
      Buffer.concat([Buffer.from(`${head}\n`), Buffer.from([0xed, 0xa0, 0x80, 0x0a])]),
      2,
      /0xed/,
    ],
  ])('%s', async (_, bytes, line, found) => {
    for (const pieceSize of [65_536, 1, 4]) {
      if (bytes.length > 1000 && pieceSize < 1000) continue;
      const failure = read(bytes, { pieceSize });
      await expect(failure).rejects.toThrow(`orders.csv:${line}: `);
      await expect(failure).rejects.toThrow(found);
      await expect(failure).rejects.toMatchObject({
        code: 'invalid-input',
        details: {
          hint: expect.stringContaining('--encoding '),
          errors: expect.arrayContaining([expect.objectContaining({ file: 'orders.csv', line })]),
        },
      });
    }
  });

  it('refuses bytes that are invalid in the named encoding', async () => {
    await expect(
      read(Buffer.from([0x41, 0xd8, 0x00, 0xd8, 0x41]), { options: { encoding: 'utf-16be' } }),
    ).rejects.toThrow(/cannot be read as utf-16be/);
  });
});

it.each(['utf-16le', 'iso-8859-15'])('NUL characters are refused in %s', async (encoding) => {
  const text = 'ReferenceNumber\nR-\0A\n';
  const bytes = Buffer.from(text, encoding === 'utf-16le' ? 'utf16le' : 'latin1');
  const failure = read(bytes, { options: { encoding } });
  await expect(failure).rejects.toThrow(/contains NUL bytes/);
});

describe('the sample files', () => {
  it('orders.csv', async () => {
    const { total, invalid, problems, bodies } = await read(await fixture('orders.csv'));
    expect({ total, invalid, problems }).toEqual({ total: 250, invalid: 0, problems: [] });
    expect(bodies.filter((order) => order.OrderItems.length > 1).length).toBeGreaterThan(50);
    expect(new Set(bodies.map((order) => order.Currency))).toEqual(new Set(['GBP', 'EUR', 'USD']));
  });

  it('the same in UTF-16, tab separated', async () => {
    const whole = await read(await fixture('orders.csv'));
    const part = await read(await fixture('orders-utf-16.txt'), { name: 'orders-utf-16.txt' });
    expect(part.total).toBeGreaterThan(15);
    expect(part.documents.slice(0, -1).map(({ body }) => body)).toEqual(
      whole.documents.slice(0, part.total - 1).map(({ body }) => body),
    );
  });

  it('semicolons, decimal commas, windows-1252', async () => {
    const options = { encoding: 'windows-1252', decimal: 'comma' as const };
    const { bodies, invalid } = await read(await fixture('orders-semicolon-windows-1252.csv'), { options });
    expect(invalid).toBe(0);
    expect(bodies[0]?.OrderItems[0]).toMatchObject({ ItemTitle: 'Ada’s tent – €129', PricePerUnit: 129 });
  });

  it.each([
    ['inbound', 'inbound.csv', 2],
    ['purchase-order', 'po.csv', 1],
  ] as const)('%s: %s', async (kind, file, count) => {
    const { total, problems } = await read(await fixture(file), { kind });
    expect({ total, problems }).toEqual({ total: count, problems: [] });
  });
});
