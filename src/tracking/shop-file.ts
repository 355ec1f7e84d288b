import { usageError } from '../errors.ts';
import { numberedName, type OutputPlace, writeTexts } from '../storage/output-file.ts';
import { type Database, openTemporary } from '../storage/sqlite/database.ts';
import { harmlessCell } from '../text/csv.ts';
import { parseInstant } from '../text/time/time.ts';
import { counted, firstFew, normalized } from '../text/words.ts';
import type { LedgerPlace } from '../upload/ledger/ledger-file.ts';
import { doLater } from '../upload/ledger/open-ledger.ts';
import type { Look, Looks, OrderRow } from './follow.ts';
import { isCancelledStatus, isPartlyShipped } from './order-state.ts';
import type { Tracked } from './remembered-looks.ts';
import { plainCarrier, type RowOptions, type Shop, type ShopName, shops } from './shops.ts';

export interface ShopRequest {
  readonly shop: ShopName;
  readonly out: string;
  readonly dates: RowOptions['dates'];
  /** Carriers in the user's own spelling. */
  readonly carriers: ReadonlyMap<string, string>;
  /** Write also what was written before. */
  readonly all: boolean;
}

/** One row, as the ledger remembers it once its file is there. */
type Written = Readonly<Record<'reference' | 'number' | 'status', string>>;

export type WrittenForShop = ReturnType<typeof writtenFor>;

/** Opens what the ledger remembers of the files for a shop. To read throws SQLite's errors. */
export function writtenFor(place: LedgerPlace, db: Database, service: number, shop: ShopName) {
  const { name, takesParts } = shops[shop];
  const known =
    'SELECT number, status FROM written_for_shops WHERE service = ? AND shop = ? AND reference = ?';
  /** What the shop was told of an order: its numbers, and whether it was finished. */
  const told = (reference: string) => {
    const rows = [...db.each<Pick<Written, 'number' | 'status'>>(known, [service, name, reference])];
    const numbers: ReadonlySet<string> = new Set(rows.map(({ number }) => number));
    return { numbers, isFinished: rows.some(({ status }) => status === finished) };
  };
  return {
    told,
    /** Whether the shop was told all of an order with these numbers, so that it need not be read again. */
    isDone(reference: string, tracking: string | null): boolean {
      const sound = (tracking?.split(', ') ?? []).filter(isSound);
      const { numbers, isFinished } = told(reference);
      const isTold = (number: string): boolean => numbers.has(number);
      return isFinished && sound.length > 0 && (takesParts ? sound.every(isTold) : sound.some(isTold));
    },
    remember(written: () => Iterable<Written>): void {
      const put = `INSERT OR IGNORE INTO written_for_shops (service, shop, reference, number, status)
        VALUES (?, ?, ?, ?, ?)`;
      doLater(place, () =>
        db.transaction('write', () => {
          for (const { reference, number, status } of written())
            db.run(put, [service, name, reference, number, status]);
        }),
      );
    },
  };
}

const [unfinished, finished] = ['0', '1'];

/** Why a text is no number of a parcel, of which no shop can make use; undefined if it may be one. */
function whyNoNumber(text: string): string | undefined {
  if (/^\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(text))
    return 'a spreadsheet has removed digits from the tracking number';
  // `N/A`, `-` or `0`; `T-0` may be one.
  const isPlaceholder = !/\d/.test(text) || !/[1-9\p{L}]/u.test(text);
  return isPlaceholder ? 'the tracking number is only a placeholder' : undefined;
}

const isSound = (number: string): boolean => whyNoNumber(number) === undefined;

/** Throws a usage error for a file name that the shop would refuse. */
export function checkFileName({ shop, out }: Pick<ShopRequest, 'shop' | 'out'>): void {
  const { nameHolds, title } = shops[shop];
  if (nameHolds === undefined || out.replace(/^.*[\\/]/, '').includes(nameHolds)) return;
  throw usageError(
    `${title} takes a file only if its name contains "${nameHolds}"; found ${out}`,
    `for example --out ${nameHolds}.csv`,
  );
}

type Sayings = ReturnType<typeof sayings>;

/** What there is to say of orders: each thing once, with how many they are, and the first of them. */
function sayings() {
  const all = new Map<string, { readonly many: string; readonly first: string[]; count: number }>();
  const note = (reference: string, one: string, many: string): void => {
    const said = all.get(one) ?? { many, first: [], count: 0 };
    all.set(one, said);
    said.count += 1;
    if (said.first.length < mostNamed) said.first.push(reference);
  };
  return {
    note,
    leaveOut: (reference: string, why: string, whyMany = why): void =>
      note(reference, `order was left out because ${why}`, `orders were left out because ${whyMany}`),
    notices: (): string[] =>
      [...all].map(
        ([one, { many, first, count }]) =>
          `${counted(count, one, many)}: ${firstFew(first, mostNamed, count)}`,
      ),
  };
}

/** Sorts out the orders that were read with the preset of another shop: they are neither read nor written, but counted. */
export function otherShops(shop: ShopName) {
  const { preset: own } = shops[shop];
  const said = sayings();
  const why = `uploaded with another preset than ${own}`;
  return {
    said,
    areOf: ({ preset }: Pick<Tracked, 'preset'>): boolean => preset !== null && preset !== own,
    count: ({ reference }: Pick<Tracked, 'reference'>): void =>
      said.leaveOut(reference, `it was ${why}`, `they were ${why}`),
  };
}

export type ShopFiles = Awaited<ReturnType<typeof writeShopFile>>;

/** For a run that ended before all orders were read: the next would write the others over its file, which no shop has read. */
export const noShopFile = (shop: ShopName): ShopFiles => ({
  *rows() {},
  notices: [`no file was written for ${shops[shop].title}`],
  close() {},
});

/**
 * Writes the orders that have shipped to the file that a shop takes, and remembers in the ledger what is in it, and in the
 * files that follow it, once all are there whole: a run that is killed writes again rather than never. With nothing new, no
 * file is written. Throws a `CfiError`, or SQLite's error.
 */
export async function writeShopFile(
  looks: Pick<Looks, 'among'>,
  written: WrittenForShop,
  place: OutputPlace,
  request: ShopRequest,
  said: Sayings = sayings(),
) {
  const shop: Shop = shops[request.shop];
  const found = rowsFor(looks.among('all'), shop, request, written.told, said);
  const names: string[] = [];
  /** The rows of the files, kept out of memory; only the first row of an order has the order itself. */
  const all = openTemporary(
    'CREATE TEMP TABLE written (reference TEXT, number TEXT, status TEXT, found TEXT)',
  );
  let orders = 0;
  let last: string | undefined;
  const keep = ({ key, row }: FoundRow): void => {
    const isFirst = key.reference !== last;
    if (isFirst) orders += 1;
    last = key.reference;
    const found = isFirst ? JSON.stringify(row) : null;
    all.run('INSERT INTO written VALUES (?, ?, ?, ?)', [key.reference, key.number, key.status, found]);
  };
  try {
    let next = found.next();
    const records = function* (): Generator<string> {
      yield (shop.byteOrderMark ? '\uFEFF' : '') + record(shop, shop.columns);
      for (let count = 0; next.done !== true && count < shop.mostRows; count++) {
        keep(next.value);
        yield record(shop, next.value.cells);
        next = found.next();
      }
    };
    while (next.done !== true) {
      const name = numberedName(request.out, names.length + 1, '-');
      await writeTexts(name, place, records());
      names.push(name);
    }
    if (orders > 0)
      written.remember(() => all.each<Written>('SELECT reference, number, status FROM written'));
  } catch (error) {
    all.close();
    throw error;
  }
  return {
    /** Each order in the files, once. */
    *rows(): Generator<OrderRow> {
      const first = 'SELECT found FROM written WHERE found IS NOT NULL';
      for (const { found: row } of all.each<{ found: string }>(first)) yield JSON.parse(row) as OrderRow;
    },
    notices: [...said.notices(), ...saidOf(names, orders, shop)],
    close: () => all.close(),
  };
}

function saidOf(names: readonly string[], orders: number, shop: Shop): string[] {
  const { title, mostRows, nameEnd, says } = shop;
  const [first] = names;
  if (first === undefined) return [`${title}: nothing new; no file was written`];
  const most = names.length > 1 ? `, at most ${mostRows} rows in each` : '';
  const written = `${counted(orders, 'order')} written for ${title} to ${names.join(', ')}${most}`;
  return [
    ...(says === undefined ? [] : [says]),
    written,
    ...(first.endsWith(nameEnd) ? [] : [`${title} expects a file whose name ends in ${nameEnd}`]),
  ];
}

interface FoundRow {
  readonly cells: readonly string[];
  readonly key: Written;
  readonly row: OrderRow;
}

/** The rows for a shop, while it notes what is to be said of orders. */
function* rowsFor(
  looks: Iterable<Look>,
  shop: Shop,
  request: ShopRequest,
  told: WrittenForShop['told'],
  { note, leaveOut }: Sayings,
): Generator<FoundRow> {
  const carriers = new Map([...request.carriers].map(([from, to]) => [plainCarrier(from), to]));
  const renamed = (carrier: string): string | undefined => carriers.get(plainCarrier(carrier));
  const options: RowOptions = { dates: request.dates, renamed };
  let count = 0;
  for (const { row, outcome, parcels = [], read } of looks) {
    if (outcome !== 'found' || isCancelledStatus(row.Status)) continue;
    const sound = parcels.filter(({ number }) => isSound(number));
    const reference = row.ReferenceNumber;
    const isPartly = isPartlyShipped(row.Status);
    if (sound.length === 0) {
      const [why] = parcels.map(({ number }) => whyNoNumber(number));
      if (why !== undefined) leaveOut(reference, why);
      continue;
    }
    if (isPartly && !shop.takesParts) {
      leaveOut(reference, 'it has shipped only in part, and the shop would mark all of it as shipped');
      continue;
    }
    const { numbers, isFinished } = told(reference);
    // The service may list the parcels in another order each time: the shop keeps the number that it was told.
    const only = sound.find(({ number }) => numbers.has(number)) ?? sound[0];
    const taken = (shop.takesParts || only === undefined ? sound : [only]).map((parcel, at, { length }) => {
      const isUnfinished = isPartly || at < length - 1;
      const status = isUnfinished ? unfinished : finished;
      return { parcel, isUnfinished, key: { reference, number: parcel.number, status } as Written };
    });
    const isNew = ({ key, isUnfinished }: (typeof taken)[number]): boolean =>
      !numbers.has(key.number) || !(isUnfinished || isFinished);
    const fresh = request.all ? taken : taken.filter(isNew);
    if (fresh.length === 0) continue;
    const processed = parseInstant(row.ProcessedOn ?? '');
    const shippedAt = Number.isNaN(processed) ? (read?.trackedAt ?? Date.parse(row.CheckedAt)) : processed;
    const shipment = { reference, shippedAt, processedOn: row.ProcessedOn };
    for (const { parcel, isUnfinished, key } of fresh) {
      const made = shop.row({ ...shipment, ...parcel, isUnfinished, row: count + 1 }, options);
      const cells = typeof made === 'string' ? made : fitting(shop, made);
      if (typeof cells === 'string') {
        leaveOut(reference, cells);
        break;
      }
      if (taken.length < sound.length) note(reference, `order has ${onlyFirst}`, `orders have ${onlyFirst}`);
      count += 1;
      yield { cells, key, row };
    }
  }
}

const onlyFirst = 'several tracking numbers, of which the file has the first';

const mostNamed = 10;

/** The cells as the shop can read them: where it knows no quotes, an order number or tracking number that needs some is none. */
function fitting({ quotes, separator, ascii }: Shop, cells: readonly string[]): readonly string[] | string {
  const plain = cells.map((cell) => {
    const letters = ascii ? normalized(cell, 'NFKD').replaceAll(/\p{M}/gu, '') : cell;
    return letters.replaceAll(/[\r\n\t]+/g, ' ').trim();
  });
  if (ascii && plain.some((cell) => /[^\x20-\x7e]/.test(cell)))
    return 'the file cannot hold some of the characters';
  if (plain.some((cell) => harmlessCell(cell) !== cell))
    return 'a spreadsheet would run a value as a formula';
  if (!quotes && plain.some((cell) => cell.includes(separator)))
    return `the shop would read a ${separator === ',' ? 'comma' : 'tab'} in a value as the start of the next column`;
  return plain;
}

const record = ({ separator, lineEnd, quotes }: Shop, cells: readonly string[]): string =>
  cells
    .map((cell) => (quotes && /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(separator) + lineEnd;
