import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeHome, runCli } from '../../support/cli.ts';
import { startOrderService } from '../../support/services/order-service.ts';
import { dataOf } from '../../support/upload.ts';

/** How an order is on one day: its payment, its fulfilment, and that of each of its two lines. */
const day = fc.record({
  financial: fc.constantFrom('paid', 'authorized', 'pending', 'refunded', 'voided', 'partially_refunded'),
  fulfillment: fc.constantFrom('', 'unfulfilled', 'partial', 'fulfilled', 'restocked'),
  cancelled: fc.boolean(),
  lines: fc.tuple(...['A', 'B'].map(() => fc.constantFrom('pending', 'fulfilled', 'restocked'))),
});
type Day = typeof day extends fc.Arbitrary<infer T> ? T : never;

const header =
  'Name,Financial Status,Fulfillment Status,Currency,Created at,Cancelled at,Shipping Method,Lineitem quantity,' +
  'Lineitem name,Lineitem price,Lineitem sku,Lineitem fulfillment status,Lineitem requires shipping,Shipping Name,' +
  'Shipping Address1,Shipping City,Shipping Zip,Shipping Country';

const rowsOf = ({ financial, fulfillment, cancelled, lines }: Day, index: number): string[] =>
  lines.map((status, line) => {
    const item = `1,Thing,10.00,${index}-${line},${status},true`;
    const at = cancelled ? '2026-09-01 10:00:00 +0100' : '';
    return line === 0
      ? `#${index},${financial},${fulfillment},GBP,2026-09-01 09:00:00 +0100,${at},Standard,${item},Ada,1 High Street,Otley,LS1 4AB,GB`
      : `#${index},,,,,,,${item},,,,,`;
  });

/** What the rules of the export say: which lines of an order are to be shipped on a day. */
function ships({ financial, fulfillment, cancelled, lines }: Day, index: number): string[] {
  if (cancelled || !['paid', 'authorized'].includes(financial)) return [];
  if (fulfillment === 'fulfilled' || fulfillment === 'restocked') return [];
  return lines.flatMap((status, line) => (status === 'pending' ? [`${index}-${line}`] : []));
}

it('ships no order and no line twice, none that must not be, and all others, however statuses change', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(day, day, day), { minLength: 1, maxLength: 6 }), async (orders) => {
      const service = await startOrderService();
      const home = makeHome();
      const sent = new Map<string, readonly string[]>();
      for (const today of [0, 1, 2] as const) {
        const days = orders.map((each) => each[today]);
        writeFileSync(join(home, 'export.csv'), [header, ...days.flatMap(rowsOf)].join('\n'));
        const line = ['order', 'create', 'export.csv', '--preset', 'shopify', '--json'];
        const options = ['--warehouse', 'Northgate FC', '--dispatch-within', '36h'];
        const outcome = await runCli([...line, ...options], { home, env: service.env });
        // A line that is back after it had been left out makes a single order a conflict: 6.
        expect([0, 6, 9]).toContain(outcome.code);
        for (const [index, each] of days.entries()) {
          const skus = ships(each, index);
          if (skus.length > 0 && !sent.has(`#${index}`)) sent.set(`#${index}`, skus);
        }
        const stored = [...service.stored].map(([reference, record]) => [
          reference,
          (record.OrderItems as { SKU: string }[]).map(({ SKU }) => SKU),
        ]);
        expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(sent));
        // What was sent and must not be shipped any more is told.
        const told = (dataOf(outcome).leftOut as { ReferenceNumber: string; created?: true }[])
          .filter(({ created }) => created === true)
          .map(({ ReferenceNumber }) => ReferenceNumber);
        for (const [index, { cancelled, financial }] of days.entries())
          if (sent.has(`#${index}`) && (cancelled || financial === 'voided' || financial === 'refunded'))
            expect(told).toContain(`#${index}`);
      }
      const posted = service.posted();
      expect(new Set(posted).size).toBe(posted.length);
    }),
    { numRuns: 15 },
  );
}, 120_000);
