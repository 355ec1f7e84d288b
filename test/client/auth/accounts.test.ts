import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type AccountSource,
  accountFlags,
  commandFor,
  embeddedAccount,
  networkAccount,
  savedToken,
} from '../../../src/client/auth/account.ts';
import type { Profile } from '../../../src/config/settings-file.ts';
import { makeHome } from '../../support/cli.ts';

const address = 'https://h.example/v1';
const own: Profile = { base_url: address, client_id: 'acme', client_secret: 'saved' };
const inKeychain: Profile = { base_url: address, client_id: 'acme', secret_in: 'keychain' };

const folder = makeHome();
writeFileSync(join(folder, 'secret'), '\ufeffin-file\r\n');
writeFileSync(join(folder, 'empty'), '\n');

/** A profile with these settings, in this environment; the keychain has the secret `kept`. */
const source = (profile: Profile | undefined, env: Record<string, string> = {}): AccountSource => ({
  env,
  cwd: folder,
  config: { profiles: profile === undefined ? {} : { shop: profile }, tokens: {} },
  profile: 'shop',
  findSecret: async ({ profile: name, address: at, clientId }) => `kept for ${name} ${at} ${clientId}`,
});

describe('the credentials at a web address', () => {
  it.each<[string, Profile | undefined, Record<string, string>, [string, string] | undefined]>([
    ['the saved ones', own, {}, ['acme', 'saved']],
    ['those of the keychain', inKeychain, {}, ['acme', `kept for shop ${address} acme`]],
    ['none where nothing is saved', { base_url: address, client_id: 'acme' }, {}, undefined],
    ['none of another address', { ...own, base_url: 'https://other.example/v1' }, {}, undefined],
    ['none without an address', { client_id: 'acme', client_secret: 'saved' }, {}, undefined],
    ['none without a profile', undefined, {}, undefined],
    ['none of another client', own, { CFI_CLIENT_ID: 'bluebird' }, undefined],
    ['none of another client in the keychain', inKeychain, { CFI_CLIENT_ID: 'bluebird' }, undefined],
    ['the saved secret of the same client', own, { CFI_CLIENT_ID: 'acme' }, ['acme', 'saved']],
    ['the secret of the environment', own, { CFI_CLIENT_SECRET: 'given' }, ['acme', 'given']],
    [
      'all of the environment',
      own,
      { CFI_CLIENT_ID: 'bluebird', CFI_CLIENT_SECRET: 'given' },
      ['bluebird', 'given'],
    ],
    ['the secret in a file', own, { CFI_CLIENT_SECRET_FILE: 'secret' }, ['acme', 'in-file']],
    [
      'the secret itself before that in a file',
      own,
      { CFI_CLIENT_SECRET: 'given', CFI_CLIENT_SECRET_FILE: 'missing' },
      ['acme', 'given'],
    ],
    ['not what is empty', own, { CFI_CLIENT_ID: '', CFI_CLIENT_SECRET: '' }, ['acme', 'saved']],
  ])('are %s', async (_, profile, env, expected) => {
    const found = await networkAccount(source(profile, env), address).credentials();
    expect(found && [found.client_id, found.client_secret]).toEqual(expected);
  });

  it.each([
    ['missing', 'cannot read the secret in'],
    ['empty', 'is empty'],
  ])('with a secret file that is %s are refused with exit 2', async (name, said) => {
    const account = networkAccount(source(own, { CFI_CLIENT_SECRET_FILE: name }), address);
    await expect(account.credentials()).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(said),
    });
  });

  it.each(['two words', 'a\nb', 'töken'])('with %j in CFI_TOKEN are refused with exit 2', (token) => {
    expect(() => networkAccount(source(own, { CFI_TOKEN: token }), address)).toThrow(
      expect.objectContaining({ exitCode: 2, message: expect.not.stringContaining(token) }),
    );
  });

  it.each([
    [' token\n', 'token'],
    ['', undefined],
  ])('CFI_TOKEN %j is the token %j', (token, fixedToken) => {
    expect(networkAccount(source(own, { CFI_TOKEN: token }), address).fixedToken).toBe(fixedToken);
  });
});

describe('the credentials in the embedded emulator', () => {
  const clients = [
    { client_id: 'emu-acme', client_secret: 'a' },
    { client_id: 'emu-bluebird', client_secret: 'b' },
  ];
  it.each<[string, Profile | undefined, Record<string, string>, [string, string] | undefined]>([
    ['those of the first client', undefined, {}, ['emu-acme', 'a']],
    [
      'those of the client that signed in',
      { emulators: { '/s': { client_id: 'emu-bluebird' } } },
      {},
      ['emu-bluebird', 'b'],
    ],
    [
      'not those of another state',
      { emulators: { '/t': { client_id: 'emu-bluebird' } } },
      {},
      ['emu-acme', 'a'],
    ],
    [
      'those of the client in the environment',
      undefined,
      { CFI_CLIENT_ID: 'emu-bluebird' },
      ['emu-bluebird', 'b'],
    ],
    [
      'those in the environment',
      undefined,
      { CFI_CLIENT_ID: 'emu-bluebird', CFI_CLIENT_SECRET: 'x' },
      ['emu-bluebird', 'x'],
    ],
    ['not a secret without its client', undefined, { CFI_CLIENT_SECRET: 'x' }, ['emu-acme', 'a']],
    ['none of an unknown client', undefined, { CFI_CLIENT_ID: 'nobody' }, undefined],
  ])('are %s', async (_, profile, env, expected) => {
    const account = embeddedAccount(source(profile, env), 'emulator:/s', '/s', clients);
    const found = await account.credentials();
    expect(found && [found.client_id, found.client_secret]).toEqual(expected);
  });

  it('are none in a state without clients', async () => {
    expect(await embeddedAccount(source(undefined), 'emulator:/s', '/s', []).credentials()).toBeUndefined();
  });
});

it('a saved token counts for its address and client alone', () => {
  const token = { access_token: 't', expires_at: 1, skew: 0 };
  const config = { profiles: {}, tokens: { [`${address} acme`]: token } };
  expect(savedToken(config, address, 'acme')).toBe(token);
  expect(savedToken(config, address, 'bluebird')).toBeUndefined();
  expect(savedToken(config, 'https://other.example/v1', 'acme')).toBeUndefined();
  expect(savedToken(config, address, undefined)).toBeUndefined();
});

it.each([
  [{ profile: 'default', emulator: false }, ''],
  [{ profile: 'my shop', emulator: false }, " --profile 'my shop'"],
  [{ profile: 'default', emulator: false, baseUrl: address }, ` --base-url ${address}`],
  [{ profile: 'default', emulator: false, state: '/s' }, ''],
  [{ profile: 'emulator', emulator: true }, ' --emulator'],
  [{ profile: 'emulator', emulator: true, baseUrl: address }, ' --emulator'],
  [{ profile: 'default', emulator: true }, ' --profile default --emulator'],
  [{ profile: 'emulator', emulator: false }, ' --profile emulator'],
  [{ profile: 'shop', emulator: true, state: '/a b' }, " --profile shop --emulator --state '/a b'"],
])('the same account as %j on another command line: %j', (settings, flags) => {
  expect(
    accountFlags(settings)
      .map((word) => ` ${word}`)
      .join(''),
  ).toBe(flags);
  expect(commandFor(settings, 'slot', 'get', 'A B')).toBe(`cfi slot get 'A B'${flags}`);
});
