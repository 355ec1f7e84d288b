import type { Config, KeychainEntry, Profile } from './file.ts';

/** Where a secret is kept: in the system's keychain, or in the config file. */
export type SecretPlace = 'keychain' | 'file';

/** The keychain's entry for a profile; undefined when the profile keeps no secret there. */
export function keychainEntry(profile: string, saved: Profile | undefined): KeychainEntry | undefined {
  const { base_url: address, client_id: clientId, secret_in: place } = saved ?? {};
  if (place !== 'keychain' || address === undefined || clientId === undefined) return undefined;
  return { profile, address, clientId };
}

/** Whether the profile has a secret, wherever it is kept. */
export const hasSecret = (saved: Profile | undefined): boolean =>
  saved?.client_secret !== undefined || saved?.secret_in === 'keychain';

/**
 * Removes the secret from a profile whose address changes, because it belongs to the old address. Returns the keychain
 * entry to delete, if any.
 */
export function dropSecret(profile: string, saved: Profile): KeychainEntry | undefined {
  const entry = keychainEntry(profile, saved);
  delete saved.client_secret;
  delete saved.secret_in;
  return entry;
}

const sameEntry = (a: KeychainEntry, b: KeychainEntry): boolean =>
  a.profile === b.profile && a.address === b.address && a.clientId === b.clientId;

/** Notes that this secret is still in the keychain, or no longer is. */
export function noteSecret(config: Config, entry: KeychainEntry, isLeft: boolean): void {
  const others = (config.left_secrets ?? []).filter((one) => !sameEntry(one, entry));
  const left = isLeft ? [...others, entry] : others;
  if (left.length === 0) delete config.left_secrets;
  else config.left_secrets = left;
}

/** The secrets in the keychain that earlier commands should have removed for this profile, except `entry`. */
export const leftSecrets = (
  config: Config,
  profile: string,
  entry?: KeychainEntry,
): readonly KeychainEntry[] =>
  (config.left_secrets ?? []).filter(
    (one) => one.profile === profile && (entry === undefined || !sameEntry(one, entry)),
  );
