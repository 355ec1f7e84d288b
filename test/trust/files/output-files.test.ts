import {
  chmodSync,
  closeSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../support/cli.ts';
import { spawnCli } from '../../support/processes/process.ts';
import { homeWith } from '../../support/upload/home-with.ts';
import { manyOrders } from '../../support/upload/orders-csv.ts';

const text = manyOrders(2);

/** A folder with orders under several names. */
function withOrders(): string {
  const home = makeHome();
  for (const name of ['orders.csv', 'more.csv', 'orders.csv.failed.csv', 'bad.2.csv', 'map.json'])
    writeFileSync(join(home, name), name === 'map.json' ? '{}' : text);
  symlinkSync('orders.csv', join(home, 'soft.csv'));
  linkSync(join(home, 'orders.csv'), join(home, 'hard.csv'));
  return home;
}

const contents = (home: string): Record<string, string> =>
  Object.fromEntries(readdirSync(home).map((name) => [name, readFileSync(join(home, name), 'utf8')]));

describe('no command overwrites a file that it reads, or writes a file twice', () => {
  it.each([
    [
      'order create orders.csv --results orders.csv',
      '--results orders.csv would overwrite the input file orders.csv',
    ],
    ['order create orders.csv --failed ./orders.csv', '--failed ./orders.csv would overwrite'],
    ['order create orders.csv --out orders.csv', '--out orders.csv would overwrite'],
    ['order create orders.csv --results hard.csv', '--results hard.csv would overwrite'],
    [
      'order create soft.csv --results orders.csv',
      '--results orders.csv would overwrite the input file soft.csv',
    ],
    ['order create orders.csv --results soft.csv', 'it is a symbolic link'],
    ['order create orders.csv more.csv --results more.csv', 'would overwrite the input file more.csv'],
    ['order create orders.csv --map map.json --results map.json', 'would overwrite --map map.json'],
    ['order create orders.csv --results r.csv --failed r.csv', 'name the same file: r.csv'],
    ['order create orders.csv --results r.csv --out r.csv', 'name the same file: r.csv'],
    [
      'order create orders.csv orders.csv.failed.csv',
      'the failed file orders.csv.failed.csv would overwrite the input file orders.csv.failed.csv',
    ],
    ['order create orders.csv ./orders.csv', './orders.csv is named twice'],
    ['order create orders.csv bad.2.csv --failed bad.csv', 'the failed file bad.2.csv would overwrite'],
    ['order create orders.csv --results orders.csv.failed.csv', 'name the same file: orders.csv.failed.csv'],
    ['inbound create orders.csv --results orders.csv', 'would overwrite the input file orders.csv'],
    ['po create orders.csv --failed orders.csv', 'would overwrite the input file orders.csv'],
    ['slot get S --ics x.ics --out x.ics', 'name the same file: x.ics'],
    ['api POST /x --body orders.csv --out orders.csv', 'would overwrite --body orders.csv'],
    ['emulator export x.json --out x.json', 'name the same file: x.json'],
    ['emulator import orders.csv --out orders.csv', 'would overwrite the input file orders.csv'],
  ])('%s', async (line, reason) => {
    const home = withOrders();
    const before = contents(home);
    const { code, stdout, stderr } = await runCli([...line.split(' '), '--emulator'], { home });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(reason);
    expect(contents(home)).toEqual(before);
  });

  it.each(['config.json', 'ledger.sqlite', 'ledger.sqlite-wal', 'slots.json'])(
    '%s is refused because the file belongs to the program',
    async (name) => {
      const home = makeHome();
      await runCli(['--emulator', 'order', 'get', 'NONE'], { home });
      const { code, stderr } = await runCli(['--emulator', 'inventory', '--out', name], { home });
      expect([code, stderr]).toEqual([2, expect.stringContaining(`--out ${name} would overwrite cfi's`)]);
    },
  );

  it.each(['orders.csv', '/dev/stdin'])('the file behind standard input counts as read: %s', async (name) => {
    const home = withOrders();
    const stdin = openSync(join(home, 'orders.csv'), 'r+');
    const words = ['order', 'create', '-', '--emulator', '--results', name];
    const { code, stderr } = await spawnCli(words, { home, stdio: [stdin, 'pipe', 'pipe'] }).done;
    closeSync(stdin);
    expect([code, readFileSync(join(home, 'orders.csv'), 'utf8')]).toEqual([2, text]);
    expect(stderr).toContain(`error: --results ${name} would overwrite the file on standard input\n`);
  });

  it.each([
    ['/dev/stdout', 'w'],
    ['/dev/fd/1', 'a'],
    ['/dev/stderr', 'w'],
  ])('a file behind %s is continued, opened with %s', async (name, flags) => {
    const home = makeHome();
    const log = openSync(join(home, 'log'), flags);
    writeSync(log, 'before\n');
    await spawnCli(['help', 'csv', '--out', name], { home, stdio: ['ignore', log, log] }).done;
    writeSync(log, 'after\n');
    closeSync(log);
    const { stdout } = await runCli(['help', 'csv']);
    expect(readFileSync(join(home, 'log'), 'utf8')).toBe(`before\n${stdout}after\n`);
  });

  it.each(['CFI_CLIENT_SECRET_FILE', 'NODE_EXTRA_CA_CERTS'])(
    'the file of %s counts as read',
    async (variable) => {
      const home = homeWith('named', 's');
      const env = { [variable]: 'named' };
      const { code, stderr } = await runCli(['--emulator', 'inventory', '--out', 'named'], { home, env });
      expect([code, stderr]).toEqual([2, expect.stringContaining(`would overwrite ${variable} named`)]);
    },
  );
});

describe('the mode of what a command writes', () => {
  it('is repaired if a database was open to others', async () => {
    const home = homeWith('orders.csv', text);
    const create = ['--emulator', '--state', ':memory:', 'order', 'create', 'orders.csv'];
    await runCli(create, { home });
    chmodSync(join(home, 'ledger.sqlite'), 0o644);
    await runCli(create, { home });
    expect(statSync(join(home, 'ledger.sqlite')).mode & 0o777).toBe(0o600);
  });
});
