import * as z from 'zod/mini';
import { acceptanceOf } from '../../../contract/checks/acceptance.ts';
import { definitionOf } from '../../../contract/checks/definition.ts';
import { text, zonedTime } from '../../../contract/primitives.ts';
import type { Target } from '../../document/layout.ts';
import { keepLast } from './keep-last.ts';

/** Whether a field accepts every text that is not blank, so that its cells need no further check. */
function takesAnyText(schema: z.core.$ZodType): boolean {
  if (schema === text || schema === zonedTime) return true;
  const { type, innerType, checks } = definitionOf(schema);
  if (type === 'optional' && innerType !== undefined) return takesAnyText(innerType);
  return type === 'string' && (checks === undefined || checks.length === 0);
}

/**
 * A quick check of whether the schema accepts a value from a cell reader; undefined if it accepts any. The schema itself
 * is used only in doubt.
 */
export function acceptance({ schema }: Target): ((value: string | number) => boolean) | undefined {
  if (takesAnyText(schema)) return undefined;
  const certainly = acceptanceOf(schema);
  return keepLast((value) => certainly(value) || z.safeParse(schema, value).success);
}
