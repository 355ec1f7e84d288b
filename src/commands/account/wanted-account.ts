import { askMissing, beforeSending } from '../../cli/ask.ts';
import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import {
  addressInForce,
  checkClientId,
  openHome,
  secretOfEnvironment,
  secretOfFile,
  withoutLineEnd,
} from '../../client/auth/account.ts';
import { findSecret } from '../../client/auth/secrets.ts';
import { addressText, baseAddress } from '../../client/http.ts';
import { keychainEntry, type Profile } from '../../config/settings-file.ts';
import type { Input } from '../../deps.ts';
import { usageError } from '../../errors.ts';
import { messageOf } from '../../text/records.ts';
import type { loginCommand } from './definition.ts';

/** Far longer than any secret: longer input is a file piped in by mistake. */
const longestSecret = 64 * 1024;

async function secretOfInput(stdin: Input): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk as Uint8Array);
    chunks.push(bytes);
    length += bytes.length;
    if (length > longestSecret) throw usageError('standard input is too long to be a secret');
  }
  const secret = withoutLineEnd(Buffer.concat(chunks).toString('utf8'));
  if (secret === '') throw usageError('standard input has no secret');
  return secret;
}

const askForSecret = async ({ prompts }: CommandContext['deps']): Promise<string> =>
  (await prompts()).secret({ message: 'Client secret' });

/** The secret from a flag or the environment; undefined if neither gives one. Throws a usage error if it is empty. */
export async function givenSecret(
  { deps, settings }: CommandContext,
  options: OptionsOf<typeof loginCommand>,
): Promise<string | undefined> {
  if (options.clientSecretStdin === true && options.clientSecretFile !== undefined)
    throw usageError('--client-secret-stdin and --client-secret-file cannot be combined');
  if (options.clientSecretStdin === true) {
    if (deps.stdin.isTTY !== true) return secretOfInput(deps.stdin);
    // A terminal would show what is typed.
    if (!settings.interactive)
      throw usageError(
        'standard input is a terminal',
        'pipe the secret: pass show cfi | cfi login --client-secret-stdin',
      );
    return beforeSending('nothing was sent', () => askForSecret(deps));
  }
  if (options.clientSecretFile !== undefined)
    return secretOfFile(options.clientSecretFile, deps.cwd, deps.interrupted);
  return secretOfEnvironment(deps.env, deps.cwd, deps.interrupted);
}

/** Address, client and secret for the sign-in, as far as they are known. */
interface Wanted {
  readonly baseUrl: string | undefined;
  readonly clientId: string | undefined;
  readonly secret: string | undefined;
}

async function keptSecret(
  context: CommandContext,
  saved: Profile | undefined,
  { baseUrl, clientId }: Omit<Wanted, 'secret'>,
): Promise<string | undefined> {
  if (saved?.base_url !== baseUrl || saved?.client_id !== clientId) return undefined;
  const entry = keychainEntry(context.settings.profile, saved);
  return saved?.client_secret ?? (entry === undefined ? undefined : findSecret(context, entry));
}

/** What is known without a prompt: from flags, the environment and the profile. */
export async function knownAccount(
  context: CommandContext,
  options: OptionsOf<typeof loginCommand>,
): Promise<Wanted> {
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
export async function askAccount(
  context: CommandContext,
  wanted: Wanted,
): Promise<Readonly<Record<keyof Wanted, string>>> {
  const secretFlag = '--client-secret-stdin (or --client-secret-file FILE)';
  const asked = await askMissing(context, wanted, [
    { name: 'baseUrl', flag: '--base-url URL', message: 'Service base address', validate: validAddress },
    { name: 'clientId', flag: '--client-id ID', message: 'Client ID' },
    // Listed here so that the error names it; prompted for below, without echo.
    { name: 'secret', flag: secretFlag, message: 'Client secret', when: () => !context.settings.interactive },
  ]);
  const { baseUrl = '', clientId = '' } = asked;
  checkClientId(clientId);
  const address = baseAddress(baseUrl);
  if (!/\/v\d{1,4}$/.test(address))
    context.notice(`the service base address usually ends in /v1; this one is ${addressText(address)}`);
  const secret = asked.secret ?? (await beforeSending('nothing was sent', () => askForSecret(context.deps)));
  return { baseUrl: address, clientId, secret };
}
