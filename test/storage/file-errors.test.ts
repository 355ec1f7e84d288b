import { describe, expect, it } from 'vitest';
import { CfiError } from '../../src/errors.ts';
import { fileError, readReason, unwritable } from '../../src/storage/file-errors.ts';

const system = (code: string) => Object.assign(new Error(`${code}: in the system's words`), { code });

describe('a file that cannot be written', () => {
  it.each([
    ['ENOENT', 'its folder does not exist', 2],
    ['EACCES', 'permission denied', 2],
    ['EPERM', 'permission denied', 2],
    ['EROFS', 'the file system is read-only', 2],
    ['ENOTDIR', 'part of its path is not a folder', 2],
    ['EISDIR', 'it is a folder', 2],
    ['ELOOP', 'it is a symbolic link', 2],
    ['ENAMETOOLONG', 'its name is too long', 2],
    ['ERR_INVALID_ARG_VALUE', 'its name contains an invalid character', 2],
    ['EFBIG', 'it has reached the limit for file sizes', 1],
    ['ENOSPC', 'no space is left on the device', 1],
    ['EDQUOT', 'the disk quota is exhausted', 1],
    ['EIO', 'the disk reports an error', 1],
    ['EMFILE', 'too many files are open', 1],
    ['ESTALE', 'the file server has lost the file', 1],
    ['Unknown system error -116', 'the file server has lost the file', 1],
    ['ENOMEM', 'the system is out of memory', 1],
    ['SQLITE_CANTOPEN', 'the system refuses to open it', 1],
    ['SQLITE_IOERR_READ', 'the disk reports an error', 1],
    ['SQLITE_READONLY_DIRECTORY', 'it cannot be written', 2],
    ['EWHATEVER', 'the system reports EWHATEVER', 1],
  ])('%s is described in words, with its exit code', (code, reason, exitCode) => {
    const error = unwritable('out.csv', system(code));
    expect([error.message, error.exitCode]).toEqual([`out.csv cannot be written: ${reason}`, exitCode]);
  });

  it('passes on an error that already says so', () => {
    const known = new CfiError('usage', 'known');
    expect(unwritable('out.csv', known)).toBe(known);
  });
});

describe("one of the program's own files", () => {
  it('in an unsuitable place is a usage error with a solution', () => {
    const error = fileError('lock', '/x/config.json', system('EROFS'));
    expect([error.message, error.exitCode, error.details.hint]).toEqual([
      'cannot lock /x/config.json: the file system is read-only',
      2,
      'choose another folder with CFI_HOME',
    ]);
  });

  it('on a full disk is not a usage error', () => {
    const error = fileError('write', '/x/config.json', system('ENOSPC'));
    expect([error.exitCode, error.details.hint]).toEqual([1, undefined]);
  });
});

it('for a file that cannot be read, the file itself is missing, not its folder', () => {
  expect([readReason(system('ENOENT')), readReason(system('EISDIR'))]).toEqual([
    'there is no such file',
    'it is a folder',
  ]);
});
