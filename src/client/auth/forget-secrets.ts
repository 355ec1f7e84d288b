import type { KeychainEntry } from '../../config/file.ts';
import { leftSecrets, noteSecret } from '../../config/secret-place.ts';
import { updateConfig } from '../../config/store.ts';
import { forgetSecret, type KeychainAccess } from './saved-secret.ts';
import { openHome, type SessionContext } from './session.ts';

type Context = SessionContext & KeychainAccess;

/** Removes a secret from the keychain, or notes that it is left there while the keychain is turned off. */
export async function forgetOrNote(context: Context, entry: KeychainEntry): Promise<void> {
  const isRemoved = await forgetSecret(context, entry);
  const { home, config, reading } = openHome(context);
  if (isRemoved && config.left_secrets === undefined) return;
  await updateConfig(home.configFile, reading, (current) => noteSecret(current, entry, !isRemoved));
}

/** Removes every secret of the profile from the keychain: that of `entry`, and those that earlier commands left there. */
export async function forgetAll(
  context: Context,
  profile: string,
  entry: KeychainEntry | undefined,
): Promise<void> {
  const left = leftSecrets(openHome(context).config, profile, entry);
  for (const one of entry === undefined ? left : [entry, ...left]) await forgetOrNote(context, one);
}
