import { isSafe } from 'redos-detector';
import { describe, expect, it } from 'vitest';
import { dateReader } from '../../src/payload/fields/dates.ts';
import {
  type Expression,
  filesThatBuildExpressions,
  sourceExpressions,
} from '../support/repository/expressions.ts';

/**
 * Expressions that the checker cannot prove linear, with the reason why they are. An expression that could be replaced
 * or bounded does not belong here.
 */
const harmless: Readonly<Record<string, string>> = {
  '/[\\p{M}\\uff9e\\uff9f]{50}/u': 'each try looks at 50 characters',
  '/\\b(bearer)\\s+[\\w.~+/=-]{16}[\\w.~+/=-]*/gi':
    'each try begins with a word and a space, which the rest cannot hold',
  '/"(?:client_secret|access_token|refresh_token|password)"\\s*:\\s*"/gi':
    'each try begins with a word in quotes, which the blanks behind it cannot hold',
};

/** The modules below `src` that build an expression when they are loaded. */
const composing = [
  'text/sanitize.ts',
  'contract/primitives.ts',
  'payload/fields/money.ts',
  'payload/document/suspicions.ts',
];

/** Where an expression is applied to no more than sixty characters of an amount. */
const bounded = 'payload/fields/money.ts';

/** The module that builds expressions when it is called, from a date format. */
const called = 'payload/fields/dates.ts';

/** The expressions that a file creates with `new RegExp` while `work` runs, and nothing else that goes on meanwhile. */
async function composedIn(file: string, work: () => unknown): Promise<Expression[]> {
  const made: Expression[] = [];
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, [pattern, flags = '']: [string, string?]) {
      if (new Error().stack?.includes(`/src/${file}`)) made.push({ file, pattern, flags });
      return new target(pattern, flags);
    },
  });
  try {
    await work();
  } finally {
    globalThis.RegExp = Original;
  }
  return made;
}

/** The expressions that a module creates when it is loaded: it is loaded again, even if it was loaded before. */
const composedBy = (file: string): Promise<Expression[]> =>
  composedIn(file, () => import(/* @vite-ignore */ `../../src/${file}?again`));

const written = ({ pattern, flags }: Expression): string => `/${pattern}/${flags}`;

/** Each expression once, wherever it is written. */
const distinct = (all: readonly Expression[]): Expression[] => [
  ...new Map(all.map((each) => [written(each), each])).values(),
];

/**
 * Whether anything repeats. Without that, an expression tries only so many characters at each place; what may be missing,
 * a few parts, multiplies that by a constant.
 */
const repeats = (pattern: string): boolean =>
  /[*+{]/.test(pattern) || (pattern.match(/[^(]\?/g) ?? []).length > 4;

function isLinear({ pattern, flags }: Expression): boolean {
  if (!repeats(pattern)) return true;
  // The checker does not support i and u together; without i there are fewer matches, but never fewer loops.
  const known = flags.includes('u') ? flags.replace('i', '') : flags;
  // It does not support named groups either.
  const unnamed = pattern.replaceAll(/\(\?<[a-z]+>/g, '(');
  return isSafe(new RegExp(unnamed, known), { maxScore: 500, timeout: 30_000 }).safe;
}

describe('the regular expressions of the program', () => {
  const all = sourceExpressions();

  it('take linear time for any text', () => {
    expect(all.length).toBeGreaterThan(100);
    const slow = distinct(all).filter((each) => harmless[written(each)] === undefined && !isLinear(each));
    expect(slow.map((each) => `${each.file}: ${written(each)}`)).toEqual([]);
  }, 120_000);

  it('take linear time where modules build them', async () => {
    const all: Expression[] = [];
    for (const file of composing) all.push(...(await composedBy(file)));
    expect(new Set(all.map(({ file }) => file)).size).toBe(composing.length);
    expect(all.length).toBeGreaterThanOrEqual(composing.length);
    const slow = distinct(all.filter(({ file }) => file !== bounded)).filter((each) => !isLinear(each));
    expect(slow.map((each) => `${each.file}: ${written(each)}`)).toEqual([]);
  });

  it('take linear time when built from a date format, with each token and mark in one of these', async () => {
    const formats = [
      ...['YYYYMMDDHHmmss', 'DMYY', 'D M h', 'D  M  h A', 'MMMMMMMM', 'YYYY-MM-DD HH:mm:ss Z', 'MMM'],
      ...['D\tM \u00a0YY', 'DD/MM.YYYY, H+', 'hh(mm[ss\\', 'DTMat'],
    ];
    const all = await composedIn(called, () => dateReader(formats, 'start'));
    expect(all).toHaveLength(formats.length);
    expect(all.filter((each) => !isLinear(each)).map(written)).toEqual([]);
  }, 60_000);

  it('are built nowhere else', () => {
    const building = [...composing, called];
    expect(filesThatBuildExpressions().sort()).toEqual(building.sort());
  });

  it('are really used where they are listed as harmless', () => {
    const found = new Set(all.map(written));
    expect(Object.keys(harmless).filter((each) => !found.has(each))).toEqual([]);
  });

  it.each([/^(?:\d+\.?\d*|x)$/, /<[^>]*>/g, /0+$/, /(a+)+b/])('%s would be found', (expression) => {
    const { source: pattern, flags } = expression;
    expect(isLinear({ file: '', pattern, flags })).toBe(false);
  });
});
