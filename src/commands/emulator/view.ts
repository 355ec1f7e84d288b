import type { CommandContext } from '../../cli/settings.ts';
import { memberRow } from '../../render/json.ts';
import type { Block, Result } from '../../render/result.ts';
import { type Fields, fieldsOf, isFields } from '../../text/records.ts';

const heading = (name: string): string => {
  const words = name
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const timeNames = /(^now$|time$|at$|date$)/i;

/** A record as names and values, with times in warehouse time. Lists and objects are left out. */
export function recordResult(data: unknown, title?: string): Result {
  const fields = Object.entries(isFields(data) ? data : {})
    .filter(([, value]) => value === null || typeof value !== 'object')
    .map(([name, value]) => [heading(name), timeNames.test(name) ? { time: value } : value] as const);
  return {
    data,
    blocks: [{ kind: 'fields', ...(title === undefined ? {} : { title }), fields }],
    csv: memberRow(fieldsOf(data)),
  };
}

/** A record, shown as by the commands for its kind. */
export const viewed = (
  { clock }: Pick<CommandContext, 'clock'>,
  blocksOf: (record: Fields, now: number) => readonly Block[],
  data: unknown,
): Result => ({
  data,
  blocks: blocksOf(fieldsOf(data), clock.now()),
});
