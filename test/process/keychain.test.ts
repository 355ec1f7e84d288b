import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
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

it.runIf(process.platform === 'linux')(
  'login --save-secret hands the secret to the tool, renews the token with it, and logout takes it back',
  async () => {
    const place = makeHome();
    const [keychain, home, bin] = ['keychain', 'home', 'bin'].map((name) => join(place, name)) as [
      string,
      string,
      string,
    ];
    for (const folder of [keychain, home, bin]) mkdirSync(folder);
    writeFileSync(join(bin, 'secret-tool'), fakeTool);
    chmodSync(join(bin, 'secret-tool'), 0o755);
    const script = [
      `cfi() { ${programLine} "$@"; }`,
      'cfi login --save-secret -q; cat "$CFI_HOME/config.json"; echo; ls "$FAKE_KEYCHAIN"',
      'unset CFI_CLIENT_ID CFI_CLIENT_SECRET CFI_BASE_URL',
      `sed -i.bak 's/"access_token": "/&x/' "$CFI_HOME/config.json"`,
      'cfi inventory --json --page-size 1; cfi logout -q',
    ].join('\n');
    const { code, stdout } = await spawnCli(['emulator', 'exec', '--', 'sh', '-c', script], {
      home,
      env: { PATH: `${bin}:${process.env.PATH}`, FAKE_KEYCHAIN: keychain, CFI_KEYCHAIN: '' },
    }).done;
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+-\d+\narguments\n.*Acme Outdoor/m)]);
    expect(readdirSync(keychain)).toEqual(['arguments']);
    expect(stdout + readFileSync(join(keychain, 'arguments'), 'utf8')).not.toContain('emu-acme-secret');
  },
  60_000,
);
