import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { secretOfEnvironment, secretOfFile, withoutLineEnd } from '../../client/auth/account.ts';
import type { Input } from '../../deps.ts';
import { usageError } from '../../errors.ts';
import type { loginCommand } from './definition.ts';

/** Where the secret comes from; never a flag's value. */
export type SecretOptions = Pick<OptionsOf<typeof loginCommand>, 'clientSecretStdin' | 'clientSecretFile'>;

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

/** The secret from a flag or the environment; undefined if neither gives one. Throws a usage error if it is empty. */
export async function givenSecret(
  { deps }: CommandContext,
  options: SecretOptions,
): Promise<string | undefined> {
  if (options.clientSecretStdin === true && options.clientSecretFile !== undefined)
    throw usageError('--client-secret-stdin and --client-secret-file cannot be combined');
  if (options.clientSecretStdin === true) return secretOfInput(deps.stdin);
  if (options.clientSecretFile !== undefined)
    return secretOfFile(options.clientSecretFile, deps.cwd, deps.interrupted);
  return secretOfEnvironment(deps.env, deps.cwd, deps.interrupted);
}
