import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeHome, type Outcome, runCli } from '../cli.ts';
import { startSlotService } from '../services/slot-service.ts';

/** The columns of a file of slots. */
export const header = 'date,window,warehouse,loadingType,numberOfSkus,palletCount';
/** A row of such a file, on a day of September 2026. */
export const row = (day: string, pallets = 6): string =>
  `2026-09-${day},morning,Northgate FC,palletised,lt_10,${pallets}`;
/** A file of slots. */
export const file = (...rows: string[]): string => [header, ...rows, ''].join('\n');

/** A service of slots, and a home with a file `slots.csv`, which `book` books. */
export async function withSlotFile(content: string, responses: Parameters<typeof startSlotService>[0] = []) {
  const service = await startSlotService(responses);
  const home = makeHome();
  writeFileSync(join(home, 'slots.csv'), content);
  const book = (...words: string[]): Promise<Outcome> =>
    runCli(['slot', 'book', 'slots.csv', ...words], { home, env: service.env });
  const outcomes = async (...words: string[]) => {
    const { stdout, code } = await book('--json', ...words);
    const { data } = JSON.parse(stdout);
    const rows = data.slots.map(({ outcome, slotReference }: Record<string, unknown>) => [
      outcome,
      slotReference,
    ]);
    return { code, rows, data };
  };
  const rewrite = (text: string): void => writeFileSync(join(home, 'slots.csv'), text);
  const read = (name: string): string => readFileSync(join(home, name), 'utf8');
  return { ...service, home, book, outcomes, rewrite, read };
}
