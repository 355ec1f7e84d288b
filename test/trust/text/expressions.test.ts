import { isSafe } from 'redos-detector';
import { describe, expect, it } from 'vitest';
import { type Expression, sourceExpressions } from '../../support/expressions.ts';

/**
 * Expressions that the checker cannot prove linear, with the reason why they do no harm. An expression that meets text
 * from a file or from the service belongs here only if that text is short.
 */
const harmless: Readonly<Record<string, string>> = {
  "/'([^']*)'/": "a message of commander's about our own options",
  '/<([^>]*)>/g': 'our own command tree',
  '/=.*$/s': 'a word of the command line; `.*$` with s matches at the first =',
  '/\\{(\\w+)\\}/g': 'our own paths',
  '/\\/v\\d+$/': 'the base address',
  '/^(emulator:.*)#[\\d-]+$/': 'our own address of a state',
  '/^(\\[[^\\]]*\\]|[^:]+)(?::(\\d+))?$/': 'an entry of NO_PROXY; the brackets and the rest share no text',
  '/^(\\[[^\\]]*\\]|[^:]*)(?::(\\d+))?$/': 'a Host header, which Node bounds',
  '/\\b(bearer)\\s+[\\w.~+/=-]{16,}/gi': 'each try begins with a word that the rest cannot hold',
  '/("(?:client_secret|access_token|refresh_token|password)"\\s*:\\s*)"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"?/gi':
    'each try begins with a word, and what follows the quote cannot fail',
  '/^P(?=\\d|T\\d)(?:(\\d+)W)?(?:(\\d+)D)?(?:T(?=\\d)(?:(\\d+)H)?(?:(\\d+)M)?(?:(\\d+(?:[.,]\\d+)?)S)?)?$/':
    'the number of groups bounds how often a digit is read',
  '/^\\s*([1-9]\\d*)?\\s*$/': 'an answer typed at a prompt',
  '/(\\.[^./\\\\]*)?$/': 'the name of a file, which the system bounds',
  '/^#(?:N\\/A|REF!|VALUE!|NAME\\?|DIV\\/0!|NUM!|NULL!|SPILL!|CALC!|#{2,})$|^#{4,}$/':
    'anchored, with one repetition in each alternative',
  '/"(?:[^"]|"")*"/g': 'a try that fails has read to the end, after which no quote is left',
};

const written = ({ pattern, flags }: Expression): string => `/${pattern}/${flags}`;

function isLinear({ pattern, flags }: Expression): boolean {
  // The checker does not know i and u together; without i there are fewer ways to match, never fewer loops.
  const known = flags.includes('u') ? flags.replace('i', '') : flags;
  return isSafe(new RegExp(pattern, known), { maxScore: 500, timeout: 10_000 }).safe;
}

describe('the regular expressions of the program', () => {
  it('take linear time, whatever text they meet', () => {
    const all = sourceExpressions();
    expect(all.length).toBeGreaterThan(100);
    const slow = all.filter((each) => harmless[written(each)] === undefined && !isLinear(each));
    expect(slow.map((each) => `${each.file}: ${written(each)}`)).toEqual([]);
  }, 60_000);

  it.each([/^(?:\d+\.?\d*|x)$/, /<[^>]*>/g, /0+$/, /(a+)+b/])('%s would be found', (expression) => {
    const { source: pattern, flags } = expression;
    expect(isLinear({ file: '', pattern, flags })).toBe(false);
  });
});
