import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Shell } from '../../src/commands/completion/definition.ts';
import { scripts } from '../../src/commands/completion/scripts.ts';
import { makeHome } from '../support/cli.ts';
import { inTerminal, type Terminal } from '../support/processes/process.ts';

/** Names that a service could give to a SKU; each would run `touch`, or change, where a shell read it as it is. */
const names: readonly string[] = [
  'AC-$(touch x)',
  'AC-`touch x`',
  'AC-$' + '{x:=$(touch x)}',
  'AC";touch x;"',
  "AC';touch x;'",
  `AC'";touch x;"'`,
  "AC\\';touch x;\\'",
  'AC\\";touch x;\\"',
  'AC\\$(touch x)',
  'AC\\',
  'AC\\\\',
  'AC\\x27;touch x;\\x27',
  'AC\\:b',
  'AC\\n\\t',
  'AC!!',
  'AC!cfi',
  'AC!"!',
  'AC^cfi^touch',
  'AC;touch x',
  'AC&touch x',
  'AC&&touch x',
  'AC|touch x',
  'AC>x',
  'AC<(touch x)',
  'AC(touch x)',
  'AC x  y',
  'AC*?[a-z]',
  'AC{a,b}',
  'AC~',
  'AC#x',
  'AC%n%s',
  'AC:1',
  'AC=1',
  'AC=~x',
  'AC@1',
  'AC,1',
  'AC’;touch x;‘',
  'AC“$(touch x)”',
  'ACé漢🙂',
];

/** What has been typed before TAB. */
const states: readonly string[] = ['AC', '"AC', "'AC", 'A\\C', 'A"C'];

/** Where bash is offered nothing, and what ends the word then. Other shells quote what they insert themselves. */
const refused: readonly (readonly [before: string, after?: string])[] = [
  ["$'AC", "'"],
  ['$"AC', '"'],
  ['"A"C'],
  ['"A"\'C', "'"],
  ['AC\\', 'x'],
];

interface Sample {
  /** Starts it without the settings of whoever runs the tests. */
  readonly command: readonly string[];
  /** `cfi` with one name to offer, which keeps what it gets. */
  readonly setup: string;
}

const inPosix = `cfi() {
  if [[ "$1" == __complete ]]; then printf '%s\\n' "$(<offer)"; return; fi
  printf '%s\\0' "$2" >> received; printf '<%s>' done
}`;

const samples: Readonly<Record<Exclude<Shell, 'powershell'>, Sample>> = {
  bash: { command: ['bash', '--norc', '--noprofile', '-i'], setup: inPosix },
  zsh: { command: ['zsh', '-f', '-i'], setup: `autoload -Uz compinit; compinit -D\n${inPosix}` },
  fish: {
    command: ['fish', '--no-config', '-i'],
    setup: `function cfi
  if test "$argv[1]" = __complete
    cat offer
  else
    printf '%s\\0' "$argv[2]" >> received; printf '<%s>' done
  end
end`,
  },
};

const setupFiles = ['.setup', 'offer', 'received'];

/** Runs an interactive shell with the script of completion in a new folder. */
async function inShell(
  shell: keyof typeof samples,
  work: (shell: Terminal, folder: string) => Promise<void>,
): Promise<{ received: readonly string[]; files: readonly string[] }> {
  const folder = makeHome();
  const { command, setup } = samples[shell];
  const lines = [setup, scripts[shell], "printf '<%s>' ready"];
  writeFileSync(join(folder, '.setup'), `${lines.join('\n')}\n`);
  const env = { HOME: folder, HISTFILE: '/dev/null', TERM: 'xterm', LC_ALL: 'C.UTF-8' };
  const terminal = inTerminal(command, { cwd: folder, env, columns: 200 });
  try {
    terminal.type('source .setup\r');
    await terminal.until('<ready>');
    await work(terminal, folder);
  } finally {
    terminal.close();
  }
  const kept = join(folder, 'received');
  const received = existsSync(kept) ? readFileSync(kept, 'utf8').split('\0').slice(0, -1) : [];
  return { received, files: readdirSync(folder).filter((name) => !setupFiles.includes(name)) };
}

const type = async (shell: Terminal, before: string, after = ''): Promise<void> => {
  shell.type(`cfi stock-age ${before}\t${after}\r`);
  await shell.until('<done>');
};

const has = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;
const shells = (Object.keys(samples) as (keyof typeof samples)[]).filter(has);

/** Without what shells keep for themselves. */
const filesOf = (files: readonly string[]): readonly string[] =>
  files.filter((file) => !/^\.(?:config|local|cache|zcompdump)/.test(file));

describe.each(shells)('completion in an interactive %s', (shell) => {
  it('inserts any name as one word, and runs nothing', async () => {
    const typed = states.flatMap((before) => names.map((name) => ({ before, name })));
    const { received, files } = await inShell(shell, async (terminal, folder) => {
      for (const { before, name } of typed) {
        writeFileSync(join(folder, 'offer'), `${name}\n`);
        await type(terminal, before);
      }
    });
    expect(received.map((name, at) => ({ before: typed[at]?.before, name }))).toEqual(typed);
    expect(filesOf(files)).toEqual([]);
  });

  it.runIf(shell === 'bash')('runs nothing where it offers nothing', async () => {
    const { received, files } = await inShell(shell, async (terminal, folder) => {
      for (const [before, after] of refused)
        for (const name of names) {
          writeFileSync(join(folder, 'offer'), `${name}\n`);
          await type(terminal, before, after);
        }
    });
    expect(received).toHaveLength(refused.length * names.length);
    expect(filesOf(files)).toEqual([]);
  });
});
