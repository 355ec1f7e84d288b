// Generates the manual pages from the command tree: node scripts/run-ts.mjs scripts/man.mjs [FOLDER], by default
// dist/man. There is a page for the program, and one for each command and group: cfi.1, cfi-order.1, cfi-order-create.1.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { topics } from '../src/app/topics.ts';
import { allCommands } from '../src/app/tree.ts';
import { globalOptions } from '../src/cli/global-options.ts';
import { asItIs, entry, flagsText, head, roff, section, seeAlso } from './man/roff.mjs';

const commands = allCommands;

const folder = process.argv[2] ?? 'dist/man';
const { version, description } = JSON.parse(readFileSync('package.json', 'utf8'));

const pageName = (path) => ['cfi', ...path].join('-');
const visible = (members = []) => members.filter(({ hidden }) => !hidden);
/** A topic of the help without its title. */
const body = (topic) => topic.slice(topic.indexOf('\n')).trim();

const argumentText = ({ label, required, variadic }) => {
  const name = `<${label}>${variadic ? '...' : ''}`;
  return required ? name : `[${name}]`;
};

const optionText = ({ help, choices, suggest, repeat, required }) => {
  const all = choices ?? suggest ?? [];
  const kind = choices === undefined ? 'suggested values' : 'values';
  const values = all.every((value) => help.includes(value)) ? [] : all;
  const marks = [required ? 'required' : '', repeat ? 'repeatable' : ''].filter(
    (mark) => mark !== '' && !help.includes(mark),
  );
  const more = [...marks, ...(values.length === 0 ? [] : [`${kind}: ${values.join(', ')}`])];
  return [help, ...more].join('; ');
};

const optionEntries = (options = []) =>
  options.flatMap((option) => entry(flagsText(option.flags), optionText(option)));

const memberEntries = (path, members) =>
  members.flatMap(({ name, summary }) =>
    entry(`\\fB${roff(pageName([...path, name]))}\\fR(1)`, `${summary}.`),
  );

function synopsis(path, command) {
  const words = [`\\fB${roff(['cfi', ...path].join(' '))}\\fR`];
  if (command.commands !== undefined) words.push('\\fICOMMAND\\fR');
  words.push(...(command.args ?? []).map((argument) => flagsText(argumentText(argument))));
  if ((command.options ?? []).length > 0) words.push('[\\fIoptions\\fR]');
  return words.join(' ');
}

const exampleLines = ({ command, does }, index) => [
  ...(index === 0 ? [] : ['.PP']),
  ...(does === undefined ? [] : [`${roff(`${does}:`)}`, '.PP']),
  ...['.RS 4', ...asItIs(command), '.RE'],
];

/** Pages of related commands; a topic of the help has none. */
const relatedPages = ({ related = [] }) =>
  related.filter((line) => !line.startsWith('help ')).map((line) => pageName(line.split(' ')));

/** The page of a command or group. */
function commandPage(path, command) {
  const above = path.length === 1 ? ['cfi'] : ['cfi', pageName(path.slice(0, -1))];
  const described = (command.args ?? []).filter(({ help }) => help !== undefined);
  const notes = command.notes === undefined ? [] : ['.PP', roff(command.notes)];
  return [
    ...head(pageName(path), version, command.summary),
    ...section('SYNOPSIS', [synopsis(path, command)]),
    ...section('DESCRIPTION', [roff(`${command.summary}.`), ...notes]),
    ...section('COMMANDS', memberEntries(path, visible(command.commands))),
    ...section(
      'ARGUMENTS',
      described.flatMap((argument) => entry(flagsText(`<${argument.label}>`), argument.help)),
    ),
    ...section('OPTIONS', [
      ...optionEntries(command.options),
      ...((command.options ?? []).length === 0 ? [] : ['.PP']),
      'The options that every command takes are described in \\fBcfi\\fR(1).',
    ]),
    ...section('EXAMPLES', command.examples.flatMap(exampleLines)),
    ...section('EXIT STATUS', ['0 on success; the other codes are listed in \\fBcfi\\fR(1).']),
    ...seeAlso([...above, ...relatedPages(command)]),
  ];
}

/** The page of the program. */
const programPage = () => [
  ...head('cfi', version, description),
  ...section('SYNOPSIS', ['\\fBcfi\\fR \\fICOMMAND\\fR [\\fIoptions\\fR]']),
  ...section('DESCRIPTION', [
    'Uploads orders, each exactly once; shows stock; books delivery slots; creates purchase orders.',
    'With \\fB\\-\\-emulator\\fR, everything happens offline, on an emulator of the whole service.',
  ]),
  ...section('COMMANDS', memberEntries([], visible(commands))),
  ...section('OPTIONS', [
    ...optionEntries(globalOptions),
    ...entry(flagsText('-h, --help'), 'explain a command'),
    ...entry(
      flagsText('-V, --version'),
      'print the version; with --json also Node, platform and installation',
    ),
  ]),
  ...section('ENVIRONMENT', asItIs(body(topics.environment))),
  ...section('EXIT STATUS', asItIs(body(topics['exit-codes']))),
  ...seeAlso(visible(commands).map(({ name }) => pageName([name]))),
];

/** Every page below a path, by its name. */
const pagesBelow = (path, members) =>
  members.flatMap((command) => {
    const here = [...path, command.name];
    return [[pageName(here), commandPage(here, command)], ...pagesBelow(here, visible(command.commands))];
  });

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, lines] of [['cfi', programPage()], ...pagesBelow([], visible(commands))])
  writeFileSync(join(folder, `${name}.1`), `${lines.join('\n')}\n`);
