import type { KeychainEntry } from '../../config/settings-file.ts';
import type { Deps } from '../../deps.ts';
import { isPlainLine } from '../../text/sanitize.ts';

/** The system's own tool: its output for these arguments and this input, undefined when it fails. */
type Tool = (args: readonly string[], input?: string) => Promise<string | undefined>;

const service = 'cfi';
const accountOf = ({ profile, address, clientId }: KeychainEntry): string =>
  `${profile} ${address} ${clientId}`;

/** What a keychain says to an action: for `find` the secret; undefined when its tool fails. */
type Ask = (
  action: 'store' | 'find' | 'remove',
  entry: KeychainEntry,
  secret?: string,
) => Promise<string | undefined>;

/** The system's keychain, used through the system's own tool. If the tool does not answer, nothing is saved. */
type Keychain = ReturnType<typeof keychain>;

/** `name`, for people: `macOS Keychain`. */
const keychain = (name: string, ask: Ask) => ({
  name,
  store: async (entry: KeychainEntry, secret: string) => (await ask('store', entry, secret)) !== undefined,
  find: (entry: KeychainEntry) => ask('find', entry),
  remove: async (entry: KeychainEntry) => (await ask('remove', entry)) !== undefined,
});

/** Secret Service (GNOME Keyring, KWallet), through libsecret's tool. It reads the secret from standard input. */
const secretService = (tool: Tool): Keychain =>
  keychain('Secret Service', (action, entry, secret) => {
    const attributes = ['service', service, 'account', accountOf(entry)];
    const label = `--label=cfi: ${entry.clientId} at ${entry.address}`;
    if (action === 'store') return tool(['store', label, ...attributes], secret);
    return tool([action === 'find' ? 'lookup' : 'clear', ...attributes]);
  });

/** A word of a line for `security -i`, which reads lines as a shell does. */
const quoted = (word: string): string => `"${word.replaceAll(/(["\\])/g, '\\$1')}"`;

/** The macOS Keychain. `security` takes a secret in its arguments, or in a line on standard input: there, in hex. */
const macOsKeychain = (tool: Tool): Keychain =>
  keychain('macOS Keychain', async (action, entry, secret = '') => {
    const attributes = ['-s', service, '-a', accountOf(entry)];
    if (action === 'find')
      return (await tool(['find-generic-password', ...attributes, '-w']))?.replace(/\n$/, '');
    if (action === 'remove') return tool(['delete-generic-password', ...attributes]);
    const hex = Buffer.from(secret, 'utf8').toString('hex');
    const line = ['add-generic-password', '-U', ...attributes.map(quoted), '-X', hex].join(' ');
    // The tool would read a second line as a second command.
    return isPlainLine(line) ? tool(['-i'], `${line}\n`) : undefined;
  });

/** What PowerShell runs. It never changes: account and secret come on standard input, a line each, in Base64. */
const vaultScript = `
$ErrorActionPreference = 'Stop'
[void][Windows.Security.Credentials.PasswordVault,Windows.Security.Credentials,ContentType=WindowsRuntime]
function Read-Word { [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String([Console]::In.ReadLine())) }
$action = Read-Word; $account = Read-Word; $secret = Read-Word
$vault = New-Object Windows.Security.Credentials.PasswordVault
if ($action -eq 'store') {
  $vault.Add((New-Object Windows.Security.Credentials.PasswordCredential('${service}', $account, $secret)))
} else {
  $found = $vault.Retrieve('${service}', $account)
  if ($action -eq 'remove') { $vault.Remove($found) } else {
    $found.RetrievePassword()
    [Console]::Out.Write([Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($found.Password)))
  }
}
`;

/** Windows Credential Manager, through the PowerShell that is part of Windows. */
function windowsVault(tool: Tool): Keychain {
  const script = Buffer.from(vaultScript, 'utf16le').toString('base64');
  const args = ['-NoProfile', '-NonInteractive', '-EncodedCommand', script];
  return keychain('Windows Credential Manager', async (action, entry, secret = '') => {
    const words = [action, accountOf(entry), secret].map((word) => Buffer.from(word).toString('base64'));
    const output = await tool(args, `${words.join('\n')}\n`);
    return action === 'find' && output ? Buffer.from(output, 'base64').toString('utf8') : output;
  });
}

/** How long a tool may take: a user may have to unlock the keychain, but a cron job must not wait. */
const timeoutMs = { attended: 60_000, unattended: 5_000 } as const;

/** The system's keychain. Whether its tool is there shows when it is asked. */
export function systemKeychain(
  { env, platform, exchange }: Pick<Deps, 'env' | 'platform' | 'exchange'>,
  attended: boolean,
): Keychain {
  const limit = attended ? timeoutMs.attended : timeoutMs.unattended;
  const tool =
    (command: string): Tool =>
    async (args, input = '') => {
      const { code, output } = await exchange(command, args, input, limit);
      return code === 0 ? output : undefined;
    };
  if (platform === 'darwin') return macOsKeychain(tool('/usr/bin/security'));
  if (platform !== 'win32') return secretService(tool('secret-tool'));
  // By its whole name, because Windows would look in the current folder first.
  const folder = `${env.SystemRoot || 'C:\\Windows'}\\System32\\WindowsPowerShell\\v1.0`;
  return windowsVault(tool(`${folder}\\powershell.exe`));
}

export interface KeychainAccess {
  readonly deps: Pick<Deps, 'env' | 'platform' | 'exchange'>;
  /** Whether a user can unlock it. */
  readonly settings: { readonly interactive: boolean };
  warn(line: string): void;
}

const keychainOf = ({ deps, settings }: KeychainAccess): Keychain =>
  systemKeychain(deps, settings.interactive);

/** Whether secrets are neither put into the keychain nor read from it. They are still removed from it. */
const isOff = ({ deps }: KeychainAccess): boolean => deps.env.CFI_KEYCHAIN === '0';

/** Saves the secret in the keychain if one answers; `file` means that the caller must save it. */
export async function keepSecret(access: KeychainAccess, entry: KeychainEntry, secret: string) {
  // The tool's input and output lines cannot contain any other character.
  if (isOff(access) || !/^[ -~]+$/.test(secret)) return 'file';
  const keychain = keychainOf(access);
  const isKept = (await keychain.store(entry, secret)) && (await keychain.find(entry)) === secret;
  return isKept ? 'keychain' : 'file';
}

/** The secret in the keychain; undefined, with a warning, if the keychain does not return it. */
export async function findSecret(access: KeychainAccess, entry: KeychainEntry): Promise<string | undefined> {
  if (isOff(access)) {
    access.warn('the secret is in the keychain, which CFI_KEYCHAIN=0 turns off');
    return undefined;
  }
  const keychain = keychainOf(access);
  const secret = await keychain.find(entry);
  if (secret === undefined || secret === '') {
    access.warn(`the secret is in the ${keychain.name}, which did not return it`);
    return undefined;
  }
  return secret;
}

/** Removes the secret from the keychain; warns if that fails. */
export async function forgetSecret(access: KeychainAccess, entry: KeychainEntry): Promise<void> {
  const keychain = keychainOf(access);
  if (!(await keychain.remove(entry))) access.warn(`the secret is still in the ${keychain.name}`);
}
