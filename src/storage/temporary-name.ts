import { createHash } from 'node:crypto';
import { readdirSync, readlinkSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../text/records.ts';

let self: string | undefined;

/** Where a process number means something: this machine, or this container on it. */
function processSpace(): string {
  let numbers = '';
  try {
    numbers = readlinkSync('/proc/self/ns/pid');
  } catch {
    // Only Linux has several spaces of numbers.
  }
  return createHash('sha256').update(`${hostname()} ${numbers}`).digest('hex').slice(0, 12);
}

/** Names this process in its temporary files: another may get its number later. */
function ownMark(): string {
  self ??= `${processSpace()}-${process.pid}-${crypto.randomUUID().slice(0, 8)}`;
  return self;
}

const prefixFor = (path: string): string => `.${basename(path).slice(0, 50)}.`;

/** A temporary name beside a file, which nobody can guess, and which tells the process that uses it. */
export const temporaryFor = (path: string): string =>
  join(dirname(path), `${prefixFor(path)}${ownMark()}-${crypto.randomUUID()}.tmp`);

/** The end of such a name, or of what SQLite puts beside a database of that name. */
const ending =
  /^([0-9a-f]{12})-(\d+)-[0-9a-f]{8}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp(?:-journal|-wal|-shm)?$/;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/**
 * Removes what dead processes left beside a file under names of `temporaryFor`, and nothing else: not what a process of
 * another machine or container left, whose life cannot be known from here. Never throws, because the work does not need it.
 */
export function removeAbandoned(path: string): void {
  try {
    const prefix = prefixFor(path);
    const mark = ownMark();
    for (const name of readdirSync(dirname(path))) {
      const rest = name.startsWith(prefix) ? name.slice(prefix.length) : '';
      const [, space = '', pid] = ending.exec(rest) ?? [];
      if (!mark.startsWith(`${space}-`) || rest.startsWith(`${mark}-`)) continue;
      if (Number(pid) !== process.pid && isAlive(Number(pid))) continue;
      rmSync(join(dirname(path), name), { force: true });
    }
  } catch {
    // The next run tries again.
  }
}
