import type { KeychainEntry } from '../../config/file.ts';
import type { SecretPlace } from '../../config/secret-place.ts';
import type { Deps } from '../../deps.ts';
import { commandFor } from './account-flags.ts';
import { systemKeychain } from './keychain.ts';

/** What it takes to reach the system's keychain. */
export interface KeychainAccess {
  readonly deps: Pick<Deps, 'env' | 'platform' | 'exchange' | 'startTimer'>;
  /** Whether a user can unlock it. */
  readonly settings: { readonly interactive: boolean };
  warn(line: string): void;
  notice(line: string): void;
}

/** An unlocked keychain answers within this time. */
const patienceMs = 2_000;

/** The keychain; while its tool takes long, a user is told what the command waits for. */
function keychainOf({ deps, settings, notice }: KeychainAccess) {
  const { env, platform } = deps;
  const exchange: Deps['exchange'] = async (...call) => {
    if (!settings.interactive) return deps.exchange(...call);
    const cancel = deps.startTimer(patienceMs, () =>
      notice('waiting for the keychain, which may be asking you to unlock it'),
    );
    try {
      return await deps.exchange(...call);
    } finally {
      cancel();
    }
  };
  return systemKeychain({ env, platform, exchange }, settings.interactive);
}

/** Saves the secret in the keychain if one answers; `file` means that the caller must save it. */
export async function keepSecret(
  access: KeychainAccess,
  entry: KeychainEntry,
  secret: string,
): Promise<SecretPlace> {
  const keychain = keychainOf(access);
  // The tool's input and output lines cannot contain any other character.
  if (keychain === undefined || !/^[ -~]+$/.test(secret)) return 'file';
  const isKept = (await keychain.store(entry, secret)) && (await keychain.find(entry)) === secret;
  return isKept ? 'keychain' : 'file';
}

/** The secret in the keychain; undefined, with a warning, if the keychain does not return it. */
export async function findSecret(access: KeychainAccess, entry: KeychainEntry): Promise<string | undefined> {
  const keychain = keychainOf(access);
  if (keychain === undefined) {
    access.warn('the secret is in the keychain, which CFI_KEYCHAIN=0 turns off');
    return undefined;
  }
  const secret = await keychain.find(entry);
  if (secret === undefined || secret === '') {
    access.warn(`the secret is in the ${keychain.name}, which did not return it`);
    return undefined;
  }
  return secret;
}

/** Removes the secret from the keychain; warns if that fails. False if the keychain is turned off. */
export async function forgetSecret(access: KeychainAccess, entry: KeychainEntry): Promise<boolean> {
  const keychain = keychainOf(access);
  if (keychain === undefined) {
    const command = commandFor({ profile: entry.profile, emulator: false }, 'logout');
    access.warn(
      `the secret is still in the keychain, which CFI_KEYCHAIN=0 turns off; to remove it, unset that variable and run: ${command}`,
    );
    return false;
  }
  if (!(await keychain.remove(entry))) access.warn(`the secret is still in the ${keychain.name}`);
  return true;
}
