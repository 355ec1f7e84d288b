// Runs `cfi board` in a pseudo-terminal and prints the last screen that it drew: node board-screen.mjs COLUMNS ROWS
import { spawn } from '@lydell/node-pty';

const [cols, rows] = process.argv.slice(2).map(Number);
const terminal = spawn('cfi', ['board'], { cols, rows, env: process.env, name: 'xterm-256color' });
let shown = '';
let left = false;
terminal.onData((text) => {
  shown += text;
  if (left || !/next \d/.test(shown)) return;
  left = true;
  terminal.write('q');
});
terminal.onExit(() => {
  const frames = shown.split('\u001b[H').filter((frame) => /next \d/.test(frame));
  const lines = (frames.at(-1) ?? '').split('\u001b[?25h')[0].replaceAll('\u001b[2K', '').split('\r\n');
  process.stdout.write(`${lines.slice(0, rows).join('\n')}\n`);
});
