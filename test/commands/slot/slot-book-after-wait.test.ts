import { expect, it } from 'vitest';
import { friday, slotBody } from '../../support/emulator/slots.ts';
import { testbedForEach } from '../../support/testbed.ts';

const testbed = testbedForEach();

const { window, warehouse, loadingType, numberOfSkus, deliveryType } = slotBody();
const book = [
  ...['slot', 'book', '--date', friday, '--window', window, '--warehouse', warehouse, '--json'],
  ...['--loading-type', loadingType, '--number-of-skus', numberOfSkus, '--delivery-type', deliveryType],
];

const onBooking = (rule: object) =>
  testbed.admin.post('/faults', { match: { method: 'POST', path: '/inbound-slot' }, ...rule });

it('does not take the slot that a colleague booked while it waited for the booked one', async () => {
  await onBooking({
    when: { times: 1 },
    do: { status: 429, headers: { 'Retry-After': '45' }, body: { success: false, error: 'Rate limited' } },
  });
  let theirs = '';
  testbed.during(async () => {
    theirs = await testbed.book();
    await onBooking({ when: { times: 1 }, phase: 'after-commit', do: { status: 500 } });
  });
  const { code, stdout } = await testbed.cfi(book);
  const references = (await testbed.json('slot', 'list')).data.map(
    (slot: Record<string, string>) => slot.slotReference,
  );
  const ours = references.filter((reference: string) => reference !== theirs);
  expect([code, JSON.parse(stdout).data.slotReference]).toEqual([0, ours[0]]);
  expect(ours).toHaveLength(1);
});

it('books nothing after a wait if the list cannot be read again', async () => {
  await onBooking({ when: { times: 1 }, do: { status: 429, headers: { 'Retry-After': '45' } } });
  testbed.during(() =>
    testbed.admin.post('/faults', {
      match: { method: 'GET', path: '/inbound-slot' },
      when: { times: 1 },
      do: { status: 403, body: { success: false, error: 'Forbidden' } },
    }),
  );
  const { code } = await testbed.cfi(book);
  expect([code, (await testbed.json('slot', 'list')).data]).toEqual([4, []]);
});
