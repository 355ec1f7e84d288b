import { isSafe } from 'redos-detector';
import { describe, expect, it } from 'vitest';
import { type Expression, sourceExpressions } from '../../support/expressions.ts';

/**
 * Expressions that the checker cannot prove linear, with the reason why they are. One that another expression can take
 * the place of, or a bound, does not belong here.
 */
const harmless: Readonly<Record<string, string>> = {
  '/\\b(bearer)\\s+[\\w.~+/=-]{16,}/gi':
    'each try begins with a word and a space, which the rest cannot hold',
  '/("(?:client_secret|access_token|refresh_token|password)"\\s*:\\s*)"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"?/gi':
    'each try begins with a word, and what follows the quote cannot fail',
};

/** The modules that put an expression together when they are loaded, below `src`. */
const composing = [
  'text/sanitize.ts',
  'contract/primitives.ts',
  'payload/mapping/money.ts',
  'payload/document/suspicions.ts',
];

/** Where an expression looks at no more than sixty characters of an amount. */
const bounded = 'payload/mapping/money.ts';

/** The expressions that a module makes with `new RegExp` when it is loaded. */
async function composedBy(file: string): Promise<Expression[]> {
  const made: Expression[] = [];
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, [pattern, flags = '']: [string, string?]) {
      made.push({ file, pattern, flags });
      return new target(pattern, flags);
    },
  });
  try {
    // Loaded once more, whoever has loaded it before.
    await import(`../../../src/${file}?again`);
  } finally {
    globalThis.RegExp = Original;
  }
  return made;
}

const written = ({ pattern, flags }: Expression): string => `/${pattern}/${flags}`;

function isLinear({ pattern, flags }: Expression): boolean {
  // The checker does not know i and u together; without i there are fewer ways to match, never fewer loops.
  const known = flags.includes('u') ? flags.replace('i', '') : flags;
  return isSafe(new RegExp(pattern, known), { maxScore: 500, timeout: 30_000 }).safe;
}

describe('the regular expressions of the program', () => {
  it('take linear time, whatever text they meet', () => {
    const all = sourceExpressions();
    expect(all.length).toBeGreaterThan(100);
    const slow = all.filter((each) => harmless[written(each)] === undefined && !isLinear(each));
    expect(slow.map((each) => `${each.file}: ${written(each)}`)).toEqual([]);
  }, 120_000);

  it('take linear time where they are put together', async () => {
    const all: Expression[] = [];
    for (const file of composing) all.push(...(await composedBy(file)));
    expect(new Set(all.map(({ file }) => file)).size).toBe(composing.length);
    expect(all.length).toBeGreaterThanOrEqual(10);
    expect(
      all
        .filter((each) => each.file !== bounded && !isLinear(each))
        .map((each) => `${each.file}: ${written(each)}`),
    ).toEqual([]);
  });

  it('are needed where they are called harmless', () => {
    const found = new Set(sourceExpressions().map(written));
    expect(Object.keys(harmless).filter((each) => !found.has(each))).toEqual([]);
  });

  it.each([/^(?:\d+\.?\d*|x)$/, /<[^>]*>/g, /0+$/, /(a+)+b/])('%s would be found', (expression) => {
    const { source: pattern, flags } = expression;
    expect(isLinear({ file: '', pattern, flags })).toBe(false);
  });
});
