import { describe, expect, it } from 'vitest';
import { runCli, scriptedPrompts } from '../../support/cli.ts';
import { csvRows } from '../../support/output.ts';
import { json, startServer, testToken } from '../../support/services/http-server.ts';
import { testbedForEach } from '../../support/testbed.ts';

const testbed = testbedForEach();

describe('cfi slot cancel', () => {
  it('needs confirmation, from --yes or at the prompt', async () => {
    const reference = await testbed.book();
    expect((await testbed.cfi(['slot', 'cancel', reference])).code).toBe(3);
    expect((await testbed.cfi(['slot', 'cancel', reference], { tty: true, answers: [false] })).code).toBe(3);
    expect(await testbed.read(reference)).toMatchObject({ scheduleStatus: 'pending_ops' });
    const { code, stdout } = await testbed.cfi(['slot', 'cancel', reference], { tty: true, answers: [true] });
    expect([code, stdout]).toEqual([0, `Slot ${reference} is cancelled.\n`]);
    const again = await testbed.cfi(['slot', 'cancel', reference], { tty: true, answers: [] });
    expect([again.code, again.stdout]).toEqual([0, `Slot ${reference} was already cancelled.\n`]);
    const [row] = csvRows((await testbed.cfi(['slot', 'cancel', reference, '--yes', '-o', 'csv'])).stdout);
    expect(row).toMatchObject({ slotReference: reference, scheduleStatus: 'cancelled' });
    expect((await testbed.json('slot', 'cancel', reference, '--yes')).data).toMatchObject({
      scheduleStatus: 'cancelled',
    });
  });

  it('shows the slot at the prompt, and refuses before it asks what it cannot read', async () => {
    const reference = await testbed.book({ containerTruckNumber: 'AB12 CDE' });
    const line = ['slot', 'cancel', reference];
    const { askedFor, stderr } = await testbed.cfi(line, { tty: true, answers: [false] });
    expect(askedFor).toEqual([`Cancel slot ${reference}?`]);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      'Status: waiting for the warehouse Warehouse: Northgate FC Booked: Fri 4 Sep morning',
    );
    await testbed.admin.post('/faults', {
      match: { method: 'GET', path: '/inbound-slot/*' },
      do: { status: 404 },
    });
    const unread = await testbed.cfi(line, { tty: true, answers: [] });
    expect([unread.code, unread.askedFor]).toEqual([5, []]);
    await testbed.requests();
    expect((await testbed.cfi(['slot', 'cancel', reference, '--yes'], { tty: true })).code).toBe(0);
    const both = ['GET', 'DELETE'].map((method) => `${method} /inbound-slot/${reference}`);
    expect(await testbed.requests()).toEqual(both);
    await testbed.admin.delete('/faults');
    const again = await testbed.cfi(['slot', 'cancel', reference, '--yes']);
    expect([again.code, again.stdout]).toEqual([0, `Slot ${reference} was already cancelled.\n`]);
    expect(await testbed.requests()).toEqual(both.slice(0, 1));
  });

  it('says that it waits for the service, before the question and after it', async () => {
    const reference = await testbed.book();
    const timers: [ms: number, stopped: boolean][] = [];
    const { stderr } = await testbed.cfi(['slot', 'cancel', reference], {
      tty: true,
      env: { CFI_ACCESSIBLE: '1' },
      answers: [true],
      deps: {
        startTimer(ms, callback) {
          const timer: [number, boolean] = [ms, false];
          timers.push(timer);
          callback();
          return () => {
            timer[1] = true;
          };
        },
      },
    });
    expect(stderr.match(/waiting for the service/g)).toHaveLength(2);
    expect(timers.filter(([ms]) => ms === 2000)).toEqual([
      [2000, true],
      [2000, true],
    ]);
  });

  it('cancels nothing that the warehouse has confirmed while the question was open', async () => {
    const reference = await testbed.book();
    const prompts = scriptedPrompts([true], []);
    const { code, stderr } = await testbed.cfi(['slot', 'cancel', reference], {
      tty: true,
      deps: {
        prompts: async () => ({
          ...prompts,
          async confirm(question) {
            await testbed.fc(reference, 'confirm');
            return prompts.confirm(question);
          },
        }),
      },
    });
    expect([code, stderr.replaceAll('\n  ', ' ')]).toEqual([
      6,
      expect.stringContaining(
        `slot ${reference} has changed: agreed for Fri 4 Sep 09:00 BST; nothing was sent`,
      ),
    ]);
    expect((await testbed.read(reference)).scheduleStatus).toBe('confirmed');
  });

  it('asks nothing if there is no connection', async () => {
    const env = { CFI_BASE_URL: 'http://127.0.0.1:9/v1', CFI_TOKEN: testToken };
    const { code, askedFor } = await runCli(['slot', 'cancel', 'SLOT-1'], {
      env,
      tty: true,
      answers: [true],
    });
    expect([code, askedFor]).toEqual([10, []]);
  });

  it('explains what to do when a purchase order uses it', async () => {
    const reference = await testbed.bookConfirmed();
    await testbed.order({ slotReference: reference });
    const { code, stderr } = await testbed.cfi(['slot', 'cancel', reference, '--yes']);
    expect(code).toBe(6);
    expect(stderr).toContain('a purchase order uses it');
    const asked = await testbed.cfi(['slot', 'cancel', reference], { tty: true, answers: [] });
    expect([asked.code, asked.askedFor]).toEqual([6, []]);
  });

  it.each([
    ['nothing, and the slot is gone', {}, 404, undefined, 0],
    ['nothing, and the slot is cancelled', null, 200, 'cancelled', 0],
    ['nothing, and the slot is still confirmed', {}, 200, 'confirmed', 10],
    ["the service's own word", { slotReference: 'SLOT-1', scheduleStatus: 'withdrawn' }, 404, undefined, 0],
    ["nothing, and the slot has the service's own word", {}, 200, 'withdrawn', 0],
    ['the slot without a status, still confirmed', { slotReference: 'SLOT-1' }, 200, 'confirmed', 10],
    ['the slot without a status, nor later', { slotReference: 'SLOT-1' }, 200, undefined, 10],
    ['another slot', { slotReference: 'SLOT-2', scheduleStatus: 'cancelled' }, 200, 'confirmed', 10],
    [
      'the slot, not cancelled',
      { slotReference: 'SLOT-1', scheduleStatus: 'confirmed' },
      200,
      'confirmed',
      10,
    ],
  ])('believes only a record of the slot: the answer shows %s', async (_, data, status, state, code) => {
    let isSent = false;
    const server = await startServer(({ method }, response) => {
      if (method === 'DELETE') {
        isSent = true;
        return json(response, 200, { success: true, data });
      }
      if (!isSent) return json(response, 503, { success: false, error: 'busy' });
      const record = { slotReference: 'SLOT-1', scheduleStatus: state };
      json(response, status, {
        success: status === 200,
        ...(status === 200 ? { data: record } : { error: 'no' }),
      });
    });
    const env = { CFI_BASE_URL: server.baseUrl, CFI_TOKEN: testToken };
    const outcome = await runCli(['slot', 'cancel', 'SLOT-1', '--yes'], { env });
    expect([outcome.code, outcome.stdout]).toEqual([code, code === 0 ? 'Slot SLOT-1 is cancelled.\n' : '']);
  });

  it.each([
    [
      'the answer shows nothing, and the slot cannot be read',
      200,
      'the service accepted the request without showing its effect',
    ],
    ['the service keeps failing', 503, 'busy'],
  ])('says that the slot may be cancelled if %s', async (_, deleted, why) => {
    const server = await startServer(({ method }, response) =>
      method === 'DELETE'
        ? json(response, deleted, { success: deleted === 200, error: 'busy' })
        : json(response, 503, { success: false, error: 'busy' }),
    );
    const env = { CFI_BASE_URL: server.baseUrl, CFI_TOKEN: testToken };
    const { code, stderr } = await runCli(['slot', 'cancel', 'SLOT-1', '--yes'], { env });
    expect(code).toBe(10);
    expect(stderr).toBe(
      `error: ${why}; slot SLOT-1 may or may not be cancelled: busy\nhint: check it: cfi slot get SLOT-1 --base-url ${server.baseUrl}\n`,
    );
  });
});
