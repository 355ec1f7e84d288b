import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Candidate, candidatesIn } from '../../src/hot-folder/candidates.ts';
import { type FileSystem, moveFile, realFileSystem } from '../../src/hot-folder/move-file.ts';
import { freePlace, openWorkFolder, placeFile, undoMove, workFolder } from '../../src/hot-folder/placing.ts';
import { makeHome } from '../support/cli.ts';

let folder: string;

beforeEach(() => {
  folder = join(makeHome(), 'in');
  for (const path of [folder, join(folder, 'done'), join(folder, 'failed')]) mkdirSync(path);
  writeFileSync(join(folder, 'orders.csv'), 'the orders');
  openWorkFolder(folder);
});

const theFile = (): Candidate => candidatesIn(folder)[0] as Candidate;
const putBeside = async (): Promise<void> => {
  for (const ending of ['.failed.csv', '.report.json'])
    writeFileSync(join(folder, 'failed', `orders.csv${ending}`), ending);
};
const inside = (name = '.'): string[] => readdirSync(join(folder, name)).sort();

/** A different file system: no file can be renamed to it. The process is dead from step `lasts` on. */
function mortal(lasts = Number.POSITIVE_INFINITY, sameFileSystem = false): FileSystem & { steps: number } {
  const step = (): void => {
    if (files.steps++ >= lasts) throw new Error('killed');
  };
  const files: FileSystem & { steps: number } = {
    steps: 0,
    async rename(from, to) {
      step();
      const isAcross = !sameFileSystem && join(from, '..') !== join(to, '..');
      if (isAcross) throw Object.assign(new Error('EXDEV'), { code: 'EXDEV' });
      await realFileSystem.rename(from, to);
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
    const from = join(folder, 'orders.csv');
    const to = join(folder, 'done', 'orders.csv');
    const { mtimeMs } = statSync(from);
    await moveFile(from, to, { files: mortal() });
    expect([inside(), inside('done')]).toEqual([['.cfi-drop', 'done', 'failed'], ['orders.csv']]);
    expect(readFileSync(to, 'utf8')).toBe('the orders');
    expect(Math.abs(statSync(to).mtimeMs - mtimeMs)).toBeLessThan(2);
  });

  it('leaves the file where it was when it cannot be copied', async () => {
    const full: FileSystem = {
      ...mortal(),
      copy: async () => {
        throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      },
    };
    const placed = placeFile(folder, theFile(), { destination: 'done', name: 'orders.csv' }, undefined, full);
    await expect(placed).rejects.toThrow('ENOSPC');
    await undoMove(folder);
    expect([inside(), inside('done')]).toEqual([['done', 'failed', 'orders.csv'], []]);
  });
});

describe.each([
  ['to another file system', false],
  ['on the same file system', true],
])('a move %s that is killed', (_, sameFileSystem) => {
  it.each([
    ['done', undefined],
    ['failed', putBeside],
  ] as const)('leaves the file in one place, whichever step to %s was last', async (destination, put) => {
    const place = { destination, name: 'orders.csv' };
    const whole = mortal(undefined, sameFileSystem);
    await placeFile(folder, theFile(), place, put, whole);
    const moved = inside(destination);
    for (let lasts = 0; lasts < whole.steps; lasts++) {
      for (const name of inside(destination)) renameSync(join(folder, destination, name), join(folder, name));
      await placeFile(folder, theFile(), place, put, mortal(lasts, sameFileSystem)).catch(() => {});
      await undoMove(folder);
      const isMoved = !existsSync(join(folder, 'orders.csv'));
      expect([lasts, inside(destination)]).toEqual([lasts, isMoved ? moved : []]);
      expect(existsSync(workFolder(folder))).toBe(false);
      openWorkFolder(folder);
      if (!isMoved) await placeFile(folder, theFile(), place, put, mortal(undefined, sameFileSystem));
      expect(inside(destination)).toEqual(moved);
    }
  });
});

describe('the leftovers of an interrupted move', () => {
  const cutOffAfterTheRename = async (): Promise<void> => {
    const place = { destination: 'failed', name: 'orders.csv' } as const;
    await placeFile(folder, theFile(), place, putBeside, mortal(1, true)).catch(() => {});
    expect(inside('failed')).toHaveLength(3);
  };

  it('are not reclaimed once somebody has moved the file', async () => {
    await cutOffAfterTheRename();
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
  it('is numbered if its name, or that of a report, is taken', async () => {
    await putBeside();
    expect(freePlace(folder, 'done', 'orders.csv').name).toBe('orders.csv');
    expect(freePlace(folder, 'failed', 'orders.csv').name).toBe('orders-2.csv');
  });

  it('has a shorter name if a report would not fit beside it', () => {
    const { name } = freePlace(folder, 'failed', `${'é'.repeat(120)}.csv`);
    expect(name).toMatch(/^é{60}\.csv$/);
  });

  it('does not exist for a file that is gone', async () => {
    const file = theFile();
    renameSync(file.path, join(folder, '..', 'gone.csv'));
    const place = { destination: 'failed', name: 'orders.csv' } as const;
    expect(await placeFile(folder, file, place, putBeside)).toBe(false);
    expect(inside('failed')).toEqual([]);
  });
});
