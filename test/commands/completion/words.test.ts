import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rememberSlots } from '../../../src/config/remembered.ts';
import { makeHome, runCli } from '../../support/cli.ts';

const offers = async (words: readonly string[], home?: string): Promise<string[]> => {
  const options = home === undefined ? {} : { home };
  const { stdout } = await runCli(['__complete', '--', ...words], options);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t')[0] ?? '');
};

describe('completion candidates', () => {
  it.each([
    ['inv', 'inventory'],
    ['order c', 'create cancel'],
    ['emulator fc ', 'confirm counter receive receive-inbound dispatch status'],
    ['--json slot w', 'watch'],
    ['--profile order slot w', 'watch'],
    ['help order te', 'template'],
    ['help en', 'environment'],
    ['config set max', 'max_retries'],
    ['config get output ', ''],
    ['slot book --wi', '--window'],
    ['slot book --window ', 'morning afternoon'],
    ['slot book --window a', 'afternoon'],
    ['slot book --window=m', '--window=morning'],
    ['inventory -o n', 'ndjson'],
    ['completion ', 'bash zsh fish powershell'],
    ['emulator clock f', 'freeze'],
    ['order create ', ':file'],
    ['order create a.csv ', ':file'],
    ['order create --map ', ':file'],
    ['--state ', ':folder'],
    ['order get ', ''],
    ['order map a.csv ', ''],
    ['order map - ', ''],
  ])('after %j: %j', async (words, expected) => {
    expect((await offers(words.split(' '))).join(' ')).toBe(expected);
  });

  it('describe each candidate, and leave out hidden commands', async () => {
    const { stdout } = await runCli(['__complete', '--', '']);
    expect(stdout).toContain('inventory\tShow stock by warehouse and SKU\n');
    expect(stdout).not.toContain('__complete');
  });

  it('include the profiles, warehouses and slots known on this machine', async () => {
    const home = makeHome();
    mkdirSync(home, { recursive: true });
    const profiles = { default: { warehouse: 'Northgate FC' }, bluebird: {} };
    writeFileSync(join(home, 'config.json'), JSON.stringify({ profiles }), { mode: 0o600 });
    await rememberSlots(home, 'account', { 'SLOT-000001': { status: 'confirmed' } });
    expect(await offers(['profile', 'use', ''], home)).toEqual(['default', 'bluebird']);
    expect(await offers(['--profile', 'b'], home)).toEqual(['bluebird']);
    expect(await offers(['inventory', '--location', ''], home)).toEqual(['Northgate FC']);
    expect(await offers(['slot', 'get', 'S'], home)).toEqual(['SLOT-000001']);
  });

  it('include names from earlier results and uploads', async () => {
    const home = makeHome();
    await runCli(['inventory', '--emulator', '--page-size', '5'], { home });
    await runCli(['order', 'create', '--emulator', resolve('fixtures/csv/orders.csv')], { home });
    expect(await offers(['inventory', '--emulator', '--location', 'M'], home)).toEqual(['Midlands FC']);
    expect(await offers(['--emulator', 'stock-age', 'AC-BOOT-2'], home)).toContain('AC-BOOT-2-1');
    expect(await offers(['order', 'get', 'WEB-1000'], home)).toEqual(
      Array.from({ length: 9 }, (_, index) => `WEB-1000${index + 1}`),
    );
    expect(await offers(['order', 'cancel', 'WEB-10001', 'WEB-1000'], home)).toContain('WEB-10002');
  });

  it.each([
    'AC\u0007',
    'AC\u001b[0m',
    'AC\u0085',
    'AC\u200b',
    'AC\u202e',
    'AC\ufe0f',
    'AC\u2028',
    '--out=x',
    '-n',
    ':file',
    ':x',
    '',
  ])('do not include the name %j', async (name) => {
    const home = makeHome();
    await rememberSlots(home, 'account', { [name]: {}, 'SLOT-1': {} });
    expect(await offers(['slot', 'get', ''], home)).toEqual(['SLOT-1']);
    expect(await offers(['slot', 'get', name.slice(0, 1)], home)).not.toContain(name);
  });

  it('include only names of the account on the command line', async () => {
    const home = makeHome();
    await runCli(['inventory', '--emulator', '--page-size', '5'], { home });
    expect(await offers(['stock-age', 'AC'], home)).toEqual([]);
    expect(await offers(['--profile', 'other', 'stock-age', 'AC'], home)).toEqual([]);
    expect(await offers(['--emulator', '--state=elsewhere', 'stock-age', 'AC'], home)).toEqual([]);
    expect((await offers(['--emulator', '--profile=other', 'stock-age', 'AC'], home)).length).toBeGreaterThan(
      4,
    );
  });

  it('are silently empty if the saved names are damaged', async () => {
    const home = makeHome();
    mkdirSync(join(home, 'cache'));
    for (const name of ['cache/names.json', 'slots.json', 'ledger.sqlite'])
      writeFileSync(join(home, name), 'damaged \u0000');
    for (const words of [
      ['stock-age', ''],
      ['order', 'get', ''],
      ['po', 'get', ''],
      ['slot', 'get', ''],
    ])
      expect(await offers(words, home)).toEqual([]);
    expect(readdirSync(home).sort()).toEqual(['cache', 'ledger.sqlite', 'slots.json']);
  });

  it('do not include names of an emulator that is gone', async () => {
    const { home } = await runCli(['inventory', '--emulator', '--state', ':memory:']);
    expect(existsSync(join(home, 'cache'))).toBe(false);
  });
});
