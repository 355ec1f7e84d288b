import type { ReadingOptions } from '../../../src/payload/document/types.ts';
import { templateOf } from '../../../src/payload/templates.ts';
import { testNow } from '../../support/time.ts';
import { read } from '../support.ts';

const options: Partial<ReadingOptions> = {
  warehouse: 'Northgate FC',
  timezone: 'Europe/London',
  dispatchWithin: 86_400_000,
  set: [['Currency', 'GBP']],
};

/**
 * Reads a preset's own example with some cells changed or added, and without the columns whose cell is undefined; returns
 * what becomes of the order.
 */
export async function outcomeOf(
  preset: string,
  changes: Readonly<Record<string, string | undefined>>,
  more: Partial<ReadingOptions> = {},
) {
  const delimiter = preset === 'amazon' ? '\t' : ',';
  const [names = [], values = []] = templateOf('order', 'csv', testNow, preset)
    .trimEnd()
    .split('\n')
    .map((row) => row.split(delimiter));
  const example = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
  const cells = Object.entries({ ...example, ...changes }).filter(([, cell]) => cell !== undefined);
  const text = `${cells.map(([name]) => name).join(delimiter)}\n${cells.map(([, cell]) => cell).join(delimiter)}\n`;
  const { bodies, documents, problems, notices } = await read(text, {
    options: { ...options, preset, ...more },
  });
  const fields = problems.map(({ field }) => field);
  return { order: bodies[0], reason: documents[0]?.leftOut, fields, notices };
}
