import { describe, expect, it } from 'vitest';
import { csvRows, ndjson } from '../../support/output.ts';
import { testbedForEach } from '../../support/testbed.ts';
import { trackedOrders } from '../../support/upload/tracked-orders.ts';

const testbed = testbedForEach();

const offer = '2026-09-08T13:00:00+01:00';

/** A purchase order on a confirmed slot, one unit short. */
async function shortDelivery(changes: Record<string, unknown> = {}): Promise<{ slot: string; po: string }> {
  const slot = await testbed.bookConfirmed(changes);
  const { body } = await testbed.order({
    slotReference: slot,
    PO_REFERENCE: `PO-${slot}`,
    deliveryType: undefined,
  });
  const po = body.data.lw_po_number;
  return { slot, po };
}

describe('cfi today', () => {
  it('ends with the number of late orders, which the ledger knows', async () => {
    const orders = await trackedOrders();
    await orders.upload('R-1', 'R-2');
    expect((await orders.later(2, 'today')).stdout).not.toContain('Late orders');
    const { code, stdout } = await orders.later(3, 'today');
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('Late orders: 2 (cfi order track --late)');
    expect(orders.reads).toEqual([]);
  });

  it('shows each slot in its section, with a single request for the list', async () => {
    const offered = await testbed.bookOffered(offer, { warehouse: 'Thames Reach FC' });
    const waiting = await testbed.book();
    const arriving = await testbed.bookConfirmed({ date: '2026-09-03', palletCount: 6 });
    const cancelled = await testbed.book();
    await testbed.acme.delete(`/inbound-slot/${cancelled}`);
    await testbed.requests();
    const { code, stdout, stderr } = await testbed.cfi(['today']);
    expect(code).toBe(0);
    expect(await testbed.requests()).toEqual(['GET /inbound-slot']);
    const sections = stdout.split('\n\n');
    expect(sections[0]).toMatch(/^Your answer \(1\)\n/);
    expect(sections[0]).toContain(offered);
    expect(sections[0]).toContain('Fri 4 Sep 09:00 → Tue 8 Sep 13:00  Thames Reach FC');
    expect(sections[1]).toMatch(/^Waiting on the warehouse \(1\)\n/);
    expect(sections[1]).toContain(waiting);
    expect(sections[2]).toMatch(/^Arriving Thu 3 Sep \(1\)\n/);
    expect(sections[2]).toMatch(new RegExp(`09:00 +${arriving}  no PO yet  Northgate FC  truck +6`));
    expect(sections.slice(3)).toEqual([
      'Overdue: nothing',
      'Arrived: nothing in the last 7 days',
      'Came short: nothing in the last 7 days\n',
    ]);
    expect(stdout).not.toContain(cancelled);
    expect(stderr).toBe('to answer: cfi slot respond --emulator\n');
  });

  it('says how long ago the warehouse made its offer, and its comment', async () => {
    const slot = await testbed.book();
    await testbed.fc(slot, 'counter', { proposedTime: offer, comment: 'Dock 4 is full' });
    await testbed.advance('3h');
    const { stdout } = await testbed.cfi(['today']);
    expect(stdout).toContain('Dock 4 is full');
    expect(stdout).toMatch(/\b3h\n/);
  });

  it.each([60, 80])('shows the whole comment of an offer in a terminal of %i columns', async (columns) => {
    const slot = await testbed.book();
    const comment = 'Dock 4 is closed for repairs all morning, could you come after lunch instead?';
    await testbed.fc(slot, 'counter', { proposedTime: offer, comment });
    const { stdout } = await testbed.cfi(['today'], { tty: true, columns, env: { NO_COLOR: '1' } });
    const text = stdout.replaceAll(/\s+/g, ' ');
    expect(text).toMatch(
      new RegExp(
        `${slot} Fri 4 Sep 09:00 → Tue 8 Sep 13:00 Northgate FC .*${slot}: "${comment.replace('?', '\\?')}" Waiting`,
      ),
    );
  });

  it('gives the records unchanged in json, under exactly seven names', async () => {
    const offered = await testbed.bookOffered(offer);
    const waiting = await testbed.book();
    const { data } = await testbed.json('today');
    expect(data).toEqual({
      needsAnswer: [await testbed.read(offered)],
      waiting: [await testbed.read(waiting)],
      arriving: [],
      later: [],
      overdue: [],
      arrived: [],
      short: [],
    });
  });

  it('shows recent purchase orders with shortages', async () => {
    const short = await shortDelivery({ date: '2026-09-02' });
    const whole = await shortDelivery({ date: '2026-09-03' });
    await testbed.advance('3d');
    await testbed.receive(short.po, { lines: [{ SKU: 'AC-TENT-2', delivered: 11 }] });
    await testbed.receive(whole.po);
    const { data } = await testbed.json('today');
    expect(data.short).toEqual([(await testbed.json('po', 'get', short.po)).data]);
    const { stdout } = await testbed.cfi(['today']);
    expect(stdout).toMatch(new RegExp(`Came short \\(1\\)\n.*\n${short.po} +AC-TENT-2 1 short`));
    expect((await testbed.json('today')).data.arrived).toHaveLength(2);
    await testbed.advance('25h');
    expect((await testbed.json('today', '--days', '1')).data.short).toEqual([]);
  });

  it('sorts each section as asked', async () => {
    const one = await testbed.bookOffered(offer);
    const two = await testbed.bookOffered(offer);
    const shown = async (...more: string[]): Promise<string[]> =>
      (await testbed.cfi(['today', ...more])).stdout.match(/^SLOT-\d+/gm) ?? [];
    expect(await shown()).toEqual([one, two]);
    expect(await shown('--sort', 'slotReference:desc')).toEqual([two, one]);
  });

  it('exits with 12 for a pending answer only on request', async () => {
    expect((await testbed.cfi(['today', '--exit-code'])).code).toBe(0);
    await testbed.bookOffered(offer);
    expect((await testbed.cfi(['today'])).code).toBe(0);
    expect((await testbed.cfi(['today', '--exit-code'])).code).toBe(12);
  });

  it('gives one row per record in csv, and one line in ndjson', async () => {
    const slot = await testbed.bookOffered(offer);
    const [row] = csvRows((await testbed.cfi(['today', '-o', 'csv'])).stdout);
    expect(row).toMatchObject({ section: 'needsAnswer', slotReference: slot, proposedTime: offer });
    expect(ndjson((await testbed.cfi(['today', '-o', 'ndjson'])).stdout)).toEqual([
      { section: 'needsAnswer', slot: await testbed.read(slot) },
    ]);
  });

  it.each([60, 80, 120])('says in %i columns which slots have no purchase order yet', async (columns) => {
    const overdue = await testbed.bookConfirmed({ date: '2026-09-02', warehouse: 'Thames Reach FC' });
    const arriving = await testbed.bookConfirmed({ date: '2026-09-04', warehouse: 'Thames Reach FC' });
    await testbed.advance('28h');
    const { stdout } = await testbed.cfi(['today'], { tty: true, columns, env: { NO_COLOR: '1' } });
    for (const slot of [overdue, arriving])
      expect(stdout.split('\n').find((line) => line.includes(slot))).toContain('no PO yet');
  });

  it('names the warehouse of every offer in 60 columns, with a comment or without', async () => {
    const slot = await testbed.bookOffered(offer, { warehouse: 'Thames Reach FC' });
    const { stdout } = await testbed.cfi(['today'], { tty: true, columns: 60, env: { NO_COLOR: '1' } });
    expect(stdout).toMatch(
      new RegExp(`${slot} +Fri 4 Sep 09:00 → Tue 8 Sep 13:00 +just now\\n {2}${slot}: Thames Reach FC`),
    );
  });

  it('hides a reference in 60 columns rather than cut it to what all have in common', async () => {
    const { po } = await shortDelivery({ date: '2026-09-02' });
    await testbed.advance('1d');
    await testbed.receive(po, { lines: [{ SKU: 'AC-TENT-2', delivered: 11 }] });
    const { stdout } = await testbed.cfi(['today'], { tty: true, columns: 60, env: { NO_COLOR: '1' } });
    expect(stdout).toContain(po);
    expect(stdout).not.toMatch(/PO-SLOT\S*…/);
  });

  it('fits 80 columns without hiding the change or the warehouse', async () => {
    await testbed.bookOffered(offer);
    const { stdout } = await testbed.cfi(['today'], { tty: true, columns: 80, env: { NO_COLOR: '1' } });
    expect(stdout).toContain('Fri 4 Sep 09:00 → Tue 8 Sep 13:00');
    expect(stdout).toContain('Northgate FC');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });
});
