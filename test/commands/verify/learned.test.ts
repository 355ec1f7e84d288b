import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { probes } from '../../../src/emulator/conformance/probes/probes.ts';
import {
  alternatives,
  type Choices,
  choicesFor,
  variedAssumptions,
} from '../../../src/emulator/engine/variants.ts';
import { openVerifyTestbed, visible } from '../../support/verify-testbed.ts';

interface Finding {
  readonly id: string;
  readonly result: string;
  readonly service: unknown;
}

/** What `verify --write --save` finds in an account under those choices. */
async function learn(options: { varyAssumptions?: number; assume?: Choices }) {
  const testbed = await openVerifyTestbed(options);
  const file = join(testbed.home, 'service.json');
  const outcome = await testbed.cfi(['verify', '--write', '--yes', '--save', file, '--json']);
  expect(outcome.stderr).not.toContain('error');
  const findings: Finding[] = JSON.parse(outcome.stdout).data.assumptions;
  const saved = JSON.parse(readFileSync(file, 'utf8'));
  return { testbed, outcome, findings, saved };
}

/** Each choice that shows; the default ones too. */
const expected = (choices: Choices): Record<string, number> =>
  Object.fromEntries(visible(choices).map((id) => [id, choices[id] ?? 0]));

const numbers = Array.from({ length: 40 }, (_, index) => index + 1);

describe('verify --write', () => {
  it.each(numbers)('finds every choice that shows under --vary-assumptions %i', async (varyAssumptions) => {
    const { outcome, saved } = await learn({ varyAssumptions });
    expect(saved).toEqual({ version: 1, assume: expected(choicesFor(varyAssumptions)) });
    expect(outcome.code).toBe(9);
  });

  const single = variedAssumptions
    .filter((id) => !('why' in probes[id]) && id !== 'A-35')
    .flatMap((id) => Array.from({ length: alternatives[id] }, (_, index) => [id, index + 1] as const));

  it.each(single)('finds %s=%i by itself', async (id, choice) => {
    const assume = { [id]: choice };
    const { findings, saved } = await learn({ assume });
    expect(saved.assume).toEqual(expected(assume));
    const differing = findings.filter(({ result }) => result === 'differs');
    expect(differing).toMatchObject([{ id, service: choice, emulator: 0 }]);
  });

  it('says that nothing differs where nothing does, with exit 0', async () => {
    const { outcome, findings, saved } = await learn({});
    expect(outcome.code).toBe(0);
    expect(saved.assume).toEqual(expected({}));
    expect(findings.map(({ id }) => id)).toEqual(variedAssumptions);
    expect(findings.every(({ result }) => ['same', 'unknown', 'not-asked'].includes(result))).toBe(true);
  });
});

describe('an emulator with what was learned', () => {
  /** A session over the endpoints, as a client of its own would have it: statuses and the names of members. */
  async function session(testbed: Awaited<ReturnType<typeof openVerifyTestbed>>) {
    const { acme } = testbed;
    const shape = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.slice(0, 1).map(shape);
      if (value === null || typeof value !== 'object') return value === null ? null : typeof value;
      return Object.fromEntries(
        Object.entries(value)
          .sort()
          .map(([name, member]) => [name, shape(member)]),
      );
    };
    const seen: unknown[] = [];
    const keep = ({ status, body }: { status: number; body: unknown }) => {
      seen.push([status, shape(body)]);
      return body as { data?: Record<string, string> } | undefined;
    };
    const slot = {
      ...{ date: '2026-10-03', window: 'morning', warehouse: 'Northgate FC' },
      ...{ loadingType: 'palletised', numberOfSkus: 'lt_10', deliveryType: 'truck' },
    };
    const order = (await acme.get('/order/R-1')).body.data;
    const lines = [{ SKU: 'AC-NONE', ItemTitle: 'x', Qty: 1, PricePerUnit: 1.005, OrderLineNumber: '1' }];
    const plain = [{ SKU: 'AC-TENT-2', ItemTitle: 'x', Qty: 1, PricePerUnit: 1, OrderLineNumber: '1' }];
    const body = { ...order, OrderItems: plain, Items: undefined };
    for (const path of [
      ...['/inventory', '/inventory?page_size=500', '/inventory/stock-age', '/inventory/stock-age/AC-TENT-2'],
      ...[
        '/order?ship_from=MSF',
        '/order?ship_from=MSF&page=1',
        '/order?channel_ref=CH-7',
        '/order?channel_ref=ch-7',
      ],
      ...[
        '/order?channel_ref=Market-4',
        '/order/R-2',
        '/order/NONE',
        '/inbound-slot',
        '/inbound-slot?available=true',
      ],
      '/outbound',
    ])
      keep(await acme.get(path));
    keep(await acme.post('/outbound', { ...body, ReferenceNumber: 'S-1' }));
    keep(await acme.post('/outbound', { ...body, ReferenceNumber: 'S-1' }));
    keep(await acme.post('/outbound', { ...body, ReferenceNumber: 'S-2', OrderItems: lines }));
    keep(
      await acme.post('/outbound', { ...body, ReferenceNumber: 'S-3', DispatchBy: '2026-10-01T10:00:00' }),
    );
    keep(await acme.post('/outbound', { ...body, ReferenceNumber: 'S-4', PostalServiceCost: null }));
    keep(
      await acme.post('/outbound', {
        ...body,
        ReferenceNumber: 'S-5',
        Notes: [{ Note: 'Channel_Ref: N-5' }],
      }),
    );
    keep(await acme.get('/order?channel_ref=N-5'));
    for (const reference of ['S-1', 'S-1']) keep(await acme.post(`/order/${reference}/cancel`, {}));
    keep(await acme.get('/order/S-1'));
    for (const changes of [
      {},
      { date: '2026-10-06' },
      { loadingType: 'loose' },
      { loadingType: 'floor_loaded' },
    ])
      keep(await acme.post('/inbound-slot', { ...slot, ...changes }));
    keep(
      await acme.post('/inbound-slot', {
        ...slot,
        date: '2026-10-06',
        deliveryType: 'container',
        containerSize: '40HC',
      }),
    );
    const booked = await testbed.bookConfirmed({ date: '2026-10-06' });
    const po = { ...{ Warehouse_Name: 'Northgate FC', items: [{ SKU: 'AC-TENT-2', Quantity: 1 }] } };
    const created = keep(
      await acme.post('/inbound-po', { ...po, PO_REFERENCE: 'P-1', slotReference: booked }),
    );
    keep(await acme.get(`/inbound-po/${created?.data?.lw_po_number}`));
    keep(await acme.get(`/inbound-slot/${booked}`));
    keep(
      await acme.post('/inbound-po', {
        ...po,
        PO_REFERENCE: 'P-2',
        deliveryType: 'container',
        loadingType: 'mixed',
      }),
    );
    const free = await testbed.book({ date: '2026-10-07' });
    keep(await acme.delete(`/inbound-slot/${free}`));
    keep(await acme.get(`/inbound-slot/${free}`));
    return seen;
  }

  it.each([0, 1, 2, 3, 5, 8, 13, 21, 34])(
    'answers a session as the service under --vary-assumptions %i does',
    async (varyAssumptions) => {
      const { saved } = await learn({ varyAssumptions });
      const service = await openVerifyTestbed({ varyAssumptions });
      const emulator = await openVerifyTestbed({ assume: saved.assume });
      expect(await session(emulator)).toEqual(await session(service));
    },
  );
});
