import * as z from 'zod/mini';

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/** Whether `value` means that an optional field was left out: null or blank text that the field does not accept. */
const countsAsAbsent = (field: z.ZodMiniOptional, value: unknown): boolean =>
  (value === null || isBlank(value)) && !z.safeParse(field, value).success;

/**
 * The value without optional fields that are null, or blank when the schema refuses blank text: both count as absent
 * . Keeps required fields, and fields unknown to the schema. Returns the same value when there is nothing to
 * leave out, and never changes it.
 */
export function withoutAbsentFields(schema: z.core.$ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodMiniOptional)
    return countsAsAbsent(schema, value) ? undefined : withoutAbsentFields(schema.def.innerType, value);
  if (schema instanceof z.ZodMiniArray) {
    if (!Array.isArray(value)) return value;
    const items = value.map((item) => withoutAbsentFields(schema.def.element, item));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!(schema instanceof z.ZodMiniObject && isObject)) return value;
  let kept = value as Record<string, unknown>;
  for (const [name, field] of Object.entries<z.core.$ZodType>(schema.shape)) {
    if (!Object.hasOwn(kept, name)) continue;
    const inner = withoutAbsentFields(field, kept[name]);
    if (inner === kept[name]) continue;
    kept = { ...kept };
    if (inner === undefined) delete kept[name];
    else kept[name] = inner;
  }
  return kept;
}
