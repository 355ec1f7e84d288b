import type { LookupOptions } from 'node:dns';
import { expect, it } from 'vitest';
import { loopbackLookup } from '../../../src/client/transport/network.ts';

type Found = readonly { readonly address: string; readonly family: number }[];

const v4 = { address: '127.0.0.1', family: 4 };
const v6 = { address: '::1', family: 6 };

/** What a lookup with these options calls back, when the name has these addresses or cannot be looked up. */
function lookedUp(found: Found | Error, options: LookupOptions) {
  const asked: unknown[] = [];
  const lookup = loopbackLookup((hostname, how, done) => {
    asked.push([hostname, how]);
    if (found instanceof Error) done(found, []);
    else done(null, [...found]);
  });
  const answers: unknown[][] = [];
  lookup('localhost', options, (...answer) => void answers.push(answer));
  expect(answers).toHaveLength(1);
  return { asked, answer: answers[0] };
}

it.each<[string, Found, LookupOptions, unknown[]]>([
  ['all addresses', [v6, v4], { all: true }, [null, [v6, v4]]],
  ['the first address', [v6, v4], {}, [null, '::1', 6]],
  ['the first address', [v4, v6], { all: false }, [null, '127.0.0.1', 4]],
])('calls back %s of this machine', (_, found, options, answer) => {
  expect(lookedUp(found, options).answer).toEqual(answer);
});

it.each<[LookupOptions, number | undefined]>([
  [{ family: 6 }, 6],
  [{ family: 0 }, 0],
  [{ family: 'IPv4' }, undefined],
  [{}, undefined],
])('with %j asks for all addresses of the family %s', (options, family) => {
  expect(lookedUp([v4], options).asked).toEqual([['localhost', { all: true, family }]]);
});

it.each<[string, Found]>([
  ['192.0.2.7', [v4, { address: '192.0.2.7', family: 4 }]],
  ['no address', []],
])('refuses a name that resolves to %s', (where, found) => {
  expect(lookedUp(found, { all: true }).answer).toEqual([
    expect.objectContaining({
      exitCode: 2,
      message: `plain http to localhost is refused: the name resolves to ${where}, which is not this machine`,
    }),
    '',
  ]);
});

it('passes on the error of a name that cannot be looked up', () => {
  const error = Object.assign(new Error('no'), { code: 'ENOTFOUND' });
  expect(lookedUp(error, {}).answer).toEqual([error, '']);
});
