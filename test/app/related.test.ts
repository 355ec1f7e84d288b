import { expect, it } from 'vitest';
import { readLine } from '../../src/app/parse.ts';
import { relatedTo } from '../../src/app/related.ts';
import { publicCommands } from './interface.ts';

const names = publicCommands.map(([name]) => name);
/** Nothing is like them. */
const alone = ['completion', 'help'];

const helpOf = async (name: string): Promise<string> => {
  const request = await readLine(['help', ...name.split(' ')], '0.0.0', 80);
  if (request.kind !== 'text') throw new Error(`cfi help ${name} is a command`);
  return request.text;
};

it.each(names.filter((name) => !alone.includes(name)))(
  'the help of %s names what is related',
  async (name) => {
    const help = await helpOf(name);
    const related = relatedTo(name.split(' '));
    expect(related).not.toEqual([]);
    const lines = help.slice(help.indexOf('\nSee also: ')).split('\n\n')[0]?.trim() ?? '';
    expect(lines.replace(/\n/g, ' ')).toBe(`See also: ${related.join(', ')}.`);
  },
);

it.each(names.flatMap((name) => relatedTo(name.split(' ')).map((line) => [name, line])))(
  '%s points to %s, which exists and is not itself',
  async (name, line) => {
    const [, ...words] = line.split(' ');
    expect(words.join(' ')).not.toBe(name);
    if (words[0] === 'help') return void expect(await helpOf(words.slice(1).join(' '))).not.toBe('');
    expect(names).toContain(words.join(' '));
    expect(relatedTo(words)).toContain(`cfi ${name}`);
  },
);
