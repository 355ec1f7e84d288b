import { describe, expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { csvRows, ndjson } from '../../support/output.ts';
import { json, startServer, testToken } from '../../support/services/http-server.ts';
import { openTestbed, testbedForEach } from '../../support/testbed.ts';

const testbed = testbedForEach();

const offer = '2026-09-08T13:00:00+01:00';
const minute = 60_000;
const states = (text: string) => ndjson(text).map((change) => [change.previousStatus, change.scheduleStatus]);

describe('cfi slot watch: how it ends', () => {
  it('0 when the slot is confirmed', async () => {
    const reference = await testbed.book();
    testbed.during(
      async () => {},
      () => testbed.fc(reference, 'confirm'),
    );
    const { code, stdout, stderr } = await testbed.cfi(['slot', 'watch', reference]);
    expect(code).toBe(0);
    expect(stdout).toBe(
      `${reference}  waiting for the warehouse → confirmed (agreed for Fri 4 Sep 09:00 BST)\n`,
    );
    expect(stderr).toContain(`${reference} (waiting for the warehouse); next poll in 21m`);
    expect(stderr).toContain(`next: cfi po create FILE --slot ${reference} --emulator`);
    expect(testbed.waits).toEqual([21 * minute, 21 * minute]);
  });

  it('0 at once for a slot that a purchase order uses', async () => {
    const reference = await testbed.bookConfirmed();
    await testbed.order({ slotReference: reference });
    const { code, stdout } = await testbed.cfi(['slot', 'watch', reference, '--until', 'confirmed']);
    expect([code, testbed.waits]).toEqual([0, []]);
    expect(stdout).toMatch(/confirmed \(used by LW-\S+\)\n$/);
  });

  it('12 when the warehouse offers another time', async () => {
    const reference = await testbed.book();
    testbed.during(() => testbed.fc(reference, 'counter', { proposedTime: offer }));
    const { code, stdout, stderr } = await testbed.cfi(['slot', 'watch', reference]);
    expect(code).toBe(12);
    expect(stdout).toContain('your answer (the warehouse offers Tue 8 Sep 13:00 BST)');
    expect(stderr).toContain(
      `next: cfi slot respond ${reference} --accept --offer ${offer} --emulator\nor: cfi slot respond ${reference} --counter TIME --emulator`,
    );
  });

  it('not before it is confirmed with --until confirmed', async () => {
    const reference = await testbed.book();
    testbed.during(
      () => testbed.fc(reference, 'counter', { proposedTime: offer }),
      () => testbed.respond(reference, { action: 'accept' }),
    );
    const args = ['slot', 'watch', reference, '--until', 'confirmed', '-o', 'ndjson'];
    const { code, stdout } = await testbed.cfi(args);
    expect(code).toBe(0);
    expect(states(stdout)).toEqual([
      ['pending_ops', 'pending_customer'],
      ['pending_customer', 'confirmed'],
    ]);
  });

  it('8 when --max-wait is over, after a final look', async () => {
    const reference = await testbed.book();
    const { code, stderr } = await testbed.cfi(['slot', 'watch', reference, '--max-wait', '50m']);
    expect(code).toBe(8);
    expect(testbed.waits).toEqual([21 * minute, 21 * minute, 8 * minute]);
    expect(stderr).toContain(
      `no decision within 50m by the emulator's clock: ${reference} (waiting for the warehouse)\n`,
    );
  });

  it('8 when the warehouse only offers another time than the one to be confirmed', async () => {
    const reference = await testbed.book();
    await testbed.fc(reference, 'counter', { proposedTime: offer });
    const args = ['slot', 'watch', reference, '--until', 'confirmed', '--max-wait', '10m'];
    const { code, stderr } = await testbed.cfi(args);
    expect(code).toBe(8);
    expect(stderr).toContain(
      `no confirmation within 10m by the emulator's clock: ${reference} (the warehouse offers Tue 8 Sep 13:00 BST)\n`,
    );
  });

  it('8 on its own with the embedded emulator, where nobody else will answer', async () => {
    const reference = await testbed.book();
    expect((await testbed.cfi(['slot', 'watch', reference])).code).toBe(8);
    expect(testbed.waits.reduce((sum, ms) => sum + ms, 0)).toBe(24 * 60 * minute);
  });

  it.each([
    ['shown as cancelled', 0],
    ['no longer found', 2],
  ])('13 when the slot is %s', async (_, choice) => {
    const testbed = await openTestbed({ assume: { 'A-18': choice } });
    const reference = await testbed.book();
    testbed.during(() => testbed.acme.delete(`/inbound-slot/${reference}`));
    const { code, stdout } = await testbed.cfi(['slot', 'watch', reference]);
    expect([code, stdout]).toEqual([13, `${reference}  waiting for the warehouse → cancelled\n`]);
  });

  it('5 for an unknown slot, even among others', async () => {
    const reference = await testbed.book();
    expect((await testbed.cfi(['slot', 'watch', 'SLOT-999999'])).code).toBe(5);
    expect((await testbed.cfi(['slot', 'watch', reference, 'SLOT-999999'])).code).toBe(5);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])('by %s', async (signal, code) => {
    const reference = await testbed.book();
    const interrupt = new AbortController();
    testbed.during(async () => interrupt.abort(signal));
    const outcome = await testbed.cfi(['slot', 'watch', reference], { signal: interrupt.signal });
    expect(outcome.code).toBe(code);
  });
});

describe('cfi slot watch with several slots', () => {
  it('reads several with one list and a single one directly, and exits when each is done', async () => {
    const [first, second, third] = [await testbed.book(), await testbed.book(), await testbed.book()];
    await testbed.requests();
    testbed.during(
      () => testbed.fc(first, 'confirm'),
      () => testbed.fc(second, 'counter', { proposedTime: offer }),
      () => testbed.fc(third, 'confirm'),
    );
    const { code, stdout } = await testbed.cfi(['slot', 'watch', first, second, third, '-o', 'ndjson']);
    expect(code).toBe(12);
    expect(ndjson(stdout).map((change) => change.slotReference)).toEqual([first, second, third]);
    expect((await testbed.requests()).filter((line) => line.includes('/inbound-slot'))).toEqual([
      'GET /inbound-slot',
      'GET /inbound-slot',
      'GET /inbound-slot',
      `GET /inbound-slot/${third}`,
    ]);
  });

  it.each([
    ['cancelled before all', ['cancel', 'counter', 'confirm'], 13],
    ['an open offer before pending', ['counter', 'leave', 'confirm'], 12],
    ['pending before confirmed', ['leave', 'confirm', 'confirm'], 8],
    ['confirmed', ['confirm', 'confirm', 'confirm'], 0],
  ])('exits with the most serious code: %s', async (_, fates, code) => {
    const references: string[] = [];
    for (const fate of fates) {
      const reference = await testbed.book();
      if (fate === 'cancel') await testbed.acme.delete(`/inbound-slot/${reference}`);
      if (fate === 'counter') await testbed.fc(reference, 'counter', { proposedTime: offer });
      if (fate === 'confirm') await testbed.fc(reference, 'confirm');
      references.push(reference);
    }
    expect((await testbed.cfi(['slot', 'watch', ...references, '--max-wait', '1m'])).code).toBe(code);
  });

  it('watches all undecided ones without a reference', async () => {
    await testbed.bookConfirmed();
    const pending = await testbed.book();
    testbed.during(() => testbed.fc(pending, 'confirm'));
    const { code, stdout } = await testbed.cfi(['slot', 'watch', '-o', 'ndjson']);
    expect(code).toBe(0);
    expect(ndjson(stdout).map((change) => change.slotReference)).toEqual([pending]);
    const nothing = await testbed.cfi(['slot', 'watch']);
    expect([nothing.code, nothing.stdout]).toEqual([0, '']);
    expect(nothing.stderr).toContain('no slot is waiting for a decision');
  });
});

describe('cfi slot watch: what it shows', () => {
  it("gives one object per change in ndjson, and each slot's result in json and csv", async () => {
    const reference = await testbed.book();
    await testbed.fc(reference, 'counter', { proposedTime: offer });
    const [change] = ndjson((await testbed.cfi(['slot', 'watch', reference, '-o', 'ndjson'])).stdout);
    expect(change).toMatchObject({
      slotReference: reference,
      previousStatus: null,
      scheduleStatus: 'pending_customer',
      proposedTime: offer,
      slot: await testbed.read(reference),
    });
    expect((await testbed.json('slot', 'watch', reference)).data).toEqual(await testbed.read(reference));
    const [row] = csvRows((await testbed.cfi(['slot', 'watch', reference, '-o', 'csv'])).stdout);
    expect(row).toMatchObject({ slotReference: reference, proposedTime: offer });
  });

  it('does not report failed polls with --quiet', async () => {
    const reference = await testbed.book();
    await testbed.admin.post('/faults', { match: { path: '/inbound-slot/*' }, do: { status: 503 } });
    const args = ['slot', 'watch', reference, '--max-wait', '1h', '--max-retries', '0', '--quiet'];
    const { code, stderr } = await testbed.cfi(args);
    expect([code, stderr.split('\n')[0]]).toEqual([10, 'error: Status 503, set by a fault rule']);
  });

  it('says if its last poll failed', async () => {
    const reference = await testbed.book();
    testbed.during(async () => {
      await testbed.admin.post('/faults', { match: { path: '/inbound-slot/*' }, do: { status: 503 } });
    });
    const args = ['slot', 'watch', reference, '--max-wait', '10m', '--max-retries', '0'];
    const { code, stderr } = await testbed.cfi(args);
    expect(code).toBe(8);
    expect(stderr).toContain('the last poll failed: Status 503, set by a fault rule\nno decision within 10m');
  });

  it.each([503, 200])('survives failed polls with status %i and says so once', async (status) => {
    const reference = await testbed.book();
    await testbed.admin.post('/faults', {
      match: { path: '/inbound-slot/*' },
      when: { times: 2 },
      do: { status, body: { success: false, error: 'Down for maintenance' } },
    });
    testbed.during(
      async () => {},
      () => testbed.fc(reference, 'confirm'),
    );
    const { code, stderr } = await testbed.cfi(['slot', 'watch', reference, '--max-retries', '0']);
    expect(code).toBe(0);
    expect(stderr.match(/.*Down for maintenance.*/g)).toEqual([
      'warning: poll failed: Down for maintenance; still trying',
    ]);
    expect(stderr.match(/next poll in/g)).toHaveLength(1);
    expect(stderr).toContain('the service answers again\n');
  });

  it('takes no page of a proxy for a cancellation', async () => {
    let reads = 0;
    const server = await startServer(({ url }, response) => {
      if (url !== '/v1/inbound-slot/SLOT-1') return json(response, 404, { success: false, error: 'no' });
      const scheduleStatus = reads++ === 0 ? 'pending_ops' : 'confirmed';
      if (reads !== 2)
        return json(response, 200, { success: true, data: { slotReference: 'SLOT-1', scheduleStatus } });
      response.writeHead(404, { 'content-type': 'text/html' });
      return response.end('<html><title>404 Not Found</title></html>');
    });
    const env = { CFI_BASE_URL: server.baseUrl, CFI_TOKEN: testToken };
    const { code, stderr } = await runCli(['slot', 'watch', 'SLOT-1'], { env });
    expect([code, reads]).toEqual([0, 3]);
    expect(stderr).toContain(
      'poll failed: SLOT-1: 404 Not Found; still trying; Ctrl-C ends the watch, and --max-wait DURATION limits it',
    );
    expect(stderr).toContain('the service answers again\n');
  });
});
