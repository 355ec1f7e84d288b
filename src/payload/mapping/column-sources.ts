import type { Layout, Target } from '../layout.ts';
import type { Preset } from '../presets/preset.ts';
import type { ReadingOptions } from '../types.ts';
import { type BoundSource, bindSource, type Header } from './field-source.ts';
import type { Mapping } from './map-file.ts';
import { expectedName, type Setting, suggestion } from './set-fields.ts';

export interface PlanInput {
  readonly layout: Layout;
  readonly options: ReadingOptions;
  readonly settings: ReadonlyMap<Target, Setting>;
  /** Undefined where the header's names are the field names. */
  readonly mapping?: Mapping;
  readonly preset?: Preset;
}

/** Takes what is wrong with a column of the header. */
export type HeaderReport = (column: string, message: string, expected: string) => void;

/** The column, or constant, that fills each field. */
export type Sources = Map<Target, BoundSource>;

/** Where the header's names are the field names. */
export function namedSources(header: Header, { layout }: PlanInput, problem: HeaderReport): Sources {
  const sources: Sources = new Map();
  for (const [index, name] of header.names.entries()) {
    if (name === '' || name.startsWith('_')) continue;
    const target = layout.targets.get(name);
    if (layout.managed.includes(name)) {
      problem(name, `only the service sets ${name}; remove the column`, 'no such column');
      continue;
    }
    if (target === undefined) {
      const known = [...layout.targets.keys()];
      problem(name, `unknown column ${name}${suggestion(name, known)}`, expectedName(name, known));
      continue;
    }
    const other = sources.get(target)?.header;
    if (other === undefined) {
      sources.set(target, { header: name, text: (cells) => (cells[index] as string).trim() });
    } else {
      problem(
        name,
        other === name ? `the column ${name} appears twice` : `${other} and ${name} are the same field`,
        'one column for the field',
      );
    }
  }
  return sources;
}

/** Where a map or a preset says which column fills which field. */
export function mappedSources(
  header: Header,
  { layout, mapping = {}, preset }: PlanInput,
  problem: HeaderReport,
): Sources {
  const sources: Sources = new Map();
  for (const target of layout.ordered) {
    const source = mapping[target.name];
    if (source === undefined) continue;
    const bound = bindSource(source, header);
    if (bound !== undefined) {
      sources.set(target, bound);
      const twins = header.names.filter((name) => name === bound.header).length;
      if (bound.header !== undefined && twins > 1)
        problem(bound.header, `the column ${bound.header} appears twice`, 'one column of that name');
    } else if (preset === undefined && 'column' in source) {
      const column = String(source.column);
      problem(
        column,
        `the map takes ${target.name} from a column ${column}, which the file does not have${suggestion(column, header.names)}`,
        expectedName(column, header.names),
      );
    }
  }
  return sources;
}
