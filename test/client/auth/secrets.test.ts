import { expect, it } from 'vitest';
import { findSecret, forgetSecret, keepSecret } from '../../../src/client/auth/secrets.ts';

const entry = { profile: 'default', address: 'https://h.example/v1', clientId: 'acme' };
const secret = 'a secret/+~';

/** A keychain whose tool answers so to each action (undefined: it fails), or none at all; what it was asked, and the warnings. */
function access(answers: Readonly<Record<string, string | undefined>> | undefined) {
  const asked: string[] = [];
  const warnings: string[] = [];
  return {
    asked,
    warnings,
    deps: {
      env: answers === undefined ? { CFI_KEYCHAIN: '0' } : {},
      platform: 'linux' as const,
      async exchange(_: string, [action = '']: readonly string[]) {
        asked.push(action);
        const output = answers?.[action];
        return output === undefined ? { code: 1, output: '' } : { code: 0, output };
      },
    },
    settings: { interactive: false },
    warn: (line: string) => void warnings.push(line),
  };
}

it.each<[string, Parameters<typeof access>[0], string, string, string[]]>([
  ['a keychain that returns it', { store: '', lookup: secret }, secret, 'keychain', ['store', 'lookup']],
  ['no keychain', undefined, secret, 'file', []],
  ['a keychain that fails', { lookup: secret }, secret, 'file', ['store']],
  ['a keychain that returns another', { store: '', lookup: 'other' }, secret, 'file', ['store', 'lookup']],
  ['a keychain that returns none', { store: '' }, secret, 'file', ['store', 'lookup']],
  ['a secret that is more than a line', { store: '', lookup: 'a\nb' }, 'a\nb', 'file', []],
  ['a secret of other letters', { store: '', lookup: 'ü' }, 'ü', 'file', []],
])('saving a secret with %s', async (_, answers, given, place, asked) => {
  const keychain = access(answers);
  expect(await keepSecret(keychain, entry, given)).toBe(place);
  expect(keychain.asked).toEqual(asked);
  expect(keychain.warnings).toEqual([]);
});

it.each<[string, Parameters<typeof access>[0], string | undefined, string[]]>([
  ['a keychain that returns it', { lookup: secret }, secret, []],
  ['no keychain', undefined, undefined, ['the secret is in the keychain, which CFI_KEYCHAIN=0 turns off']],
  ['a keychain that fails', {}, undefined, ['the secret is in the Secret Service, which did not return it']],
  [
    'a keychain that returns nothing',
    { lookup: '' },
    undefined,
    ['the secret is in the Secret Service, which did not return it'],
  ],
])('finding a saved secret with %s', async (_, answers, found, warnings) => {
  const keychain = access(answers);
  expect(await findSecret(keychain, entry)).toBe(found);
  expect(keychain.warnings).toEqual(warnings);
});

it.each<[string, Parameters<typeof access>[0], string[]]>([
  ['a keychain that does it', { clear: '' }, []],
  ['no keychain', undefined, ['the secret is still in the Secret Service']],
  ['a keychain that fails', {}, ['the secret is still in the Secret Service']],
])('removing a saved secret with %s', async (_, answers, warnings) => {
  const keychain = access(answers);
  await forgetSecret(keychain, entry);
  expect(keychain.warnings).toEqual(warnings);
});
