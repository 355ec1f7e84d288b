import type { Profile } from './file.ts';

/** Where a secret is kept: in the system's keychain, or in the config file. */
export type SecretPlace = 'keychain' | 'file';

/** The owner of a secret in the keychain. */
export interface KeychainEntry {
  readonly profile: string;
  readonly address: string;
  readonly clientId: string;
}

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
