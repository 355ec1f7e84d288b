import { fsyncSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LogSync } from '../../src/storage/log-sync.ts';
import { connect } from '../../src/storage/sqlite.ts';
import { makeHome } from '../support/cli.ts';

const failure = Object.assign(new Error('i/o error'), { code: 'EIO' });

/** The log of a database on a disk that ends a sync in the background when the test says so. */
function syncOnSlowDisk() {
  const database = join(makeHome(), 'ledger.sqlite');
  writeFileSync(`${database}-wal`, 'a commit');
  const ends: ((error: Error | null) => void)[] = [];
  const synced: number[] = [];
  const waited: number[] = [];
  const log = new LogSync(database, {
    openSync,
    fsync(fd, done) {
      synced.push(fd);
      ends.push(done);
    },
    fsyncSync: (fd) => void waited.push(fd),
  });
  return { log, end: (error: Error | null = null) => ends.shift()?.(error), synced, waited };
}

describe('a sync of the write-ahead log', () => {
  it('is not waited for once it has ended', () => {
    const { log, end, waited } = syncOnSlowDisk();
    const wait = log.start();
    end();
    wait();
    expect(waited).toEqual([]);
  });

  it('is waited for while it is under way', () => {
    const { log, waited } = syncOnSlowDisk();
    log.start()();
    expect(waited).toHaveLength(1);
  });

  it('is waited for through a descriptor of its own, which sees a failure that the other has reported', () => {
    const { log, synced, waited } = syncOnSlowDisk();
    log.start()();
    expect(new Set([...synced, ...waited]).size).toBe(2);
  });

  it('throws its error to whoever waits for it, and for a later one: what it lost is not written again', () => {
    const { log, end } = syncOnSlowDisk();
    const [first, second] = [log.start(), log.start()];
    end(failure);
    expect(first).toThrow(failure);
    end();
    expect(second).toThrow(failure);
    expect(log.start()).toThrow(failure);
  });

  it('keeps the file open until it has ended', () => {
    const { log, end, synced, waited } = syncOnSlowDisk();
    log.start()();
    log.close();
    for (const fd of [...synced, ...waited]) expect(() => fsyncSync(fd)).not.toThrow();
    end();
    for (const fd of [...synced, ...waited]) expect(() => fsyncSync(fd)).toThrow('EBADF');
  });

  it('keeps nothing open if only one of its descriptors could be opened', () => {
    const database = join(makeHome(), 'ledger.sqlite');
    writeFileSync(`${database}-wal`, 'a commit');
    const opened: number[] = [];
    const log = new LogSync(database, {
      openSync(file, flags) {
        if (opened.length > 0) throw failure;
        opened.push(openSync(file, flags));
        return Number(opened[0]);
      },
      fsync: () => {},
      fsyncSync: () => {},
    });
    expect(() => log.start()).toThrow(failure);
    expect(() => fsyncSync(Number(opened[0]))).toThrow('EBADF');
  });

  it('is refused for a database without a log', () => {
    const log = new LogSync(join(makeHome(), 'ledger.sqlite'));
    expect(() => log.start()).toThrow('ENOENT');
  });

  it('works on the log that SQLite writes', () => {
    const db = connect(join(makeHome(), 'ledger.sqlite'));
    db.statement('PRAGMA journal_mode = WAL').row();
    db.script('CREATE TABLE one (number)');
    expect(() => db.syncLog()()).not.toThrow();
    db.close();
  });
});
