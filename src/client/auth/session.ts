import { absoluteState, type Home } from '../../config/paths.ts';
import type { AccountSettings } from '../../config/remembered.ts';
import { type Config, knownSecrets } from '../../config/settings-file.ts';
import type { Deps } from '../../deps.ts';
import { CfiError, usageError } from '../../errors.ts';
import type { Redactor } from '../../text/redact.ts';
import type { ServiceClock } from '../../text/time/time.ts';
import { createApi } from '../api/api.ts';
import { debugTransport, type RequestOptions } from '../http.ts';
import { defaultRetryPolicy, type OnWait } from '../retry.ts';
import { embeddedTransport } from '../transport/embedded.ts';
import { openNetwork } from '../transport/network.ts';
import type { Api, Transport } from '../types.ts';
import {
  type AccountSource,
  accountFlags,
  accountText,
  addressInForce,
  commandFor,
  embeddedAccount,
  networkAccount,
  openHome,
  type ServiceAccount,
  savedToken,
} from './account.ts';
import { type OpenTokens, openTokens, postSignIn, type TokenOptions } from './tokens.ts';

export interface SessionContext {
  readonly deps: Deps;
  readonly settings: AccountSettings & {
    readonly interactive: boolean;
    readonly ambiguous?: true;
    readonly debug: boolean;
    readonly timeoutMs: number;
    readonly maxRetries: number;
  };
  /** Knows the secrets of this command; whatever is shown or kept goes through it. */
  readonly redactor: Redactor;
  /** Names the account, once, if the command does that. */
  tellAccount?(text: string): void;
  /** Learns the service's time from its answers. */
  readonly clock: ServiceClock;
  /** Runs before a request waits to be repeated, unless the session's options say what does. */
  onWait?: OnWait;
  notice(line: string): void;
  warn(line: string): void;
}

/** One command's access to the service: address, account and transport. It is opened without signing in. */
export type Session = Awaited<ReturnType<typeof openSession>>;

export interface SessionOptions {
  /** Maximum number of requests at the same time; default 1. */
  readonly connections?: number;
  /** What the service returns is kept on this machine: secrets are removed from it as well. Default false. */
  readonly keepsData?: boolean;
  /** The client of the embedded emulator; it goes before that of the environment. */
  readonly clientId?: string | undefined;
  /** Runs before a request, also that of a sign-in, waits to be repeated. The embedded emulator's waits take no time. */
  readonly onWait?: OnWait;
}

/** The command line that signs in the current account. */
const signInCommand = (settings: SessionContext['settings']): string =>
  ['cfi login', ...accountFlags(settings)].join(' ');

/** How to sign in the current account: while there is a token in the environment, no sign-in replaces it. */
export function signInHint({ deps, settings }: Pick<SessionContext, 'deps' | 'settings'>): string {
  const command = `sign in: ${signInCommand(settings)}`;
  return deps.env.CFI_TOKEN ? `put a valid token in CFI_TOKEN, or unset it and ${command}` : command;
}

/** The service's base address by flag, environment or profile. Throws a `CfiError` if there is none. */
function serviceAddress({ deps, settings }: SessionContext, source: AccountSource): string {
  const address = addressInForce(source, settings.baseUrl);
  if (address !== undefined) return address;
  const ways = `${signInCommand(settings)} --base-url https://HOST/v1, or try everything out with --emulator`;
  // With a token or credentials, only the address is missing.
  if (deps.env.CFI_TOKEN || deps.env.CFI_CLIENT_ID)
    throw usageError('no service base address', `set CFI_BASE_URL, or ${ways}`);
  throw new CfiError('unauthorized', `not signed in (profile ${settings.profile})`, {
    hint: `sign in: ${ways}`,
  });
}

/** The embedded emulator's address. It includes the state, because the ledger must keep states apart. */
function embeddedAddress(state: string, stateId: string | undefined, deps: Deps): string {
  const parts = [stateId, state === ':memory:' ? `${deps.pid}-${deps.now()}` : undefined];
  return [`emulator:${state}`, ...parts.filter((part) => part !== undefined)].join('#');
}

async function connect(
  context: SessionContext,
  source: AccountSource,
  home: Home,
  { connections = 1 }: SessionOptions,
) {
  const { deps, settings } = context;
  if (settings.emulator) {
    const state = absoluteState(settings.state ?? home.emulatorState, deps.cwd);
    const service = await deps.openEmulator({ state });
    const transport = embeddedTransport(service, () => deps.monotonicNow());
    try {
      const address = embeddedAddress(state, service.stateId?.(), deps);
      return { transport, account: embeddedAccount(source, address, state, service.clients()), state };
    } catch (error) {
      await transport.close();
      throw error;
    }
  }
  const address = serviceAddress(context, source);
  if (deps.env.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    context.warn('NODE_TLS_REJECT_UNAUTHORIZED is ignored: certificates are always checked');
  const { env, now, monotonicNow, sleep, startTimer } = deps;
  const world = { env, now, monotonicNow, sleep, startTimer };
  const transport = await openNetwork({ ...world, baseUrl: address, connections });
  return { transport, account: networkAccount(source, address), state: undefined };
}

const sourceOf = (context: SessionContext, config: Config): AccountSource => ({
  env: context.deps.env,
  cwd: context.deps.cwd,
  config,
  profile: context.settings.profile,
  // Most commands have a token already.
  interrupted: context.deps.interrupted,
  findSecret: async (entry) => (await import('./secrets.ts')).findSecret(context, entry),
});

/** The account in force, and the time by the clock of its service: before an answer, by the difference at sign-in. */
export async function findAccount(context: SessionContext) {
  const { settings, clock } = context;
  const { home, config } = openHome(context);
  const source = sourceOf(context, config);
  if (!settings.emulator) {
    const account = networkAccount(source, serviceAddress(context, source));
    clock.expect(savedToken(config, account.address, account.clientId)?.skew ?? 0);
    return { account, now: clock.now() };
  }
  const { transport, account } = await connect(context, source, home, {});
  const now = transport.now();
  await transport.close();
  return { account, now };
}

/** Opens a session by flags, environment and profile, in that order, without signing in. */
export async function openSession(context: SessionContext, options: SessionOptions = {}) {
  const { deps, settings } = context;
  const { home, config, reading } = openHome(context);
  const source = { ...sourceOf(context, config), clientId: options.clientId };
  const { transport, account, state } = await connect(context, source, home, options);
  const { redactor, clock } = context;
  // Every secret known on this machine is hidden, even if the service repeats it.
  for (const secret of knownSecrets(deps.env, config)) redactor.hide(secret);
  /** From its answers, the clock learns the service's time. */
  const telling: Transport = {
    ...transport,
    async send(request) {
      const response = await transport.send(request);
      clock.learn(response.headers.date);
      return response;
    },
  };
  const shown = settings.debug
    ? debugTransport(telling, account.address, redactor, (line) => deps.stderr.write(`${line}\n`))
    : telling;
  const requestOptions: RequestOptions = {
    baseUrl: account.address,
    policy: { ...defaultRetryPolicy, maxRetries: settings.maxRetries },
    timeoutMs: settings.timeoutMs,
    signal: deps.interrupted,
    random: () => deps.random(),
    redact: redactor.redact,
    commandFor: (...words: readonly string[]) => commandFor(settings, ...words),
    signInHint: signInHint(context),
    onWait: transport.embedded ? undefined : (options.onWait ?? context.onWait),
  };
  return { transport: shown, account, home, config, reading, redactor, requestOptions, state };
}

/** The account that asks for its secret on a terminal, so that an expired sign-in stops no work. */
function askingForSecret({ deps, settings, notice }: SessionContext, account: ServiceAccount) {
  const { clientId } = account;
  let isTold = false;
  const credentials = async () => {
    const known = await account.credentials();
    if (known !== undefined || clientId === undefined || !settings.interactive) return known;
    if (!isTold) notice('the sign-in has expired');
    isTold = true;
    const prompts = await deps.prompts();
    const client_secret = await prompts.secret({ message: `Secret of ${clientId}` });
    return { client_id: clientId, client_secret, isTyped: true };
  };
  return { ...account, credentials };
}

/** Names the account, for a question before the sign-in; sending reports what is wrong with it. */
export async function nameAccount(context: SessionContext): Promise<void> {
  try {
    const { account } = await findAccount(context);
    tell(context, account);
  } catch (error) {
    if (!(error instanceof CfiError)) throw error;
  }
}

/** Whether the account in force needs no sign-in. Throws a `CfiError` if there is none. */
export async function isSignedIn(context: SessionContext): Promise<boolean> {
  const { address, clientId, fixedToken } = (await findAccount(context)).account;
  return fixedToken !== undefined || savedToken(openHome(context).config, address, clientId) !== undefined;
}

const tell = (
  { deps, settings, tellAccount }: SessionContext,
  { address, clientId }: Pick<ServiceAccount, 'address' | 'clientId'>,
): void => tellAccount?.(accountText({ baseUrl: address, clientId }, settings, deps.env));

/** The token of a session's account. Signs in if necessary; throws `unauthorized` if that is impossible. */
export async function ensureSignedIn(context: SessionContext, session: Session): Promise<OpenTokens> {
  const { account, transport, config, state } = session;
  tell(context, account);
  if (context.settings.ambiguous)
    context.warn('CFI_EMULATOR is set, so this is the embedded emulator, not the service at CFI_BASE_URL');
  const stored = savedToken(config, account.address, account.clientId);
  if (state !== undefined && stored === undefined && account.fixedToken === undefined)
    context.notice(`not signed in to the emulator yet: signing in as ${account.clientId ?? 'nobody'}`);
  const options: TokenOptions = {
    ...session.requestOptions,
    account: stored === undefined ? account : askingForSecret(context, account),
    configFile: session.home.configFile,
    reading: session.reading,
    saved: state !== ':memory:',
    now: () => transport.now(),
    redactor: session.redactor,
    post: (credentials) => postSignIn(transport, credentials, session.requestOptions),
  };
  return openTokens(options, stored);
}

/** The service, signed in; every command that calls it starts here. Throws `unauthorized` without token or credentials. */
export async function openApi(context: SessionContext, options: SessionOptions = {}): Promise<Api> {
  const session = await openSession(context, options);
  try {
    const tokens = await ensureSignedIn(context, session);
    return createApi({
      ...session.requestOptions,
      transport: session.transport,
      tokens,
      keepsData: options.keepsData === true,
    });
  } catch (error) {
    await session.transport.close();
    throw error;
  }
}

/** Does `work` with the service, and closes it afterwards. */
export async function withApi<Outcome>(
  context: SessionContext,
  work: (api: Api) => Promise<Outcome>,
  options: SessionOptions = {},
): Promise<Outcome> {
  const api = await openApi(context, options);
  try {
    return await work(api);
  } finally {
    await api.close().catch(() => {});
  }
}
