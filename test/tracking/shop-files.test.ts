import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/storage/sqlite/database.ts';
import { openLooks } from '../../src/tracking/follow.ts';
import { writeShopFile, writtenFor } from '../../src/tracking/shop-file.ts';
import type { ShopName } from '../../src/tracking/shops.ts';

const folder = mkdtempSync(join(tmpdir(), 'cfi-shops-'));
const ledger = { file: 'ledger.sqlite', now: () => 0, warn: () => {} };
const table = `CREATE TABLE written_for_shops (
  service INTEGER, shop TEXT, reference TEXT, number TEXT, status TEXT,
  PRIMARY KEY (service, shop, reference, number, status))`;

const word = fc.string({ unit: fc.constantFrom(...'abcXYZ019 -,;"\n\té\''), minLength: 1, maxLength: 12 });
const parcel = fc.record({
  carrier: fc.oneof(fc.constantFrom('DPD', 'Royal Mail', 'Evri', 'Yodel'), word),
  trackingNumber: word,
});
const order = fc.record({
  reference: fc.oneof(
    fc.integer({ min: 1, max: 9999 }).map((number) => `#${number}`),
    word,
    fc.constant('123-1234567-1234567'),
  ),
  shipments: fc.array(parcel, { minLength: 1, maxLength: 3 }),
});

interface Read {
  readonly order: string;
  readonly number: string;
}

/** What is left of a text in the plainest of the files. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\r\n\t]+/g, ' ')
    .trim()
    .replace(/^#/, '');

/** What each shop's own reader makes of a file: by position, and only with the quotes that it knows. */
const readers: Readonly<Record<Exclude<ShopName, 'shopify'>, (text: string) => Read[]>> = {
  amazon: (text) =>
    text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => {
        const cells = line.split('\t');
        expect(cells).toHaveLength(18);
        expect(line).toMatch(/^[\x20-\x7e\t]*$/);
        expect(cells[4]).not.toBe('');
        return { order: cells[0] as string, number: cells[6] as string };
      }),
  woocommerce: (text) =>
    text
      .split('\n')
      .slice(1, -1)
      .map((line) => {
        const cells = line.split(',');
        expect(cells).toHaveLength(5);
        expect(cells[3]).toMatch(/^\d\d-\d\d-\d{4}$/);
        expect(['0', '1']).toContain(cells[4]);
        return { order: cells[0] as string, number: cells[2] as string };
      }),
  villatheme: (text) => {
    expect(text.startsWith('\uFEFF')).toBe(true);
    const rows = parse(text.slice(1), { from: 2 }) as string[][];
    return rows.map((cells) => {
      expect(cells).toHaveLength(5);
      expect(cells[0]).toMatch(/^\d+$/);
      return { order: cells[0] as string, number: cells[2] as string };
    });
  },
  matrixify: (text) => {
    const rows = parse(text, { from: 2 }) as string[][];
    rows.forEach((cells, at) => {
      expect(cells).toHaveLength(10);
      expect(cells[3]).toBe(String(at + 1));
    });
    return rows.map((cells) => ({ order: cells[0] as string, number: cells[6] as string }));
  },
};

it.each(Object.keys(readers) as (keyof typeof readers)[])(
  'the reader of %s finds each order and number that was sent',
  async (shop) => {
    let files = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(order, { selector: ({ reference }) => plain(reference), maxLength: 10 }),
        async (orders) => {
          const looks = openLooks();
          const db = openDatabase(':memory:');
          db.script(table);
          files += 1;
          const out = join(folder, `Orders-${shop}-${files}.csv`);
          try {
            for (const [at, { reference, shipments }] of orders.entries()) {
              const tracked = { reference, last: null, lastLook: null, dispatchBy: null, preset: null };
              looks.add(
                at,
                tracked,
                { outcome: 'existing', status: 200, answer: { Status: 'Shipped', shipments } },
                0,
              );
            }
            const request = { shop, out, dates: 'dmy', carriers: new Map(), all: false } as const;
            const write = async () => {
              const known = writtenFor(ledger, db, 1, shop);
              const { rows, notices, close } = await writeShopFile(looks, known, { cwd: folder }, request);
              const written = [...rows()].map(({ ReferenceNumber }) => ReferenceNumber);
              close();
              return { written, notices };
            };
            const { written, notices } = await write();
            // Whatever has a tracking number is in the file, or named.
            for (const { reference, shipments } of orders)
              if (shipments.some(({ trackingNumber }) => trackingNumber.trim() !== ''))
                expect(
                  written.includes(reference) || notices.some((notice) => notice.includes(reference)),
                ).toBe(true);
            if (written.length === 0) return;
            const read = readers[shop](readFileSync(out, 'utf8'));
            for (const { order: name, number } of read) {
              const sent = orders.find(({ reference }) => plain(reference) === plain(name));
              expect(sent?.shipments.map(({ trackingNumber }) => plain(trackingNumber))).toContain(
                plain(number),
              );
            }
            // Rows of one order stand together.
            const names = read.map((each) => each.order).filter((each, at, all) => each !== all[at - 1]);
            expect(new Set(names).size).toBe(names.length);
            expect(written).toHaveLength(names.length);
            expect((await write()).written).toEqual([]);
          } finally {
            looks.close();
            db.close();
          }
        },
      ),
      { numRuns: 30 },
    );
  },
);

/** What is written of one shipped order, and said. */
async function writtenOf(shop: ShopName, reference: string, parcel: object): Promise<string> {
  const looks = openLooks();
  const db = openDatabase(':memory:');
  db.script(table);
  const out = join(folder, `Orders-${crypto.randomUUID()}.csv`);
  try {
    const answer = { Status: 'Shipped', shipments: [parcel] };
    const tracked = { reference, last: null, lastLook: null, dispatchBy: null, preset: null };
    looks.add(0, tracked, { outcome: 'existing', status: 200, answer }, 0);
    const request = { shop, out, dates: 'dmy', carriers: new Map(), all: false } as const;
    const { notices, close } = await writeShopFile(
      looks,
      writtenFor(ledger, db, 1, shop),
      { cwd: folder },
      request,
    );
    close();
    return `${existsSync(out) ? readFileSync(out, 'utf8') : ''}\n${notices.join('\n')}`;
  } finally {
    looks.close();
    db.close();
  }
}

it.each(Object.keys(readers) as (keyof typeof readers)[])(
  '%s gets no cell that a spreadsheet would run',
  async (shop) => {
    const reference = shop === 'amazon' ? '123-1234567-1234567' : '1001';
    const formulas = ['=1+1', '+1|x', '@x1', '-x1', 'A;=1+1', ' =1+1', '"=1+1'];
    for (const number of formulas) {
      const written = await writtenOf(shop, reference, { carrier: 'DPD', trackingNumber: number });
      expect(written).toContain(
        `1 order was left out because a spreadsheet would run a value as a formula: ${reference}`,
      );
      expect(written).not.toContain(number.trim());
    }
    const sound = await writtenOf(shop, reference, { carrier: 'DPD', trackingNumber: 'A-1' });
    expect(sound).toContain('A-1');
    expect(sound).not.toContain('formula');
  },
);
