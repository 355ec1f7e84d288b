import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome } from '../support/cli.ts';
import { programLine, spawnCli } from '../support/processes/process.ts';

/** A `secret-tool` that stores secrets as files, and logs its arguments. */
const fakeTool = `#!/bin/sh
echo "$*" >> "$FAKE_KEYCHAIN/arguments"
action=$1; shift
[ "$action" = store ] && shift
entry="$FAKE_KEYCHAIN/$(echo "$*" | cksum | tr ' ' -)"
case $action in
  store) cat > "$entry" ;;
  lookup) [ -f "$entry" ] && cat "$entry" ;;
  clear) rm "$entry" ;;
esac
`;

/** Runs shell lines beside a served emulator, with that tool first in PATH and \`cfi\` as a command. */
async function withKeychain(tool: string, env: Readonly<Record<string, string>>, ...lines: string[]) {
  const place = makeHome();
  const keychain = join(place, 'keychain');
  const home = join(place, 'home');
  for (const folder of [keychain, home]) mkdirSync(folder);
  mkdirSync(join(place, 'bin'));
  writeFileSync(join(place, 'bin', 'secret-tool'), tool);
  chmodSync(join(place, 'bin', 'secret-tool'), 0o755);
  const script = [`cfi() { ${programLine} "$@"; }`, ...lines].join('\n');
  const { code, stdout, stderr } = await spawnCli(['emulator', 'exec', '--', 'sh', '-c', script], {
    home,
    env: {
      PATH: `${join(place, 'bin')}:${process.env.PATH}`,
      FAKE_KEYCHAIN: keychain,
      CFI_KEYCHAIN: '',
      ...env,
    },
  }).done;
  const config = existsSync(join(home, 'config.json')) ? readFileSync(join(home, 'config.json'), 'utf8') : '';
  const kept = readdirSync(keychain).filter((name) => name !== 'arguments');
  const asked =
    kept.length === 0 && !existsSync(join(keychain, 'arguments')) ? '' : join(keychain, 'arguments');
  const words = asked === '' ? '' : readFileSync(asked, 'utf8');
  return { code, stdout, stderr, config, kept, words };
}

const login = 'cfi login --save-secret --json';
const forgetToken = `sed -i.bak 's/"access_token": "/&x/' "$CFI_HOME/config.json"; rm "$CFI_HOME/config.json.bak"`;
const alone = 'unset CFI_CLIENT_ID CFI_CLIENT_SECRET CFI_BASE_URL';

describe.runIf(process.platform === 'linux')('login --save-secret', { timeout: 60_000 }, () => {
  it('keeps the secret in the keychain, and says so', async () => {
    const { stdout, config, kept, words } = await withKeychain(fakeTool, {}, login);
    expect(JSON.parse(stdout).data.secret_in).toBe('keychain');
    expect(kept).toHaveLength(1);
    expect(JSON.parse(config).profiles.default).toMatchObject({
      client_id: 'emu-acme',
      secret_in: 'keychain',
    });
    expect(config + words).not.toContain('emu-acme-secret');
  });

  it('renews the token with it', async () => {
    const lines = [login, alone, forgetToken, 'cfi inventory --json --page-size 1'];
    const { code, stdout } = await withKeychain(fakeTool, {}, ...lines);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Acme Outdoor')]);
  });

  it('keeps the secret when it signs in again, and not when another client does', async () => {
    const again = await withKeychain(fakeTool, {}, login, 'cfi login -q');
    expect([again.kept.length, JSON.parse(again.config).profiles.default.secret_in]).toEqual([1, 'keychain']);
    const other = 'CFI_CLIENT_ID=emu-bluebird CFI_CLIENT_SECRET=emu-bluebird-secret';
    const { kept, config } = await withKeychain(fakeTool, {}, login, `${other} cfi login -q`);
    expect([kept, JSON.parse(config).profiles.default.secret_in]).toEqual([[], undefined]);
  });

  it.each([
    ['cfi logout'],
    ['cfi profile remove default --yes'],
    ['cfi config set base_url https://elsewhere.example/v1'],
    ['cfi config unset base_url'],
  ])('%s removes it', async (line) => {
    const { code, kept, config, stderr } = await withKeychain(fakeTool, {}, login, line);
    expect([code, kept]).toEqual([0, []]);
    expect(config).not.toContain('secret_in');
    expect(stderr).not.toContain('warning');
  });

  it.each([
    ['cfi login --save-secret'],
    ['cfi logout'],
    ['cfi config set base_url https://elsewhere.example/v1'],
  ])('removes it with the next logout if the keychain was turned off for %s', async (line) => {
    const off = await withKeychain(fakeTool, {}, login, `CFI_KEYCHAIN=0 ${line}`);
    expect(off.kept).toHaveLength(1);
    expect(off.stderr).toContain('to remove it, unset that variable and run: cfi logout');
    const { kept, config, stdout } = await withKeychain(
      fakeTool,
      {},
      login,
      `CFI_KEYCHAIN=0 ${line}`,
      'cfi logout',
    );
    expect([kept, stdout]).toEqual([[], expect.stringContaining('Signed out of profile default.')]);
    expect(config).not.toMatch(/secret/);
  });

  it('keeps one that it has saved again since, until the logout', async () => {
    const again = [login, 'CFI_KEYCHAIN=0 cfi logout', login, alone, forgetToken, 'cfi whoami -q'];
    const used = await withKeychain(fakeTool, {}, ...again);
    expect([used.code, used.kept.length]).toEqual([0, 1]);
    const { kept, config } = await withKeychain(fakeTool, {}, ...again, 'cfi logout');
    expect(kept).toEqual([]);
    expect(config).not.toMatch(/secret/);
  });

  it.each([
    ['the tool fails', '#!/bin/sh\nexit 1\n', {}],
    ['it gives back something else', '#!/bin/sh\necho nonsense\n', {}],
    ['CFI_KEYCHAIN=0 turns it off', fakeTool, { CFI_KEYCHAIN: '0' }],
  ])('saves the secret in the config file when %s', async (_, tool, env) => {
    const { stdout, config, kept } = await withKeychain(tool, env, login);
    expect([JSON.parse(stdout).data.secret_in, kept]).toEqual(['file', []]);
    expect(JSON.parse(config).profiles.default.client_secret).toBe('emu-acme-secret');
  });

  it('says why the token cannot be renewed when the keychain stops working', async () => {
    const lost = 'rm "$FAKE_KEYCHAIN"/*-*; cfi inventory';
    const { code, stderr } = await withKeychain(fakeTool, {}, login, alone, forgetToken, lost);
    expect([code, stderr]).toEqual([4, expect.stringContaining('the secret is in the Secret Service')]);
  });
});
