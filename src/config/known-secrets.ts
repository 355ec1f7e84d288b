import type { Config } from './file.ts';

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
