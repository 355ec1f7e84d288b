import { askMissing } from '../../cli/ask.ts';
import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { type AccountSource, addressInForce, keepToken } from '../../client/auth/account.ts';
import { openHome, openSession, type Session } from '../../client/auth/session.ts';
import { type Credentials, postSignIn, type SignedIn } from '../../client/auth/sign-in.ts';
import { addressText, baseAddress } from '../../client/http/address.ts';
import type { Config } from '../../config/file.ts';
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

/** What is known without asking: from flags, the environment and what the profile has saved for this address. */
async function known(context: CommandContext, options: LoginOptions): Promise<Wanted> {
  const { deps, settings } = context;
  const { config } = openHome(context);
  const source: AccountSource = { env: deps.env, cwd: deps.cwd, config, profile: settings.profile };
  const baseUrl = addressInForce(source, settings.baseUrl);
  const saved = config.profiles[settings.profile];
  const clientId = options.clientId ?? (deps.env.CFI_CLIENT_ID || saved?.client_id);
  const own = saved?.base_url === baseUrl && saved?.client_id === clientId ? saved?.client_secret : undefined;
  const secret = (await givenSecret(context, options)) ?? own;
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(clientId === undefined ? {} : { clientId }),
    ...(secret === undefined ? {} : { secret }),
  };
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

function keepNetwork(
  config: Config,
  profile: string,
  wanted: Required<Wanted>,
  signedIn: SignedIn,
  save: boolean,
) {
  const saved = config.profiles[profile];
  const kept = saved?.client_secret === wanted.secret && saved.base_url === wanted.baseUrl;
  const { client_secret: _, ...rest } = saved ?? {};
  config.profiles[profile] = {
    ...rest,
    base_url: wanted.baseUrl,
    client_id: signedIn.client_id,
    ...(save || kept ? { client_secret: wanted.secret } : {}),
  };
  keepToken(config, wanted.baseUrl, signedIn.client_id, signedIn.token);
}

function shown(
  context: CommandContext,
  address: string,
  signedIn: SignedIn,
  notices: readonly string[] = [],
): Result {
  const { profile } = context.settings;
  const expires_at = new Date(signedIn.token.expires_at).toISOString();
  const { client_id } = signedIn;
  return {
    data: { profile, base_url: address, client_id, expires_at },
    blocks: [
      {
        kind: 'fields',
        fields: [
          ['Signed in as', client_id],
          ['At', addressText(address)],
          ['Profile', profile],
          ['Token until', { time: expires_at }],
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
    const known = account.credentials();
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
    await updateConfig(home.configFile, reading, (config) =>
      keepNetwork(config, context.settings.profile, wanted, signedIn, options.saveSecret === true),
    );
    const usual = /\/v\d+$/.test(wanted.baseUrl);
    return shown(
      context,
      wanted.baseUrl,
      signedIn,
      usual ? [] : ['the service base address usually ends in /v1'],
    );
  } finally {
    await transport.close();
  }
}
