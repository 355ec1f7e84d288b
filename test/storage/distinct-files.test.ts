import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkDistinct } from '../../src/storage/output-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cfi-distinct-'));
  mkdirSync(join(folder, 'real'));
  symlinkSync('real', join(folder, 'linked'));
  writeFileSync(join(folder, 'orders.csv'), 'orders');
  symlinkSync('orders.csv', join(folder, 'soft.csv'));
  linkSync(join(folder, 'orders.csv'), join(folder, 'hard.csv'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const input = (name: string) => ({ role: 'FILE', name });
const results = (name: string) => ({ role: '--results', name });
const failed = (name: string) => ({ role: '--failed', name });

describe('checkDistinct', () => {
  it.each([
    ['the same name', 'orders.csv'],
    ['another spelling', './real/../orders.csv'],
    ['a symbolic link', 'soft.csv'],
    ['a hard link', 'hard.csv'],
  ])('refuses to write over an input: %s', async (_, name) => {
    await expect(checkDistinct([results(name)], [input('orders.csv')], folder)).rejects.toMatchObject({
      exitCode: 2,
      message: `--results ${name} would overwrite the input file orders.csv`,
    });
  });

  it('refuses to write over what an input is a link to', async () => {
    await expect(checkDistinct([results('orders.csv')], [input('soft.csv')], folder)).rejects.toThrow(
      '--results orders.csv would overwrite the input file soft.csv',
    );
  });

  it.each([
    ['the same name', 'real/new.csv', 'real/new.csv'],
    ['a folder by another name', 'real/new.csv', 'linked/new.csv'],
    ['a file that is there', 'hard.csv', 'soft.csv'],
  ])('refuses to write one file twice: %s', async (_, one, other) => {
    await expect(checkDistinct([results(one), failed(other)], [], folder)).rejects.toMatchObject({
      exitCode: 2,
      message: `--failed and --results name the same file: ${other}`,
    });
  });

  it('lets files pass that are distinct, and names of standard streams and devices', async () => {
    const outputs = [results('a.csv'), failed('real/a.csv'), results('/dev/null'), failed('/dev/null')];
    const inputs = [input('orders.csv'), input('-'), input('/dev/null'), input('missing.csv')];
    await expect(checkDistinct([...outputs, results('-')], inputs, folder)).resolves.toBeUndefined();
  });
});
