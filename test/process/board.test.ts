import { describe, expect, it } from 'vitest';
import { makeHome } from '../support/cli.ts';
import { runPty, spawnCli } from '../support/processes/process.ts';

const leave = '\u001b[?25h\u001b[?1049l';

describe('cfi board in a real terminal', () => {
  it.each([120, 80, 60])('draws %d columns, asks, and gives the screen back', async (columns) => {
    const home = makeHome();
    const booked = spawnCli(
      [
        ...['--emulator', 'slot', 'book', '--date', '2030-05-14', '--window', 'morning'],
        ...['--warehouse', 'Northgate FC', '--loading-type', 'loose', '--number-of-skus', 'lt_10'],
      ],
      { home },
    );
    expect((await booked.done).code).toBe(0);
    const board = runPty(['--emulator', 'board'], { home, columns, env: { LANG: 'C.UTF-8' } });
    await board.until('SLOT-000001');
    board.type('x');
    await board.until('Cancel slot SLOT-000001? y/n');
    board.type('n');
    await board.until('nothing was sent');
    board.type('q');
    const { code, text } = await board.done;
    expect(code).toBe(0);
    expect(text.endsWith(leave)).toBe(true);
  });

  it('ends with 130 on Ctrl-C, the screen restored', async () => {
    const board = runPty(['--emulator', 'board']);
    await board.until('looked');
    board.type('\u0003');
    const { code, text } = await board.done;
    expect([code, text.endsWith(leave)]).toEqual([130, true]);
  });

  it('ends with 2 where there is no terminal', async () => {
    const { code, stderr } = await spawnCli(['--emulator', 'board']).done;
    expect([code, stderr]).toEqual([2, expect.stringContaining('cfi today')]);
  });
});
