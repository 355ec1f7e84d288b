import { describe, expect, it } from 'vitest';
import type { Choice } from '../../../src/cli/prompts.ts';
import { runCli, scriptedPrompts } from '../../support/cli.ts';
import { startDocumentService } from '../../support/services/document-service.ts';
import { json } from '../../support/services/http-server.ts';
import { openTestbed } from '../../support/testbed.ts';

/** The slot and items, and what is answered at the review and after it. */
async function reviewed(...answers: string[]) {
  const testbed = await openTestbed();
  const slot = await testbed.bookConfirmed();
  const other = await testbed.bookConfirmed({ warehouse: 'Thames Reach FC' });
  await testbed.requests();
  const typed = ['AC-TENT-2=12', 'AC-STOVE=3', ''];
  const outcome = await testbed.cfi(['po', 'create', '--slot', slot, '--json'], {
    tty: true,
    answers: [...typed, ...answers.map((answer) => (answer === 'SLOT' ? other : answer))],
  });
  const posts = (await testbed.requests()).filter((request) => request === 'POST /inbound-po');
  const number = outcome.code === 0 ? JSON.parse(outcome.stdout).data.lw_po_number : '';
  const order = number === '' ? undefined : (await testbed.json('po', 'get', number)).data;
  return { ...outcome, slot, other, posts, order, asked: outcome.askedFor.slice(typed.length) };
}

describe('the review of a purchase order', () => {
  it('creates after y what it shows', async () => {
    const { asked, slot, posts, order, stderr } = await reviewed('y');
    expect(asked).toEqual([`Create PO-${slot} for slot ${slot}?`]);
    expect(stderr).toContain(
      'Fri 4 Sep 09:00 BST, Northgate FC\n' +
        '12 × AC-TENT-2 (40 in stock so far)\n3 × AC-STOVE (5 in stock so far)\n',
    );
    expect(posts).toHaveLength(1);
    expect(order.items).toMatchObject([
      { SKU: 'AC-TENT-2', ordered: 12 },
      { SKU: 'AC-STOVE', ordered: 3 },
    ]);
  });

  it('creates nothing if the answer is no', async () => {
    const { code, stderr, posts } = await reviewed('n');
    expect([code, stderr, posts]).toEqual([3, expect.stringContaining('"nothing was sent"'), []]);
  });

  it.each<[string, string[], string, object]>([
    [
      'an item',
      ['b', '0', 'AC-TENT-2=20', 'y'],
      '20 × AC-TENT-2 (40 in stock so far)\n3 × AC-STOVE',
      { items: [{ ordered: 20 }, { ordered: 3 }] },
    ],
    [
      'an item that is removed',
      ['b', '1', '-', 'y'],
      '12 × AC-TENT-2 (40 in stock so far)\n',
      { items: [{ SKU: 'AC-TENT-2' }] },
    ],
    [
      'an item that has the SKU of another, and is typed again',
      ['b', '0', 'AC-STOVE=5', 'again', 'AC-TENT-2=9', 'y'],
      '9 × AC-TENT-2 (40 in stock so far)\n3 × AC-STOVE',
      { items: [{ ordered: 9 }, { ordered: 3 }] },
    ],
    [
      'an item that has the SKU of another, and is added to it',
      ['b', '0', 'AC-STOVE=5', 'add', 'y'],
      'FC\n8 × AC-STOVE (5 in stock so far)\n',
      { items: [{ SKU: 'AC-STOVE', ordered: 8 }] },
    ],
    [
      'one more item',
      ['b', 'more', 'AC-TWIN-A=7', 'AC-TWIN-A', '', 'y'],
      '3 × AC-STOVE (5 in stock so far)\n7 × AC-TWIN-A\n',
      { items: [{ ordered: 12 }, { ordered: 3 }, { ordered: 7 }] },
    ],
    ['the reference', ['b', 'reference', 'SPRING-1', 'y'], 'SPRING-1', { PO_REFERENCE: 'SPRING-1' }],
    ['the slot', ['b', 'slot', 'SLOT', 'y'], ', Thames Reach FC\n', { Warehouse_Name: 'Thames Reach FC' }],
  ])('goes back with b to %s, and is shown again', async (_, answers, shown, expected) => {
    const { asked, stderr, posts, order } = await reviewed(...answers);
    expect(asked[1]).toBe('Which answer do you want to change?');
    expect(stderr + asked.at(-1)).toContain(shown);
    expect(posts).toHaveLength(1);
    expect(order).toMatchObject(expected);
  });

  it('goes back to the vehicle that the slot left open', async () => {
    const testbed = await openTestbed();
    const slot = await testbed.bookConfirmed({ deliveryType: undefined });
    const { code, stderr } = await testbed.cfi(
      ['po', 'create', '--slot', slot, '--item', 'AC-TENT-2=12', '--json'],
      { tty: true, answers: ['truck', 'b', 'deliveryType', 'container', 'y'] },
    );
    expect(code).toBe(0);
    expect(stderr).toContain(', Northgate FC, container\n');
    expect((await testbed.json('po', 'list')).data).toMatchObject([{ deliveryType: 'container' }]);
  });

  it('keeps no vehicle of the slot that another takes the place of', async () => {
    const testbed = await openTestbed();
    const slot = await testbed.bookConfirmed({ deliveryType: undefined });
    const other = await testbed.bookConfirmed({ warehouse: 'Thames Reach FC' });
    const { code, stderr } = await testbed.cfi(
      ['po', 'create', '--slot', slot, '--item', 'AC-TENT-2=12', '--json'],
      { tty: true, answers: ['container', 'b', 'slot', other, 'y'] },
    );
    expect(code).toBe(0);
    expect(stderr).toContain(', Thames Reach FC\n');
  });

  it('sends nothing for another answer', async () => {
    expect(await reviewed('x')).toMatchObject({ code: 3, posts: [] });
  });

  it.each<[string, string[], boolean]>([
    ['with --yes', ['--yes'], true],
    ['without a terminal', [], false],
  ])('is not asked for %s', async (_, more, tty) => {
    const testbed = await openTestbed();
    const slot = await testbed.bookConfirmed();
    const line = ['po', 'create', '--slot', slot, '--item', 'AC-TENT-2=12', ...more];
    expect(await testbed.cfi(line, { tty })).toMatchObject({ code: 0, askedFor: [] });
  });

  it('is skipped by --yes after items were typed', async () => {
    const testbed = await openTestbed();
    const slot = await testbed.bookConfirmed();
    const { code, askedFor } = await testbed.cfi(['po', 'create', '--slot', slot, '--yes'], {
      tty: true,
      answers: ['AC-TENT-2=12', ''],
    });
    expect([code, askedFor.length]).toEqual([0, 2]);
  });
});

it('the review of a purchase order names the reference that --set gives', async () => {
  const testbed = await openTestbed();
  const slot = await testbed.bookConfirmed();
  const line = ['po', 'create', '--slot', slot, '--item', 'AC-TENT-2=12', '--set', 'PO_REFERENCE=SPRING-1'];
  const { askedFor } = await testbed.cfi(line, { tty: true, answers: ['n'] });
  expect(askedFor).toEqual([`Create SPRING-1 for slot ${slot}?`]);
});

describe('the line of a purchase order that was sent, again on a terminal', () => {
  const open = async () => {
    const testbed = await openTestbed();
    const slot = await testbed.bookConfirmed();
    const line = ['po', 'create', '--slot', slot, '--item', 'AC-TENT-2=12', '--max-retries', '0'];
    return { testbed, slot, line };
  };

  it('asks and sends nothing if the order was created', async () => {
    const { testbed, line } = await open();
    expect((await testbed.cfi(line)).code).toBe(0);
    const again = await testbed.cfi([...line, '--json'], { tty: true });
    expect([again.code, again.askedFor]).toEqual([0, []]);
    expect(JSON.parse(again.stdout).data).toMatchObject({ skipped: 1, created: 0 });
  });

  it('asks before it sends the order under a reference that --set gives', async () => {
    const { testbed, line } = await open();
    expect((await testbed.cfi(line)).code).toBe(0);
    await testbed.requests();
    const other = [...line, '--set', 'PO_REFERENCE=OTHER'];
    expect((await testbed.cfi(other, { tty: true, answers: ['n'] })).code).not.toBe(0);
    expect((await testbed.requests()).filter((request) => request.startsWith('POST'))).toEqual([]);
  });

  it('goes on if its answer was lost, although the order has the slot', async () => {
    const { testbed, slot, line } = await open();
    const fail = (path: string, phase: string, skip = 0) =>
      testbed.admin.post('/faults', { match: { path }, when: { skip }, phase, do: { socket: 'reset' } });
    await fail('/inbound-po', 'after-commit');
    // The slot is read once before the order is sent.
    await fail('/inbound-slot/*', 'before', 1);
    const lost = await testbed.cfi([...line, '--yes', '--json']);
    expect(JSON.parse(lost.stdout).data).toMatchObject({ unknown: 1 });
    await testbed.admin.delete('/faults');
    const again = await testbed.cfi([...line, '--json'], { tty: true, answers: ['y'] });
    expect([again.code, again.askedFor]).toEqual([0, [`Create PO-${slot} for slot ${slot}?`]]);
    expect(JSON.parse(again.stdout).data).toMatchObject({ lw_po_number: 'LW-000001' });
    const posts = (await testbed.requests()).filter((request) => request === 'POST /inbound-po');
    expect(posts).toHaveLength(1);
  });

  it.each([
    ['with --fresh', ['--fresh']],
    ['under another reference', ['--reference', 'OTHER']],
  ])('is refused %s, because the slot is used', async (_, more) => {
    const { testbed, line } = await open();
    expect((await testbed.cfi(line)).code).toBe(0);
    const again = await testbed.cfi([...line, ...more], { tty: true });
    expect([again.code, again.askedFor]).toEqual([6, []]);
  });
});

/** An account whose inventory has titles, and a confirmed slot; what the prompts offered. */
async function titled(...answers: string[]) {
  const slot = { slotReference: 'SLOT-1', scheduleStatus: 'confirmed', warehouse: 'Northgate FC' };
  const vehicle = { deliveryType: 'truck', loadingType: 'loose', usedByPoReference: null };
  const stock = [
    { location_name: 'Northgate FC', sku: [{ sku: 'AC-TENT-2', title: 'Two-person tent', StockLevel: 7 }] },
    { location_name: 'Thames Reach FC', sku: [{ sku: 'AC-STOVE', StockLevel: 9 }] },
  ];
  const { env } = await startDocumentService(({ method, url }, response) => {
    if (method === 'POST') return json(response, 201, { success: true, data: { lw_po_number: 'LW-1' } });
    const data = url.includes('inventory') ? { locations: stock } : { ...slot, ...vehicle };
    json(response, 200, { success: true, data });
  });
  const offered: (readonly Choice[])[] = [];
  const askedFor: string[] = [];
  const prompts = scriptedPrompts(answers, askedFor);
  const choose: typeof prompts.choose = (question) => {
    offered.push(question.choices);
    return prompts.choose(question);
  };
  const deps = { prompts: async () => ({ ...prompts, choose }) };
  const { code, stderr } = await runCli(['po', 'create', '--slot', 'SLOT-1'], {
    ...{ env, deps },
    tty: true,
    columns: 120,
  });
  return { code, stderr, offered, askedFor };
}

describe('what is known of a SKU', () => {
  it.each([
    [
      'its title, and its stock at the warehouse',
      ['AC-TENT-2=12'],
      '12 × AC-TENT-2 (Two-person tent, 7 in stock so far)\n',
    ],
    ['that the warehouse has never had it', ['AC-STOVE=3'], '3 × AC-STOVE (none at Northgate FC so far)\n'],
    // Above all else.
    ['that the inventory does not have it', ['NEW-1=4', 'NEW-1'], '\n\nNEW-1 is not in your inventory\n'],
    [
      'its barcode, which the service goes by',
      ['AC-TENT-2=1,2000000001012'],
      '1 × AC-TENT-2 (Two-person tent, barcode 2000000001012, 7 in stock so far)\n',
    ],
    ['a barcode alone', ['=5,2000000001012'], '5 × barcode 2000000001012\n'],
  ])('is shown in the review: %s', async (_, typed, shown) => {
    const { code, stderr } = await titled(...typed, '', 'y');
    expect([code, stderr]).toEqual([0, expect.stringContaining(shown)]);
  });

  it('is offered for a SKU that is not in the inventory, after typing it again', async () => {
    const { offered, askedFor } = await titled('AC-TNT-2=12', 'again', 'AC-TENT-2=12', '', 'y');
    expect(offered).toEqual([
      [
        { value: 'again', name: 'type it again' },
        { value: 'AC-TENT-2', name: 'AC-TENT-2, Two-person tent' },
        { value: 'AC-TNT-2', name: 'AC-TNT-2, as typed' },
      ],
    ]);
    expect(askedFor[2]).toBe('First item, such as AC-TENT-2=40');
  });
});
