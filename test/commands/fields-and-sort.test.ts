import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';
import { csvRows, ndjson } from '../support/output.ts';
import { testbedForAll } from '../support/testbed.ts';

const testbed = testbedForAll();

const inventory = ['inventory', '--all', '--emulator', '--state', ':memory:'];

describe('--fields', () => {
  it('prints only these columns in csv, in this order, including flattened ones', async () => {
    const { code, stdout } = await testbed.cfi([
      ...['order', 'get', 'R-1', '-o', 'csv', '--fields', 'DeliveryAddress.PostCode,ReferenceNumber,SKU'],
    ]);
    expect([code, stdout]).toEqual([
      0,
      'DeliveryAddress.PostCode,ReferenceNumber,SKU\r\nLS1 1AA,R-1,AC-TENT-2\r\nLS1 1AA,R-1,AC-STOVE\r\n',
    ]);
  });

  it('prints only these members in ndjson', async () => {
    const { stdout } = await runCli([...inventory, '-o', 'ndjson', '--fields', 'Available,sku']);
    expect(ndjson(stdout).length).toBeGreaterThan(5);
    for (const line of ndjson(stdout)) expect(Object.keys(line)).toEqual(['Available', 'sku']);
  });

  it('prints only these columns in a table, with times in warehouse time', async () => {
    const { stdout } = await testbed.cfi(['order', 'get', 'R-2', '--fields', 'DispatchBy,ReferenceNumber']);
    expect(stdout).toMatch(/^DispatchBy \(BST\) +ReferenceNumber\nWed 2 Sep 17:00 +R-2\n/);
    expect(stdout).not.toContain('Leeds');
  });

  it('prints these columns in a table even if they are empty', async () => {
    const line = ['order', 'get', 'R-1', '--fields', 'TrackingNumber,ReferenceNumber,ShippingVendor'];
    const { stdout } = await testbed.cfi(line);
    expect(stdout).toMatch(/^TrackingNumber {2}ReferenceNumber {2}ShippingVendor\n {16}R-1\n/);
  });

  it('prints only these columns of a slot that is booked, answered and cancelled', async () => {
    const chosen = ['-o', 'csv', '-q', '--fields', 'scheduleStatus,date'];
    const booked = ['--date', '2026-09-03', '--window', 'morning', '--warehouse', 'Northgate FC'];
    const line = [...booked, '--loading-type', 'palletised', '--number-of-skus', 'lt_10', ...chosen];
    const { stdout } = await testbed.cfi(['slot', 'book', ...line]);
    expect(stdout).toBe('scheduleStatus,date\r\npending_ops,2026-09-03\r\n');
    const slot = await testbed.bookOffered('2026-09-08T13:00:00+01:00');
    const accepted = await testbed.cfi(['slot', 'respond', slot, '--accept', '--yes', ...chosen]);
    expect(csvRows(accepted.stdout)).toMatchObject([{ scheduleStatus: 'confirmed' }]);
    const cancelled = await testbed.cfi(['slot', 'cancel', slot, '--yes', ...chosen]);
    expect(csvRows(cancelled.stdout)).toMatchObject([{ scheduleStatus: 'cancelled' }]);
  });

  it('prints only these columns of the slots of a file', async () => {
    const stdin =
      'date,window,warehouse,loadingType,numberOfSkus\n2026-09-03,morning,Northgate FC,palletised,lt_10\n';
    const line = ['slot', 'book', '-', '-o', 'csv', '--fields', 'outcome'];
    expect((await testbed.cfi(line, { stdin })).stdout).toBe('outcome\r\ncreated\r\n');
  });

  it('prints only these values of a command with a single record', async () => {
    const home = makeHome();
    const record = async (line: readonly string[]) =>
      (await runCli([...line, '--emulator', '-q'], { home })).stdout;
    const whoami = ['whoami', '--fields', 'token,client_id'];
    expect(await record([...whoami, '-o', 'csv'])).toBe('token,client_id\r\nprofile,emu-acme\r\n');
    expect(await record([...whoami, '-o', 'ndjson'])).toBe('{"token":"profile","client_id":"emu-acme"}\n');
    expect(await record(whoami)).toBe('token    client_id\nprofile  emu-acme\n');
    const status = ['emulator', 'status', '--fields', 'status,clock', '-o', 'csv'];
    expect(await record(status)).toBe('status,clock\r\nok,running\r\n');
    expect(await record(['emulator', 'clock', '--fields', 'mode'])).toBe('mode\nrunning\n');
    expect((await runCli(['whoami', '--fields', 'x', '--emulator'])).stderr).toContain(
      'there is no column "x"',
    );
  });

  it('leaves json unchanged', async () => {
    const plain = await testbed.cfi(['order', 'get', 'R-1', '--json']);
    const chosen = await testbed.cfi('order get R-1 --json --fields Status --sort SKU'.split(' '));
    expect([chosen.code, chosen.stdout]).toEqual([0, plain.stdout]);
  });

  it.each([
    [
      ['order', 'get', 'R-1', '--fields', 'Statsu'],
      '"Statsu"; the columns are ReferenceNumber, Status,',
      'did you mean Status?',
    ],
    [
      ['order', 'create', 'none.csv', '--sort', 'outcom'],
      '"outcom"; the columns are ReferenceNumber, outcome,',
      'outcome?',
    ],
    [
      ['order', 'track', '--fields', 'Tracking'],
      '"Tracking"; the columns are',
      'did you mean TrackingNumber?',
    ],
    [['slot', 'watch', '--fields', 'Status'], '"Status"; the columns are slotReference, scheduleStatus,', ''],
    [['slot', 'book', '--fields', 'Status'], '"Status"; the columns are slotReference, scheduleStatus,', ''],
    [
      ['slot', 'book', 's.csv', '--fields', 'outcom'],
      '"outcom"; the columns are reference, outcome,',
      'outcome?',
    ],
    [['slot', 'respond', 'S-1', '--accept', '--sort', 'Slot'], '"Slot"; the columns are slotReference,', ''],
    [['slot', 'cancel', 'S-1', '--yes', '--fields', 'Slot'], '"Slot"; the columns are slotReference,', ''],
    [['order', 'get', 'R-1', '--fields', ','], 'needs column names', ''],
    [['order', 'get', 'R-1', '--sort', ':desc'], 'needs a column name', ''],
  ])('%j is refused before anything is sent', async (line, message, hint) => {
    const { code, stdout, stderr } = await runCli([...line, '--base-url', 'http://127.0.0.1:9/v1']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
  });
});

describe('--sort', () => {
  const available = (rows: readonly Record<string, unknown>[]) => rows.map((row) => Number(row.Available));

  it.each(['csv', 'ndjson'])('orders rows by a number in %s', async (format) => {
    const read = format === 'csv' ? csvRows : ndjson;
    const up = available(read((await runCli([...inventory, '-o', format, '--sort', 'Available'])).stdout));
    const down = available(
      read((await runCli([...inventory, '-o', format, '--sort', 'available:desc'])).stdout),
    );
    expect(up.length).toBeGreaterThan(5);
    expect(up).toEqual([...up].sort((a, b) => a - b));
    expect(down).toEqual([...up].reverse());
  });

  it('orders the rows of a table', async () => {
    const line = ['inventory', '--all', '--emulator', '--state', ':memory:', '--fields', 'Available'];
    const { stdout } = await runCli([...line, '--sort', 'Available:desc']);
    const figures = stdout.trim().split('\n').slice(1).map(Number);
    expect(figures).toEqual([...figures].sort((a, b) => b - a));
  });

  it('makes one list of the tables of an inventory, with their locations', async () => {
    const { stdout } = await runCli([...inventory, '--sort', 'Available:desc']);
    const at = stdout.split('\n').findIndex((line) => line.startsWith('Warehouse '));
    const lines = stdout.trim().split('\n').slice(at);
    expect(lines[0]).toMatch(/^Warehouse +SKU +Available/);
    const figures = lines.slice(1).map((line) => Number(/ {2}(-?\d+)(?: |$)/.exec(line)?.[1]));
    const rows = csvRows((await runCli([...inventory, '-o', 'csv'])).stdout);
    expect(figures).toEqual(available(rows).sort((a, b) => b - a));
    const places = lines.slice(1).map((line) => line.split('  ')[0]);
    expect(new Set(places)).toEqual(new Set(rows.map((row) => row.location_name)));
    expect(stdout).toContain('Account:');
    expect(stdout).not.toContain('units in total');
  });

  it('orders an inventory table by the location too', async () => {
    const { stdout } = await runCli([...inventory, '--sort', 'location_name:desc']);
    const at = stdout.split('\n').findIndex((line) => line.startsWith('Warehouse '));
    const places = stdout
      .trim()
      .split('\n')
      .slice(at + 1)
      .map((line) => line.split('  ')[0] ?? '');
    expect(places).toEqual([...places].sort().reverse());
  });

  it('puts empty values last in either direction', async () => {
    await runCli(['config', 'set', 'timezone', 'Europe/London'], { home: testbed.home });
    for (const direction of ['', ':desc']) {
      const { stdout } = await runCli(['config', 'list', '-o', 'csv', '--sort', `Value${direction}`], {
        home: testbed.home,
      });
      const values = csvRows(stdout).map(({ value }) => value);
      expect(values.indexOf('')).toBe(values.filter((value) => value !== '').length);
    }
  });
});
