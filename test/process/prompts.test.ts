import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';
import { inTerminal, programLine, runPty } from '../support/processes/process.ts';
import { runAtTerminal } from '../support/simulated-terminal.ts';

const embedded = { CFI_EMULATOR: '1' };

describe('prompts on a terminal', () => {
  it.each([
    [['order', 'get'], 'Which order? (reference number)'],
    [['completion'], 'Your shell'],
  ])('of %j are whole on a terminal that says it has 0 columns', async (words, question) => {
    const line = `stty cols 0; exec ${programLine} ${words.join(' ')}`;
    const shell = inTerminal(['sh', '-c', line], { env: embedded });
    await shell.answer(question, '\u0003');
    expect((await shell.done).code).toBe(130);
  });

  it('and all else use at most 1,000 columns of a terminal', async () => {
    const line = `stty cols 65535; exec ${programLine} slot list --sort '${'word '.repeat(500)}'`;
    const shell = inTerminal(['sh', '-c', line], { env: embedded });
    const { text } = await shell.done;
    expect(text).toContain('there is no column "word word');
    expect(Math.max(...text.split('\n').map((row) => row.length))).toBeLessThan(1020);
  });

  it('are asked again after Ctrl-Z and fg', async () => {
    const env = { ...embedded, PS1: 'shell> ' };
    const shell = inTerminal(['bash', '--norc', '--noprofile', '-i'], { env });
    await shell.answer('shell> ', `${programLine} order get\r`);
    await shell.answer('reference number', 'NO-');
    await shell.answer('NO-', '\u001a');
    await shell.answer('Stopped', 'fg\r');
    await shell.answer('Which order?', 'NO-SUCH\r');
    await shell.until('NO-SUCH not found');
    await shell.answer('shell> ', 'exit 0\r');
    expect((await shell.done).code).toBe(0);
  });

  it('show their choices again after Ctrl-Z and fg', async () => {
    const shell = inTerminal(['bash', '--norc', '--noprofile', '-i'], {
      env: { ...embedded, PS1: 'shell> ' },
    });
    await shell.answer('shell> ', `${programLine} completion\r`);
    await shell.until('Your shell');
    await shell.answer('navigate', '\u001a');
    await shell.answer('Stopped', 'fg\r');
    await shell.until('Your shell');
    await shell.answer('navigate', '\r');
    await shell.until('bash completion for cfi');
    await shell.answer('shell> ', 'exit 0\r');
    expect((await shell.done).code).toBe(0);
  });

  it('take a day that is typed into the list of days, listed or not', async () => {
    const day = (after: number) => new Date(Date.now() + after * 86_400_000);
    const near = [2, 3].map(day).find((each) => each.getUTCDay() !== 1);
    const far = [40, 41].map(day).find((each) => each.getUTCDay() !== 1);
    const written = (each: Date | undefined) => each?.toISOString().slice(0, 10) ?? '';
    const line = ['slot', 'book', '--warehouse', 'Northgate FC'];
    const terminal = runAtTerminal(line, { env: embedded, now: Date.now() });
    await terminal.answer('navigate', `${written(near)}\r`);
    await terminal.until('Which window?');
    await terminal.answer('navigate', '\u001b');
    await terminal.until('Which day?');
    await terminal.answer('navigate', `${written(far)}\r`);
    await terminal.answer('The day', '\r');
    await terminal.answer('Which window?', '\u0003');
    expect((await terminal.done).code).toBe(130);
  });

  it.each([
    ['several lines, of which all but the first would be lost', runPty, 'NO-1\nNO-2\n\n'],
    ['a long text, of which each character would draw all', runAtTerminal, `${'NO-1 '.repeat(3000)}\n`],
  ])('take nothing of %s', async (_, atTerminal, keys) => {
    const terminal = atTerminal(['order', 'get'], { env: embedded });
    await terminal.answer('reference number', keys);
    await terminal.until('give one short line');
    await terminal.answer('reference number', 'NO-SUCH\r');
    const { code, text } = await terminal.done;
    expect([code, text]).toEqual([5, expect.stringContaining('NO-SUCH not found')]);
    expect(text).not.toContain('NO-1 not found');
  });

  it('take a line that follows a refused one, and Enter pressed twice', async () => {
    const terminal = runAtTerminal(['order', 'get'], { env: embedded });
    await terminal.answer('reference number', '\nNO-2\n');
    await terminal.answer('a value is needed', 'NO-SUCH\r\r');
    const { code, text } = await terminal.done;
    expect([code, text]).toEqual([5, expect.stringContaining('NO-SUCH not found')]);
    expect(text).not.toContain('give one short line');
  });

  it('exit with 129 when the terminal is closed, even before the system reports it with SIGHUP', async () => {
    const home = makeHome();
    // In a session of its own, the program gets no signal.
    const inOwnSession = `
      process.on('SIGHUP', () => {});
      const { spawn } = require('node:child_process');
      const program = spawn('sh', ['-c', process.argv[1]], { detached: true, stdio: 'inherit' });
      program.on('exit', (code) => require('node:fs').writeFileSync('code', String(code)));`;
    const line = [process.execPath, '-e', inOwnSession, `${programLine} order get`];
    const terminal = inTerminal(line, { home, env: embedded });
    await terminal.until('reference number');
    terminal.close();
    await terminal.done;
    expect(readFileSync(join(home, 'code'), 'utf8')).toBe('129');
  });

  it('ask again for an empty secret', async () => {
    const terminal = runAtTerminal(['login', '--base-url', 'http://127.0.0.1:9/v1', '--client-id', 'acme']);
    await terminal.answer('Client secret', '\r');
    await terminal.answer('a value is needed', '\u0003');
    expect((await terminal.done).code).toBe(130);
  });
});

it('the choice among several values uses the arrow keys', async () => {
  const terminal = runAtTerminal(['completion']);
  await terminal.answer('zsh', '\u001b[B\r');
  const { code, text } = await terminal.done;
  expect(code).toBe(0);
  expect(text).toContain('#compdef cfi');
});

describe('order map', () => {
  const down = '\u001b[B';
  const content =
    'Order no;Placed at;Ship to;Street;Town;Postcode;Country;SKU;Product;Qty;Price;Status;Weight\n' +
    'P-1;2026-08-28 10:00;Ada Byron;1 High Street;Leeds;LS1 4AB;GB;AC-TENT-2;Tent;1;£129.00;Ready;2 kg\n' +
    'P-2;2026-08-28 10:00;Bo Ek;2 Low Road;York;YO1 7HH;GB;AC-TENT-2;Tent;1;£129.00;Waiting;2 kg\n';
  const args = ['--timezone', 'Europe/London', '--warehouse', 'Northgate FC', '--set', 'PaymentStatus=PAID'];
  const begun = async (env = {}) => {
    const home = makeHome();
    writeFileSync(join(home, 'shop.csv'), content);
    const line = ['order', 'map', 'shop.csv', ...args, '--set', 'ReceivedDate=2026-08-28T10:00:00Z'];
    const terminal = runAtTerminal(line, { home, cwd: home, env: { ...embedded, ...env } });
    await terminal.until('questions are open. What next?');
    return { home, terminal };
  };

  it('leads to an upload with the keys of a terminal alone', async () => {
    const { home, terminal } = await begun();
    terminal.type('\r');
    await terminal.answer('Status: tick which orders should be sent', ' \r');
    await terminal.answer('why are these not sent? Waiting × 1', `${down}\r`);
    await terminal.answer('How soon after it was placed must an order leave?', '\r');
    await terminal.answer('Is one of these 2 columns needed?', `${down}\r`);
    await terminal.answer('Are these parcels right?', '\r');
    await terminal.answer('Save the map as', '\r');
    await terminal.answer('for every upload of the profile', '\r');
    const { code, text } = await terminal.done;
    expect([code, text]).toEqual([0, expect.stringContaining('1 order can be sent.')]);
    const words = ['--map', 'shop.map.json', '--dispatch-within', '36h', '--json', ...args];
    const received = ['--set', 'ReceivedDate=2026-08-28T10:00:00Z'];
    const line = ['order', 'create', 'shop.csv', ...words, ...received];
    const upload = await runCli(line, { home, env: embedded, now: Date.now() });
    expect(JSON.parse(upload.stdout).data).toMatchObject({
      created: 1,
      leftOut: [{ ReferenceNumber: 'P-2', reason: 'on-hold' }],
    });
  });

  it('is answered with numbers for a screen reader, and redraws nothing', async () => {
    const { home, terminal } = await begun({ CFI_ACCESSIBLE: '1' });
    await terminal.answer('Number from 1 to 4:', '1\r');
    await terminal.answer('Numbers with spaces between them, Enter for none:', '1\r');
    await terminal.until('ticked: Ready');
    await terminal.answer('Number from 1 to 8:', '2\r');
    await terminal.answer('Enter for 36h:', '\r');
    await terminal.answer('Number from 1 to 3:', '2\r');
    await terminal.until('Are these parcels right?');
    await terminal.answer('Number from 1 to 3:', '1\r');
    await terminal.answer('Enter for shop.map.json:', '\r');
    await terminal.answer('(y/N)', '\r');
    const { code, text } = await terminal.done;
    expect([code, text.includes('\u001b')]).toEqual([0, false]);
    expect(JSON.parse(readFileSync(join(home, 'shop.map.json'), 'utf8'))).toMatchObject({
      $unused: ['Placed at', 'Weight'],
    });
  });

  it('leaves nothing behind on Ctrl-C, in a list to tick too', async () => {
    const { home, terminal } = await begun();
    terminal.type('\r');
    await terminal.answer('tick which orders should be sent', '\u0003');
    expect((await terminal.done).code).toBe(130);
    expect(readdirSync(home).filter((name) => name.endsWith('.json'))).toEqual([]);
  });
});

describe('an offer that needs an answer', () => {
  const offered = async () => {
    const home = makeHome();
    const cfi = async (...args: string[]) =>
      JSON.parse((await runCli([...args, '--json'], { home, env: embedded, now: Date.now() })).stdout).data;
    const day = new Date(Date.now() + 14 * 86_400_000);
    // A Thursday, when every warehouse is open.
    day.setUTCDate(day.getUTCDate() + ((11 - day.getUTCDay()) % 7));
    const date = day.toISOString().slice(0, 10);
    const { slotReference } = await cfi(
      ...['slot', 'book', '--date', date, '--window', 'morning', '--warehouse', 'Northgate FC'],
      ...['--loading-type', 'palletised', '--number-of-skus', 'lt_10'],
    );
    await cfi('emulator', 'fc', 'counter', slotReference, '--time', `${date}T15:00:00Z`);
    const status = async () => (await cfi('slot', 'get', slotReference)).scheduleStatus;
    return { home, reference: slotReference as string, status };
  };

  it('is not accepted by keys typed before it appeared, nor by Enter alone', async () => {
    const { home, reference, status } = await offered();
    const terminal = runPty(['slot', 'respond', reference], { home, env: embedded });
    // `a` would choose "accept it", and Enter would confirm.
    terminal.type('a\r\r');
    await terminal.answer('Your answer?', '\r');
    expect((await terminal.done).code).toBe(3);
    expect(await status()).toBe('pending_customer');
  });
});
