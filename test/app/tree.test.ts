import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { frontPage } from '../../src/app/front-page.ts';
import { commandAt } from '../../src/app/mistakes.ts';
import { readLine } from '../../src/app/parse.ts';
import { topics } from '../../src/app/topics.ts';
import { allCommands } from '../../src/app/tree.ts';
import { leaves, longName } from '../../src/cli/command.ts';
import {
  deliveryTypes,
  skuBuckets,
  slotWindows,
  suggestedContainerSizes,
  suggestedLoadingTypes,
} from '../../src/contract/slot.ts';
import { builtInNames } from '../../src/emulator/seed/first-state.ts';
import { outputFormats } from '../../src/render/result.ts';
import { splitWords } from '../../src/text/words.ts';

const commands = allCommands;

const runnable = [...leaves(commands)].map(({ path, command }) => [path.join(' '), command] as const);
const visible = runnable.filter(([, { hidden }]) => hidden !== true);

const textOf = async (...argv: string[]): Promise<string> => textAt(undefined, ...argv);

const textAt = async (width: number | undefined, ...argv: string[]): Promise<string> => {
  const request = await readLine(argv, width);
  if (request.kind !== 'text') throw new Error(`${argv.join(' ')} is a command`);
  return request.text;
};

describe('the command tree', () => {
  it.each(visible)('%s has a one-line purpose and valid examples', async (name, command) => {
    expect(command.summary).toMatch(/^[A-Z][^\n]*[^.\n]$/);
    expect(command.examples.length).toBeGreaterThan(0);
    for (const { command: line } of command.examples) {
      const own = line.replace(/^.*[^|]\| (?=cfi)/, '').replace(/ (>>?|\|\|) .*$/, '');
      const words = splitWords(own) ?? [];
      expect(words[0]).toBe('cfi');
      const request = await readLine(words.slice(1));
      const path = request.kind === 'run' ? request.line.path.join(' ') : 'help';
      expect(path).toBe(words.includes('--emulator') ? 'inventory' : name);
    }
  });
});

describe('the values that options offer', () => {
  const offered = (path: string, name: string): readonly string[] => {
    const { command } = commandAt(path.split(' '));
    const option = command?.options?.find((each) => longName(each) === name);
    return option?.choices ?? option?.suggest ?? [];
  };

  it.each(outputFormats)('of --output are explained in help output: %s', (name) => {
    expect(topics.output).toContain(`\n  ${name} `);
  });

  it.each([
    ['slot book', '--window', slotWindows],
    ['slot book', '--number-of-skus', skuBuckets],
    ['slot book', '--delivery-type', deliveryTypes],
    ['slot book', '--loading-type', suggestedLoadingTypes],
    ['slot book', '--container-size', suggestedContainerSizes],
    ['emulator start', '--seed', builtInNames],
  ])('%s %s match those of the service and of the program', (path, name, words) => {
    expect(offered(path, name)).toEqual(words);
  });
});

const groups = ['order', 'inbound', 'slot', 'po', 'config', 'profile'].concat([
  'emulator',
  'emulator fc',
  'emulator fault',
]);

const topicNames = ['options', 'reading', 'agent', ...Object.keys(topics)];

describe('help', () => {
  it.each(visible)(
    'cfi help %s is the same as --help, and --help-all names every option and example',
    async (name, { options = [], examples }) => {
      const help = await textOf('help', ...name.split(' '));
      expect(await textOf(...name.split(' '), '--help')).toBe(help);
      const whole = await textOf(...name.split(' '), '--help-all');
      expect(await textOf('help', ...name.split(' '), '--help-all')).toBe(whole);
      for (const option of options) {
        expect(help.includes(`${longName(option)} `)).toBe(option.isRare !== true);
        expect(whole).toContain(`${longName(option)} `);
      }
      for (const { command } of examples) expect(whole).toContain(command);
      const isCut = options.some(({ isRare }) => isRare) || examples.length > 2;
      expect(help.includes(`cfi ${name} --help-all`)).toBe(isCut);
      expect(whole).not.toContain('--help-all');
    },
  );

  it.each(visible)(
    'of %s begins with its usage and two examples, which use only options that it lists',
    async (name) => {
      const help = await textAt(80, ...name.split(' '), '--help');
      const [, how, shown = '', ...rest] = help.split('\n\n');
      expect(how).toMatch(/^Usage: cfi /);
      expect(shown).toMatch(/^Examples:\n/);
      const lines = shown.replaceAll(' \\\n    ', ' ').match(/^ {2}[^ #].*$/gm) ?? [];
      expect(lines.length).toBeLessThanOrEqual(2);
      for (const line of lines) {
        const [own = ''] = line.split(/ -- | {3}#/);
        for (const [, option] of own.matchAll(/ (--?[a-z][a-z-]*)/g))
          expect(rest.join(' ').split(/[\s,]+/)).toContain(option);
      }
    },
  );

  it('shows the front page for no command, --help and help', async () => {
    expect([await textOf(), await textOf('--help'), await textOf('help')]).toEqual(Array(3).fill(frontPage));
  });

  it('names and completes every topic in cfi help topics', async () => {
    const help = commands.find(({ name }) => name === 'help');
    expect([...(help?.args?.[0]?.suggest ?? [])].sort()).toEqual([...topicNames].sort());
    const text = (await textOf('help', 'topics')).replaceAll(/\s+/g, ' ');
    for (const name of topicNames) expect(text).toContain(` ${name}`);
  });

  it('breaks no command on the front page at 60 columns', async () => {
    const page = await textAt(60);
    for (const whole of ['cfi COMMAND --help\n', ': cfi login ', 'cfi help topics'])
      expect(page).toContain(whole);
    expect(page).not.toMatch(/\bcfi$/m);
  });

  it('names every command on the front page, which fits one screen', () => {
    const named = frontPage
      .match(/^ {2}[a-z-]+(, [a-z-]+)*(?= )/gm)
      ?.flatMap((line) => line.trim().split(', '));
    const nouns = commands.filter(({ hidden, name }) => hidden !== true && name !== 'help');
    expect(named?.sort()).toEqual(nouns.map(({ name }) => name).sort());
    const lines = frontPage.trimEnd().split('\n');
    expect(lines.length).toBeLessThan(24);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
  });

  it.each(groups)('of the group %s fits one screen of 80 by 24', async (group) => {
    const help = await textAt(80, ...group.split(' '), '--help');
    expect(help.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
  });

  it.each(runnable)('asks for what %s needs in words of people', (_, { args = [], options = [] }) => {
    for (const { required, choices, question = '' } of [...args, ...options])
      if (required && choices === undefined) expect(question).toMatch(/^[A-Z][a-z]+ .*[a-z)]\??/);
  });

  it.each(runnable.map(([name]) => name))('of %s fits 30 lines of 80 columns', async (name) => {
    const help = await textAt(80, ...name.split(' '), '--help');
    expect(help.trimEnd().split('\n').length).toBeLessThanOrEqual(30);
  });

  it('describes cfi order runs with cfi runs, whose arguments and options it has', async () => {
    const options = async (name: string) =>
      (await textOf(...name.split(' '), '--help')).split('Options:')[1]?.split('\n\n')[0];
    expect(await options('order runs')).toBe(await options('runs'));
    const reference = readFileSync('docs/commands.md', 'utf8')
      .split('## cfi order runs\n')[1]
      ?.split('\n#')[0];
    expect(reference).toMatch(/^\n[^\n]+\n\nIt takes what \[cfi runs\]\(#cfi-runs\) takes\.\n$/);
  });

  it('has the options of a long list by what they are for', async () => {
    const help = await textOf('order', 'create', '--help-all');
    const titles = ['What to send', 'How to read the file', 'Other options'];
    const parts = titles.map((title) => help.split(`${title}:\n`)[1]?.split('\n\n')[0] ?? '');
    for (const [index, name] of ['--stock', '--sku-map', '--max-errors'].entries())
      expect(parts.map((part) => part.includes(`${name} `))).toEqual(titles.map((_, at) => at === index));
  });

  it.each([
    ['order create --help-all', 'cfi order create'],
    ['order --emulator create --help-all', 'cfi order create'],
    ['order create x.csv --help-all', 'cfi order create'],
    ['order --help-all', 'cfi order COMMAND'],
  ])('takes --help-all anywhere: %s', async (line, usage) => {
    expect(await textOf(...line.split(' '))).toContain(`Usage: ${usage}`);
  });

  it('leaves --help-all behind -- to the command that is run', async () => {
    const request = await readLine(['emulator', 'exec', '--', 'cfi', '--help-all']);
    expect(request).toMatchObject({ line: { options: { command: ['cfi', '--help-all'] } } });
  });

  it('tells an assistant all it must know in 200 lines of 80 columns', async () => {
    const page = await textAt(80, 'help', 'agent');
    expect(page.split('\n').length).toBeLessThanOrEqual(200);
    const words = page.replaceAll(/\s+/g, ' ');
    const skill = readFileSync('skills/cfi/SKILL.md', 'utf8');
    expect(skill).toMatch(/^---\nname: cfi\ndescription: [^\n]+\n---\n\n# cfi/);
    expect(skill.replaceAll(/\s+/g, ' ')).toContain(words.trim());
    for (const [name, { namesAccount, options = [] }] of visible)
      if (namesAccount || options.some((option) => longName(option) === '--dry-run'))
        expect(words).toContain(name);
  });

  it.each(topicNames.filter((name) => name !== 'agent'))(
    'on the topic %s fits 40 lines of 80 columns, and is broken only there',
    async (topic) => {
      const help = await textAt(80, 'help', topic);
      expect(help.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
      // A line that was broken by hand is broken again in a narrower terminal.
      const unbroken = (await textOf('help', topic)).split('\n');
      expect(unbroken.filter((line) => /^ {7,}[^ "]|^ {2}[^{"].*[a-z],$/.test(line))).toEqual([]);
    },
  );

  it.each([60, 80, 120])('wraps at words to fit %i columns', async (width) => {
    const pages = [...runnable.map(([name]) => name), ...groups, ...topicNames];
    for (const page of pages) {
      const text = await textAt(width, 'help', ...page.split(' '));
      // A single word may be longer: an address, or a rule in JSON.
      // Commands wrap only before options, because their words may be quoted.
      const prose = text.split('\n').filter((line) => !/^ +(cfi |.*\| cfi|--|#)/.test(line));
      expect(prose.filter((line) => line.length > width && /\S \S/.test(line))).toEqual([]);
      const words = (shown: string): string => shown.replaceAll(/ \\$/gm, '').split(/\s+/).sort().join(' ');
      expect(words(text)).toBe(words(await textOf('help', ...page.split(' '))));
    }
  });

  it('shows a script about exit codes that a shell can read as it is shown', async () => {
    const text = await textAt(80, 'help', 'exit-codes');
    const script = text.slice(text.indexOf('cfi order create'));
    expect(spawnSync('sh', ['-n'], { input: script, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
    expect(script).toContain('esac');
  });
});
