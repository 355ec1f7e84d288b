import {
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Candidate, candidatesIn } from '../../src/hot-folder/candidates.ts';
import { freeNames, makeTakeFolder, placeFile, recover } from '../../src/hot-folder/placing.ts';
import { openWorkFolders, type WorkFolders } from '../../src/hot-folder/work-folders.ts';
import { makeHome } from '../support/cli.ts';

let folder: string;
let folders: WorkFolders;

beforeEach(() => {
  folder = join(makeHome(), 'in');
  mkdirSync(folder);
  writeFileSync(join(folder, 'orders.csv'), 'the orders');
  folders = openWorkFolders(folder);
});

afterEach(() => {
  for (const each of [folders.done, folders.failed, folders.hidden]) each.close();
});

const theFile = (): Candidate => candidatesIn(folder)[0] as Candidate;
const inside = (name = '.'): string[] => readdirSync(join(folder, name)).sort();
const textOf = (...path: string[]): string => readFileSync(join(folder, ...path), 'utf8');
let number = 0;

/** Moves the file to `failed`, with rows and a report beside it; `meanwhile` runs when its place is reserved. */
function fail(meanwhile: () => void = () => {}): Promise<string | undefined> {
  const own = makeTakeFolder(folders, ++number);
  writeFileSync(own.companion('failed.csv'), 'rows');
  const writeCompanions = async (movedTo: string): Promise<void> => {
    writeFileSync(own.companion('report.json'), movedTo);
    meanwhile();
  };
  return placeFile({ folders, file: theFile(), destination: 'failed', own, writeCompanions });
}

const finish = (file = theFile()): Promise<string | undefined> =>
  placeFile({ folders, file, destination: 'done', own: makeTakeFolder(folders, ++number) });

const all = (name: string): string[] => [name, `${name}.failed.csv`, `${name}.report.json`];

describe('a move', () => {
  it('gives the file its place, and leaves nothing where it was', async () => {
    expect(await finish()).toBe(join(folder, 'done', 'orders.csv'));
    recover(folder);
    expect([inside(), inside('done'), textOf('done', 'orders.csv')]).toEqual([
      ['done', 'failed'],
      ['orders.csv'],
      'the orders',
    ]);
  });

  it('puts beside a failed file what was written about it', async () => {
    expect(await fail()).toBe(join(folder, 'failed', 'orders.csv'));
    recover(folder);
    expect([inside(), inside('failed')]).toEqual([['done', 'failed'], all('orders.csv')]);
    expect(textOf('failed', 'orders.csv.report.json')).toBe(join(folder, 'failed', 'orders.csv'));
  });

  it.each(all('orders.csv'))('never replaces %s, and takes the next name', async (name) => {
    writeFileSync(join(folder, 'failed', name), 'theirs');
    expect(await fail()).toBe(join(folder, 'failed', 'orders-2.csv'));
    expect([inside('failed'), textOf('failed', name)]).toEqual([
      [...all('orders-2.csv'), name].sort(),
      'theirs',
    ]);
  });

  it.each(['orders.csv.failed.csv', 'orders.csv.report.json'])(
    'never replaces %s that another program creates at the last moment',
    async (name) => {
      const create = (): void => {
        if (!existsSync(join(folder, 'failed', name))) writeFileSync(join(folder, 'failed', name), 'theirs');
      };
      expect(await fail(create)).toBe(join(folder, 'failed', 'orders-2.csv'));
      expect([inside('failed'), textOf('failed', name)]).toEqual([
        [...all('orders-2.csv'), name].sort(),
        'theirs',
      ]);
    },
  );

  it('does not happen to a file that is gone, or that another took the place of', async () => {
    const replace = (): void => {
      writeFileSync(join(folder, 'new'), 'new orders');
      renameSync(join(folder, 'new'), join(folder, 'orders.csv'));
    };
    expect(await fail(replace)).toBeUndefined();
    expect([textOf('orders.csv'), inside('failed')]).toEqual(['new orders', []]);
    expect(await fail(() => rmSync(join(folder, 'orders.csv')))).toBeUndefined();
    expect(inside('failed')).toEqual([]);
  });

  it('loses no file that comes under the same name', async () => {
    expect(await finish()).toBeDefined();
    writeFileSync(join(folder, 'orders.csv'), 'new orders');
    expect(await finish()).toBe(join(folder, 'done', 'orders-2.csv'));
    expect(textOf('done', 'orders-2.csv')).toBe('new orders');
  });

  it.each(['failed', '.cfi-drop'])('never goes through a link that takes the place of %s', async (name) => {
    const elsewhere = makeHome();
    const moved = fail(() => {
      renameSync(join(folder, name), join(folder, '..', 'away'));
      symlinkSync(elsewhere, join(folder, name));
    });
    const second = moved.then(() => {
      writeFileSync(join(folder, 'orders.csv'), 'more orders');
      return fail();
    });
    await expect(second).rejects.toMatchObject({ exitCode: 1 });
    expect([inside().includes('orders.csv'), readdirSync(elsewhere)]).toEqual([true, []]);
  });
});

describe('the folders for finished files', () => {
  it.each(['done', 'failed', '.cfi-drop'])('are never links: %s', (name) => {
    recover(folder);
    rmSync(join(folder, name), { recursive: true, force: true });
    const elsewhere = makeHome();
    symlinkSync(elsewhere, join(folder, name));
    const open = (): void => {
      recover(folder);
      openWorkFolders(folder);
    };
    expect(open).toThrow(
      expect.objectContaining({ exitCode: 2, message: expect.stringContaining('symbolic link') }),
    );
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it.skipIf(process.getuid?.() !== 0)('are not filled by another user', () => {
    chownSync(join(folder, '.cfi-drop'), 1234, 1234);
    expect(() => recover(folder)).toThrow(/belongs to another user/);
  });
});

describe('an interrupted move', () => {
  it('of version 0.2.0 loses no file', () => {
    recover(folder);
    mkdirSync(join(folder, '.cfi-drop'));
    writeFileSync(join(folder, '.cfi-drop', 'leaving'), 'more orders');
    writeFileSync(join(folder, '.cfi-drop', 'move.json'), '{}');
    recover(folder);
    expect([inside(), textOf('orders-2.csv')]).toEqual([
      ['done', 'failed', 'orders-2.csv', 'orders.csv'],
      'more orders',
    ]);
  });

  it('is undone without touching what others put beside it', () => {
    const own = makeTakeFolder(folders, ++number);
    const place = join(folder, 'failed', 'orders.csv');
    linkSync(folders.hidden.at('reserved'), place);
    writeFileSync(own.companion('report.json'), 'ours');
    linkSync(own.companion('report.json'), `${place}.report.json`);
    writeFileSync(`${place}.failed.csv`, 'theirs');
    renameSync(join(folder, 'orders.csv'), join(own.taken, 'orders.csv'));
    recover(folder);
    expect([inside(), inside('failed'), textOf('orders.csv')]).toEqual([
      ['done', 'failed', 'orders.csv'],
      ['orders.csv.failed.csv'],
      'the orders',
    ]);
  });
});

describe('the name of a file in its place', () => {
  const firstName = (name: string, ...endings: string[]) =>
    freeNames(join(folder, 'failed'), name, endings).next().value;

  it('is numbered if it, or that of a report, is taken', () => {
    writeFileSync(join(folder, 'failed', 'orders.csv.report.json'), '');
    expect(firstName('orders.csv')).toBe('orders.csv');
    expect(firstName('orders.csv', '.report.json')).toBe('orders-2.csv');
  });

  it('is shorter if a report would not fit beside it', () => {
    expect(firstName(`${'é'.repeat(120)}.csv`)).toMatch(/^é{60}\.csv$/);
    // Half an emoji would be another name on the disk.
    expect(firstName(`${'a'.repeat(59)}${'😀'.repeat(44)}.csv`)).toMatch(/^a{59}\.csv$/);
    expect(firstName(`${'a'.repeat(58)}${'😀'.repeat(44)}.csv`)).toMatch(/^a{58}😀\.csv$/);
  });
});
