import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';

/** A folder with files to complete. */
function folderOfFiles(): string {
  const folder = makeHome();
  for (const name of ['my orders.csv', 'a=b.csv']) writeFileSync(join(folder, name), '');
  mkdirSync(join(folder, 'inbox'));
  return folder;
}

describe('completion scripts', () => {
  const script = async (shell: string): Promise<string> => (await runCli(['completion', shell])).stdout;

  it('asks on a terminal for the shell', async () => {
    const { code, askedFor, stdout } = await runCli(['completion'], { tty: true, answers: ['bash'] });
    expect([code, askedFor, stdout]).toEqual([0, ['Your shell'], await script('bash')]);
  });

  it('are printed whatever the case of the shell', async () => {
    expect(await script('BASH')).toBe(await script('bash'));
  });

  it('include one for bash that bash can parse and that completes', async () => {
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
    ['cfi slot book --warehouse Nor', 'slot|book|--warehouse|Nor', 'Northgate\\ FC'],
    ['cfi slot book --warehouse Northgate\\ F', 'slot|book|--warehouse|Northgate F', 'Northgate\\ FC'],
    ['cfi slot book --warehouse "Northgate F', 'slot|book|--warehouse|Northgate F', 'Northgate FC'],
    ["cfi slot book --warehouse 'Northgate F", 'slot|book|--warehouse|Northgate F', 'Northgate FC'],
    ['cfi po get "A B" ', 'po|get|A B|', 'Northgate\\ FC'],
    ['cfi po get "" C', 'po|get||C', 'Northgate\\ FC'],
    ['cfi slot book --warehouse="Northgate F', 'slot|book|--warehouse=Northgate F', 'Northgate FC'],
  ])('split the line %j for bash as bash does', async (line, words, reply) => {
    const ask = [
      `cfi() { shift 2; (IFS='|'; printf '%s\\n' "$*" >&3); printf '%s\\n' 'Northgate FC'; }`,
      await script('bash'),
      'COMP_LINE="$LINE" COMP_POINT=$' + '{#LINE}',
      '_cfi',
      'printf "%s\\n" "$' + '{COMPREPLY[@]}"',
    ].join('\n');
    const { stdout, output } = spawnSync('bash', ['--norc'], {
      input: ask,
      encoding: 'utf8',
      env: { ...process.env, LINE: line },
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    });
    expect([output[3], stdout]).toEqual([`${words}\n`, `${reply}\n`]);
  });

  it.each([
    ['cfi order create my', undefined, 'my orders.csv'],
    ['cfi order create --failed=my', undefined, 'my orders.csv'],
    ['cfi order create a=', undefined, 'b.csv'],
    ['cfi order create --failed=my', '', '--failed=my orders.csv'],
    ['cfi order create a=', '', 'a=b.csv'],
  ])('complete the file at the end of %j in bash, with the word breaks %j', async (line, breaks, reply) => {
    const ask = [
      'cfi() { echo :file; }',
      'compopt() { :; }',
      await script('bash'),
      ...(breaks === undefined ? [] : [`COMP_WORDBREAKS='${breaks}'`]),
      `COMP_LINE='${line}' COMP_POINT=${line.length}`,
      '_cfi',
      'printf "%s\\n" "$' + '{COMPREPLY[@]}"',
    ].join('\n');
    const { stdout } = spawnSync('bash', ['--norc'], { input: ask, encoding: 'utf8', cwd: folderOfFiles() });
    expect(stdout).toBe(`${reply}\n`);
  });

  it('leave commas in bash as they are', async () => {
    const ask = [
      'cfi() { echo sku,Available; }',
      await script('bash'),
      "COMP_LINE='cfi inventory --fields sku,' COMP_POINT=27",
      '_cfi',
      'echo "$' + '{COMPREPLY[@]}"',
    ].join('\n');
    expect(spawnSync('bash', ['--norc'], { input: ask, encoding: 'utf8' }).stdout).toBe('sku,Available\n');
  });

  const has = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

  const typedInZsh: readonly (readonly [line: string, words: string])[] = [
    ['cfi slot b', '<slot><book>'],
    ['cfi po get A', '<po><get><A:1>'],
    ['cfi slot book --warehouse No', '<slot><book><--warehouse><Northgate FC>'],
    ["cfi slot book --warehouse 'No", '<slot><book><--warehouse><Northgate FC>'],
    ['cfi slot book --warehouse "No', '<slot><book><--warehouse><Northgate FC>'],
    ['cfi slot book --warehouse=No', '<slot><book><--warehouse=Northgate FC>'],
    ['cfi order create my', '<order><create><my orders.csv>'],
    ["cfi order create 'my", '<order><create><my orders.csv>'],
    ['cfi order create --failed=my', '<order><create><--failed=my orders.csv>'],
    ['cfi order drop in', '<order><drop><inbox>'],
  ];

  it.runIf(has('zsh'))('complete in an interactive zsh', async () => {
    const folder = folderOfFiles();
    const setup = [
      'autoload -Uz compinit; compinit -D',
      'cfi() {',
      `  if [[ $1 != __complete ]]; then printf '<%s>' "$@" END; return; fi`,
      '  case "$*" in',
      '    *=No) echo "--warehouse=Northgate FC" ;;',
      '    *No) echo "Northgate FC" ;;',
      '    *"slot b") printf "book\\tBook a slot\\n" ;;',
      '    *A) echo A:1 ;;',
      '    *drop*) echo :folder ;;',
      '    *) echo :file ;;',
      '  esac',
      '}',
      await script('zsh'),
      "PS1=; print 'REA''DY'",
    ];
    writeFileSync(join(folder, '.setup'), setup.join('\n'));
    const session = [
      'zmodload zsh/zpty',
      'zpty shell zsh -f -i',
      "zpty -w shell 'source .setup'",
      "zpty -r shell seen '*READY*'",
      'for line in "$@"; do',
      "  zpty -w -n shell $line$'\\t\\n'",
      "  zpty -r shell seen '*<END>*'",
      '  print -r -- $seen',
      'done',
    ];
    const lines = typedInZsh.map(([line]) => line);
    const { stdout } = spawnSync('zsh', ['-f', '-c', session.join('\n'), 'zsh', ...lines], {
      encoding: 'utf8',
      cwd: folder,
      env: { ...process.env, TERM: 'dumb' },
      timeout: 60_000,
    });
    const words = [...stdout.matchAll(/<.*(?=<END>)/g)].map(([given]) => given);
    expect(words).toEqual(typedInZsh.map(([, expected]) => expected));
  });

  const inFish = (word: string): string => `if string match -q -- '*${word}*' "$argv"`;

  it.runIf(has('fish')).each([
    ['cfi slot b', 'printf "board: live\\nbook\\tBook a slot\\n"', 'board: live\nbook\tBook a slot\n'],
    ["cfi slot book --warehouse 'No", `${inFish('No')}; echo 'Northgate FC'; end`, 'Northgate FC\n'],
    ['cfi slot book --warehouse North\\ g', `${inFish('North g')}; echo 'North gate'; end`, 'North gate\n'],
    ['cfi order create my', 'echo :file', 'my orders.csv\n'],
    ["cfi order create 'my", 'echo :file', 'my orders.csv\n'],
    ['cfi order create --failed=my', 'echo :file', '--failed=my orders.csv\n'],
    ['cfi order drop in', 'echo :folder', 'inbox/\n'],
  ])('complete %j in fish', async (line, offers, reply) => {
    const lines = [`function cfi; ${offers}; end`, await script('fish'), 'complete -C "$LINE"'];
    const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', lines.join('\n')], {
      encoding: 'utf8',
      cwd: folderOfFiles(),
      env: { ...process.env, LINE: line },
    });
    expect([stdout, stderr]).toEqual([reply, '']);
  });

  it('quote special characters for PowerShell', async () => {
    const text = await script('powershell');
    expect(text).toContain('Register-ArgumentCompleter -Native -CommandName cfi');
    expect(text).toContain("cfi __complete '--' @words");
    expect(text).toContain('-split "`t", 2');
    const [, quotes = ''] = /-replace "([^"]+)", '\$0\$0'/.exec(text) ?? [];
    const quoted = (word: string): string => `'${word.replaceAll(new RegExp(quotes, 'g'), '$&$&')}'`;
    expect(quoted("a'b‘c’d‚e‛f“$(x)")).toBe("'a''b‘‘c’’d‚‚e‛‛f“$(x)'");
    const [, bare = ''] = /if \(\$word -match '([^']+)'\) \{ \$word \}/.exec(text) ?? [];
    const isBare = (word: string): boolean => new RegExp(bare).test(word);
    expect(['AC-1', '--window=morning', 'a@b', 'a/b:c'].every(isBare)).toBe(true);
    expect(['@a', 'a b', '$a', 'a;b', 'a`b', '(a)', '{a}', "a'b", 'a’b', 'a,b', '#a', '~'].some(isBare)).toBe(
      false,
    );
    const [, skipped = ''] = /-match '([^']+)'\) \{ continue \}/.exec(text) ?? [];
    expect([...'"%&|<>^!'].every((sign) => new RegExp(skipped).test(`a${sign}b`))).toBe(true);
  });

  it.each([
    ['zsh', '#compdef cfi\n', 'compdef _cfi cfi'],
    ['fish', '# fish completion for cfi\n', "complete -c cfi -k -f -a '(__cfi_complete)'"],
  ])('include one for %s', async (shell, start, end) => {
    const text = await script(shell);
    expect(text.startsWith(start)).toBe(true);
    expect(text).toContain('cfi __complete --');
    expect(text).toContain(end);
  });

  it('refuse any other shell', async () => {
    expect(await runCli(['completion', 'bsh'])).toMatchObject({
      code: 2,
      stderr:
        'error: shell must be one of bash, zsh, fish, powershell; found "bsh"\nhint: did you mean bash?\n',
    });
  });
});
