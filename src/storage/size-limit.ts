import { closeSync, ftruncateSync, openSync, rmSync, statSync } from 'node:fs';
import { codeOf } from '../text/records.ts';

const megabyte = 1024 * 1024;

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Whether a file beside this database may not grow beyond the database's size. SQLite hides the system's reason for a
 * failed write, so this tries the same size with an empty file, which takes no space.
 */
export function isAtSizeLimit(file: string): boolean {
  const probe = `${file}.probe-${process.pid}`;
  try {
    const fd = openSync(probe, 'wx', 0o600);
    try {
      ftruncateSync(fd, Math.max(sizeOf(file), sizeOf(`${file}-wal`)) + megabyte);
      return false;
    } finally {
      closeSync(fd);
      rmSync(probe, { force: true });
    }
  } catch (error) {
    return codeOf(error) === 'EFBIG';
  }
}
