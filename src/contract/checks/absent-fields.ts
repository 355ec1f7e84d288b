import * as z from 'zod/mini';
import { definitionOf } from './definition.ts';

const isBlank = (value: unknown): value is string => typeof value === 'string' && value.trim() === '';

/** Whether `value` means that an optional field was left out: null or blank text that the field does not accept. */
const countsAsAbsent = (field: z.core.$ZodType, value: unknown): boolean =>
  definitionOf(field).type === 'optional' &&
  (value === null || isBlank(value)) &&
  !z.safeParse(field, value).success;

/**
 * The value without optional fields that are null, or blank when the schema refuses blank text: both count as absent
 * . Keeps required fields, and fields unknown to the schema. Returns the same value when there is nothing to
 * leave out, and never changes it.
 */
export function withoutAbsentFields(schema: z.core.$ZodType, value: unknown): unknown {
  const { type, shape = {}, element, innerType } = definitionOf(schema);
  if (type === 'optional' && innerType !== undefined) {
    return countsAsAbsent(schema, value) ? undefined : withoutAbsentFields(innerType, value);
  }
  if (type === 'array' && element !== undefined && Array.isArray(value)) {
    const items = value.map((item) => withoutAbsentFields(element, item));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (type !== 'object' || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  let kept = value as Record<string, unknown>;
  for (const [name, field] of Object.entries(shape)) {
    if (!Object.hasOwn(kept, name)) continue;
    const inner = withoutAbsentFields(field, kept[name]);
    if (inner === kept[name]) continue;
    kept = { ...kept };
    if (inner === undefined) delete kept[name];
    else kept[name] = inner;
  }
  return kept;
}
