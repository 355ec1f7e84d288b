import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Candidate, candidatesIn } from '../../src/hot-folder/candidates.ts';
import { freeNames } from '../../src/hot-folder/free-names.ts';
import { type FileSystem, realFileSystem } from '../../src/hot-folder/move-file.ts';
import { placeFile } from '../../src/hot-folder/placing.ts';
import { undoMove } from '../../src/hot-folder/undo-move.ts';
import { companionIn, openWorkFolder, workFolder } from '../../src/hot-folder/work-folder.ts';
import { makeHome } from '../support/cli.ts';

let folder: string;

beforeEach(() => {
  folder = join(makeHome(), 'in');
  for (const path of [folder, join(folder, 'done'), join(folder, 'failed')]) mkdirSync(path);
  writeFileSync(join(folder, 'orders.csv'), 'the orders');
  openWorkFolder(folder);
});

const theFile = (): Candidate => candidatesIn(folder)[0] as Candidate;
const writeCompanions = async (): Promise<void> => {
  for (const name of ['failed.csv', 'report.json'] as const) writeFileSync(companionIn(folder, name), name);
};
const inside = (name = '.'): string[] => readdirSync(join(folder, name)).sort();
const textOf = (...path: string[]): string => readFileSync(join(folder, ...path), 'utf8');

const failing = (code: string): Error => Object.assign(new Error(code), { code });

/** `other-disk`: the subfolders are on another file system. `no-links`: a file system without links. */
type Disk = 'this-disk' | 'other-disk' | 'no-links';

/** The process is dead from step `lasts` on. `before` is called before each step. */
function mortal(
  disk: Disk,
  lasts = Number.POSITIVE_INFINITY,
  before: (step: number) => void = () => {},
): FileSystem & { steps: number } {
  const step = (): void => {
    before(files.steps);
    if (files.steps++ >= lasts) throw new Error('killed');
  };
  const isAcross = (from: string, to: string): boolean =>
    disk === 'other-disk' && /(?:done|failed)\/[^/]+$/.test(from) !== /(?:done|failed)\/[^/]+$/.test(to);
  const files: FileSystem & { steps: number } = {
    steps: 0,
    async rename(from, to) {
      step();
      if (isAcross(from, to)) throw failing('EXDEV');
      await realFileSystem.rename(from, to);
    },
    async link(from, to) {
      step();
      if (isAcross(from, to)) throw failing('EXDEV');
      if (disk === 'no-links') throw failing('EPERM');
      await realFileSystem.link(from, to);
    },
    async reserve(path) {
      step();
      await realFileSystem.reserve(path);
    },
    async copy(from, to) {
      step();
      await realFileSystem.copy(from, to);
      step();
    },
    async syncFolder(path) {
      step();
      await realFileSystem.syncFolder(path);
    },
    async remove(path) {
      step();
      await realFileSystem.remove(path);
    },
  };
  return files;
}

describe('a move to another file system', () => {
  it('copies with the times, and removes the file where it was', async () => {
    const { mtimeMs } = statSync(join(folder, 'orders.csv'));
    const to = await placeFile(folder, theFile(), 'done', undefined, mortal('other-disk'));
    expect([to, inside(), inside('done')]).toEqual([
      { path: join(folder, 'done', 'orders.csv') },
      ['.cfi-drop', 'done', 'failed'],
      ['orders.csv'],
    ]);
    expect(textOf('done', 'orders.csv')).toBe('the orders');
    expect(Math.abs(statSync(join(folder, 'done', 'orders.csv')).mtimeMs - mtimeMs)).toBeLessThan(2);
  });

  it('leaves the file where it was when it cannot be copied', async () => {
    const full: FileSystem = {
      ...mortal('other-disk'),
      copy: async () => {
        throw failing('ENOSPC');
      },
    };
    await expect(placeFile(folder, theFile(), 'done', undefined, full)).rejects.toThrow('ENOSPC');
    await undoMove(folder);
    expect([inside(), inside('done')]).toEqual([['done', 'failed', 'orders.csv'], []]);
  });
});

const disks: readonly Disk[] = ['this-disk', 'other-disk', 'no-links'];
const destinations = [
  ['done', undefined],
  ['failed', writeCompanions],
] as const;

describe.each(disks)('a move (%s)', (disk) => {
  it.each(destinations)(
    'to %s that is killed leaves the file in one place, whichever step was last',
    async (destination, write) => {
      const whole = mortal(disk);
      await placeFile(folder, theFile(), destination, write, whole);
      const moved = inside(destination);
      expect(moved[0]).toBe('orders.csv');
      for (let lasts = 0; lasts < whole.steps; lasts++) {
        for (const name of inside(destination)) rmSync(join(folder, destination, name));
        writeFileSync(join(folder, 'orders.csv'), 'the orders');
        await placeFile(folder, theFile(), destination, write, mortal(disk, lasts)).catch(() => {});
        await undoMove(folder);
        const isMoved = !existsSync(join(folder, 'orders.csv'));
        expect([lasts, inside(destination)]).toEqual([lasts, isMoved ? moved : []]);
        expect(existsSync(workFolder(folder))).toBe(false);
        openWorkFolder(folder);
        if (!isMoved) await placeFile(folder, theFile(), destination, write, mortal(disk));
        expect([inside(destination), textOf(destination, 'orders.csv')]).toEqual([moved, 'the orders']);
      }
    },
  );

  it.each(destinations)(
    'to %s never replaces a file, whenever another program creates it',
    async (destination, write) => {
      const names =
        write === undefined
          ? ['orders.csv']
          : ['orders.csv', 'orders.csv.failed.csv', 'orders.csv.report.json'];
      for (const name of names) {
        const whole = mortal(disk);
        await placeFile(folder, theFile(), destination, write, whole);
        for (let step = 0; step < whole.steps; step++) {
          for (const old of inside(destination)) rmSync(join(folder, destination, old));
          writeFileSync(join(folder, 'orders.csv'), 'the orders');
          const theirs = join(folder, destination, name);
          let isTheirs = false;
          const create = (at: number): void => {
            if (at !== step || existsSync(theirs)) return;
            writeFileSync(theirs, 'theirs');
            isTheirs = true;
          };
          const to = await placeFile(folder, theFile(), destination, write, mortal(disk, undefined, create));
          if (isTheirs) expect([name, step, textOf(destination, name)]).toEqual([name, step, 'theirs']);
          expect(readFileSync(to?.path ?? '', 'utf8')).toBe('the orders');
          expect(inside().filter((each) => each !== '.cfi-drop')).toEqual(['done', 'failed']);
          if (write !== undefined)
            expect(readFileSync(`${to?.path}.report.json`, 'utf8')).toBe('report.json');
        }
        writeFileSync(join(folder, 'orders.csv'), 'the orders');
        for (const old of inside(destination)) rmSync(join(folder, destination, old));
      }
    },
  );

  it('loses no file that comes under the same name while another is moved', async () => {
    const whole = mortal(disk);
    await placeFile(folder, theFile(), 'done', undefined, whole);
    for (let step = 0; step < whole.steps; step++) {
      rmSync(join(folder, 'done', 'orders.csv'), { force: true });
      for (const name of candidatesIn(folder)) rmSync(name.path);
      writeFileSync(join(folder, 'orders.csv'), 'the orders');
      const replace = (at: number): void => {
        if (at !== step) return;
        writeFileSync(join(folder, 'new'), 'new orders');
        renameSync(join(folder, 'new'), join(folder, 'orders.csv'));
      };
      const to = await placeFile(folder, theFile(), 'done', undefined, mortal(disk, undefined, replace));
      expect([step, candidatesIn(folder).map(({ path }) => readFileSync(path, 'utf8'))]).toEqual([
        step,
        ['new orders'],
      ]);
      expect([step, inside('done').map((name) => textOf('done', name))]).toEqual([
        step,
        to === undefined ? [] : ['the orders'],
      ]);
    }
  });
});

describe('the leftovers of an interrupted move', () => {
  it.each([
    ['the old name', 'leaving'],
    ['the record', 'move.json'],
  ])('do not hide that the file has its place: %s cannot be removed', async (_, name) => {
    const file = theFile();
    const stuck: FileSystem = {
      ...realFileSystem,
      async remove(path) {
        if (path === join(workFolder(folder), name)) throw failing('EIO');
        await realFileSystem.remove(path);
      },
    };
    expect(await placeFile(folder, file, 'failed', writeCompanions, stuck)).toEqual({
      path: join(folder, 'failed', 'orders.csv'),
      unfinished: failing('EIO'),
    });
    const placed = ['orders.csv', 'orders.csv.failed.csv', 'orders.csv.report.json'];
    expect([candidatesIn(folder), inside('failed')]).toEqual([[], placed]);
    await undoMove(folder);
    expect([inside(), inside('failed')]).toEqual([['done', 'failed'], placed]);
  });

  it('are not reclaimed once somebody has moved the file', async () => {
    const whole = mortal('this-disk');
    await placeFile(folder, theFile(), 'failed', writeCompanions, whole);
    renameSync(join(folder, 'failed', 'orders.csv'), join(folder, 'orders.csv'));
    for (const name of inside('failed')) rmSync(join(folder, 'failed', name));
    // All but the record is done.
    const almost = mortal('this-disk', whole.steps - 1);
    await placeFile(folder, theFile(), 'failed', writeCompanions, almost).catch(() => {});
    expect(inside('failed')).toHaveLength(3);
    renameSync(join(folder, 'failed', 'orders.csv'), join(folder, 'orders.csv'));
    await undoMove(folder);
    expect(inside('failed')).toEqual(['orders.csv.failed.csv', 'orders.csv.report.json']);
  });

  it('name nothing outside the folder, whoever wrote them', async () => {
    const other = join(folder, '..', 'other');
    writeFileSync(other, 'x');
    const { changed } = theFile();
    const planted = { file: 'orders.csv', changed, destination: 'done', name: 'a', temporary: '../../other' };
    for (const record of [JSON.stringify(planted), '{', 'null']) {
      openWorkFolder(folder);
      writeFileSync(join(workFolder(folder), 'move.json'), record);
      await undoMove(folder);
      expect([existsSync(other), existsSync(workFolder(folder))]).toEqual([true, false]);
    }
  });
});

describe('the target of a move', () => {
  const firstName = (name: string, ...endings: string[]) =>
    freeNames(join(folder, 'failed'), name, endings).next().value;

  it('is numbered if its name, or that of a report, is taken', async () => {
    writeFileSync(join(folder, 'failed', 'orders.csv.report.json'), '');
    expect(firstName('orders.csv')).toBe('orders.csv');
    expect(firstName('orders.csv', '.report.json')).toBe('orders-2.csv');
  });

  it('has a shorter name if a report would not fit beside it', () => {
    expect(firstName(`${'é'.repeat(120)}.csv`)).toMatch(/^é{60}\.csv$/);
    // Half an emoji would be another name on the disk.
    expect(firstName(`${'a'.repeat(59)}${'😀'.repeat(44)}.csv`)).toMatch(/^a{59}\.csv$/);
    expect(firstName(`${'a'.repeat(58)}${'😀'.repeat(44)}.csv`)).toMatch(/^a{58}😀\.csv$/);
  });

  it('does not exist for a file that is gone', async () => {
    const file = theFile();
    renameSync(file.path, join(folder, '..', 'gone.csv'));
    expect(await placeFile(folder, file, 'failed', writeCompanions)).toBe(undefined);
    expect(inside('failed')).toEqual([]);
  });
});
