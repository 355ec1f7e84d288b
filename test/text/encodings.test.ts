import { describe, expect, it } from 'vitest';
import { asMeant, decodeSingleByte, encodingNamed, likelyEncoding } from '../../src/text/encodings.ts';

const bytes = (...parts: readonly (string | number)[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from([part]))),
  );

describe('the encoding under which bytes read as words', () => {
  it.each([
    ['windows-1252', bytes('J', 0xf6, 'rg, Gro', 0xdf, 'e')],
    ['macintosh', bytes('J', 0x9a, 'rg M', 0x9f, 'ller, Gro', 0xa7, 'e')],
    ['ibm850', bytes('J', 0x94, 'rg')],
    ['ibm850', bytes('J', 0x94, 'rg M', 0x81, 'ller, Stra', 0xe1, 'e')],
    ['ibm850', bytes('M', 0x81, 'ller')],
    ['ibm850', bytes('J', 0x81, 'rgen Gro', 0xe1)],
    ['ibm850', bytes('H', 0x93, 'tel')],
    ['macintosh', bytes('Zo', 0x91, ' M', 0x9f, 'ller')],
    ['macintosh', bytes('H', 0x99, 'tel')],
    ['windows-1252', bytes('Men', 0x92, 's')],
    ['windows-1252', bytes('S', 0xe3, 'o, for', 0xea, 't')],
    ['windows-1252', bytes('Tent,1,', 0xa3, '10.00')],
    ['windows-1252', bytes('Tent,1,', 0xa3, '1,034.50')],
    ['windows-1252', bytes('Zelt;1;10,00 ', 0x80)],
    ['windows-1252', bytes('Zelt;1;', 0x80, '10')],
    ['ibm850', bytes('Tent,1,', 0x9c, '10.00')],
    ['ibm850', bytes('Per', 0xa3)],
    ['windows-1250', bytes('Wroc', 0xb3, 'aw, ', 0xa3, 0xf3, 'd', 0x9f)],
    ['shift_jis', Buffer.from('d4cfc0de', 'hex')],
    ['shift_jis', Buffer.from('8e5293e391be98592c938c8b9e', 'hex')],
  ])('is %s', (encoding, text) => {
    expect(likelyEncoding(text)).toBe(encoding);
  });

  it('is none where the bytes read as words in no encoding', () => {
    expect(likelyEncoding(bytes('a', 0xff, 'b', 0x80, 'c'))).toBeUndefined();
  });
});

describe('text that was read in a wrong encoding', () => {
  it.each([
    ['Gro§e', 'Große', 'macintosh'],
    ['MÃ¼ller', 'Müller', 'utf-8'],
    ['J”rg', 'Jörg', 'ibm850'],
    ['M¸ller', 'Müller', 'windows-1252'],
  ])('%s is %s in %s', (wrong, text, encoding) => {
    expect(asMeant(wrong)).toEqual({ text, encoding });
  });

  it.each(['Müller', 'Zürich', '3½” pipe', 'L’Étoile', 'Łódź', '£5', 'ÖBB', '20 °C', 'A–B'])(
    '%s is not',
    (text) => {
      expect(asMeant(text)).toBeUndefined();
    },
  );
});

it.each([
  ['cp850', 'ibm850'],
  ['IBM850', 'ibm850'],
  ['latin1', 'windows-1252'],
  ['macintosh', 'macintosh'],
  ['windows-1250', 'windows-1250'],
  ['shift_jis', 'shift_jis'],
  ['klingon', undefined],
])('%s is the encoding %s', (label, encoding) => {
  expect(encodingNamed(label)).toBe(encoding);
});

it('ibm850 has all its characters', () => {
  expect(decodeSingleByte(bytes('Stra', 0xe1, 'e ', 0x9c, '5'), 'ibm850')).toBe('Straße £5');
});
