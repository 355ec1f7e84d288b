import { describe, expect, it } from 'vitest';
import { emulatorAnswers } from '../../support/services/emulator-answers.ts';
import { stubService } from '../../support/services/stub-service.ts';
import { expectNoSurprise, reads } from './odd-values.ts';

const answers = await emulatorAnswers();

const fieldsOf = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, at]));

const bodies: readonly (readonly [what: string, body: string, said: string])[] = [
  ['a number', '{"success":true,"data":5}', 'did not answer with a'],
  ['text', '{"success":true,"data":"fine"}', 'did not answer with a'],
  ['no data', '{"success":true}', 'did not answer with a'],
  ['nothing', '', 'an empty answer'],
  ['HTML', '<html><title>Sign in</title></html>', 'a web page: Sign in'],
  ['half a document', '{"success":true,"data":{', 'not JSON'],
  ['lists in lists without end', `{"data":${'['.repeat(100_000)}`, 'more than 500 levels deep'],
  [
    'objects a thousand deep',
    `{"data":${'{"a":'.repeat(1000)}1${'}'.repeat(1001)}`,
    'more than 500 levels deep',
  ],
  ['a million lists', `{"data":[${'[],'.repeat(1_000_000)}1]}`, 'more than 1,000,000 values'],
  ['a record of many fields', JSON.stringify({ data: fieldsOf(1001) }), 'more than 1,000 fields'],
  ['bytes that are no text', '\u0000\u0001\ufffd\ufffd', 'not JSON'],
];
const unreadable = (names?: readonly string[]) =>
  bodies.filter(([what]) => names === undefined || names.includes(what));

async function expectRefused(line: string, body: string, said: string): Promise<void> {
  const service = stubService(() => ({ body }));
  const { code, stdout, stderr } = await service.cfi([...line.split(' '), '--json', '--max-retries', '2']);
  expect([code, stdout]).toEqual([10, '']);
  const { error } = JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
  expect(error).toMatchObject({ code: 'network', message: expect.stringContaining(said), exitCode: 10 });
  const asked = line === 'order get R-1 R-2' ? 2 : 1;
  // What is over a limit is so the next time.
  const times = said.startsWith('more than') ? 1 : 3;
  if (!line.includes('max-wait')) expect(service.requests).toHaveLength(times * asked);
}

describe.each(reads)('cfi %s', (line, endpoint) => {
  const document = answers.get(endpoint);
  const views = reads.filter(([, shown]) => shown === endpoint).map(([other]) => other);

  it('never fails unexpectedly for a value of another type anywhere in the answer', async () => {
    // Of eight values, two at a place; the commands that show an endpoint take turns. The loads try all with each.
    await expectNoSurprise(
      line,
      document,
      (place, value) => (place + value) % 4 === 0 && views[((place + value) / 4) % views.length] === line,
    );
  });

  it.each(unreadable(['a number', 'no data', 'nothing']))(
    'exits with 10 for %s, after its retries',
    async (_, body, said) => expectRefused(line, body, said),
  );
});

it.each(unreadable())('an answer that is not a document is named as what it is: %s', async (_, body, said) =>
  expectRefused('slot list', body, said),
);

describe('a sign-in', () => {
  const signIn = async (data: unknown) => {
    const home = stubService(() => ({ body: JSON.stringify({ success: true, data }) }));
    return home.cfi(['whoami', '--json'], { env: { CFI_TOKEN: '' } });
  };

  it.each([
    ['no token', {}],
    ['a number for a token', { access_token: 5 }],
    ['a token with a line break', { access_token: 'a\r\nX-Admin: 1' }],
    ['a token of other letters', { access_token: 'töken' }],
    ['an empty token', { access_token: '' }],
    ['a token longer than any header', { access_token: 'x'.repeat(20_000) }],
    ['a list', []],
    ['null', null],
  ])('answered with %s is exit 10', async (_, data) => {
    const { code, stderr } = await signIn(data);
    expect(code).toBe(10);
    expect(JSON.parse(stderr.split('\n').at(-2) ?? '').error.message).toContain('has no token');
  });

  it.each([1e300, -5, '24h', null])('whose token lasts %j still shows a date', async (expires_in) => {
    const { code, stdout, stderr } = await signIn({ access_token: 'token', expires_in, client_id: 7 });
    expect(stdout + stderr).not.toContain('unexpected');
    if (code === 0) expect(Date.parse(JSON.parse(stdout).data.expires_at)).toBeGreaterThan(0);
    else expect(code).toBe(4);
  });
});
