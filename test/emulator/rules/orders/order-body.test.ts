import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { OutboundOrder } from '../../../../src/contract/order.ts';
import { anyTime } from '../../../../src/contract/primitives.ts';
import { variantsOf } from '../../../../src/emulator/conformance/assumptions.ts';
import type { RuleContext } from '../../../../src/emulator/domain/context.ts';
import { orderBody } from '../../../../src/emulator/rules/orders.ts';
import { isoUtc, parseInstant } from '../../../../src/text/time/time.ts';
import { orderBody as order } from '../../../support/emulator/stock.ts';

const context = { variants: variantsOf({}), decide: variantsOf({}).pick } as unknown as RuleContext;

const padded = (max: number, length = 2) =>
  fc.integer({ min: 0, max }).map((n) => String(n).padStart(length, '0'));
const time = fc
  .tuple(
    fc.tuple(padded(9999, 4), padded(13), padded(32)).map((parts) => parts.join('-')),
    fc.constantFrom('T', ' '),
    fc.tuple(padded(24), padded(60), padded(60)).map((parts) => parts.join(':')),
    fc.constantFrom('', '.5', '.000', '.123456789'),
    fc.constantFrom('Z', 'Z', 'z', '', '+01:00', '-0530'),
  )
  .map((parts) => parts.join(''))
  .filter((text) => z.safeParse(anyTime, text).success);

describe('orderBody', () => {
  it('[ORD-DATES] keeps every accepted time as the same instant in UTC', () => {
    fc.assert(
      fc.property(time, time, (ReceivedDate, DispatchBy) => {
        const { fields } = orderBody(context, order('R-1', { ReceivedDate, DispatchBy }) as OutboundOrder);
        expect(fields.ReceivedDate).toBe(isoUtc(parseInstant(ReceivedDate)));
        expect(fields.DispatchBy).toBe(isoUtc(parseInstant(DispatchBy)));
      }),
      { numRuns: 300 },
    );
  });
});
