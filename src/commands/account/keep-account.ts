import type { CommandContext } from '../../cli/settings.ts';
import { keepToken } from '../../client/auth/account.ts';
import { findSecret, keepSecret } from '../../client/auth/secrets.ts';
import type { SignedIn } from '../../client/auth/tokens.ts';
import type { Config, KeychainEntry, Profile } from '../../config/file.ts';
import { hasSecret, type SecretPlace } from '../../config/secret-place.ts';
import type { Wanted } from './wanted-account.ts';

/** Where the profile's secret is kept. */
function secretMembers(place: SecretPlace | undefined, secret: string): Partial<Profile> {
  switch (place) {
    case 'keychain':
      return { secret_in: place };
    case 'file':
      return { client_secret: secret };
    case undefined:
      return {};
    default:
      return place satisfies never;
  }
}

/** Saves address, account and token, and the secret in `place` (undefined: nowhere). */
export function keepAccount(
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
 * Where to save the secret; undefined when it is not saved. With `--save-secret` it goes into the keychain or the file;
 * otherwise an unchanged secret stays where it was.
 */
export async function placeSecret(
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
