import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { linePrompts } from '../../../src/cli/prompts.ts';
import type { Deps, Input } from '../../../src/deps.ts';
import { testbedForEach } from '../../support/testbed.ts';

const testbed = testbedForEach();

const offer = '2026-09-08T13:00:00+01:00';

/** What a board is started with, besides its name. */
interface Line {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A running board: its terminal output, its current screen, and the timers it has set. */
function openBoard(columns = 100, more: Partial<Deps> = {}, { args = [], env = {} }: Line = {}) {
  const raw: boolean[] = [];
  const timers: { ms: number; callback: () => void }[] = [];
  const keyboard = new PassThrough();
  const stdin: Input = Object.assign(keyboard, {
    isTTY: true,
    setRawMode: (mode: boolean) => raw.push(mode),
  });
  let shown = '';
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns, rows: 30 });
  stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  const { signal } = new AbortController();
  const terminal = { input: stdin, output: stdout, signal, onContinue: () => () => {} };
  const done = testbed.cfi(['board', ...args], {
    tty: true,
    env: { HOME: testbed.home, ...env },
    deps: {
      stdin,
      stdout,
      startTimer: (ms, callback) => {
        timers.push({ ms, callback });
        return () => {};
      },
      stderr: stdout,
      prompts: async () => linePrompts(terminal),
      ...more,
    },
  });
  /** Waits until the last screen shows the text; fails the test if the board ends first. */
  const until = async (text: string): Promise<void> => {
    let look = (): void => {};
    const seen = new Promise<void>((resolve) => {
      look = () => {
        if (screen().includes(text)) resolve();
      };
    });
    stdout.on('data', look);
    look();
    const ended = done.then(({ code }) => {
      throw new Error(`the board ended with ${code} before it showed "${text}": ${screen()}`);
    });
    await Promise.race([seen, ended]).finally(() => stdout.off('data', look));
  };
  /** The last screen, or what is asked beside it. */
  const screen = (): string => {
    const begins = ['\u001b[H', '\u001b[?1049l'].map((mark) => shown.lastIndexOf(mark, shown.length - 9));
    return shown.slice(Math.max(...begins));
  };
  /** Lets the screen settle, like a person who reads before typing. */
  const read = async (): Promise<void> => {
    for (let round = 0; round < 10; round++) await new Promise((next) => setImmediate(next));
  };
  const type = (text: string | Buffer): void => void keyboard.write(text);
  /** Types, and waits for what the screen then shows. */
  const enter = (text: string, shows: string): Promise<void> => {
    type(text);
    return until(shows);
  };
  /** Types, and reads the line or question that follows. */
  const ask = async (text: string, question = '(y/N)'): Promise<void> => {
    await enter(text, question);
    await read();
  };
  /** Leaves the board; its exit code. */
  const quit = async (): Promise<number> => {
    type('q');
    return (await done).code;
  };
  const vanish = (): void => void keyboard.end();
  const resize = (columns: number): void => {
    stdout.columns = columns;
    stdout.emit('resize');
  };
  return {
    until,
    read,
    enter,
    ask,
    quit,
    type,
    vanish,
    resize,
    screen,
    raw,
    timers,
    done,
    shown: () => shown,
  };
}

describe('cfi board', () => {
  it('needs a terminal, and names alternatives', async () => {
    const { code, stderr } = await testbed.cfi(['board']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('cfi today')]);
  });

  it('opens the alternate screen and restores the original on q', async () => {
    const board = openBoard();
    await board.until('Your answer: nothing');
    expect(await board.quit()).toBe(0);
    expect(board.shown().startsWith('\u001b[?1049h\u001b[?25l')).toBe(true);
    expect(board.shown().endsWith('\u001b[?25h\u001b[?1049l')).toBe(true);
    expect(board.raw).toEqual([true, false]);
  });

  it('draws once for all that is pasted', async () => {
    const board = openBoard();
    await board.until('updated');
    await board.ask('/', 'Filter: _');
    const before = board.shown().length;
    await board.enter('x'.repeat(50), 'xxx_');
    expect(board.shown().slice(before).split('\u001b[H')).toHaveLength(2);
    board.type('\u0003');
    expect((await board.done).code).toBe(130);
  });

  it('ends with 129 when its terminal is gone, even without a signal', async () => {
    const board = openBoard();
    await board.until('updated');
    board.vanish();
    expect((await board.done).code).toBe(129);
    expect(board.raw).toEqual([true, false]);
  });

  it('shows a whole record on a narrow terminal, with the comment of the warehouse', async () => {
    const slot = await testbed.book();
    const comment = 'The dock is full until noon, and the afternoon is the earliest that we can offer';
    await testbed.fc(slot, 'counter', { proposedTime: offer, comment });
    const board = openBoard(60);
    await board.until(slot);
    await board.enter('\r', 'Negotiation');
    const lines = board.screen().replaceAll('\u001b[2K', '').split('\r\n');
    expect(lines.join(' ').replaceAll(/\s+/g, ' ')).toContain(`"${comment}"`);
    board.type('qq');
    expect((await board.done).code).toBe(0);
  });

  it('lays a whole record out again when the terminal becomes narrower', async () => {
    const slot = await testbed.book();
    const comment = 'The dock is full until noon, and the afternoon is the earliest that we can offer';
    await testbed.fc(slot, 'counter', { proposedTime: offer, comment });
    const board = openBoard(160);
    await board.until(slot);
    await board.enter('\r', 'Negotiation');
    board.resize(60);
    await board.read();
    const lines = board.screen().replaceAll('\u001b[2K', '').split('\r\n');
    expect(lines.join(' ').replaceAll(/\s+/g, ' ')).toContain(`"${comment}"`);
    await board.enter(' ', 'Your answer (1)');
    board.resize(100);
    await board.read();
    expect(board.screen()).not.toContain('Negotiation');
    expect(await board.quit()).toBe(0);
  });

  it('shows the week, turns it, and lays it out again for another width and after a refresh', async () => {
    const slot = await testbed.bookOffered('2026-09-04T13:00:00+01:00');
    const board = openBoard();
    await board.until(slot);
    await board.enter('w', `! ${slot}`);
    expect(board.screen()).toContain('Fri 4 Sep');
    await board.enter('\u001b[C', 'Week of 7 Sep');
    expect(board.screen()).not.toContain(slot);
    await board.enter('\u001b[D', `! ${slot}`);
    board.resize(60);
    await board.read();
    for (const line of board.screen().replaceAll('\u001b[2K', '').split('\r\n').slice(1, -1))
      expect(line.length).toBeLessThanOrEqual(60);
    await testbed.respond(slot, { action: 'accept' });
    board.timers.at(-1)?.callback();
    await board.until(`+ ${slot}`);
    board.type('q');
    expect(await board.quit()).toBe(0);
  });

  it('accepts the displayed offer after y, and shows it as arriving', async () => {
    const slot = await testbed.bookOffered('2026-09-04T13:00:00+01:00');
    const board = openBoard();
    await board.until(slot);
    await board.ask('a');
    await board.enter('y\r', `${slot} is confirmed for Fri 4 Sep 13:00 BST`);
    await board.until('Arriving (1)');
    await board.quit();
    expect((await testbed.read(slot)).scheduleStatus).toBe('confirmed');
  });

  it('keeps the cursor on its row when a refresh finds an offer above it', async () => {
    const later = await testbed.bookOffered('2026-09-09T13:00:00+01:00');
    const board = openBoard();
    await board.until(`> ${later}`);
    const sooner = await testbed.bookOffered('2026-09-04T13:00:00+01:00');
    board.timers.at(-1)?.callback();
    await board.until(` *${sooner}`);
    expect(board.screen()).toContain(`> ${later}`);
    await board.ask('b', `Book a slot like ${later}`);
    await board.ask('2026-09-11\r');
    await board.enter('y\r', 'booked SLOT-');
    expect(board.screen()).toContain(`> ${later}`);
    await board.ask('a', `Accept ${later} for`);
    await board.enter('y\r', `>*${sooner}`);
    expect(await board.quit()).toBe(0);
  });

  it('goes on to the next offer after an answer, and stays with the last slot', async () => {
    const slots: string[] = [];
    for (const day of ['04', '05', '06'])
      slots.push(await testbed.bookOffered(`2026-09-${day}T13:00:00+01:00`));
    const [first, second, third] = slots;
    const board = openBoard();
    await board.until(`> ${first}`);
    board.type('j');
    for (const [answered, next] of [
      [second, third],
      [third, first],
      [first, first],
    ]) {
      await board.until(`> ${answered}`);
      await board.ask('a');
      await board.enter('y\r', `${answered} is confirmed`);
      await board.until(`> ${next}`);
    }
    expect(await board.quit()).toBe(0);
  });

  it.each([
    ['--no-input', ['--no-input'], {}],
    ['CI', [], { CI: 'true' }],
  ])('may change nothing where nobody may be asked: %s', async (_, args, env) => {
    await testbed.bookOffered(offer);
    const board = openBoard(100, {}, { args, env });
    await board.until('read-only, updated');
    await board.enter('a', 'this board is read-only');
    expect(await board.quit()).toBe(0);
  });

  it('accepts nothing if the offer has changed meanwhile', async () => {
    const slot = await testbed.bookOffered(offer);
    const board = openBoard();
    await board.until(slot);
    await board.ask('a');
    await testbed.respond(slot, { action: 'counter', proposedTime: '2026-09-09T09:00:00+01:00' });
    await testbed.fc(slot, 'counter', { proposedTime: '2026-09-10T09:00:00+01:00' });
    await board.enter('y\r', `the warehouse has changed its offer for ${slot}`);
    await board.quit();
    expect((await testbed.read(slot)).scheduleStatus).toBe('pending_customer');
  });

  it('books no window that is over by the time that y is pressed', async () => {
    const slot = await testbed.book({ window: 'afternoon' });
    const board = openBoard(160);
    await board.until(slot);
    await board.ask('b', 'Book a slot like');
    await board.ask('today\r');
    await testbed.advance('5h');
    await board.enter('y\r', 'the afternoon of Tue 1 Sep is over; nothing was booked');
    await board.quit();
    expect((await testbed.acme.get('/inbound-slot')).body.data).toHaveLength(1);
  });

  it('books nothing that somebody else has booked while the question was open', async () => {
    const slot = await testbed.book();
    const board = openBoard(160);
    await board.until(slot);
    await board.ask('b', 'Book a slot like');
    await board.ask('2026-09-09\r');
    const other = await testbed.book({ date: '2026-09-09' });
    await board.enter('y\r', `already booked: ${other} (waiting for the warehouse), since you were asked`);
    await board.quit();
    expect((await testbed.acme.get('/inbound-slot')).body.data).toHaveLength(2);
  });

  it('repeats a cancellation that was lost, although it asks only once for each refresh', async () => {
    const slot = await testbed.book();
    const board = openBoard();
    await board.until(slot);
    const match = { method: 'DELETE', path: '/inbound-slot/*' };
    await testbed.admin.post('/faults', { match, when: { times: 1 }, do: { socket: 'reset' } });
    await board.ask('x');
    await board.enter('y\r', `${slot} is cancelled`);
    await board.quit();
    expect((await testbed.read(slot)).scheduleStatus).toBe('cancelled');
  });

  it('shows what a colleague has done with the slot as soon as that prevents an action', async () => {
    const slot = await testbed.bookConfirmed();
    const board = openBoard();
    await board.until('no PO yet');
    await board.ask('x');
    await testbed.order({ slotReference: slot });
    await board.enter('y\r', 'has changed: used by');
    expect(board.screen()).not.toContain('no PO yet');
    expect(await board.quit()).toBe(0);
  });

  it('proposes no time if the offer has changed meanwhile, because the time may go with the day shown', async () => {
    const slot = await testbed.bookOffered(offer);
    const board = openBoard();
    await board.until(slot);
    await board.ask('c', 'Your time for');
    await testbed.respond(slot, { action: 'counter', proposedTime: '2026-09-09T09:00:00+01:00' });
    await testbed.fc(slot, 'counter', { proposedTime: '2026-09-10T09:00:00+01:00' });
    await board.ask('10:00\r', 'A comment');
    await board.ask('\r');
    await board.enter('y\r', `the warehouse has changed its offer for ${slot}`);
    await board.quit();
    expect((await testbed.read(slot)).scheduleStatus).toBe('pending_customer');
  });

  it.each([
    ['y', 'proposed Wed 1 Sep 2027 08:00 BST', 'pending_ops'],
    ['n', 'nothing was sent', 'pending_customer'],
  ])('asks about a day that is almost a year away; after %s: %s', async (key, message, status) => {
    const slot = await testbed.bookOffered(offer);
    const board = openBoard();
    await board.until(slot);
    await board.ask('c', 'Your time for');
    await board.ask('1 sep 08:00\r\ryyy', 'A comment');
    await board.ask('\ryyy');
    expect(board.screen()).toContain('Propose Wed 1 Sep 2027 08:00 BST for');
    expect(board.screen()).toContain('your time is 358 days after the offer');
    await board.enter(`${key}\r`, message);
    await board.quit();
    expect((await testbed.read(slot)).scheduleStatus).toBe(status);
  });

  it('reads a character that arrives in two parts', async () => {
    const board = openBoard();
    await board.until('Your answer: nothing');
    await board.ask('/', 'Filter: _');
    for (const byte of Buffer.from('ü')) {
      board.type(Buffer.of(byte));
      await board.read();
    }
    await board.until('Filter: ü_');
    board.type('\rq');
    expect((await board.done).code).toBe(0);
  });

  it('proposes a typed time, cancels after y, and books a similar slot', async () => {
    const slot = await testbed.bookOffered(offer);
    const board = openBoard();
    await board.until(slot);
    await board.ask('c', 'Your time for');
    await board.ask('wed 10:00\r', 'A comment');
    await board.ask('\r');
    expect(board.screen()).toContain('Propose Wed 9 Sep 10:00 BST for');
    await board.enter('y\r', 'proposed Wed 9 Sep 10:00 BST');
    await board.ask('b', 'Book a slot like');
    await board.enter('2026-08-31\r', 'choose a later day');
    await board.ask(`${'\u007f'.repeat(5)}09-11\r`);
    expect(board.screen()).not.toContain('already booked');
    await board.enter('y\r', 'booked SLOT-');
    await board.ask('b', 'Book a slot like');
    await board.ask('2026-09-11\r');
    expect(board.screen()).toContain('already booked: SLOT-000002 (waiting for the warehouse)');
    await board.enter('n\r', 'nothing was sent');
    await board.ask('x');
    await board.enter('y\r', 'is cancelled');
    await board.quit();
    const { data } = await testbed.json('slot', 'list');
    expect(data.map((one: Record<string, string>) => one.date)).toContain('2026-09-11');
    const { data: runs } = await testbed.json('runs');
    expect(runs).toMatchObject([{ kind: 'slot' }]);
    expect(data.filter((one: Record<string, string>) => one.scheduleStatus === 'cancelled')).toHaveLength(1);
  });

  it('says that a slot is booked even if it cannot be read afterwards', async () => {
    const slot = await testbed.book();
    await testbed.admin.post('/faults', {
      match: { method: 'GET', path: '/inbound-slot/SLOT-*' },
      when: { skip: 3 },
      do: { status: 503 },
    });
    const board = openBoard();
    await board.until(slot);
    await board.ask('b', 'Book a slot like');
    await board.ask('2026-09-11\r');
    await board.enter('y\r', 'booked SLOT-');
    await board.quit();
  });

  const create = async (
    board: ReturnType<typeof openBoard>,
    file: string,
    shows = '(y/N)',
  ): Promise<void> => {
    await board.ask('p', 'Purchase order file for');
    await board.ask(`${file}\r`, shows);
  };

  const order = (reference: string): string => `${reference},Northgate FC,AC-TENT-2,1\n`;
  const orderFile = (name: string, ...references: string[]): string => {
    const path = join(testbed.home, name);
    writeFileSync(path, `PO_REFERENCE,Warehouse_Name,SKU,Quantity\n${references.map(order).join('')}`);
    return path;
  };

  it('says once that a file does not exist, and finds one in the home folder', async () => {
    const slot = await testbed.bookConfirmed();
    orderFile('po.csv', 'P-1');
    const board = openBoard(160);
    await board.until(slot);
    await create(board, 'none.csv', 'none.csv: there is no such file');
    expect(board.shown()).not.toContain('(y/N)');
    expect(board.screen()).not.toContain('(there is no such file)');
    await create(board, '~/po.csv');
    expect(board.screen()).toMatch(new RegExp(`P-1 .*Northgate FC +${slot} +1 × AC-TENT-2`));
    expect(board.screen()).toContain('Create 1 purchase order at Northgate FC? (y/N), b goes back');
    await board.ask('b\r', `Purchase order file for ${slot}: ~/po.csv_`);
    await board.ask('\r');
    await board.enter('y\r', `uses ${slot}`);
    await board.quit();
  });

  it.each<[string, () => string, string]>([
    ['holds two', () => orderFile('two.csv', 'P-1', 'P-2'), 'P-1 and P-2 would both use slot'],
    ['holds none', () => orderFile('none.csv'), 'none.csv holds no new purchase order; nothing was sent'],
  ])('asks nothing about a file that %s, and sends nothing', async (_, file, message) => {
    const slot = await testbed.bookConfirmed();
    await testbed.requests();
    const board = openBoard(160);
    await board.until('no PO yet');
    await create(board, file(), message);
    expect(board.shown()).not.toContain('(y/N)');
    await board.quit();
    expect(readdirSync(testbed.home).filter((name) => name.includes('failed'))).toEqual([]);
    expect((await testbed.requests()).filter((request) => !request.startsWith('GET '))).toEqual([]);
    expect((await testbed.read(slot)).usedByPoReference ?? null).toBeNull();
  });

  it('creates what was reviewed, whatever becomes of the file meanwhile', async () => {
    const slot = await testbed.bookConfirmed();
    const board = openBoard(160);
    await board.until('no PO yet');
    await create(board, orderFile('po.csv', 'P-1'));
    orderFile('po.csv', 'P-2');
    await board.enter('y\r', `uses ${slot}`);
    await board.quit();
    const { data } = await testbed.json('po', 'get', 'P-1');
    expect(data.PO_REFERENCE).toBe('P-1');
  });

  it('keeps what was done while a refresh was under way, though its list is older', async () => {
    const slot = await testbed.bookOffered('2026-09-04T13:00:00+01:00');
    let lists = 0;
    let arrive = (): void => {};
    const arrives = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const board = openBoard(100, {
      openEmulator: async () => ({
        ...testbed.service,
        async handle(request) {
          const answer = await testbed.service.handle(request);
          if (request.target === '/v1/inbound-slot' && request.method === 'GET' && ++lists === 2)
            await arrives;
          return answer;
        },
      }),
    });
    await board.until(slot);
    board.type('g');
    await board.read();
    await board.ask('a');
    await board.enter('y\r', 'Arriving (1)');
    const before = board.timers.length;
    arrive();
    await board.read();
    expect([lists, board.timers.length]).toEqual([2, before + 1]);
    expect(board.screen()).toContain('Arriving (1)');
    await board.quit();
  });

  it('does not claim that nothing needs an answer before the slots have been read', async () => {
    const slot = await testbed.bookOffered(offer);
    await testbed.admin.post('/faults', {
      match: { path: '/inbound-slot' },
      when: { times: 1 },
      do: { status: 503 },
    });
    const board = openBoard();
    await board.until('Reading the slots.');
    await board.until('the last refresh failed');
    expect(board.shown()).toContain('Your answer: not read yet');
    expect(board.shown()).not.toMatch(/Your answer: nothing|Nothing to do/);
    board.timers.at(-1)?.callback();
    await board.until(slot);
    expect(board.screen()).toContain('Arriving: nothing');
    expect(await board.quit()).toBe(0);
  });

  it('says how to sign in again when the service takes its token no longer', async () => {
    const board = openBoard();
    await board.until('updated 09:00');
    await testbed.admin.post('/faults', { match: { path: '/inbound-slot' }, do: { status: 401 } });
    board.timers.at(-1)?.callback();
    await board.until('sign in: cfi login');
    expect(await board.quit()).toBe(0);
  });

  it('survives failed refreshes, reports them and tries again', async () => {
    const board = openBoard();
    await board.until('updated 09:00');
    await testbed.admin.post('/faults', {
      match: { path: '/inbound-slot' },
      when: { times: 1 },
      do: { status: 503 },
    });
    board.timers.at(-1)?.callback();
    await board.until('the last refresh failed');
    const slot = await testbed.bookOffered(offer);
    board.timers.at(-1)?.callback();
    await board.until(slot);
    expect(board.screen()).not.toContain('failed');
    expect(await board.quit()).toBe(0);
  });
});

describe('what the board sends to the terminal', () => {
  const bell = '\u0007';

  it.each<[string, Line, string]>([
    [
      'rings and notifies',
      {},
      `\u001b]9;cfi: SLOT-000001, Northgate FC: Fri 4 Sep 09:00 → Tue 8 Sep 13:00 BST\u001b\\${bell}`,
    ],
    ['only rings a plain terminal', { env: { LANG: 'C' } }, bell],
    ['is silent with --no-bell', { args: ['--no-bell'] }, ''],
  ])('for an offer that was not there before: %s', async (_, line, expected) => {
    const slot = await testbed.book();
    const board = openBoard(100, {}, line);
    await board.until('Waiting on the warehouse (1)');
    await testbed.fc(slot, 'counter', { proposedTime: offer });
    board.timers.at(-1)?.callback();
    await board.until('Your answer (1)');
    board.timers.at(-1)?.callback();
    await board.read();
    await board.quit();
    const [before = '', ...rings] = board.shown().split(bell);
    expect(rings).toHaveLength(expected === '' ? 0 : 1);
    expect(`${before}${rings.length === 0 ? '' : bell}`.endsWith(expected)).toBe(true);
    if (expected !== '' && line.env === undefined) expect(board.shown()).toContain(expected);
    else expect(board.shown()).not.toContain('\u001b]9;');
  });

  it('does not ring for an offer that was there when the board opened', async () => {
    await testbed.bookOffered(offer);
    const board = openBoard();
    await board.until('Your answer (1)');
    board.timers.at(-1)?.callback();
    await board.read();
    await board.quit();
    expect(board.shown()).not.toContain(bell);
  });

  /** The styles of a screen with an offer, a waiting slot, and a confirmed one. */
  async function styles(env: Readonly<Record<string, string>>) {
    await testbed.bookOffered(offer);
    const waiting = await testbed.book();
    await testbed.bookConfirmed();
    const board = openBoard(100, {}, { env });
    await board.until('Arriving (1)');
    await board.enter('j', `> ${waiting}`);
    await board.quit();
    const lineOf = (text: string) =>
      board
        .screen()
        .split('\r\n')
        .find((line) => line.includes(text));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
    const used = [...board.shown().matchAll(/\u001b\[([\d;]*)m/g)].flatMap(([, codes = '']) =>
      codes.split(';'),
    );
    return { lineOf, used: new Set(used), waiting };
  }

  it("are the terminal's own colours, which are clear on light and on dark screens", async () => {
    const { lineOf, used, waiting } = await styles({ FORCE_COLOR: '1' });
    expect(lineOf('→ Tue 8 Sep')).toContain('\u001b[1;35m  SLOT-000001');
    expect(lineOf(`> ${waiting}`)).toContain('\u001b[2m\u001b[7m>');
    expect(lineOf('no PO yet')?.startsWith('\u001b[2K  SLOT')).toBe(true);
    // Neither a background nor black, white, yellow, blue and their bright ones: one of them vanishes on some screen.
    for (const code of used) expect(['', '0', '1', '2', '7', '31', '32', '35']).toContain(code);
  });

  it('are none with NO_COLOR: the words and the cursor say it all', async () => {
    const { lineOf, used, waiting } = await styles({ NO_COLOR: '1' });
    expect([...used].filter((code) => code !== '0')).toEqual([]);
    expect(lineOf(waiting)).toContain(`> ${waiting}`);
  });
});

describe('200 keys at random on a running board', () => {
  const pool = [...'axcbpwgjk/?aaccbbppxx0123456789: decsepfritue\r\r\r\u001b\u007f\u0015y'];

  it.each([
    ['read-only, even with y', ['--read-only'], pool],
    ['without y', [], pool.filter((key) => key !== 'y')],
  ])('%s, send nothing', async (_, args, keys) => {
    await testbed.bookOffered(offer);
    await testbed.book();
    await testbed.bookConfirmed();
    await testbed.requests();
    const board = openBoard(100, {}, { args });
    await board.until('Arriving (1)');
    let at = 7;
    for (let count = 0; count < 200; count++) {
      at = (at * 1_103_515_245 + 12_345) % 2_147_483_648;
      board.type(keys[Math.floor((at / 2_147_483_648) * keys.length)] ?? '');
      await board.read();
    }
    board.type('\u0003');
    expect((await board.done).code).toBe(130);
    const requests = await testbed.requests();
    expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
    expect(requests.length).toBeGreaterThan(1);
  });
});
