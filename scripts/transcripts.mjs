// Runs the commands of every ```console block in the pages and inserts what they print:
// node scripts/transcripts.mjs [--check] [PAGE...]. Each page is one session, from top to bottom. A command under which
// the page shows a question, `(y/N)`, or the account runs in a terminal, and `y` answers it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { session } from './pages/session.mjs';

const block = /^```console\n([\s\S]*?)^```$/gm;
const args = process.argv.slice(2);
const check = args.includes('--check');
const named = args.filter((arg) => !arg.startsWith('--'));
const pages = named.length > 0 ? named : ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)];

/** The commands of a block, including their continuation lines and here-documents. */
const commandLine = /^\$ ((?:.*\\\n)*.*<<'(\w+)'.*\n[\s\S]*?^\2$|(?:.*\\\n)*.*)$/gm;
const commandsIn = (text) => {
  const found = [...text.matchAll(commandLine)];
  return found.map(({ 0: whole, 1: command, index }, position) => {
    const shown = text.slice(index + whole.length, found[position + 1]?.index);
    return /\(y\/N\)|^account: /m.test(shown) ? { command, answer: 'y' } : command;
  });
};

const ended = (text) => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

let stale = 0;
for (const page of pages.filter((name) => name.endsWith('.md'))) {
  const before = readFileSync(page, 'utf8');
  const commands = [...before.matchAll(block)].flatMap(([, text]) => commandsIn(text));
  if (commands.length === 0) continue;
  const ran = session(commands, { account: page === 'README.md' });
  const after = before.replaceAll(block, (_, text) => {
    const steps = ran.splice(0, commandsIn(text).length);
    return `\`\`\`console\n${steps.map(({ command, output }) => `$ ${command}\n${ended(output)}`).join('')}\`\`\``;
  });
  if (after === before) continue;
  if (check) console.error(`${page} does not show what the program prints: run npm run docs`);
  else writeFileSync(page, after);
  stale += 1;
}
if (check && stale > 0) process.exitCode = 1;
