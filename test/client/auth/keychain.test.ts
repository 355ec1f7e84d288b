import { describe, expect, it } from 'vitest';
import { systemKeychain } from '../../../src/client/auth/secrets.ts';
import { exchange } from '../../../src/processes.ts';

const entry = { profile: 'default', address: 'https://h.example/v1', clientId: 'a "b\\' };
const account = 'default https://h.example/v1 a "b\\';
const secret = 'pa$$ "w\\o`rd';

interface Call {
  readonly command: string;
  readonly args: readonly string[];
  readonly input: string;
  readonly timeoutMs: number;
}

/** The keychain of a platform whose tool gives these outputs in turn, and the calls it got. */
function keychainOf(platform: string, outputs: readonly (string | undefined)[], attended = false) {
  const calls: Call[] = [];
  const keychain = systemKeychain(
    {
      platform,
      env: { SystemRoot: 'D:\\Win' },
      async exchange(command, args, input, timeoutMs) {
        const output = outputs[calls.length];
        calls.push({ command, args, input, timeoutMs });
        return output === undefined ? { code: 44, output: 'no' } : { code: 0, output };
      },
    },
    attended,
  );
  if (keychain === undefined) throw new Error('none');
  return { keychain, calls };
}

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

describe.each([
  ['linux', 'secret-tool', secret],
  ['freebsd', 'secret-tool', secret],
  ['darwin', '/usr/bin/security', `${secret}\n`],
  ['win32', 'D:\\Win\\System32\\WindowsPowerShell\\v1.0\\powershell.exe', base64(secret)],
])('the keychain of %s', (platform, tool, printed) => {
  it('stores, finds and removes secrets, and never passes one as an argument', async () => {
    const { keychain, calls } = keychainOf(platform, ['', printed, '']);
    expect(await keychain.store(entry, secret)).toBe(true);
    expect(await keychain.find(entry)).toBe(secret);
    expect(await keychain.remove(entry)).toBe(true);
    expect(calls.map(({ command }) => command)).toEqual([tool, tool, tool]);
    const words = calls.flatMap(({ args }) => args).join('\n');
    for (const form of [secret, base64(secret), Buffer.from(secret).toString('hex')])
      expect(words).not.toContain(form);
  });

  it('is empty when its tool fails', async () => {
    const { keychain } = keychainOf(platform, []);
    expect(await keychain.store(entry, secret)).toBe(false);
    expect(await keychain.find(entry)).toBeUndefined();
    expect(await keychain.remove(entry)).toBe(false);
  });

  it('waits long for a person, and only briefly for a cron job', async () => {
    const limit = async (attended: boolean) => {
      const { keychain, calls } = keychainOf(platform, [printed], attended);
      await keychain.find(entry);
      return calls[0]?.timeoutMs;
    };
    expect([await limit(true), await limit(false)]).toEqual([60_000, 5_000]);
  });
});

describe('the input of a keychain tool', () => {
  it('is only the secret on standard input, for libsecret', async () => {
    const { keychain, calls } = keychainOf('linux', ['']);
    await keychain.store(entry, secret);
    expect(calls[0]).toMatchObject({
      args: [
        'store',
        `--label=cfi: ${entry.clientId} at ${entry.address}`,
        'service',
        'cfi',
        'account',
        account,
      ],
      input: secret,
    });
  });

  it('is one line that no value can break out of, for macOS', async () => {
    const { keychain, calls } = keychainOf('darwin', ['']);
    await keychain.store(entry, secret);
    const quoted = '"default https://h.example/v1 a \\"b\\\\"';
    const hex = Buffer.from(secret).toString('hex');
    expect(calls[0]?.args).toEqual(['-i']);
    expect(calls[0]?.input).toBe(`add-generic-password -U "-s" "cfi" "-a" ${quoted} -X ${hex}\n`);
  });

  it('is a constant script, for Windows', async () => {
    const { keychain, calls } = keychainOf('win32', ['', '']);
    await keychain.store(entry, secret);
    await keychain.remove({ ...entry, profile: "'; rm *" });
    expect(calls[0]?.args).toEqual(calls[1]?.args);
    expect(calls[0]?.input).toBe(`${['store', account, secret].map(base64).join('\n')}\n`);
    const script = Buffer.from(String(calls[0]?.args.at(-1)), 'base64').toString('utf16le');
    expect(script).toContain('PasswordVault');
  });
});

describe('a program run in the background', () => {
  it('gets its input and returns its output', async () => {
    expect(await exchange('cat', [], 'hidden', 5000)).toEqual({ code: 0, output: 'hidden' });
    expect(await exchange('sh', ['-c', 'exit 3'], 'not read', 5000)).toMatchObject({ code: 3 });
  });

  it('that does not exist returns 127', async () => {
    expect((await exchange('no-such-tool', [], '', 5000)).code).toBe(127);
  });

  it('that hangs is stopped', async () => {
    expect(await exchange('sh', ['-c', 'sleep 60'], '', 50)).toEqual({ code: 124, output: '' });
  });
});
