// Runs `cfi board` in a pseudo-terminal of 100 columns and prints the screen as it was drawn last.
import { spawn } from '@lydell/node-pty';

const rows = 14;
const terminal = spawn('cfi', ['board'], { cols: 100, rows, env: process.env, name: 'xterm-256color' });
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
