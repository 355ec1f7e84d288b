import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from '../../src/storage/whole-file.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cfi-folder-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('makeFolder', () => {
  it('makes every missing folder for the owner alone', () => {
    const folder = join(root, 'a', 'b', 'c');
    makeFolder(folder);
    expect(['a', 'a/b', 'a/b/c'].map((part) => statSync(join(root, part)).mode & 0o777)).toEqual([
      0o700, 0o700, 0o700,
    ]);
  });

  it('accepts an existing folder', () => {
    makeFolder(root);
    expect(statSync(root).isDirectory()).toBe(true);
  });

  it('accepts a folder that appears while its parents are made', () => {
    // Making the parent of `b/..` makes `b` and with it the folder itself, as another process could.
    const folder = `${root}/a/b/../b`;
    makeFolder(folder);
    expect(statSync(folder).isDirectory()).toBe(true);
  });

  it('fails if a file is in the way', () => {
    writeFileSync(join(root, 'file'), '');
    expect(() => makeFolder(join(root, 'file'))).toThrow(/EEXIST/);
    expect(() => makeFolder(join(root, 'file', 'below'))).toThrow(/ENOTDIR/);
  });

  it('fails promptly if no folder can be made', () => {
    expect(() => makeFolder('/proc/cfi/below')).toThrow(/ENOENT/);
  });
});
