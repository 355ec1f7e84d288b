import * as z from 'zod/mini';
import { usageError } from '../../errors.ts';
import type { Layout } from '../layout.ts';
import type { FieldSource } from './field-source.ts';
import { suggestion } from './set-fields.ts';

export type Mapping = Readonly<Record<string, FieldSource>>;

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const entry = z.union([
  z.string(),
  z.strictObject({ const: scalar }),
  z.strictObject({ column: z.string(), map: z.optional(z.record(z.string(), scalar)) }),
]);

function sourceOf(target: string, value: unknown): FieldSource {
  const parsed = z.safeParse(entry, value);
  if (!parsed.success) {
    const shapes = '"<column>", {"const": …} or {"column": "<column>", "map": {"<found>": "<wanted>"}}';
    throw usageError(`--map: ${target} must be ${shapes}`);
  }
  const given = parsed.data;
  if (typeof given === 'string') return { column: given };
  if ('const' in given) return { const: String(given.const) };
  if (given.map === undefined) return { column: given.column };
  const pairs = Object.entries(given.map).map(([found, wanted]) => [found, String(wanted)]);
  return { column: given.column, map: Object.fromEntries(pairs) };
}

/** Checks a `--map` against the fields of a kind of document. Usage errors name an unknown field, with the nearest. */
export function readMapping(map: unknown, layout: Layout): Mapping {
  if (map === null || typeof map !== 'object' || Array.isArray(map)) {
    throw usageError('--map: expected a JSON object of target fields');
  }
  return Object.fromEntries(
    Object.entries(map).map(([name, value]) => {
      if (layout.managed.includes(name)) throw usageError(`--map: only the service sets ${name}`);
      const target = layout.targets.get(name);
      if (target === undefined) {
        throw usageError(`--map: unknown field ${name}${suggestion(name, layout.targets.keys())}`);
      }
      return [target.name, sourceOf(name, value)];
    }),
  );
}
