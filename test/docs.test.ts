import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLine } from '../src/app/parse.ts';
import { orderReadingFlags } from '../src/cli/reading-options.ts';
import { configKeys } from '../src/config/keys.ts';
import { bodyFaults, domainFaults, socketFaults } from '../src/emulator/domain/fault-names.ts';
import { presetNames } from '../src/text/preset-names.ts';
import { anchorsOf, commandLinesIn, linksIn, shellWords } from './support/repository/pages.ts';

const pages = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
const textOf = (page: string): string => readFileSync(page, 'utf8');

/** The error in a command line, or undefined. */
async function mistakeIn(line: string): Promise<string | undefined> {
  try {
    await readLine(shellWords(line).slice(1));
    return undefined;
  } catch (error) {
    return `${line}: ${(error as Error).message}`;
  }
}

async function mistakesIn(page: string): Promise<string[]> {
  const found = await Promise.all(commandLinesIn(textOf(page)).map(mistakeIn));
  return found.filter((mistake) => mistake !== undefined);
}

it('the command reference names the setting that gives an option its default', () => {
  for (const { name } of configKeys)
    if (orderReadingFlags.some((option) => 'setting' in option && option.setting === name))
      expect(textOf('docs/commands.md')).toContain(`to save a default: \`cfi config set ${name}\``);
});

describe('the pages', () => {
  it.each(pages)('%s has no broken links', (page) => {
    const broken = linksIn(textOf(page)).filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !anchorsOf(textOf(target)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it.each(pages)('%s shows only commands and options that exist', async (page) => {
    expect(await mistakesIn(page)).toEqual([]);
  });

  it('name the package file of this version', () => {
    const { version } = JSON.parse(textOf('package.json'));
    const named = pages.flatMap((page) => textOf(page).match(/channel-fulfilment-cli-[\d.]+\.tgz/g) ?? []);
    expect(new Set(named)).toEqual(new Set([`channel-fulfilment-cli-${version}.tgz`]));
  });

  it.each(presetNames)('name the export of %s', (name) => {
    expect(textOf('docs/shop-exports.md')).toContain(`\n| [\`${name}\`](#`);
  });

  it.each([...socketFaults, ...bodyFaults, ...domainFaults])('describe the fault %s', (name) => {
    expect(textOf('docs/emulator.md')).toContain(`"${name}"`);
  });

  it('contain command lines that the search finds', async () => {
    expect(commandLinesIn(textOf('README.md')).length).toBeGreaterThan(15);
    expect(await mistakeIn('cfi order creat x.csv')).toContain('creat');
    expect(await mistakeIn('cfi order create x.csv --dry-rum')).toContain('--dry-rum');
  });

  it('start with two lines that run', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    for (const script of ['demo', 'test']) {
      expect(textOf('README.md')).toContain(`npm ci && npm ${script === 'test' ? '' : 'run '}${script}\n`);
      expect(scripts[script]).toBeDefined();
    }
  });
});
