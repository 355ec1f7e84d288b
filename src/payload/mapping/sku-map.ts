import * as z from 'zod/mini';
import { usageError } from '../../errors.ts';
import { textOf } from '../../text/json.ts';
import { isFields, present } from '../../text/records.ts';
import { inSlices, type Steps, turns } from '../../timers.ts';
import { looseName } from '../document/layout.ts';
import type { SetPart, SkuMap } from '../document/types.ts';
import { cellReader, isCellError } from '../fields/cells.ts';
import { cellAt, suggestion } from './header.ts';
import { columnNamed, isBlankPair, type ListFile, type ListTable, lacksColumns } from './list-file.ts';
import { asEntry, partsFirst } from './sets.ts';
import { objectOf, readBy } from './shapes.ts';

const skuOr = (words: string) =>
  z.pipe(
    z.union([z.string(), z.number()], words).check(z.refine((sku) => String(sku).trim() !== '', 'is blank')),
    z.transform((sku) => String(sku).trim()),
  );

function numberThat(isRight: (value: number) => boolean, words: string) {
  const error = ({ input }: { readonly input?: unknown }) => `is ${JSON.stringify(input)}, but ${words}`;
  return z.number({ error }).check(z.refine(isRight, { error }));
}

const partOf = objectOf(
  {
    SKU: skuOr('must be a SKU'),
    Qty: z._default(
      numberThat((count) => Number.isSafeInteger(count) && count >= 1, 'must be a whole number of 1 or more'),
      1,
    ),
    share: z.exactOptional(numberThat((share) => share >= 0, 'must be a number of 0 or more')),
  },
  'must be an object, for example {"SKU": "A-1", "Qty": 2}',
);

/** Equal for parts that say the same. */
const partKey = ({ SKU, Qty, share }: SetPart): string => JSON.stringify([SKU, Qty, share]);

const partsOf = z.array(partOf).check(
  z.minLength(1, 'has no parts'),
  z.refine((parts) => new Set(parts.map(partKey)).size === parts.length, 'has the same part twice'),
);
const otherName = skuOr('must be a SKU or a list of parts');
const notEntries = 'must be an object, for example {"<shop\'s SKU>": "<warehouse\'s SKU>"}';

/** The map itself. Throws what `partsFirst` throws. */
function* checked(skus: SkuMap): Steps<SkuMap> {
  yield* partsFirst(skus);
  return skus;
}

/** Reads the entries of a map, which `path` leads to within what the option gives. Throws usage errors. */
export function* readSkus(label: string, value: unknown, path: readonly string[] = []): Steps<SkuMap> {
  const place = [label, ...path].join(': ');
  if (!isFields(value)) throw usageError(`${place} ${notEntries}`);
  const entries = new Map<string, string | readonly SetPart[]>();
  for (const [key, entry] of Object.entries(value)) {
    yield;
    const from = key.trim();
    const at = [...path, key];
    if (from === '') throw usageError(`${place}: a SKU is blank (${textOf(entry)})`);
    if (entries.has(from)) throw usageError(`${place}: ${from} appears twice`);
    if (Array.isArray(entry)) entries.set(from, asEntry(readBy(partsOf, entry, label, at)));
    else entries.set(from, readBy(otherName, entry, label, at));
  }
  return yield* checked(entries);
}

/** The columns of numbers in a SKU map. */
export const skuNumbers = ['qty', 'share'];
const columns = ['from', 'to', ...skuNumbers];

/** The entries of a SKU map in rows: the rows of one SKU are its parts. */
async function readSkuRows(label: string, { titles, rows }: ListTable, decimal: 'point' | 'comma') {
  const unknown = titles
    .map((title) => title.trim())
    .find((title) => title !== '' && !title.startsWith('_') && !columns.includes(looseName(title)));
  const indexes = columns.map((column) => columnNamed(label, titles, column));
  const [fromAt, toAt, qtyAt, shareAt] = indexes;
  if (fromAt === -1 || toAt === -1) throw lacksColumns(label, 'from', 'to');
  if (unknown !== undefined)
    throw usageError(
      `${label}: unknown column ${unknown}${suggestion(unknown, columns)}`,
      `columns: ${columns.join(', ')}`,
    );
  const hasSets = qtyAt !== -1 || shareAt !== -1;
  const read = cellReader('number', { decimal });
  /** The number of a cell, unless it is blank; of one without a number the text, which is refused. */
  const numberIn = (text: string): unknown => {
    const found = text === '' ? undefined : read(text);
    return isCellError(found) ? text : found;
  };
  const sets = new Map<string, SetPart[]>();
  const seen = new Set<string>();
  const turn = turns(16);
  for (const { place, cells } of rows) {
    await turn();
    const [from = '', SKU = '', Qty = '', share = ''] = indexes.map((index) => cellAt(cells, index));
    if (isBlankPair(place, { from, to: SKU })) continue;
    const part = readBy(partOf, present({ SKU, Qty: numberIn(Qty), share: numberIn(share) }), place);
    const parts = sets.get(from) ?? [];
    const [known] = parts;
    const key = JSON.stringify([from, partKey(part)]);
    if (hasSets && seen.has(key))
      throw usageError(
        `${place}: ${from} has the same part twice, ${SKU}`,
        'write it once, with the whole qty',
      );
    seen.add(key);
    sets.set(from, parts);
    if (hasSets || known === undefined) parts.push(part);
    else if (known.SKU !== SKU)
      throw usageError(`${place}: ${from} appears twice, with ${known.SKU} and ${SKU}`);
  }
  const entries = new Map<string, string | readonly SetPart[]>();
  for (const [from, parts] of sets) {
    await turn();
    entries.set(from, asEntry(parts));
  }
  return inSlices(checked(entries));
}

/** Reads a SKU map: the columns `from`, `to`, and for sets `qty` and `share`, or a JSON object. Throws usage errors. */
export const readSkuFile = (label: string, file: ListFile, decimal: 'point' | 'comma' = 'point') =>
  'json' in file ? inSlices(readSkus(label, file.json)) : readSkuRows(label, file, decimal);
