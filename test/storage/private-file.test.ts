import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeToOthers, makePrivate } from '../../src/storage/whole-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cfi-private-'));
  file = join(folder, 'x.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('makePrivate', () => {
  it('makes a file for its owner alone', () => {
    makePrivate(file);
    expect(modeOf(file)).toBe(0o600);
  });

  it("restricts a file that others can read, with SQLite's files beside it", () => {
    const files = ['', '-wal', '-shm'].map((suffix) => file + suffix);
    for (const path of files) {
      writeFileSync(path, 'x');
      chmodSync(path, 0o664);
    }
    makePrivate(file);
    expect(files.map(modeOf)).toEqual([0o600, 0o600, 0o600]);
  });

  it('makes nothing through a dangling link', () => {
    symlinkSync(join(folder, 'elsewhere'), file);
    makePrivate(file);
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
  });
});

it('closeToOthers ignores a missing file', () => {
  closeToOthers(file);
  expect(existsSync(file)).toBe(false);
});

it('closeToOthers leaves a folder, and a device, as it is', () => {
  const other = join(folder, 'other');
  mkdirSync(other);
  chmodSync(other, 0o755);
  symlinkSync(other, file);
  closeToOthers(file);
  expect(modeOf(other)).toBe(0o755);
});
