import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { type Credentials, keepToken } from '../../client/auth/account.ts';
import { findSecret, forgetOrNote, keepSecret } from '../../client/auth/secrets.ts';
import { openSession, type Session } from '../../client/auth/session.ts';
import { postSignIn, type SignedIn } from '../../client/auth/tokens.ts';
import { addressText } from '../../client/http.ts';
import {
  type Config,
  hasSecret,
  type KeychainEntry,
  keychainEntry,
  type Profile,
  type SecretPlace,
  updateConfig,
} from '../../config/settings-file.ts';
import { usageError } from '../../errors.ts';
import { memberRow } from '../../render/columns.ts';
import type { Result } from '../../render/result.ts';
import type { loginCommand } from './definition.ts';
import { askAccount, givenSecret, knownAccount } from './wanted-account.ts';

/** Saves address, account and token, and the secret in `place` (undefined: nowhere). */
function keepAccount(
  config: Config,
  { profile, address, clientId }: KeychainEntry,
  { token }: SignedIn,
  place: SecretPlace | undefined,
  secret: string,
): void {
  const { client_secret: _, secret_in: __, ...rest } = config.profiles[profile] ?? {};
  config.profiles[profile] = {
    ...{ ...rest, base_url: address, client_id: clientId },
    ...(place === 'keychain' ? { secret_in: place } : {}),
    ...(place === 'file' ? { client_secret: secret } : {}),
  };
  keepToken(config, address, clientId, token);
}

/**
 * Where to save the secret; undefined when it is not saved. With `--save-secret` it goes into the keychain or the file;
 * otherwise an unchanged secret stays where it was.
 */
async function placeSecret(
  context: CommandContext,
  saved: Profile | undefined,
  entry: KeychainEntry,
  secret: string,
  save: boolean,
): Promise<SecretPlace | undefined> {
  if (save) return keepSecret(context, entry, secret);
  if (!hasSecret(saved) || saved?.base_url !== entry.address) return undefined;
  if (saved.client_secret !== undefined) return saved.client_secret === secret ? 'file' : undefined;
  return saved.client_id === entry.clientId && (await findSecret(context, entry)) === secret
    ? 'keychain'
    : undefined;
}

type LoginOptions = OptionsOf<typeof loginCommand>;

const placeNames: Readonly<Record<SecretPlace, string>> = {
  keychain: "the system's keychain",
  file: 'the config file, which only you can read',
};

function shown(
  context: CommandContext,
  address: string,
  signedIn: SignedIn,
  notices: readonly string[] = [],
  place?: SecretPlace,
): Result {
  const { profile } = context.settings;
  const expires_at = new Date(signedIn.token.expires_at).toISOString();
  const { client_id } = signedIn;
  const data = {
    profile,
    base_url: addressText(address),
    client_id,
    expires_at,
    ...(place === undefined ? {} : { secret_in: place }),
  };
  return {
    data,
    csv: memberRow(data),
    blocks: [
      {
        kind: 'fields',
        fields: [
          ['Signed in as', client_id],
          ['At', addressText(address)],
          ['Profile', profile],
          ['Token until', { time: expires_at }],
          ...(place === undefined ? [] : [['Secret in', placeNames[place]] as const]),
        ],
      },
    ],
    notices,
  };
}

async function post(session: Session, credentials: Credentials): Promise<SignedIn> {
  session.redactor.hide(credentials.client_secret);
  return postSignIn(session.transport, credentials, session.requestOptions);
}

/** Signs in to the embedded emulator as the named client, or the first client in the seed. */
async function embedded(context: CommandContext, options: LoginOptions): Promise<Result> {
  const { profile } = context.settings;
  const secret = await givenSecret(context, options);
  const session = await openSession(context, { clientId: options.clientId });
  const { account, home, reading, transport, state = ':memory:' } = session;
  try {
    const known = await account.credentials();
    const client_secret = secret ?? known?.client_secret;
    if (account.clientId === undefined || client_secret === undefined)
      throw usageError(
        `the emulator has no client ${JSON.stringify(account.clientId ?? '')}`,
        'the built-in seeds have emu-acme, emu-bluebird and emu-auditor',
      );
    const signedIn = await post(session, { client_id: account.clientId, client_secret });
    const { client_id, token } = signedIn;
    if (state !== ':memory:')
      await updateConfig(home.configFile, reading, (config) => {
        const saved = config.profiles[profile] ?? {};
        config.profiles[profile] = { ...saved, emulators: { ...saved.emulators, [state]: { client_id } } };
        keepToken(config, account.address, client_id, token);
      });
    return shown(context, account.address, signedIn);
  } finally {
    await transport.close();
  }
}

/** Posts the credentials and saves the token, the address and, if wanted, the secret in the profile. */
export async function run(context: CommandContext, options: LoginOptions): Promise<Result> {
  if (context.settings.emulator) return embedded(context, options);
  const wanted = await askAccount(context, await knownAccount(context, options));
  const session = await openSession({
    ...context,
    settings: { ...context.settings, baseUrl: wanted.baseUrl },
  });
  const { home, reading, transport } = session;
  try {
    const signedIn = await post(session, { client_id: wanted.clientId, client_secret: wanted.secret });
    const { profile } = context.settings;
    const saved = session.config.profiles[profile];
    const entry = { profile, address: wanted.baseUrl, clientId: signedIn.client_id };
    const place = await placeSecret(context, saved, entry, wanted.secret, options.saveSecret === true);
    await updateConfig(home.configFile, reading, (config) =>
      keepAccount(config, entry, signedIn, place, wanted.secret),
    );
    const former = keychainEntry(profile, saved);
    const isStale = place !== 'keychain' || former?.address !== entry.address;
    if (former !== undefined && (isStale || former.clientId !== entry.clientId))
      await forgetOrNote(context, former);
    return shown(
      context,
      wanted.baseUrl,
      signedIn,
      place === undefined
        ? ['to have the sign-in renewed by itself, save the secret: cfi login --save-secret']
        : [],
      place,
    );
  } finally {
    await transport.close();
  }
}
