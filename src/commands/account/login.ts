import { askMissing } from '../../cli/ask.ts';
import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { addressInForce, keepToken } from '../../client/auth/account.ts';
import { findSecret, forgetSecret, keepSecret } from '../../client/auth/saved-secret.ts';
import { openHome, openSession, type Session } from '../../client/auth/session.ts';
import { type Credentials, postSignIn, type SignedIn } from '../../client/auth/sign-in.ts';
import { addressText, baseAddress } from '../../client/http/address.ts';
import type { Config, Profile } from '../../config/file.ts';
import { hasSecret, type KeychainEntry, keychainEntry, type SecretPlace } from '../../config/secret-place.ts';
import { updateConfig } from '../../config/store.ts';
import type { Deps } from '../../deps.ts';
import { usageError } from '../../errors.ts';
import type { Result } from '../../render/result.ts';
import type { loginCommand } from './definition.ts';
import { givenSecret } from './login-secret.ts';

type LoginOptions = OptionsOf<typeof loginCommand>;

interface Wanted {
  readonly baseUrl?: string;
  readonly clientId?: string;
  readonly secret?: string;
}

/** The secret that the profile keeps for this client at this address. */
async function keptSecret(
  context: CommandContext,
  saved: Profile | undefined,
  { baseUrl, clientId }: Wanted,
): Promise<string | undefined> {
  if (saved?.base_url !== baseUrl || saved?.client_id !== clientId) return undefined;
  const entry = keychainEntry(context.settings.profile, saved);
  return saved?.client_secret ?? (entry === undefined ? undefined : findSecret(context, entry));
}

/** What is known without asking: from flags, the environment and what the profile has saved for this address. */
async function known(context: CommandContext, options: LoginOptions): Promise<Wanted> {
  const { deps, settings } = context;
  const { config } = openHome(context);
  const baseUrl = addressInForce({ config, profile: settings.profile }, settings.baseUrl);
  const saved = config.profiles[settings.profile];
  const clientId = options.clientId ?? (deps.env.CFI_CLIENT_ID || saved?.client_id);
  const who: Wanted = {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(clientId === undefined ? {} : { clientId }),
  };
  const secret = (await givenSecret(context, options)) ?? (await keptSecret(context, saved, who));
  return secret === undefined ? who : { ...who, secret };
}

function validAddress(value: string): true | string {
  try {
    baseAddress(value);
    return true;
  } catch (error) {
    return (error as Error).message;
  }
}

async function complete(context: CommandContext, wanted: Wanted): Promise<Required<Wanted>> {
  const secretFlag = '--client-secret-stdin (or --client-secret-file FILE)';
  const asked: Wanted = await askMissing(context, wanted, [
    { name: 'baseUrl', flag: '--base-url URL', message: 'Service base address', validate: validAddress },
    { name: 'clientId', flag: '--client-id ID', message: 'Client identifier' },
    // Listed here so that it is named among what is missing; asked for below, where it is not echoed.
    { name: 'secret', flag: secretFlag, message: 'Client secret', when: () => !context.settings.interactive },
  ]);
  const { baseUrl = '', clientId = '' } = asked;
  const secret = asked.secret ?? (await (await context.deps.prompts()).secret({ message: 'Client secret' }));
  return { baseUrl: baseAddress(baseUrl), clientId, secret };
}

/** How the profile says where its secret is. */
const secretMembers = (place: SecretPlace | undefined, secret: string): Partial<Profile> =>
  place === 'keychain' ? { secret_in: place } : place === 'file' ? { client_secret: secret } : {};

/** Keeps address, account and token, and the secret where `place` says; undefined is nowhere. */
function keepNetwork(
  config: Config,
  profile: string,
  wanted: Required<Wanted>,
  signedIn: SignedIn,
  place: SecretPlace | undefined,
): void {
  const { client_secret: _, secret_in: __, ...rest } = config.profiles[profile] ?? {};
  config.profiles[profile] = {
    ...rest,
    base_url: wanted.baseUrl,
    client_id: signedIn.client_id,
    ...secretMembers(place, wanted.secret),
  };
  keepToken(config, wanted.baseUrl, signedIn.client_id, signedIn.token);
}

/**
 * Where the secret goes, undefined when it is not kept: into the keychain or the file with `--save-secret`, else it
 * stays where it was, as long as it is the same.
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
  return {
    data: {
      profile,
      base_url: address,
      client_id,
      expires_at,
      ...(place === undefined ? {} : { secret_in: place }),
    },
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

/** Signs in to the embedded emulator: as the client named, or as the seed's first one. */
async function embedded(context: CommandContext, options: LoginOptions): Promise<Result> {
  const { profile } = context.settings;
  const env = options.clientId === undefined ? {} : { CFI_CLIENT_ID: options.clientId };
  const secret = await givenSecret(context, options);
  // Not copied, because a copy would lack what inner layers define.
  const deps: Deps = Object.create(context.deps, { env: { value: { ...context.deps.env, ...env } } });
  const own = { ...context, deps };
  const session = await openSession(own);
  const { account, home, reading, transport, state = ':memory:' } = session;
  try {
    const known = await account.credentials();
    const client_secret = secret ?? known?.client_secret;
    if (account.clientId === undefined || client_secret === undefined)
      throw usageError(
        `the emulator has no client '${account.clientId ?? ''}'`,
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

/** Posts the credentials and keeps the token, the address and, if asked to, the secret for the profile. */
export async function run(context: CommandContext, options: LoginOptions): Promise<Result> {
  if (context.settings.emulator) return embedded(context, options);
  const wanted = await complete(context, await known(context, options));
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
      keepNetwork(config, profile, wanted, signedIn, place),
    );
    const former = keychainEntry(profile, saved);
    const isStale = place !== 'keychain' || former?.address !== entry.address;
    if (former !== undefined && (isStale || former.clientId !== entry.clientId))
      await forgetSecret(context, former);
    const usual = /\/v\d{1,4}$/.test(wanted.baseUrl);
    return shown(
      context,
      wanted.baseUrl,
      signedIn,
      usual ? [] : ['the service base address usually ends in /v1'],
      options.saveSecret === true ? place : undefined,
    );
  } finally {
    await transport.close();
  }
}
