// Runs a command line in a pseudo-terminal, answers its question, and prints what the terminal showed:
// node at-terminal.mjs COLUMNS ANSWER COMMAND

import { stripVTControlCharacters } from 'node:util';
import { spawn } from '@lydell/node-pty';

const [columns, answer, command] = process.argv.slice(2);
const options = { cols: Number(columns), rows: 100, env: { ...process.env, PAGER: 'cat', TERM: 'dumb' } };
const terminal = spawn('bash', ['-c', command], options);
let shown = '';
let isAnswered = false;
terminal.onData((text) => {
  shown += text;
  if (isAnswered || !shown.includes('(y/N)')) return;
  isAnswered = true;
  terminal.write(`${answer}\r`);
});
terminal.onExit(({ exitCode }) => {
  process.exitCode = exitCode;
  process.stdout.write(stripVTControlCharacters(shown).replaceAll('\r', ''));
});
