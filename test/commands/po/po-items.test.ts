import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../support/cli.ts';
import { openTestbed } from '../../support/testbed.ts';

/** A confirmed slot, and what was sent after these typed answers. */
async function typed(...answers: string[]) {
  const testbed = await openTestbed();
  const booked =
    'slot book --date 2026-09-08 --window morning --loading-type loose --number-of-skus lt_10 --delivery-type truck --warehouse';
  await testbed.cfi([...booked.split(' '), 'Northgate FC']);
  await testbed.cfi(['emulator', 'fc', 'confirm', 'SLOT-000001']);
  const outcome = await testbed.cfi(['po', 'create', '--slot', 'SLOT-000001', '--dry-run', '--json'], {
    tty: true,
    answers,
  });
  const items = JSON.parse(outcome.stdout).data.documents[0]?.items;
  return { ...outcome, items };
}

describe('an item typed at a prompt', () => {
  it('is accepted in any case', async () => {
    const { items, askedFor } = await typed('ac-tent-2=4', '');
    expect(items).toEqual([{ SKU: 'AC-TENT-2', Quantity: 4 }]);
    expect(askedFor).toHaveLength(2);
  });

  it('prompts a choice of similar SKUs if the inventory does not know it', async () => {
    const { items, askedFor } = await typed('AC-TNT-2=4', 'AC-TENT-2', '');
    expect(askedFor[1]).toBe('AC-TNT-2 is not in your inventory. Which SKU do you mean?');
    expect(items).toEqual([{ SKU: 'AC-TENT-2', Quantity: 4 }]);
  });

  it('can be kept, or typed again', async () => {
    expect((await typed('NEW-1=4', 'NEW-1', '')).items).toEqual([{ SKU: 'NEW-1', Quantity: 4 }]);
    expect((await typed('NEW-1=4', 'again', 'AC-TENT-2=1', '')).items).toEqual([
      { SKU: 'AC-TENT-2', Quantity: 1 },
    ]);
  });
});

it('items that were typed for an order that was not created are printed as a command line', async () => {
  const testbed = await openTestbed();
  const slot = await testbed.bookConfirmed();
  const create = ['po', 'create', '--slot', slot];
  await testbed.admin.post('/faults', {
    match: { method: 'POST', path: '/inbound-po' },
    when: { times: 1 },
    do: { status: 403 },
  });
  const failed = await testbed.cfi(create, {
    tty: true,
    answers: ['AC-TENT-2=4', 'AC-STOVE=5,2000000001012', '', true],
  });
  const line = `cfi po create --slot ${slot} --item AC-TENT-2=4 --item AC-STOVE=5,2000000001012 --emulator`;
  expect([failed.code, failed.stderr]).toEqual([4, expect.stringContaining(`your answers: ${line}\n`)]);
  const given = await testbed.cfi(line.split(' ').slice(1), { tty: true, answers: [true] });
  expect([given.code, given.stderr]).toEqual([0, expect.not.stringContaining('your answers')]);
});

describe('a SKU that is already in the list', () => {
  const question = 'AC-TENT-2 is already in the list, with a quantity of 4. What now?';

  it.each([
    ['add', 10],
    ['replace', 6],
    ['again', 4],
  ])('is asked about: %s', async (answer, Quantity) => {
    const { items, askedFor } = await typed('AC-TENT-2=4', 'ac-tent-2=6', answer, '');
    expect(askedFor[2]).toBe(question);
    expect(items).toEqual([{ SKU: 'AC-TENT-2', Quantity }]);
  });

  it('is not the same with another barcode', async () => {
    const { items, askedFor } = await typed('AC-TENT-2=4', 'AC-TENT-2=6,2000000001012', '');
    expect(askedFor).not.toContain(question);
    expect(items).toHaveLength(2);
  });
});

describe('a refusal', () => {
  it('suggests the SKU that may have been meant', async () => {
    const testbed = await openTestbed();
    const line = ['po', 'create', '-', '--set', 'deliveryType=truck', '--set', 'loadingType=loose'];
    const items = [{ SKU: 'AC-TNT-2', Quantity: 1 }];
    const body = JSON.stringify({ PO_REFERENCE: 'P-1', Warehouse_Name: 'Northgate FC', items });
    const { code, stderr } = await testbed.cfi(line, { stdin: body });
    expect([code, stderr]).toEqual([2, expect.stringContaining('for AC-TNT-2, did you mean AC-TENT-2?')]);
  });

  it('of a warehouse in another case names the right one', async () => {
    const { cfi } = await openTestbed();
    const flags =
      '--date 2026-09-08 --window morning --loading-type loose --number-of-skus lt_10 --warehouse';
    const { code, stderr } = await cfi(['slot', 'book', ...flags.split(' '), 'northgate fc']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('did you mean Northgate FC?')]);
  });
});

it('names the purchase order whose number was written differently', async () => {
  const home = makeHome();
  const cfi = (...line: string[]) => runCli(line, { home, env: { CFI_EMULATOR: '1' } });
  const booked = '--date 2026-09-08 --window morning --loading-type loose --number-of-skus lt_10';
  const more = ['--delivery-type', 'truck', '--warehouse', 'Northgate FC', '--state', 'here'];
  await cfi('slot', 'book', ...booked.split(' '), ...more);
  await cfi('emulator', 'fc', 'confirm', 'SLOT-000001', '--state', 'here');
  await cfi('po', 'create', '--slot', 'SLOT-000001', '--item', 'AC-TENT-2=1', '--state', 'here');
  const [order] = JSON.parse((await cfi('po', 'list', '--json', '--state', 'here')).stdout).data;
  const number = order.lw_po_number;
  const { code, stderr } = await cfi('po', 'get', number.toLowerCase(), '--state', 'here');
  expect([code, stderr]).toEqual([5, expect.stringContaining(`hint: did you mean ${number}? check`)]);
});
