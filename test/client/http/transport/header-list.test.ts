import { describe, expect, it } from 'vitest';
import {
  type HeaderList,
  headerOf,
  headersByName,
} from '../../../../src/client/http/transport/header-list.ts';

const texts = [
  'Content-Type',
  'a/b',
  'X-One',
  '1',
  'DATE',
  'now',
  'x-one',
  '2',
  '__proto__',
  'no',
  'Town',
  'K\u00f6ln',
];

describe.each<[string, HeaderList]>([
  ['texts', texts],
  ['bytes', texts.map((text) => Buffer.from(text, 'latin1'))],
])('headers as %s', (_, list) => {
  it('are found in any case, the first of several', () => {
    const names = ['content-type', 'x-one', 'date', 'town', 'content-length', 'x-two'];
    expect(names.map((name) => headerOf(list, name))).toEqual([
      'a/b',
      '1',
      'now',
      'K\u00f6ln',
      undefined,
      undefined,
    ]);
  });

  it('are all there, repeated ones joined', () => {
    expect(Object.entries(headersByName(list))).toEqual([
      ['content-type', 'a/b'],
      ['x-one', '1, 2'],
      ['date', 'now'],
      ['__proto__', 'no'],
      ['town', 'K\u00f6ln'],
    ]);
  });
});
