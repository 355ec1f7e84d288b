import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tryLock, withLock } from '../../../src/storage/sqlite/lock.ts';
import { makeHome } from '../../support/cli.ts';
import { killableProgram } from '../../support/processes/killable.ts';

const silent = { warn: () => {} };
const newFile = (): string => join(makeHome(), 'a%20lock?.sqlite');

/** Another process that holds a lock until it is killed. */
let holder: Awaited<ReturnType<typeof killableProgram>>;
beforeAll(async () => {
  holder = await killableProgram('test/support/processes/lock-process.ts');
});
afterAll(() => holder.remove());

describe('a lock', () => {
  it('excludes others until it is released, and is for its owner alone', () => {
    const file = newFile();
    const before = process.umask(0o777);
    const lock = tryLock(file);
    process.umask(before);
    expect([tryLock(file), tryLock(file, { mode: 'shared' })]).toEqual([undefined, undefined]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    lock?.release();
    const shared = [tryLock(file, { mode: 'shared' }), tryLock(file, { mode: 'shared' })];
    expect([shared.every((each) => each !== undefined), tryLock(file)]).toEqual([true, undefined]);
    for (const each of shared) each?.release();
    tryLock(file)?.release();
    expect(readdirSync(join(file, '..'))).toEqual(['a%20lock?.sqlite']);
  });

  it('of a dead process is taken at once', async () => {
    const file = newFile();
    const other = await holder.start(file);
    expect(tryLock(file)).toBeUndefined();
    await other.kill();
    const lock = tryLock(file);
    expect(lock).toBeDefined();
    lock?.release();
  });

  it('in a folder of the user is removed by its last holder, and says so if it cannot', () => {
    const file = newFile();
    tryLock(file, { removed: silent })?.release();
    expect(existsSync(file)).toBe(false);
    const warnings: string[] = [];
    const lock = tryLock(file, { removed: { warn: (line) => void warnings.push(line) } });
    rmSync(file);
    mkdirSync(file);
    lock?.release();
    expect(warnings).toEqual([expect.stringContaining(`${file} cannot be removed`)]);
  });

  it('that was damaged is repaired, unless its content has another name', () => {
    const file = newFile();
    writeFileSync(file, 'no database at all');
    const lock = tryLock(file);
    expect([lock !== undefined, tryLock(file)]).toEqual([true, undefined]);
    const [theirs, linked] = [newFile(), newFile()];
    writeFileSync(theirs, 'precious');
    linkSync(theirs, linked);
    expect(() => tryLock(linked)).toThrow(/./);
    expect(readFileSync(theirs, 'utf8')).toBe('precious');
  });

  it('is never a link, and nothing is created behind a dangling one', () => {
    const [file, elsewhere] = [newFile(), newFile()];
    symlinkSync(elsewhere, file);
    expect(() => tryLock(file)).toThrow(expect.objectContaining({ code: 'ELOOP' }));
    expect(existsSync(elsewhere)).toBe(false);
    writeFileSync(elsewhere, 'theirs', { mode: 0o644 });
    chmodSync(elsewhere, 0o644);
    expect(() => tryLock(file)).toThrow(expect.objectContaining({ code: 'ELOOP' }));
    expect([readFileSync(elsewhere, 'utf8'), statSync(elsewhere).mode & 0o777]).toEqual(['theirs', 0o644]);
  });

  it('is never a folder', () => {
    const file = newFile();
    mkdirSync(file);
    expect(() => tryLock(file)).toThrow(expect.objectContaining({ code: 'EISDIR' }));
  });
});

describe('short work under a lock', () => {
  const short = { ms: 30, pollMs: 1 };
  const work = async (): Promise<string> => 'done';

  it('is done by one at a time', async () => {
    const name = newFile();
    let inside = 0;
    let most = 0;
    const busy = async (): Promise<void> => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise(setImmediate);
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 8 }, () => withLock(name, busy, { pollMs: 1 })));
    expect(most).toBe(1);
  });

  it('does not keep the lock when it fails', async () => {
    const name = newFile();
    await expect(withLock(name, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await withLock(name, work)).toBe('done');
  });

  it('is not done while another process lives that holds the lock, and at once when it is dead', async () => {
    const name = newFile();
    const file = join(name, '..', 'locks', 'a%20lock?.sqlite.sqlite');
    mkdirSync(join(file, '..'));
    const other = await holder.start(file);
    await expect(withLock(name, work, short)).rejects.toMatchObject({ code: 'locked', exitCode: 11 });
    await other.kill();
    expect(await withLock(name, work, { ms: 0 })).toBe('done');
  });

  it('is waited for until the program is interrupted, and never begun after that', async () => {
    const name = newFile();
    const interrupt = new AbortController();
    await withLock(name, async () => {
      const waiting = withLock(name, work, { signal: interrupt.signal });
      interrupt.abort('SIGTERM');
      await expect(waiting).rejects.toMatchObject({ code: 'cancelled', exitCode: 143 });
    });
    const late = withLock(name, work, { signal: AbortSignal.abort('SIGINT') });
    await expect(late).rejects.toMatchObject({ exitCode: 130 });
  });

  it('names the place where no lock can be', async () => {
    const name = join(newFile(), 'config.json');
    mkdirSync(join(name, '..', 'locks', 'config.json.sqlite'), { recursive: true });
    await expect(withLock(name, work)).rejects.toMatchObject({
      code: 'usage',
      message: `cannot lock ${name}: it is a folder`,
    });
  });
});
