import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Candidate } from '../../src/hot-folder/candidates.ts';
import { keepListing, type Listing } from '../../src/hot-folder/candidates.ts';
import { makeHome } from '../support/cli.ts';

let folder: string;
let clock: number;
let listing: Listing;

/** To list the folder takes one tick, and so does everything else that asks for the time. */
beforeEach(() => {
  folder = makeHome();
  clock = 0;
  listing = keepListing(folder, () => (clock += 1));
});

const put = (name: string, text = 'x', seconds = 1000): void => {
  writeFileSync(join(folder, name), text);
  utimesSync(join(folder, name), seconds, seconds);
};
const names = (): string[] => listing.files().map(({ name }) => name);
const first = (): Candidate => listing.files()[0] as Candidate;

describe('the files of a hot folder', () => {
  it('are listed again after ten times as long as that takes', () => {
    put('b.csv');
    expect(names()).toEqual(['b.csv']);
    put('a.csv', 'x', 500);
    const later = Array.from({ length: 10 }, () => names().join());
    expect(later).toEqual([...Array(9).fill('b.csv'), 'a.csv,b.csv']);
  });

  it('are listed each time if that takes no time', () => {
    listing = keepListing(folder, () => 0);
    expect(names()).toEqual([]);
    put('a.csv');
    expect(names()).toEqual(['a.csv']);
  });

  it('are listed again on request, which says whether there may be news', () => {
    put('a.csv');
    names();
    expect(listing.listAgain()).toBe(false);
    put('b.csv');
    expect(names()).toEqual(['a.csv', 'b.csv']);
    names();
    expect(listing.listAgain()).toBe(true);
  });

  it.each<[string, () => void]>([
    ['has grown', () => put('a.csv', 'longer')],
    ['was rewritten with its old size and time', () => put('a.csv', 'y')],
    ['is gone', () => rmSync(join(folder, 'a.csv'))],
  ])('are listed again once one of them %s', (_, change) => {
    put('a.csv');
    const file = first();
    put('b.csv');
    expect([listing.isAsListed(file), names()]).toEqual([true, ['a.csv']]);
    change();
    expect([listing.isAsListed(file), names().includes('b.csv')]).toEqual([false, true]);
  });

  it('are kept without one that was moved', () => {
    put('a.csv');
    put('b.csv');
    listing.leaveOut(first());
    expect(names()).toEqual(['b.csv']);
  });
});
