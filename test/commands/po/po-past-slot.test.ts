import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { scriptedPrompts } from '../../support/cli.ts';
import { testbedForEach } from '../../support/testbed.ts';

const testbed = testbedForEach();
let past: string;
let today: string;
let coming: string;

/** The testbed's clock shows Tuesday 1 September 2026, 09:00 BST. */
beforeEach(async () => {
  past = await testbed.bookConfirmed({ date: '2026-09-01', window: 'afternoon' });
  today = await testbed.bookConfirmed({ date: '2026-09-02' });
  coming = await testbed.bookConfirmed({ date: '2026-09-03' });
  await testbed.advance('30h');
});

it('po create offers no slot of a past day', async () => {
  const shown: string[] = [];
  const prompts = scriptedPrompts([past], []);
  const { code, stderr } = await testbed.cfi(['po', 'create', '--dry-run'], {
    tty: true,
    deps: {
      prompts: async () => ({
        ...prompts,
        async choose(question) {
          shown.push(...question.choices.map(({ name = '', disabled = '' }) => name + disabled));
          return prompts.choose(question);
        },
      }),
    },
  });
  expect(shown).toEqual([
    `${today}, Wed 2 Sep 09:00 BST, Northgate FC, truck`,
    `${coming}, Thu 3 Sep 09:00 BST, Northgate FC, truck`,
    `${past}, Tue 1 Sep 13:00 BST, Northgate FC, truckpast`,
  ]);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`"${past}" is none of`)]);
});

it.each([['po.csv', '--slot'], ['--item', 'AC-TENT-2=1', '--slot'], ['--slot']])(
  'po create %s refuses a slot of a past day before it asks',
  async (...words) => {
    const text = 'PO_REFERENCE,Warehouse_Name,SKU,Quantity\nP-1,Northgate FC,AC-TENT-2,1\n';
    writeFileSync(join(testbed.home, 'po.csv'), text);
    const line = ['po', 'create', ...words, past];
    const { code, askedFor, stderr } = await testbed.cfi(line, { tty: true, answers: [] });
    expect([code === 0, askedFor]).toEqual([false, []]);
    expect(stderr).toContain(`slot ${past} is over: it was for Tue 1 Sep 13:00 BST`);
    expect(existsSync(join(testbed.home, 'po.failed.csv'))).toBe(false);
  },
);

it('po create warns of a slot of a past day in scripts too, but not of one earlier today', async () => {
  const created = async (slot: string) =>
    testbed.cfi(['po', 'create', '--slot', slot, '--item', 'AC-TENT-2=1']);
  const late = await created(past);
  expect([late.code, late.stderr]).toEqual([
    0,
    expect.stringContaining(`warning: the day of slot ${past} is past: it was for`),
  ]);
  const again = await created(past);
  expect([again.code, again.stderr]).toEqual([0, expect.not.stringContaining('warning')]);
  const { code, stderr } = await created(today);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('warning')]);
});
