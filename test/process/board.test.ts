import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';
import { inTerminal, programLine, runPty } from '../support/processes/process.ts';
import { json, startService } from '../support/services/http-server.ts';
import { credentials } from '../support/sign-in.ts';

const leave = '\u001b[?25h\u001b[?1049l';

/** A home whose emulator has a Northgate slot. */
async function withSlot(): Promise<string> {
  const line = [
    ...['--emulator', 'slot', 'book', '--date', '2030-05-14', '--window', 'morning'],
    ...['--warehouse', 'Northgate FC', '--loading-type', 'loose', '--number-of-skus', 'lt_10'],
  ];
  const { code, home } = await runCli(line, { now: Date.now() });
  expect(code).toBe(0);
  return home;
}

/** The lines of the last drawn screen, without styling. */
function lastFrame(text: string): string[] {
  const frame = text.slice(text.lastIndexOf('\u001b[H') + 3);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
  return frame.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, '').split('\r\n');
}

describe('cfi board in a real terminal', () => {
  it('draws, asks, and restores the screen', async () => {
    const home = await withSlot();
    const board = runPty(['--emulator', 'board'], { home, columns: 60, env: { LANG: 'C.UTF-8' } });
    await board.until('SLOT-000001');
    // Enter on everything, a y too early, and the end of input.
    for (const keys of ['\r', '\u0004', '\u001b', 'yes\nyes\n', 'n\r']) {
      board.type('xyy\r');
      await board.answer('Cancel slot SLOT-000001? (y/N)', keys);
      await board.until('nothing was sent');
    }
    board.type('q');
    const { code, text } = await board.done;
    expect(code).toBe(0);
    expect(text.endsWith(leave)).toBe(true);
  });

  it('restores the screen after a signal', async () => {
    const board = runPty(['--emulator', 'board']);
    await board.until('updated');
    board.signal('SIGHUP');
    const { code, text } = await board.done;
    expect([code, text.endsWith(leave)]).toEqual([129, true]);
  });

  it('says after Ctrl-C what may have been done', async () => {
    const offer = { proposedBy: 'ops', proposedTime: '2030-05-14T13:00:00+01:00' };
    const slot = {
      slotReference: 'S-1',
      scheduleStatus: 'pending_customer',
      warehouse: 'Northgate FC',
      schedule: { proposals: [offer] },
    };
    let arrived = (): void => {};
    const sent = new Promise<void>((done) => {
      arrived = done;
    });
    const { baseUrl } = await startService(({ method, url }, response) => {
      if (method === 'POST') return arrived();
      json(response, 200, { success: true, data: url.endsWith('/S-1') ? slot : [slot] });
    });
    const board = runPty(['board'], { env: credentials(baseUrl), columns: 120 });
    await board.answer('Your answer (1)', 'a');
    await board.answer('(y/N)', 'y\r');
    await sent;
    board.type('\u0003');
    const { code, text } = await board.done;
    // It was left for the question, and at the end.
    const [, , after = '', ...more] = text.split(leave);
    expect(more).toEqual([]);
    expect([code, after.replaceAll(/\s+/g, ' ')]).toEqual([
      130,
      expect.stringContaining('slot S-1 may or may not have your acceptance'),
    ]);
  });

  it('restores the screen before it reports an error of its own', async () => {
    const home = makeHome();
    const file = join(home, 'break.cjs');
    writeFileSync(file, "process.on('SIGUSR2', () => { throw new Error('broken on purpose'); });");
    const env = { NODE_OPTIONS: `--require ${file}` };
    const board = runPty(['--emulator', 'board'], { home, env });
    await board.until('updated');
    board.signal('SIGUSR2');
    const { code, text } = await board.done;
    expect(code).toBe(1);
    const [, after = ''] = text.split(leave);
    expect(after).toContain('broken on purpose');
    expect(text.split(leave)).toHaveLength(2);
  });

  it('follows the size of the terminal, down to 60x16', async () => {
    const home = await withSlot();
    const board = runPty(['--emulator', 'board'], { home, columns: 120, rows: 40, env: { LANG: 'C.UTF-8' } });
    await board.until('SLOT-000001');
    for (const [columns, rows] of [
      [80, 24],
      [60, 16],
      [120, 40],
    ] as const) {
      board.resize(columns, rows);
      await board.until('\u001b[H');
      await board.until('? keys');
      const lines = lastFrame(board.text());
      expect(lines).toHaveLength(rows);
      expect(Math.max(...lines.map((line) => line.trimEnd().length))).toBeLessThanOrEqual(columns);
      expect(lines.join('\n')).toContain('SLOT-000001');
    }
    board.type('q');
    expect((await board.done).code).toBe(0);
  });

  it('leaves the terminal to the shell on Ctrl-Z, and takes it again after fg', async () => {
    const home = await withSlot();
    const file = join(home, 'pid.cjs');
    writeFileSync(
      file,
      `require('node:fs').writeFileSync(${JSON.stringify(join(home, 'pid'))}, \`\${process.pid}\`);`,
    );
    const env = { LANG: 'C.UTF-8', PS1: 'shell> ', CFI_EMULATOR: '1', NODE_OPTIONS: `--require ${file}` };
    const shell = inTerminal(['bash', '--norc', '--noprofile', '-i'], { home, env });
    await shell.answer('shell> ', `${programLine} board\r`);
    await shell.until('Waiting on the warehouse (1)');
    const stops = [
      () => shell.type('\u001a'),
      // From outside: the shell then has the terminal without a word from the board.
      () => process.kill(Number(readFileSync(join(home, 'pid'), 'utf8')), 'SIGSTOP'),
    ];
    for (const stop of stops) {
      stop();
      await shell.until('Stopped');
      await shell.answer('shell> ', 'fg\r');
      await shell.answer('Waiting on the warehouse (1)', '?');
      await shell.answer('any other key: back', ' ');
      await shell.until('Waiting on the warehouse (1)');
    }
    expect(shell.text().indexOf(leave)).toBeLessThan(shell.text().indexOf('Stopped'));
    shell.type('q');
    await shell.answer('shell> ', 'exit\r');
    expect((await shell.done).code).toBe(0);
  });
});
