import { beforeEach, expect, it } from 'vitest';
import { scriptedPrompts } from '../../support/cli.ts';
import { openTestbed } from '../../support/testbed.ts';

let testbed: Awaited<ReturnType<typeof openTestbed>>;
let past: string;
let today: string;
let coming: string;

/** The testbed's clock shows Tuesday 1 September 2026, 09:00 BST. */
beforeEach(async () => {
  testbed = await openTestbed();
  past = await testbed.bookConfirmed({ date: '2026-09-01', window: 'afternoon' });
  today = await testbed.bookConfirmed({ date: '2026-09-02' });
  coming = await testbed.bookConfirmed({ date: '2026-09-03' });
  await testbed.advance('30h');
});

it('po create offers slots of past days last, and marks them', async () => {
  const shown: string[] = [];
  const prompts = scriptedPrompts([past, 'AC-TENT-2=1', ''], []);
  const { stderr } = await testbed.cfi(['po', 'create', '--dry-run'], {
    tty: true,
    deps: {
      prompts: async () => ({
        ...prompts,
        async choose(question) {
          shown.push(...question.choices.map(({ name = '' }) => name));
          return prompts.choose(question);
        },
      }),
    },
  });
  expect(shown).toEqual([
    `${today}, Wed 2 Sep 09:00 BST, Northgate FC, truck`,
    `${coming}, Thu 3 Sep 09:00 BST, Northgate FC, truck`,
    `${past}, Tue 1 Sep 13:00 BST, Northgate FC, truck (past)`,
  ]);
  expect(stderr).toContain(`warning: the day of slot ${past} is past: it was for Tue 1 Sep 13:00 BST\n`);
});

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
