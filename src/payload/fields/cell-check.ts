import * as z from 'zod/mini';
import { optionalText, text, zonedTime } from '../../contract/primitives.ts';
import type { Target } from '../document/layout.ts';
import { keepLast } from './cells.ts';

/** Schemas that accept whatever a cell reader returns for their fields. */
const unlimited = new Set<z.core.$ZodType>([text, optionalText, zonedTime]);

/** Whether the schema accepts a value from a cell reader; undefined if it accepts any. */
export function acceptance({ schema }: Target): ((value: string | number) => boolean) | undefined {
  if (unlimited.has(schema)) return undefined;
  return keepLast((value) => z.safeParse(schema, value).success);
}
