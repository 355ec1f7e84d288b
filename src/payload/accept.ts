import * as z from 'zod/mini';
import { text, zonedTime } from '../contract/primitives.ts';
import type { Target } from './layout.ts';

/** More values than this are not remembered. */
const maxRemembered = 4096;

/** Whether every text that is not blank is right for a field: then a cell that was read needs no further check. */
function takesAnyText(schema: z.core.$ZodType): boolean {
  if (schema === text || schema === zonedTime) return true;
  const { type, innerType, checks } = schema._zod.def as unknown as {
    type: string;
    innerType?: z.core.$ZodType;
    checks?: readonly unknown[];
  };
  if (type === 'optional' && innerType !== undefined) return takesAnyText(innerType);
  return type === 'string' && (checks === undefined || checks.length === 0);
}

/**
 * A quick answer whether the schema takes a value that a cell reader gave; undefined where it takes any. Values recur
 * (currencies, quantities, prices), so those that were accepted are remembered.
 */
export function acceptance({ schema }: Target): ((value: string | number) => boolean) | undefined {
  if (takesAnyText(schema)) return undefined;
  const accepted = new Set<string | number>();
  return (value) => {
    if (accepted.has(value)) return true;
    if (!z.safeParse(schema, value).success) return false;
    if (accepted.size < maxRemembered) accepted.add(value);
    return true;
  };
}
