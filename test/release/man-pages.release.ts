import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { flagsText, roff } from '../../scripts/man/roff.mjs';
import { allCommands } from '../../src/app/tree.ts';
import type { Command } from '../../src/cli/command.ts';
import { makeHome } from '../support/cli.ts';

const commands = allCommands;

const folder = join(makeHome(), 'man');
const page = (name: string): string => readFileSync(join(folder, `${name}.1`), 'utf8');

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/run-ts.mjs', 'scripts/man.mjs', folder]);
}, 60_000);

function* named(members: readonly Command[], path = 'cfi'): Iterable<[string, Command]> {
  for (const command of members.filter(({ hidden }) => hidden !== true)) {
    const name = `${path}-${command.name}`;
    yield [name, command];
    yield* named(command.commands ?? [], name);
  }
}

describe('manual pages', () => {
  it('cover the program and each command and group', () => {
    const expected = ['cfi', ...[...named(commands)].map(([name]) => name)];
    expect(readdirSync(folder).sort()).toEqual(expected.map((name) => `${name}.1`).sort());
  });

  it('are all installed with the package, where man finds them', () => {
    const place = makeHome();
    cpSync(folder, join(place, 'dist', 'man'), { recursive: true });
    const { scripts, dependencies, devDependencies, overrides, ...described } = JSON.parse(
      readFileSync('package.json', 'utf8'),
    );
    const prepack = scripts.prepack.replace(/.* node (?=scripts)/, `node ${process.cwd()}/`);
    const packed = { ...described, scripts: { prepack, postpack: scripts.postpack } };
    const before = `${JSON.stringify(packed, undefined, 2)}\n`;
    writeFileSync(join(place, 'package.json'), before);
    const npm = (...args: string[]) => execFileSync('npm', args, { cwd: place, stdio: 'pipe' });
    npm('pack', '--silent');
    expect(readFileSync(join(place, 'package.json'), 'utf8')).toBe(before);
    const tarball = `${described.name}-${described.version}.tgz`;
    npm('install', '--global', '--offline', '--no-audit', '--prefix', join(place, 'installed'), tarball);
    const found = readdirSync(join(place, 'installed', 'share', 'man', 'man1'));
    expect(found.sort()).toEqual(readdirSync(folder).sort());
  });

  it('are listed in package.json only while it is packed, and npm keeps the rest of it as it is', () => {
    const text = readFileSync('package.json', 'utf8');
    expect(JSON.parse(text)).not.toHaveProperty('man');
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), undefined, 2)}\n`);
  });

  it('describe each command and each of its options', () => {
    for (const [name, { summary, options = [] }] of named(commands)) {
      expect(page(name)).toContain(`.SH NAME\n${roff(name)} \\- ${roff(summary)}\n`);
      for (const { flags } of options) expect(page(name)).toContain(`.TP\n${flagsText(flags)}\n`);
    }
  });

  it('list all values of an option, even if its description gives one as an example', () => {
    expect(page('cfi-slot-book')).toContain(
      'for example palletised; suggested values: palletised, loose, mixed',
    );
  });

  it('list the exit codes, the environment and the options of every command', () => {
    for (const part of ['CFI_HOME', 'still rate limited', '\\fB\\-\\-profile \\fR\\fINAME\\fR'])
      expect(page('cfi')).toContain(part);
  });

  const hasGroff = spawnSync('groff', ['--version']).status === 0;
  it.runIf(hasGroff)(
    'render in groff without a warning',
    () => {
      const args = ['-man', '-Tutf8', '-wall', ...readdirSync(folder)];
      const { stdout, stderr } = spawnSync('groff', args, { cwd: folder, encoding: 'utf8' });
      expect(stderr).toBe('');
      expect(stdout).toContain('CFI-ORDER-CREATE(1)');
    },
    60_000,
  );
});

it.each([
  ['--page', '\\-\\-page'],
  ['.PP is no request', '\\&.PP is no request'],
  ["a\n'b", "a\n\\&'b"],
  ['C:\\orders', 'C:\\eorders'],
  ['£ …', '\\[u00A3] \\[u2026]'],
  ["'tue ~10:00'", "\\&'tue \\(ti10:00'"],
])('text in a manual page %j is %j', (text, shown) => {
  expect(roff(text)).toBe(shown);
});
