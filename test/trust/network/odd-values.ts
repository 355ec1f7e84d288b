import { expect } from 'vitest';
import { placesOnce, replaced, stubService } from '../../support/services/stub-service.ts';

/** Every reading command, with the endpoint whose answer it shows. */
export const reads: readonly (readonly [line: string, endpoint: string])[] = [
  ['inventory', 'inventory'],
  ['inventory --pivot', 'inventory'],
  ['inventory --below 5', 'inventory'],
  ['stock-age', 'stockAgeList'],
  ['stock-age --all --lots', 'stockAgeList'],
  ['stock-age AC-STOVE --lots', 'stockAge'],
  ['order get R-1', 'getOrder'],
  ['order get R-1 R-2', 'getOrder'],
  ['order list --channel-ref CH-7', 'listOrders'],
  ['order list --ship-from MSF --all', 'listOrders'],
  ['inbound get IN-1', 'getInbound'],
  ['slot list', 'listSlots'],
  ['slot get SLOT-000001', 'getSlot'],
  ['slot watch SLOT-000001 --once', 'getSlot'],
  ['slot watch SLOT-000001 SLOT-000002 --max-wait 1h', 'listSlots'],
  ['po get LW-000001', 'getPurchaseOrder'],
  ['po get LW-000001 --discrepancies', 'getPurchaseOrder'],
];

const odd = [null, 1e308, '', true, [], {}, '99999-99-99T99:99Z', undefined];
/** Possible exit codes of a reading command; the last stands for an unreadable answer. */
const codes = [0, 8, 9, 12, 13, 10];

/** Reads the document with other values at its places: those that `isTried` says, by the numbers of place and value. */
export async function expectNoSurprise(
  line: string,
  document: unknown,
  isTried: (place: number, value: number) => boolean,
): Promise<void> {
  let body = JSON.stringify(document);
  const { cfi } = stubService(() => ({ body }));
  expect((await cfi(line.split(' '))).code).not.toBe(10);
  for (const [at, place] of placesOnce(document).entries()) {
    for (const [index, value] of odd.entries()) {
      if (!isTried(at, index)) continue;
      const output = ['table', 'csv', 'ndjson'][index % 3] as string;
      body = JSON.stringify(replaced(document, place, value) ?? '');
      const args = [...line.split(' '), '--output', output, '--max-retries', '0'];
      const { code, stdout, stderr } = await cfi(args);
      const said = `${place.join('.')} = ${JSON.stringify(value)}: ${code}\n${stdout}${stderr}`;
      expect(codes, said).toContain(code);
      expect(said).not.toMatch(/\n\s+at |unexpected failure|\[object|\bNaN\b|Invalid Date|\bundefined (?!:)/);
      if (code === 10) expect(stdout, said).toBe('');
    }
  }
}
