import type { Config, KeychainEntry, Profile } from './settings-file.ts';

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

type Env = Readonly<Record<string, string | undefined>>;

/** The password in a proxy's address, as it is sent. */
function proxyPassword(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const whole = address.includes('://') ? address : `http://${address}`;
  if (!URL.canParse(whole)) return undefined;
  const { password } = new URL(whole);
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}

/** Every secret that the environment itself holds. */
export const secretsOfEnvironment = (env: Env): string[] =>
  [
    env.CFI_TOKEN?.trim(),
    env.CFI_CLIENT_SECRET,
    ...['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'].map((name) => proxyPassword(env[name])),
  ].filter((secret) => secret !== undefined);

/** Every secret that is saved. */
export const savedSecrets = ({ profiles, tokens }: Config): string[] => [
  ...Object.values(profiles).flatMap(({ client_secret }) => client_secret ?? []),
  ...Object.values(tokens).map(({ access_token }) => access_token),
];
