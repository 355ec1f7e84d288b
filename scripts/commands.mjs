// Generates docs/commands.md, and skills/cfi/SKILL.md for assistants, from the command tree:
// node scripts/run-ts.mjs scripts/commands.mjs [--check]
import { readFileSync, writeFileSync } from 'node:fs';
import { agentPage } from '../src/app/agent.ts';
import { ownOptions } from '../src/app/help.ts';
import { allCommands } from '../src/app/tree.ts';
import { globalOptions } from '../src/cli/global-options.ts';

const commands = allCommands;

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
const code = (text) => `\`${text.replaceAll('|', '\\|')}\``;
const flags = (text) => text.replaceAll(/<([^>]*)>/g, '$1');
const anchor = (path) => `cfi-${path.join('-')}`;

/** Leaves out columns that are empty in every row. */
function table(heads, rows) {
  if (rows.length === 0) return [];
  const kept = (cells) => cells.filter((_, index) => rows.some((row) => row[index] !== ''));
  const line = (cells) => `| ${kept(cells).join(' | ')} |`;
  return [[line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')];
}

const values = ({ help, choices, suggest = [] }) => {
  const coded = (words) => words.map((word) => `\`${word}\``).join(', ');
  if (choices !== undefined) return coded(choices);
  return suggest.every((word) => help.includes(word)) ? '' : `suggested: ${coded(suggest)}`;
};

const optionRow = (option) => {
  const marks = [option.required ? 'required' : ''].filter(Boolean);
  const extra = marks.length === 0 ? '' : ` (${marks.join(', ')})`;
  const saved =
    option.setting === undefined ? '' : `; to save a default: \`cfi config set ${option.setting}\``;
  return [code(flags(option.flags)), `${cell(option.help)}${extra}${saved}`, values(option)];
};

const argumentText = ({ label, required, variadic }) => {
  const name = variadic ? `${label}...` : label;
  return required ? name : `[${name}]`;
};

function usage(path, command) {
  if (command.commands !== undefined) return `cfi ${path.join(' ')} COMMAND`;
  const words = ['cfi', ...path, ...(command.args ?? []).map(argumentText)];
  return [...words, ...((command.options ?? []).length > 0 ? ['[options]'] : [])].join(' ');
}

const exampleLines = ({ command, does }) => (does === undefined ? [command] : [`# ${does}`, command]);

function seeAlso({ related = [] }) {
  const links = related.map((line) => {
    const words = line.split(' ');
    const target = words[0] === 'help' ? ['help'] : words;
    return `[cfi ${line}](#${anchor(target)})`;
  });
  return links.length === 0 ? [] : [`See also ${links.join(', ')}.`];
}

function section(path, command) {
  const members = (command.commands ?? []).filter(({ hidden }) => !hidden);
  const heading = [`${'#'.repeat(path.length + 1)} cfi ${path.join(' ')}`, `${command.summary}.`];
  const whole = command.partOf;
  if (whole !== undefined)
    return [...heading, `It takes what [cfi ${whole}](#${anchor(whole.split(' '))}) takes.`];
  const parts = [
    ...heading,
    `\`\`\`text\n${usage(path, command)}\n\`\`\``,
    ...table(
      ['command', 'what it does'],
      members.map(({ name, summary }) => [`[${name}](#${anchor([...path, name])})`, cell(summary)]),
    ),
    ...table(
      ['argument', 'meaning'],
      (command.args ?? [])
        .filter(({ help }) => help !== undefined)
        .map(({ label, help }) => [code(label), cell(help)]),
    ),
    ...table(['option', 'meaning', 'values'], (command.options ?? []).map(optionRow)),
    ...(command.notes === undefined ? [] : [cell(command.notes)]),
    ...seeAlso(command),
    ...(command.examples.length === 0
      ? []
      : [`\`\`\`sh\n${command.examples.flatMap(exampleLines).join('\n')}\n\`\`\``]),
  ];
  return [...parts, ...members.flatMap((member) => section([...path, member.name], member))];
}

const shown = commands.filter(({ hidden }) => !hidden);
const text = `${[
  '# Command reference',
  'Generated from the program by `npm run docs`; do not edit. `cfi help COMMAND` shows the same text.',
  ...table(
    ['command', 'what it does'],
    shown.map(({ name, summary }) => [`[cfi ${name}](#${anchor([name])})`, cell(summary)]),
  ),
  '## Global options',
  'You can use these anywhere on the command line. The variable in brackets has the same effect. Options override variables, and variables override the profile.',
  ...table(['option', 'meaning', 'values'], [...globalOptions, ...ownOptions].map(optionRow)),
  ...shown.flatMap((command) => section([command.name], command)),
].join('\n\n')}\n`;

/** The page of `cfi help agent`, as assistants load it: with a name, and when to read it. */
const skill = `---
name: cfi
description: Uploads orders, reads stock, books delivery slots and creates purchase orders at a fulfilment service with the command line program cfi, first on its emulator. Use it for work with cfi, its files, or its errors.
---

${agentPage(commands)}`;

for (const [file, content] of [
  ['docs/commands.md', text],
  ['skills/cfi/SKILL.md', skill],
]) {
  if (!process.argv.includes('--check')) writeFileSync(file, content);
  else if (readFileSync(file, 'utf8') !== content) {
    console.error(`${file} is out of date: run npm run docs`);
    process.exitCode = 1;
  }
}
