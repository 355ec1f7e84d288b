import { expect, it } from 'vitest';
import { readLine } from '../../src/app/parse.ts';
import { allCommands } from '../../src/app/tree.ts';
import { leaves } from '../../src/cli/command.ts';

const relatedTo = new Map(
  [...leaves(allCommands)]
    .filter(({ command }) => command.hidden !== true)
    .map(({ path, command: { related = [] } }) => [path.join(' '), related]),
);
/** Nothing is like them. */
const alone = ['completion', 'help'];
const linked = [...relatedTo].filter(([name]) => !alone.includes(name));

const helpOf = async (name: string): Promise<string> => {
  const request = await readLine(['help', ...name.split(' ')], 80);
  if (request.kind !== 'text') throw new Error(`cfi help ${name} is a command`);
  return request.text;
};

it.each(linked)('the help of %s names what is related', async (name, related) => {
  const help = await helpOf(name);
  expect(related).not.toEqual([]);
  const lines = help.slice(help.indexOf('\nSee also: ')).split('\n\n')[0]?.trim() ?? '';
  expect(lines.replace(/\n/g, ' ')).toBe(`See also: ${related.map((line) => `cfi ${line}`).join(', ')}.`);
});

it.each(linked.flatMap(([name, related]) => related.map((other) => [name, other] as const)))(
  '%s points to %s, which exists, is not itself, and points back',
  async (name, other) => {
    const [first, ...topic] = other.split(' ');
    if (first === 'help') return void expect(await helpOf(topic.join(' '))).not.toBe('');
    expect(other).not.toBe(name);
    expect(relatedTo.get(other)).toContain(name);
  },
);
