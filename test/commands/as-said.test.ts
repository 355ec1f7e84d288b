import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { openTestbed } from '../support/testbed.ts';
import { testNow } from '../support/time.ts';
import { dataOf } from '../support/upload/home-with.ts';
import { trackedOrdersForEach } from '../support/upload/tracked-orders.ts';

describe('an order as people name it', () => {
  const orders = trackedOrdersForEach();

  it.each([
    ['50155', '#50155'],
    ['#50155', 'WEB-050155'],
    ['web 50155', 'WEB-50155'],
  ])('%s is %s, uploaded from here', async (word, reference) => {
    await orders.upload(reference, 'WEB-5015', 'WEB-1-50155');
    orders.records.set(word, 404);
    const got = await orders.cfi('order', 'get', word, '--json');
    expect([got.code, got.stderr]).toEqual([0, `${word} is ${reference}\n`]);
    expect(dataOf(got)).toMatchObject({ ReferenceNumber: reference });
    const tracked = await orders.cfi('order', 'track', word, '--json');
    expect([tracked.code, tracked.stderr]).toEqual([0, `${word} is ${reference}\n`]);
    expect(dataOf(tracked).orders).toMatchObject([{ ReferenceNumber: reference }]);
    const cancelled = await orders.cfi('order', 'cancel', word, '--yes');
    // Nobody has seen which order that is.
    expect([cancelled.code, cancelled.stderr]).toEqual([5, expect.stringMatching(/did you mean .*?\?/)]);
    expect(orders.cancels).not.toContain(reference);
    const { home, service } = orders;
    const asked = await runCli(['order', 'cancel', word], {
      ...{ home, env: service.env, now: testNow, tty: true, answers: [true] },
    });
    expect([asked.code, asked.stdout]).toEqual([0, `Order ${reference} is cancelled.\n`]);
    expect(orders.cancels).toContain(reference);
  });

  it.each(['get', 'track'])('order %s says what it may be if there are several', async (verb) => {
    await orders.upload('#50155', 'WEB-50155');
    orders.records.set('50155', 404);
    const { code, stdout, stderr } = await orders.cfi('order', verb, '50155');
    expect([code, stdout]).toEqual([5, '']);
    expect(stderr).toContain("did you mean '#50155' or WEB-50155?");
    expect((await orders.cfi('order', 'cancel', '50155', '--yes')).code).toBe(5);
    expect(orders.cancels).not.toContain('#50155');
  });

  it.each(['get', 'track'])('order %s takes the one of exactly that name first', async (verb) => {
    await orders.upload('50155', '#50155');
    const { code, stdout, stderr } = await orders.cfi('order', verb, '50155', '-o', 'csv');
    expect([code, stderr, stdout]).toEqual([0, '', expect.stringContaining('\r\n50155,')]);
  });

  it('is taken for another only if the service does not have it', async () => {
    await orders.upload('#50155');
    orders.records.set('50155', { Status: 'Shipped' });
    const { code, stderr, stdout } = await orders.cfi('order', 'track', '50155', '-o', 'csv');
    expect([code, stderr, stdout]).toEqual([0, '', expect.stringContaining('\r\n50155,Shipped')]);
  });
});

it('a slot as people name it is the one with this number, if there is one', async () => {
  const testbed = await openTestbed();
  const reference = await testbed.book();
  const number = String(Number(reference.replace('SLOT-', '')));
  const { code, stderr, stdout } = await testbed.cfi(['slot', 'get', number, '--json']);
  expect([code, stderr]).toEqual([0, expect.stringContaining(`${number} is ${reference}\n`)]);
  expect(JSON.parse(stdout).data.slotReference).toBe(reference);
  expect((await testbed.cfi(['slot', 'get', `${number}9`])).code).toBe(5);
  const cancelled = await testbed.cfi(['slot', 'cancel', number, '--yes']);
  expect([cancelled.code, cancelled.stderr]).toEqual([
    5,
    expect.stringContaining(`did you mean ${reference}?`),
  ]);
});
