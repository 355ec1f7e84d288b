import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TestAnswer } from '../../../support/emulator/emulator.ts';
import { inboundBody, line, openStock, orderBody } from '../../../support/emulator/stock.ts';

type Steps = Awaited<ReturnType<typeof openStock>>;
type Call = (steps: Steps) => Promise<TestAnswer>;

const reference = fc.nat(60).map((n) => `R-${n}`);

const often = <T>(value: T, otherwise: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 30, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: otherwise });

/** There are four of `AC-STOVE` in stock, none yet of `AC-MAT`, and `AC-NONE` belongs to nobody. */
const orderLine = fc.record({
  SKU: fc.constantFrom('AC-STOVE', 'AC-STOVE', 'AC-STOVE', 'AC-MAT', 'AC-NONE', 'BB-VASE'),
  Qty: fc.integer({ min: 1, max: 3 }).chain((few) => often(few, fc.constant(6e11))),
});

const create: fc.Arbitrary<Call> = fc
  .record({
    reference,
    client: fc.constantFrom('acme', 'acme', 'acme', 'bluebird'),
    warehouse_name: often('Northgate FC', fc.constantFrom('Thames Reach FC', 'Nowhere FC')),
    PaymentStatus: fc.constantFrom('PAID', 'UNPAID'),
    Channel_Ref: fc.constantFrom(undefined, 'SHOP-1'),
    OrderItems: fc.array(orderLine.map(line), { minLength: 1, maxLength: 2 }),
  })
  .map(
    ({ reference: named, client, ...changes }) =>
      (steps) =>
        (client === 'acme' ? steps.acme : steps.bluebird).post('/outbound', orderBody(named, changes)),
  );

const cancel: fc.Arbitrary<Call> = reference.map(
  (named) => (steps) => steps.acme.post(`/order/${named}/cancel`),
);
const deliver: fc.Arbitrary<Call> = reference.map(
  (named) => (steps) => steps.acme.post('/inbound', inboundBody(named)),
);

const rounds = fc.array(
  fc.array(
    fc.oneof(
      { weight: 8, arbitrary: create },
      { weight: 1, arbitrary: cancel },
      { weight: 1, arbitrary: deliver },
    ),
    { maxLength: 8 },
  ),
  { maxLength: 3 },
);

const stateOf = async ({ admin }: Steps): Promise<unknown> => {
  const { status, body } = await admin.get('/state');
  expect(status).toBe(200);
  return body;
};

/** An emulator that has loaded its rules, so that it handles requests in the order they were sent. */
async function openWarm(): Promise<Steps> {
  const steps = await openStock();
  await steps.create('WARM');
  await steps.cancel('WARM');
  await steps.deliver('WARM');
  return steps;
}

it('concurrent calls to POST /outbound give the same results as consecutive calls', async () => {
  const property = fc.asyncProperty(rounds, async (calls) => {
    const [atOnce, inTurn] = [await openWarm(), await openWarm()];
    for (const round of calls) {
      const expected: TestAnswer[] = [];
      for (const call of round) expected.push(await call(inTurn));
      expect(await Promise.all(round.map((call) => call(atOnce)))).toEqual(expected);
    }
    expect(await stateOf(atOnce)).toEqual(await stateOf(inTurn));
    atOnce.emulator.close();
    inTurn.emulator.close();
  });
  await fc.assert(property, { numRuns: 20 });
});
