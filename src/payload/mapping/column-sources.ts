import { type Lack, usageError } from '../../errors.ts';
import {
  type BareDate,
  bareDateOf,
  fromShops,
  type Layout,
  looseName,
  type Target,
} from '../document/layout.ts';
import type { Row } from '../document/row.ts';
import type { ReadingOptions } from '../document/types.ts';
import {
  type CellReader,
  cellError,
  cellReader,
  type DateOrder,
  dateOrderIn,
  withoutSpreadsheetDate,
} from '../fields/cells.ts';
import { bindSource, isMasked } from './field-source.ts';
import { type BoundSource, cellAt, columnIn, type Header, suggestion, unknownName } from './header.ts';
import type { MapFile } from './map-file.ts';
import type { Mapping } from './mapping.ts';

type DateOptions = Pick<ReadingOptions, 'dates' | 'decided'>;

/** A date as spreadsheets show it, in the order of `dates` or the one that is proven; other text as it is. */
function plainDate(
  text: string,
  as: BareDate,
  { dates: given, decided }: DateOptions,
  proven: DateOrder | undefined,
): string {
  const order = given ?? proven;
  const date = order === undefined ? text : withoutSpreadsheetDate(text, order, as);
  if (date !== text && given !== undefined) decided?.('dates');
  return date;
}

/** Reads the text of a field that no column holds; a date as spreadsheets show it must prove its order, or `dates` says it. */
export function valueReader(target: Target, options: ReadingOptions): CellReader {
  const read = cellReader(target.type, options);
  const as = bareDateOf(target);
  if (as === undefined) return read;
  return (text) => read(plainDate(text, as, options, dateOrderIn(text)?.proves));
}

/** The fields of `--set`, which go into every document. Throws a usage error for an unknown field or an invalid value. */
export function readSettings(layout: Layout, options: ReadingOptions): ReadonlyMap<Target, string | number> {
  const settings = new Map<Target, string | number>();
  for (const [name, text] of options.set) {
    const target = layout.targets.get(name);
    if (layout.managed.includes(name)) throw usageError(`--set ${name}: ${name} is set by the service`);
    if (target === undefined) {
      throw usageError(`--set ${name}: unknown field${suggestion(name, layout.targets.keys())}`);
    }
    const trimmed = text.trim();
    if (trimmed === '') throw usageError(`--set ${name}: the value is empty`);
    const value = valueReader(target, options)(trimmed);
    if (typeof value === 'object') {
      // What the message says already is not said again.
      const said = value.message.replace(/^must be /, '');
      const more = value.expected.startsWith(`${said}, `)
        ? value.expected.slice(said.length + 2)
        : `expected ${value.expected}`;
      throw usageError(`--set ${name}=${trimmed}: ${name} ${value.message}`, more);
    }
    settings.set(target, value);
  }
  return settings;
}

/** Records a problem of a column in the header, with a message that says what is expected as well. */
export type HeaderReport = (column: string, message: string, expected: string, lacks?: Lack) => void;

/** The column, or constant, that fills each field, by its name. */
export type Sources = Map<string, BoundSource>;

/** Finds the field of a header as people write it: exactly one field has the name, or the name written differently. */
export function targetFinder({ targets }: Layout): (name: string) => Target | undefined {
  const loose = new Map<string, Set<Target>>();
  for (const [name, target] of targets) {
    const found = loose.get(looseName(name)) ?? new Set();
    loose.set(looseName(name), found.add(target));
  }
  return (name) => {
    const [found, other] = loose.get(looseName(name)) ?? [];
    return targets.get(name) ?? (other === undefined ? found : undefined);
  };
}

/** The sources if the header has the field names. */
export function namedSources(header: Header, layout: Layout, report: HeaderReport): Sources {
  const sources: Sources = new Map();
  const targetOf = targetFinder(layout);
  for (const [index, name] of header.names.entries()) {
    if (name === '' || name.startsWith('_')) continue;
    if (layout.namesOwn && looseName(name) === looseName(layout.reference)) continue;
    const target = targetOf(name);
    if (layout.managed.some((managed) => looseName(managed) === looseName(name))) {
      // Without a shop's own column of that name, what the shop has cancelled would be sent.
      const remedy = fromShops[layout.kind]
        ? 'If this column says which orders to send, use a map: cfi order map FILE; otherwise remove it'
        : 'Remove the column';
      report(name, `${name} is set by the service. ${remedy}`, 'no such column');
      continue;
    }
    if (target === undefined) {
      const { ending, expected } = unknownName(name, layout.targets.keys());
      const lacks = ending === '' ? ({ kind: 'unknown', name } as const) : undefined;
      report(name, `unknown column ${name}${ending}`, expected, lacks);
      continue;
    }
    const other = sources.get(target.name)?.header;
    const text = (cells: readonly string[]): string => cellAt(cells, index);
    if (other === undefined) sources.set(target.name, { header: name, index, text, hasPoint: false });
    else
      report(
        name,
        other === name ? `the column ${name} appears twice` : `${other} and ${name} are the same field`,
        'one column for the field',
      );
  }
  return sources;
}

/** The sources according to a map or a preset. */
export function mappedSources(
  header: Header,
  layout: Layout,
  { fields }: Mapping,
  { decimal, include = [], dates, fromProfile }: ReadingOptions,
  report: HeaderReport,
): Sources {
  const sources: Sources = new Map();
  const saysDates = dates !== undefined && fromProfile?.dates === undefined;
  const needs = { bareDate: 'start', decimal, include, saysDates } as const;
  const countryOf = (section: string): ((cells: readonly string[]) => string) => {
    const countries = ['CountryCode', 'Country'].flatMap((field) => {
      const source = fields[`${section}.${field}`];
      return source === undefined ? [] : (bindSource(source, header, needs) ?? []);
    });
    return (cells) => {
      for (const { text } of countries) {
        const found = text(cells);
        if (typeof found === 'string' && found !== '') return found;
      }
      return '';
    };
  };
  for (const target of layout.ordered) {
    const source = fields[target.name];
    if (source === undefined) continue;
    const column = bindSource(source, header, {
      ...needs,
      bareDate: bareDateOf(target) ?? 'start',
      ...(typeof source === 'object' && 'street' in source ? { country: countryOf(target.section) } : {}),
    });
    if (column === undefined) continue;
    sources.set(target.name, isOnLabel(target) ? unmasked(column) : column);
    const copies = header.names.filter((name) => name === column.header).length;
    if (column.header !== undefined && copies > 1) appearsTwice(column.header, report);
  }
  return sources;
}

/** Whether a parcel goes astray without it. */
const isOnLabel = ({ section, field }: Target): boolean =>
  section === 'DeliveryAddress' && ['FullName', 'Address1', 'Address2', 'Town', 'PostCode'].includes(field);

/** The source, of which a text that the shop has masked cannot be read: nobody can ship to asterisks. */
const unmasked = (source: BoundSource): BoundSource => ({
  ...source,
  text(cells) {
    const text = source.text(cells);
    return typeof text === 'string' && isMasked(text)
      ? cellError(
          'the whole text',
          'is replaced with asterisks in this export; export it again with the recipients',
        )
      : text;
  },
});

const appearsTwice = (column: string, report: HeaderReport): void =>
  report(column, `the column ${column} appears twice`, 'one column of that name');

/** Reports columns of a map that the file does not have, or has twice. */
export function checkMapColumns(
  header: Header,
  { columns }: MapFile,
  report: HeaderReport,
  reportAbsent: HeaderReport,
): void {
  for (const { member, column } of columns) {
    const [index, ...others] = header.findAll(column);
    if (index !== undefined) {
      if (others.length > 0) appearsTwice(header.names[index] as string, report);
      continue;
    }
    const { ending, expected } = unknownName(column, header.names);
    const message = `the map reads ${member} from the column ${column}, which the file does not have${ending}`;
    reportAbsent(column, message, expected);
  }
}

/** Makes sources read dates as spreadsheets show them, in the order of `dates` or the one that cells of the column prove. */
export function dateColumns(sources: Sources, { targets }: Layout, options: DateOptions) {
  const proofs = new Map<number, Set<DateOrder>>();
  const orders = new Map<number, DateOrder>();
  let isProven = options.dates !== undefined;
  for (const [name, source] of sources) {
    const as = bareDateOf(targets.get(name) as Target);
    if (as === undefined) continue;
    if (source.index !== undefined) proofs.set(source.index, new Set());
    sources.set(name, {
      ...source,
      text: (cells) => {
        const text = source.text(cells);
        if (typeof text !== 'string') return text;
        return plainDate(text, as, options, orders.get(columnIn(source, cells).index ?? -1));
      },
    });
  }
  const indexes = [...proofs.keys()];
  return {
    /** Whether these rows have such a date, so that the whole file must be looked through for what proves its order. */
    needsProof: (rows: readonly Row[]): boolean =>
      !isProven &&
      rows.some(({ cells }) => indexes.some((index) => dateOrderIn(cellAt(cells, index)) !== undefined)),
    look(rows: readonly Row[]): void {
      for (const { cells } of rows)
        for (const [index, found] of proofs) {
          const order = dateOrderIn(cellAt(cells, index))?.proves;
          if (order !== undefined) found.add(order);
        }
    },
    /** The whole file has been looked through. */
    finish(): void {
      isProven = true;
      for (const [index, found] of proofs) {
        const [order, other] = found;
        if (order !== undefined && other === undefined) orders.set(index, order);
      }
    },
  };
}
