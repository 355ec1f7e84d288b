import { describe, expect, it } from 'vitest';
import { type Outcome, runCli } from '../../support/cli.ts';
import { startDocumentService } from '../../support/services/document-service.ts';
import { json } from '../../support/services/http-server.ts';
import { dataOf, homeWith } from '../../support/upload/home-with.ts';

const po = 'PO_REFERENCE,Warehouse_Name,SKU,barcode,Quantity\nPO-7,Northgate FC,AC-TENT-2,2000000001012,5\n';

/** A slot as the service shows it. */
const slotUsed = (slotReference: string, usedByPoReference: string | null = null) => ({
  slotReference,
  scheduleStatus: 'confirmed',
  usedByPoReference,
});

/** A purchase order as the service shows it. */
const order = (lw_po_number: string, PO_REFERENCE: string, slotReference: string) => ({
  lw_po_number,
  PO_REFERENCE,
  slotReference,
});

/** What a proxy answers in place of the service. */
const proxyPage = 'a page';

/** Slots, and purchase orders by number, as the service shows them; `list` replaces the list of slots. */
interface World {
  readonly slots: readonly ReturnType<typeof slotUsed>[];
  readonly orders?: Readonly<Record<string, object | typeof proxyPage>>;
  readonly list?: unknown;
}

/** A purchase order whose answer was lost, sent for this slot or none; then everything is as `later` says. */
async function lostOn(first: World, slot: string | null = 'SLOT-1') {
  let later = first;
  let isLost = true;
  const { env, posts } = await startDocumentService((request, response) => {
    const found = (data: unknown) =>
      data === proxyPage
        ? void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>')
        : data === undefined
          ? json(response, 404, { success: false, error: 'not found' })
          : json(response, 200, { success: true, data });
    const [, named] = /^\/v1\/inbound-slot\/(.+)$/.exec(request.url ?? '') ?? [];
    const [, number = ''] = /^\/v1\/inbound-po\/(.+)$/.exec(request.url ?? '') ?? [];
    if (isLost) return void response.destroy();
    if (request.method === 'POST')
      json(response, 201, { success: true, data: order('LW-9', 'PO-7', 'SLOT-2') });
    else if (request.url === '/v1/inbound-slot') found(later.list ?? later.slots);
    else if (named !== undefined) found(later.slots.find(({ slotReference }) => slotReference === named));
    else found(later.orders?.[number]);
  });
  const home = homeWith('po.csv', po);
  const create = (slot: string | null, ...more: readonly string[]): Promise<Outcome> => {
    const named = slot === null ? [] : ['--slot', slot];
    return runCli(['po', 'create', 'po.csv', ...named, '--json', '--max-retries', '1', ...more], {
      home,
      env,
    });
  };
  expect(dataOf(await create(slot))).toMatchObject({ unknown: 1 });
  isLost = false;
  const sent = posts('/v1/inbound-po').length;
  return {
    create,
    sentAgain: () => posts('/v1/inbound-po').length - sent,
    /** From now on, the service shows this. */
    becomes(world: World): void {
      later = world;
    },
  };
}

describe('a purchase order whose answer was lost, and which then gets another slot', () => {
  it.each<[string, World, string]>([
    [
      'by its number',
      {
        slots: [slotUsed('SLOT-1', 'LW-1'), slotUsed('SLOT-2')],
        orders: { 'LW-1': order('LW-1', 'PO-7', 'SLOT-1') },
      },
      'LW-1',
    ],
    ['by our own reference', { slots: [slotUsed('SLOT-1', 'PO-7'), slotUsed('SLOT-2')] }, ''],
    [
      'behind that of another one',
      {
        slots: [slotUsed('SLOT-0', 'LW-0'), slotUsed('SLOT-1', 'LW-1'), slotUsed('SLOT-2', 'LW-2')],
        orders: {
          'LW-0': order('LW-0', 'PO-0', 'SLOT-0'),
          'LW-1': { lw_po_number: 'LW-1', PO_REFERENCE: 'PO-7' },
          'LW-2': order('LW-2', 'PO-2', 'SLOT-2'),
        },
      },
      'LW-1',
    ],
  ])(
    'is found in the slot that it was sent with, named %s, however often it is tried',
    async (_, later, number) => {
      const { create, sentAgain } = await lostOn(later);
      for (let time = 0; time < 3; time++) {
        const again = await create('SLOT-2');
        expect([again.code, dataOf(again)]).toMatchObject([
          6,
          {
            documents: [
              {
                outcome: 'conflict',
                error: 'the service has it with different content: slotReference',
                ...(number === '' ? {} : { lw_po_number: number }),
              },
            ],
          },
        ]);
      }
      expect(sentAgain()).toBe(0);
      expect(dataOf(await create('SLOT-1'))).toMatchObject({ created: 1 });
      expect(sentAgain()).toBe(0);
    },
  );

  it.each<[string, World]>([
    ['no slot is used', { slots: [slotUsed('SLOT-1'), slotUsed('SLOT-2')] }],
    [
      'the others are used by others',
      {
        slots: [slotUsed('SLOT-1', 'LW-1'), slotUsed('SLOT-2'), slotUsed('SLOT-3', 'PO-3')],
        orders: { 'LW-1': order('LW-1', 'PO-1', 'SLOT-1') },
      },
    ],
  ])('is sent if %s', async (_, later) => {
    const { create, sentAgain } = await lostOn(later);
    expect(dataOf(await create('SLOT-2'))).toMatchObject({ created: 1, lw_po_number: 'LW-9' });
    expect(sentAgain()).toBe(1);
  });

  const free = [slotUsed('SLOT-1'), slotUsed('SLOT-2')];
  it.each<[string, World]>([
    ['the list of slots is none', { slots: free, list: { message: 'busy' } }],
    ['it is empty', { slots: free, list: [] }],
    ['it lacks the slot', { slots: free, list: [slotUsed('SLOT-1')] }],
    [
      'the purchase order of a slot says nothing',
      { slots: [slotUsed('SLOT-1', 'LW-1'), slotUsed('SLOT-2')], orders: { 'LW-1': {} } },
    ],
    [
      'a proxy answers in place of the service',
      { slots: [slotUsed('SLOT-1', 'LW-1'), slotUsed('SLOT-2')], orders: { 'LW-1': proxyPage } },
    ],
    [
      'it does not say whose it is',
      {
        slots: [slotUsed('SLOT-1', 'LW-1'), slotUsed('SLOT-2')],
        orders: { 'LW-1': { lw_po_number: 'LW-1' } },
      },
    ],
  ])('is not sent if %s', async (_, later) => {
    const { create, sentAgain } = await lostOn(later);
    const again = await create('SLOT-2');
    expect([again.code, dataOf(again)]).toMatchObject([10, { unknown: 1 }]);
    expect(sentAgain()).toBe(0);
  });

  it('is not sent for a slot if it was sent without one, until that is asked for', async () => {
    const { create, sentAgain } = await lostOn({ slots: free }, null);
    for (let time = 0; time < 2; time++) {
      const again = await create('SLOT-2');
      expect([again.code, dataOf(again)]).toMatchObject([10, { unknown: 1 }]);
      expect(again.stderr).toContain('it may have been sent without a slot');
      expect(again.stderr).toContain('--fresh');
    }
    expect(sentAgain()).toBe(0);
    expect(dataOf(await create('SLOT-2', '--fresh'))).toMatchObject({ created: 1 });
    expect(sentAgain()).toBe(1);
  });

  const hidden = { slots: [slotUsed('SLOT-1', 'LW-1'), slotUsed('SLOT-2')] };
  const theirs = { 'LW-1': order('LW-1', 'PO-1', 'SLOT-1') };
  const ours = { 'LW-1': order('LW-1', 'PO-7', 'SLOT-1') };

  it.each<[string, World, string]>([
    ['its slot shows a number without a record', hidden, 'SLOT-1'],
    ['another slot shows that number', hidden, 'SLOT-2'],
    ['it was found in another slot', { ...hidden, orders: ours }, 'SLOT-2'],
  ])('is not sent once %s, whatever is missing later, until that is asked for', async (_, seen, slot) => {
    const { create, sentAgain, becomes } = await lostOn(seen);
    expect((await create(slot)).code).not.toBe(0);
    becomes({ slots: free });
    for (const next of ['SLOT-2', 'SLOT-1', 'SLOT-2']) {
      const again = await create(next);
      expect([again.code, dataOf(again)]).toMatchObject([10, { unknown: 1 }]);
      expect(again.stderr).toMatch(/LW-1.*ask the warehouse.*--fresh/);
    }
    expect(sentAgain()).toBe(0);
    expect(dataOf(await create('SLOT-2', '--fresh'))).toMatchObject({ created: 1 });
    expect(sentAgain()).toBe(1);
  });

  it.each<[string, World, object]>([
    [
      'is found by the number',
      { slots: free, orders: ours },
      [6, { documents: [{ outcome: 'conflict', lw_po_number: 'LW-1' }] }],
    ],
    [
      'is sent if the number is that of another',
      { slots: free, orders: theirs },
      [0, { created: 1, lw_po_number: 'LW-9' }],
    ],
  ])('%s that its slot once showed, when that can be read', async (_, later, data) => {
    const { create, becomes } = await lostOn(hidden);
    expect(dataOf(await create('SLOT-1'))).toMatchObject({ unknown: 1 });
    becomes(later);
    const again = await create('SLOT-2');
    expect([again.code, dataOf(again)]).toMatchObject(data);
  });
});
