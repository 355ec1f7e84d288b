import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/contract/limits.ts';
import { jsonTexts } from '../../../src/payload/json/json-text.ts';

/** The documents of a text that arrives in pieces, each with its number. */
async function textsIn(text: string, size: number): Promise<string[]> {
  const pieces = async function* () {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  };
  const found: string[] = [];
  for await (const texts of jsonTexts(pieces(), 'a.json'))
    found.push(...texts.map((each) => `${each.number}:${each.text}`));
  return found;
}

const sizes = [1, 2, 3, 5, 8, 1000];

describe('the documents of a JSON file', () => {
  it.each<[string, string, string[]]>([
    ['one', '{"a":1}', ['1:{"a":1}']],
    ['none', ' [ ] \n', []],
    ['a list', '[{"a":1} , {"a":[2]}]\n', ['1:{"a":1}', '2:{"a":[2]}']],
    ['a list after a mark', '\ufeff[{"a":1}]', ['1:{"a":1}']],
    ['one a line', '{"a":1}\n\r\n{"a":{}}\n', ['1:{"a":1}', '2:{"a":{}}']],
    ['one after the other', '{"a":1}{"a":2}', ['1:{"a":1}', '2:{"a":2}']],
    ['blank strings', '{"":"","b":"}"}{"c":""}', ['1:{"":"","b":"}"}', '2:{"c":""}']],
    ['an escaped quote at the end', '{"a":"}\\""}{"b":1}', ['1:{"a":"}\\""}', '2:{"b":1}']],
    ['an escaped quote alone', '{"a":"\\"","b":"{"}', ['1:{"a":"\\"","b":"{"}']],
    ['an escaped backslash at the end', '{"a":"{\\\\"}{"b":1}', ['1:{"a":"{\\\\"}', '2:{"b":1}']],
    ['three backslashes before a quote', '{"a":"\\\\\\"}"}{"b":1}', ['1:{"a":"\\\\\\"}"}', '2:{"b":1}']],
    ['brackets that do not match', '{"a":[}}{"b":1}', ['1:{"a":[}}', '2:{"b":1}']],
  ])('are numbered: %s', async (_, text, expected) => {
    for (const size of sizes) expect([size, ...(await textsIn(text, size))]).toEqual([size, ...expected]);
  });

  it.each<[string, string, string]>([
    ['a text', 'hello, world of brackets', 'a.json: expected an object at the beginning, but found "'],
    ['a comma first', '[,{}]', 'a.json: expected an object at the beginning, but found ",'],
    ['the end of a list', ']', 'a.json: expected an object at the beginning, but found "]"'],
    ['a list in a list', '[[{}]]', 'a.json: expected an object at the beginning'],
    ['a list after a document', '{}[{}]', 'a.json:1: expected an object after document 1, but found "['],
    ['two commas', '[{},,{}]', 'a.json:1: expected an object after document 1, but found ",'],
    ['a comma too many', '[{},{},]', 'a.json:2: expected an object after document 2, but found "]"'],
    ['a comma too few', '[{} {}]', 'a.json:1: expected an object after document 1, but found "{'],
    ['commas without a list', '{},{}', 'a.json:1: expected an object after document 1, but found ",'],
    ['an end without a list', '{}]', 'a.json:1: expected an object after document 1, but found "]"'],
    ['more after a list', '[{}] {}', 'a.json:1: more text follows after the end of the list'],
    ['a list that is not closed', '[{}', 'a.json:1: the list is not closed'],
    ['an empty list that is not closed', '[', 'a.json: the list is not closed'],
    ['a document that is not closed', '{} {"a":[1]', 'a.json:2: the document is incomplete'],
    ['the first document not closed', '{"a"', 'a.json:1: the document is incomplete'],
    ['a text that is not closed', '{"a":"}', 'a.json:1: the document is incomplete'],
    ['nothing', ' \n', 'a.json is empty'],
  ])('are refused with their number: %s', async (_, text, message) => {
    for (const size of sizes) await expect(textsIn(text, size)).rejects.toThrow(message);
  });

  it('are refused with the first twenty characters of what is there', async () => {
    await expect(textsIn('x'.repeat(30), 1000)).rejects.toThrow(`but found "${'x'.repeat(20)}"`);
  });

  it('are nested 500 levels deep at most', async () => {
    const nested = (depth: number): string => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    expect(await textsIn(nested(500), 1000)).toHaveLength(1);
    await expect(textsIn(`{}${nested(501)}`, 1000)).rejects.toThrow(
      'a.json:2: the document is nested more than 500 levels deep',
    );
  });

  it('take work in proportion to their size, however small the pieces', async () => {
    // Work for all of it with each piece takes minutes, and fails by the time limit.
    expect(await textsIn(`{"a":"${'x'.repeat(4_000_000)}"}`, 16)).toHaveLength(1);
  });

  it('are as large as a request may be at most, while they arrive', async () => {
    const started = (length: number): string => `{"a":"${'x'.repeat(length - 6)}`;
    const { maxBodyBytes } = limits;
    await expect(textsIn(started(maxBodyBytes), 1 << 20)).rejects.toThrow(
      'a.json:1: the document is incomplete',
    );
    await expect(textsIn(started(maxBodyBytes + 1), 1 << 20)).rejects.toThrow(
      `a.json:1: the document is larger than ${maxBodyBytes} characters`,
    );
  });
});
