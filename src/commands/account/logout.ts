import type { CommandContext } from '../../cli/settings.ts';
import { addressInForce, openHome } from '../../client/auth/account.ts';
import { forgetSecret } from '../../client/auth/secrets.ts';
import { absoluteState } from '../../config/paths.ts';
import { type Config, hasSecret, keychainEntry, updateConfig } from '../../config/settings-file.ts';
import { confirmation } from '../../render/columns.ts';
import type { Result } from '../../render/result.ts';

/** Removes the tokens of the accounts that `isOf` selects; true if there were any. */
function forgetTokens(config: Config, isOf: (account: string) => boolean): boolean {
  const found = Object.keys(config.tokens).filter(isOf);
  for (const account of found) delete config.tokens[account];
  return found.length > 0;
}

function forgetEmbedded(config: Config, profile: string, state: string): boolean {
  delete config.profiles[profile]?.emulators?.[state];
  const beginnings = [' ', '#'].map((mark) => `emulator:${state}${mark}`);
  return forgetTokens(config, (account) => beginnings.some((each) => account.startsWith(each)));
}

function forgetNetwork(config: Config, profile: string, address?: string, otherClient?: string): boolean {
  const saved = config.profiles[profile];
  const secret = hasSecret(saved);
  delete saved?.client_secret;
  delete saved?.secret_in;
  if (address === undefined) return secret;
  const clients = [saved?.client_id, otherClient].filter((client) => client !== undefined);
  const accounts = clients.map((client) => `${address} ${client}`);
  return forgetTokens(config, (account) => accounts.includes(account)) || secret;
}

/** Removes the profile's token and secret, and the token of the client in the environment, which acts instead of it. */
export async function run(context: CommandContext): Promise<Result> {
  const { deps, settings } = context;
  const { profile } = settings;
  const { home, config, reading } = openHome(context);
  const address = settings.emulator ? undefined : addressInForce({ config, profile }, settings.baseUrl);
  const entry = settings.emulator ? undefined : keychainEntry(profile, config.profiles[profile]);
  const signed_out = await updateConfig(home.configFile, reading, (current) =>
    settings.emulator
      ? forgetEmbedded(current, profile, absoluteState(settings.state ?? home.emulatorState, deps.cwd))
      : forgetNetwork(current, profile, address, deps.env.CFI_CLIENT_ID || undefined),
  );
  if (entry !== undefined) await forgetSecret(context, entry);
  const text = signed_out ? `Signed out of profile ${profile}.` : `Profile ${profile} was not signed in.`;
  return confirmation({ profile, signed_out }, text);
}
