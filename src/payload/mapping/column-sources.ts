import type { Stated } from '../../errors.ts';
import type { Layout, Target } from '../document/layout.ts';
import type { ReadingOptions } from '../document/types.ts';
import { type BoundSource, bindSource } from './field-source.ts';
import { cellAt, type Header, looseName, unknownName } from './header.ts';
import type { MapFile } from './map-file.ts';
import type { Mapping } from './mapping.ts';

/** Records a problem of a column in the header; `held` is what the message contains besides the column. */
export type HeaderReport = (
  column: string,
  message: string,
  expected: string,
  held?: readonly Stated[],
) => void;

/** The column, or constant, that fills each field. */
export type Sources = Map<Target, BoundSource>;

/** Finds the field of a header as people write it: exactly one field has the name, or the name written differently. */
function targetFinder({ targets }: Layout): (name: string) => Target | undefined {
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
      report(name, `only the service sets ${name}; remove the column`, 'no such column');
      continue;
    }
    if (target === undefined) {
      const known = [...layout.targets.keys()];
      const { ending, expected, held } = unknownName(name, known);
      report(name, `unknown column ${name}${ending}`, expected, held);
      continue;
    }
    const other = sources.get(target)?.header;
    if (other === undefined)
      sources.set(target, { header: name, index, text: (cells) => cellAt(cells, index), hasPoint: false });
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
  { decimal, include = [] }: Pick<ReadingOptions, 'decimal' | 'include'>,
  report: HeaderReport,
): Sources {
  const sources: Sources = new Map();
  const needs = { endOfDay: false, decimal, include };
  const countryOf = (section: string): ((cells: readonly string[]) => string) => {
    const bound = ['CountryCode', 'Country'].flatMap((field) => {
      const source = fields[`${section}.${field}`];
      return (source && bindSource(source, header, needs)) ?? [];
    });
    return (cells) => {
      for (const { text } of bound) {
        const found = text(cells);
        if (typeof found === 'string' && found !== '') return found;
      }
      return '';
    };
  };
  for (const target of layout.ordered) {
    const source = fields[target.name];
    if (source === undefined) continue;
    const bound = bindSource(source, header, {
      ...needs,
      endOfDay: target.field === 'DispatchBy',
      ...('street' in source ? { country: countryOf(target.section) } : {}),
    });
    if (bound === undefined) continue;
    sources.set(target, bound);
    const twins = header.names.filter((name) => name === bound.header).length;
    if (bound.header !== undefined && twins > 1)
      report(bound.header, `the column ${bound.header} appears twice`, 'one column of that name');
  }
  return sources;
}

/** Reports columns of a map that the file does not have. */
export function checkMapColumns(header: Header, { columns }: MapFile, report: HeaderReport): void {
  for (const { member, column } of columns) {
    if (header.find(column) !== undefined) continue;
    const { ending, expected, held } = unknownName(column, header.names);
    const message = `the map reads ${member} from the column ${column}, which the file does not have${ending}`;
    report(column, message, expected, held);
  }
}
