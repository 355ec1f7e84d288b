import * as z from 'zod/mini';
import { usageError } from '../../errors.ts';
import { isFields } from '../../text/records.ts';
import type { SetPart, SkuMap } from '../document/types.ts';
import { suggestion } from './header.ts';
import { columnNamed, isBlankPair, type ListFile, type ListTable, lacksColumns } from './list-file.ts';
import { asEntry, withoutCircles } from './sets.ts';
import { objectOf, readBy } from './shapes.ts';

const skuOr = (words: string) =>
  z.pipe(
    z.union([z.string(), z.number()], words).check(z.refine((sku) => String(sku).trim() !== '', 'is blank')),
    z.transform((sku) => String(sku).trim()),
  );

/** A number, or a cell's text of one. */
const numberThat = (isRight: (value: number) => boolean, words: string) =>
  z.pipe(
    z.union([z.string(), z.number()], words).check(
      z.refine((value) => isRight(Number(value)), {
        error: ({ input }) => `is ${JSON.stringify(input)}, but ${words}`,
      }),
    ),
    z.transform(Number),
  );

const withoutBlanks = (part: unknown): unknown =>
  isFields(part) ? Object.fromEntries(Object.entries(part).filter(([, value]) => value !== '')) : part;

const partOf = z.pipe(
  z.transform(withoutBlanks),
  objectOf(
    {
      SKU: skuOr('must be a SKU'),
      Qty: z._default(
        numberThat(
          (count) => Number.isSafeInteger(count) && count >= 1,
          'must be a whole number of 1 or more',
        ),
        1,
      ),
      share: z.exactOptional(
        numberThat((share) => Number.isFinite(share) && share >= 0, 'must be a number of 0 or more'),
      ),
    },
    'must be an object, for example {"SKU": "A-1", "Qty": 2}',
  ),
);

const partsOf = z.array(partOf).check(z.minLength(1, 'has no parts'));
const otherName = skuOr('must be a SKU or a list of parts');
const entriesOf = z.record(
  z.string(),
  z.unknown(),
  'must be an object, for example {"<shop\'s SKU>": "<warehouse\'s SKU>"}',
);

/** Reads the entries of a map, which `path` leads to within what the option gives. Throws usage errors. */
export function readSkus(label: string, value: unknown, path: readonly string[] = []): SkuMap {
  const entries = Object.entries(readBy(entriesOf, value, label, path)).map(([key, entry]) => {
    const from = key.trim();
    const at = [...path, key];
    if (from === '') throw usageError(`${[label, ...path].join(': ')}: a SKU is blank (${entry})`);
    if (!Array.isArray(entry)) return [from, readBy(otherName, entry, label, at)] as const;
    return [from, asEntry(readBy(partsOf, entry, label, at))] as const;
  });
  return withoutCircles(Object.fromEntries(entries));
}

const columns = ['from', 'to', 'qty', 'share'];

/** The entries of a SKU map in rows: the rows of one SKU are its parts. */
function readSkuRows(label: string, { titles, rows }: ListTable, decimal: 'point' | 'comma'): SkuMap {
  const own = titles.map((title) => title.trim().toLowerCase());
  const unknown = own.find((title) => title !== '' && !title.startsWith('_') && !columns.includes(title));
  if (!own.includes('from') || !own.includes('to')) throw lacksColumns(label, 'from', 'to');
  if (unknown !== undefined)
    throw usageError(
      `${label}: unknown column ${unknown}${suggestion(unknown, columns)}`,
      `columns: ${columns.join(', ')}`,
    );
  const hasSets = own.includes('qty') || own.includes('share');
  const sets = new Map<string, SetPart[]>();
  for (const { place, cells } of rows) {
    const [from = '', SKU = '', Qty = '', share = ''] = columns.map((column) =>
      (cells[columnNamed(titles, column)] ?? '').trim(),
    );
    if (isBlankPair(place, ['from', 'to'], from, SKU)) continue;
    const pointed = decimal === 'comma' ? share.replace(',', '.') : share;
    const part = readBy(partOf, { SKU, Qty, share: pointed }, place);
    const parts = sets.get(from) ?? [];
    const [known] = parts;
    if (hasSets || known === undefined) sets.set(from, [...parts, part]);
    else if (known.SKU !== SKU)
      throw usageError(`${place}: ${from} appears twice, with ${known.SKU} and ${SKU}`);
  }
  return withoutCircles(Object.fromEntries([...sets].map(([from, parts]) => [from, asEntry(parts)])));
}

/** Reads a SKU map: the columns `from`, `to`, and for sets `qty` and `share`, or a JSON object. Throws usage errors. */
export const readSkuFile = (label: string, file: ListFile, decimal: 'point' | 'comma' = 'point'): SkuMap =>
  'json' in file ? readSkus(label, file.json) : readSkuRows(label, file, decimal);
