import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';

describe('--out', () => {
  it.each([
    ['help csv', 'CSV files\n'],
    ['order create --help', 'Upload orders'],
    ['order', 'Upload, track'],
    ['--help', 'cfi - orders'],
    ['--version', '0.0.0'],
    ['--version --json', '{"data":{"version":"0.0.0'],
  ])('takes what %s prints', async (line, start) => {
    const home = makeHome();
    const { code, stdout, stderr } = await runCli([...line.split(' '), '--out', 'x.txt'], { home });
    expect([code, stdout, stderr]).toEqual([0, '', '']);
    expect(readFileSync(join(home, 'x.txt'), 'utf8')).toMatch(
      new RegExp(`^${start.replace(/[{.]/g, '\\$&')}`),
    );
  });

  it.each([
    [['help', 'csv', '--out', ''], '--out must not be empty'],
    [['help', 'csv', '--out=none/x'], 'its folder does not exist'],
    [['--version', '--out', '--json'], '--out needs a value, but the option --json follows'],
    [['help', 'csv', '--out', 'config.json'], "would overwrite cfi's settings"],
  ])('refuses %j as for a command', async (line, message) => {
    const home = makeHome();
    await runCli(['config', 'set', 'timeout', '9s'], { home });
    const before = readdirSync(home);
    const { code, stdout, stderr } = await runCli(line, { home });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(readdirSync(home)).toEqual(before);
    expect(existsSync(join(home, '--json'))).toBe(false);
  });
});
