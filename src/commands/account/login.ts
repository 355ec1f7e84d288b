import { askMissing, beforeSending } from '../../cli/ask.ts';
import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import {
  addressInForce,
  type Credentials,
  checkClientId,
  keepToken,
  openHome,
  readSecret,
  secretOfEnvironment,
} from '../../client/auth/account.ts';
import { findSecret, forgetSecret, keepSecret } from '../../client/auth/secrets.ts';
import { openSession, type Session } from '../../client/auth/session.ts';
import { postSignIn, type SignedIn, withTries } from '../../client/auth/tokens.ts';
import { addressText, baseAddress } from '../../client/http.ts';
import {
  hasSecret,
  type KeychainEntry,
  keychainEntry,
  type Profile,
  type SecretPlace,
  updateConfig,
} from '../../config/settings-file.ts';
import { usageError } from '../../errors.ts';
import type { Result } from '../../render/result.ts';
import { messageOf, present } from '../../text/records.ts';
import type { loginCommand } from './definition.ts';
import { accountResult } from './whoami.ts';

type LoginOptions = OptionsOf<typeof loginCommand>;

const askForSecret = ({ prompts }: CommandContext['deps']): Promise<string> =>
  beforeSending('nothing was sent', async () => (await prompts()).secret({ message: 'Client secret' }));

/** The secret from a flag or the environment; undefined if neither gives one. Throws a usage error if it is empty. */
async function givenSecret({ deps, settings }: CommandContext, options: LoginOptions) {
  if (options.clientSecretStdin === true && options.clientSecretFile !== undefined)
    throw usageError('--client-secret-stdin and --client-secret-file cannot be combined');
  if (options.clientSecretStdin === true) {
    if (deps.stdin.isTTY !== true) return readSecret('-', deps);
    // A terminal would show what is typed.
    if (!settings.interactive)
      throw usageError(
        'standard input is a terminal',
        'pipe the secret: pass show cfi | cfi login --client-secret-stdin',
      );
    return askForSecret(deps);
  }
  if (options.clientSecretFile !== undefined)
    return readSecret(options.clientSecretFile, { cwd: deps.cwd, interrupted: deps.interrupted });
  return secretOfEnvironment(deps.env, deps.cwd, deps.interrupted);
}

/** Address, client and secret for the sign-in, as far as they are known. */
type Wanted = Readonly<Record<'baseUrl' | 'clientId' | 'secret', string | undefined>>;

async function keptSecret(context: CommandContext, saved: Profile | undefined, who: Omit<Wanted, 'secret'>) {
  const { baseUrl, clientId } = who;
  if (saved?.base_url !== baseUrl || saved?.client_id !== clientId) return undefined;
  const entry = keychainEntry(context.settings.profile, saved);
  return saved?.client_secret ?? (entry === undefined ? undefined : findSecret(context, entry));
}

/** What is known without a prompt: from flags, the environment and the profile. */
async function knownAccount(context: CommandContext, options: LoginOptions): Promise<Wanted> {
  const { deps, settings } = context;
  const { config } = openHome(context);
  const baseUrl = addressInForce({ config, profile: settings.profile }, settings.baseUrl);
  const saved = config.profiles[settings.profile];
  const clientId = options.clientId ?? (deps.env.CFI_CLIENT_ID || saved?.client_id);
  if (clientId !== undefined) checkClientId(clientId);
  const who = { baseUrl, clientId };
  const secret = (await givenSecret(context, options)) ?? (await keptSecret(context, saved, who));
  return { ...who, secret };
}

function validAddress(value: string): true | string {
  try {
    baseAddress(value);
    return true;
  } catch (error) {
    return messageOf(error);
  }
}

/** Prompts for what is missing. Without a terminal, throws a usage error that names it. */
async function askAccount(context: CommandContext, wanted: Wanted) {
  const secretFlag = '--client-secret-stdin (or --client-secret-file FILE)';
  const asked = await askMissing(context, wanted, [
    {
      name: 'baseUrl',
      label: '--base-url URL',
      question: 'Service base address, for example https://host/v1',
      validate: validAddress,
    },
    { name: 'clientId', label: '--client-id ID', question: 'Client ID' },
    // Listed here so that the error names it; prompted for below, without echo.
    { name: 'secret', label: secretFlag, when: () => !context.settings.interactive },
  ]);
  const { baseUrl = '', clientId = '' } = asked;
  checkClientId(clientId);
  const address = baseAddress(baseUrl);
  if (!/\/v\d{1,4}$/.test(address))
    context.notice(`the service base address usually ends in /v1; this one is ${addressText(address)}`);
  return { baseUrl: address, clientId, secret: asked.secret };
}

/** Where to save the secret, undefined for nowhere: with `save` as the system allows, else an unchanged one stays where it was. */
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

function shown({ settings }: CommandContext, address: string, signedIn: SignedIn, place?: SecretPlace) {
  const { token, client_id } = signedIn;
  const expires_at = new Date(token.expires_at).toISOString();
  const account = { profile: settings.profile, base_url: addressText(address), client_id, expires_at };
  const data = { ...account, ...present({ secret_in: place }) };
  return accountResult(data, ['Secret in', place && placeNames[place]]);
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
  const settings = { ...context.settings, baseUrl: wanted.baseUrl };
  const session = await openSession({ ...context, settings });
  const { home, reading, transport } = session;
  try {
    const isTyped = wanted.secret === undefined || (options.clientSecretStdin && context.deps.stdin.isTTY);
    let [given, secret] = [wanted.secret, ''];
    const find = async () => {
      secret = given ?? (await askForSecret(context.deps));
      given = undefined;
      return { client_id: wanted.clientId, client_secret: secret, isTyped };
    };
    const signedIn = await withTries(find, (credentials) => post(session, credentials), context.warn);
    const { profile } = context.settings;
    const saved = session.config.profiles[profile];
    const entry = { profile, address: wanted.baseUrl, clientId: signedIn.client_id };
    const place = await placeSecret(context, saved, entry, secret, options.saveSecret === true);
    await updateConfig(home.configFile, reading, (config) => {
      const { client_secret: _, secret_in: __, ...rest } = config.profiles[profile] ?? {};
      config.profiles[profile] = {
        ...{ ...rest, base_url: entry.address, client_id: entry.clientId },
        ...(place === 'keychain' ? { secret_in: place } : {}),
        ...(place === 'file' ? { client_secret: secret } : {}),
      };
      keepToken(config, entry.address, entry.clientId, signedIn.token);
    });
    const former = keychainEntry(profile, saved);
    const isStale = place !== 'keychain' || former?.address !== entry.address;
    if (former !== undefined && (isStale || former.clientId !== entry.clientId))
      await forgetSecret(context, former);
    const advice = 'to renew the sign-in automatically, save the secret: cfi login --save-secret';
    const notices = place === undefined ? [advice] : [];
    return { ...shown(context, wanted.baseUrl, signedIn, place), notices };
  } finally {
    await transport.close();
  }
}
