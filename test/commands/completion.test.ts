import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rememberSlots } from '../../src/config/known-slots.ts';
import { makeHome, runCli } from '../support/cli.ts';

const offers = async (words: readonly string[], home?: string): Promise<string[]> => {
  const options = home === undefined ? {} : { home };
  const { stdout } = await runCli(['__complete', '--', ...words], options);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t')[0] ?? '');
};

describe('what could come next', () => {
  it.each([
    [['inv'], ['inventory']],
    [
      ['order', 'c'],
      ['create', 'cancel'],
    ],
    [
      ['emulator', 'fc', ''],
      ['confirm', 'counter', 'receive', 'receive-inbound', 'dispatch', 'status'],
    ],
    [['--json', 'slot', 'w'], ['watch']],
    [['--profile', 'order', 'slot', 'w'], ['watch']],
    [['help', 'order', 'te'], ['template']],
    [['help', 'en'], ['environment']],
    [['config', 'set', 'max'], ['max_retries']],
    [['slot', 'book', '--wi'], ['--window']],
    [
      ['slot', 'book', '--window', ''],
      ['morning', 'afternoon'],
    ],
    [['slot', 'book', '--window', 'a'], ['afternoon']],
    [['slot', 'book', '--window=m'], ['--window=morning']],
    [['inventory', '-o', 'n'], ['ndjson']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['emulator', 'clock', 'f'], ['freeze']],
    [['order', 'create', ''], [':file']],
    [['order', 'create', 'a.csv', ''], [':file']],
    [['order', 'create', '--map', ''], [':file']],
    [['--state', ''], [':folder']],
    [['order', 'get', ''], []],
  ])('after %j: %j', async (words, expected) => {
    expect(await offers(words)).toEqual(expected);
  });

  it('says what each is for, and hides what is hidden', async () => {
    const { stdout } = await runCli(['__complete', '--', '']);
    expect(stdout).toContain('inventory\tShow stock by location and SKU\n');
    expect(stdout).not.toContain('__complete');
  });

  it('knows the profiles, warehouses and slots of this machine', async () => {
    const home = makeHome();
    mkdirSync(home, { recursive: true });
    const profiles = { acme: { warehouse: 'Northgate FC' }, bluebird: {} };
    writeFileSync(join(home, 'config.json'), JSON.stringify({ profiles }), { mode: 0o600 });
    await rememberSlots(home, 'account', { 'SLOT-000001': { status: 'confirmed' } });
    expect(await offers(['profile', 'use', ''], home)).toEqual(['acme', 'bluebird']);
    expect(await offers(['--profile', 'b'], home)).toEqual(['bluebird']);
    expect(await offers(['inventory', '--location', ''], home)).toEqual(['Northgate FC']);
    expect(await offers(['slot', 'get', 'S'], home)).toEqual(['SLOT-000001']);
  });
});

describe('completion scripts', () => {
  const script = async (shell: string): Promise<string> => (await runCli(['completion', shell])).stdout;

  it('has one for bash that bash can read and that completes', async () => {
    const bash = await script('bash');
    expect(spawnSync('bash', ['-n'], { input: bash }).status).toBe(0);
    const line = 'cfi slot book --window=m';
    const ask = [
      'compopt() { :; }',
      'cfi() { printf "%s\\n" "$*" >&2; printf "%s\\n" "--window=morning"; }',
      bash,
      `COMP_LINE='${line}' COMP_POINT=${line.length}`,
      'COMP_WORDS=(cfi slot book --window = m) COMP_CWORD=5',
      '_cfi cfi m =',
      'IFS=,; echo "$' + '{COMPREPLY[*]}"',
    ].join('\n');
    const { stdout } = spawnSync('bash', ['--norc'], { input: ask, encoding: 'utf8' });
    expect(stdout).toBe('morning\n');
  });

  it.each([
    ['zsh', '#compdef cfi\n', 'compdef _cfi cfi'],
    ['fish', '# fish completion for cfi\n', "complete -c cfi -f -a '(__cfi_complete)'"],
  ])('has one for %s', async (shell, start, end) => {
    const text = await script(shell);
    expect(text.startsWith(start)).toBe(true);
    expect(text).toContain('cfi __complete --');
    expect(text).toContain(end);
  });

  it('knows no other shell', async () => {
    expect(await runCli(['completion', 'bsh'])).toMatchObject({
      code: 2,
      stderr: 'error: shell must be one of bash, zsh, fish; found "bsh"\nhint: did you mean bash?\n',
    });
  });
});
