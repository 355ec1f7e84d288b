import { beforeEach, describe, expect, it } from 'vitest';
import { csvRows, ndjson } from '../../support/output.ts';
import { openTestbed } from '../../support/testbed.ts';

let testbed: Awaited<ReturnType<typeof openTestbed>>;

beforeEach(async () => {
  testbed = await openTestbed();
});

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
    expect(sections[0]).toContain('2026-09-04 09:00 → 2026-09-08 13:00 +01:00  Thames Reach FC');
    expect(sections[1]).toMatch(/^Waiting on the warehouse \(1\)\n/);
    expect(sections[1]).toContain(waiting);
    expect(sections[2]).toMatch(/^Arriving Thu 2026-09-03 \(1\)\n/);
    expect(sections[2]).toMatch(new RegExp(`09:00 \\+01:00  ${arriving}  Northgate FC  truck +6  no PO yet`));
    expect(sections[3]).toBe('Came short\nnothing in the last 7 days\n');
    expect(stdout).not.toContain(cancelled);
    expect(stderr).toBe(
      'to answer: cfi slot respond REF --accept --offer TIME --emulator, or --counter TIME\n',
    );
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
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      `${slot}, Northgate FC: 2026-09-04 09:00 → 2026-09-08 13:00 +01:00, "${comment}"`,
    );
  });

  it('gives the records unchanged in json, under exactly four names', async () => {
    const offered = await testbed.bookOffered(offer);
    const waiting = await testbed.book();
    const { data } = await testbed.json('today');
    expect(data).toEqual({
      needsAnswer: [await testbed.read(offered)],
      waiting: [await testbed.read(waiting)],
      arriving: [],
      short: [],
    });
  });

  it('counts N times 24 hours and earlier today as arriving', async () => {
    const soon = await testbed.bookConfirmed({ date: '2026-09-04' });
    const late = await testbed.bookConfirmed({ date: '2026-09-12' });
    const references = async (...more: string[]) =>
      (await testbed.json('today', ...more)).data.arriving.map(
        (slot: Record<string, string>) => slot.slotReference,
      );
    expect(await references()).toEqual([soon]);
    expect(await references('--days', '2')).toEqual([]);
    expect(await references('--days', '14')).toEqual([soon, late]);
    await testbed.advance('3d');
    // 09:00 London is 08:00 UTC: the slot is past, but still today.
    await testbed.advance('4h');
    expect(await references('--days', '1')).toEqual([soon]);
    await testbed.advance('12h');
    expect(await references('--days', '1')).toEqual([]);
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
    expect(stdout).toMatch(new RegExp(`Came short \\(1\\)\n.*\n${short.po} +AC-TENT-2 -1`));
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

  it('fits 80 columns without hiding the change or the warehouse', async () => {
    await testbed.bookOffered(offer);
    const { stdout } = await testbed.cfi(['today'], { tty: true, columns: 80, env: { NO_COLOR: '1' } });
    expect(stdout).toContain('2026-09-04 09:00 → 2026-09-08 13:00 +01:00');
    expect(stdout).toContain('Northgate FC');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });
});
