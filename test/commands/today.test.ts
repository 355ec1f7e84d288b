import { beforeEach, describe, expect, it } from 'vitest';
import { openDesk } from '../support/fake-terminal.ts';
import { csvRows, ndjson } from '../support/output.ts';

let desk: Awaited<ReturnType<typeof openDesk>>;

beforeEach(async () => {
  desk = await openDesk();
});

const offer = '2026-09-08T13:00:00+01:00';

/** A purchase order on a confirmed slot, of which one unit is missing. */
async function shortDelivery(changes: Record<string, unknown> = {}): Promise<{ slot: string; po: string }> {
  const slot = await desk.bookConfirmed(changes);
  const { body } = await desk.order({
    slotReference: slot,
    PO_REFERENCE: `PO-${slot}`,
    deliveryType: undefined,
  });
  const po = body.data.lw_po_number;
  return { slot, po };
}

describe('cfi today', () => {
  it('shows each slot in its section, from one list of slots', async () => {
    const offered = await desk.bookOffered(offer, { warehouse: 'Thames Reach FC' });
    const waiting = await desk.book();
    const arriving = await desk.bookConfirmed({ date: '2026-09-03', palletCount: 6 });
    const cancelled = await desk.book();
    await desk.acme.delete(`/inbound-slot/${cancelled}`);
    await desk.requests();
    const { code, stdout, stderr } = await desk.cfi(['today']);
    expect(code).toBe(0);
    expect(await desk.requests()).toEqual(['GET /inbound-slot']);
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
    expect(stderr).toBe('to answer: cfi slot respond REF --accept, or --counter TIME\n');
  });

  it('says how long ago the warehouse made its offer, and its comment', async () => {
    const slot = await desk.book();
    await desk.fc(slot, 'counter', { proposedTime: offer, comment: 'Dock 4 is full' });
    await desk.advance('3h');
    const { stdout } = await desk.cfi(['today']);
    expect(stdout).toContain('Dock 4 is full');
    expect(stdout).toMatch(/\b3h\n/);
  });

  it('gives the records unchanged in json, under exactly four names', async () => {
    const offered = await desk.bookOffered(offer);
    const waiting = await desk.book();
    const { data } = await desk.json('today');
    expect(data).toEqual({
      needsAnswer: [await desk.read(offered)],
      waiting: [await desk.read(waiting)],
      arriving: [],
      short: [],
    });
  });

  it('takes N times 24 hours and earlier today as arriving', async () => {
    const soon = await desk.bookConfirmed({ date: '2026-09-04' });
    const late = await desk.bookConfirmed({ date: '2026-09-12' });
    const references = async (...more: string[]) =>
      (await desk.json('today', ...more)).data.arriving.map(
        (slot: Record<string, string>) => slot.slotReference,
      );
    expect(await references()).toEqual([soon]);
    expect(await references('--days', '2')).toEqual([]);
    expect(await references('--days', '14')).toEqual([soon, late]);
    await desk.advance('3d');
    // 09:00 London is 08:00 UTC: the slot is past, but still today.
    await desk.advance('4h');
    expect(await references('--days', '1')).toEqual([soon]);
    await desk.advance('12h');
    expect(await references('--days', '1')).toEqual([]);
  });

  it('shows the purchase orders that came short in the last days', async () => {
    const short = await shortDelivery({ date: '2026-09-02' });
    const whole = await shortDelivery({ date: '2026-09-03' });
    await desk.advance('3d');
    await desk.receive(short.po, { lines: [{ SKU: 'AC-TENT-2', delivered: 11 }] });
    await desk.receive(whole.po);
    const { data } = await desk.json('today');
    expect(data.short).toEqual([(await desk.json('po', 'get', short.po)).data]);
    const { stdout } = await desk.cfi(['today']);
    expect(stdout).toMatch(new RegExp(`Came short \\(1\\)\n.*\n${short.po} +AC-TENT-2 -1`));
    expect((await desk.json('today', '--days', '1')).data.short).toEqual([]);
  });

  it('ends with 12 when an answer is needed only if asked to', async () => {
    expect((await desk.cfi(['today', '--exit-code'])).code).toBe(0);
    await desk.bookOffered(offer);
    expect((await desk.cfi(['today'])).code).toBe(0);
    expect((await desk.cfi(['today', '--exit-code'])).code).toBe(12);
  });

  it('gives one row a record in csv, and one line in ndjson', async () => {
    const slot = await desk.bookOffered(offer);
    const [row] = csvRows((await desk.cfi(['today', '-o', 'csv'])).stdout);
    expect(row).toMatchObject({ section: 'needsAnswer', slotReference: slot, offeredTime: offer });
    expect(ndjson((await desk.cfi(['today', '-o', 'ndjson'])).stdout)).toEqual([
      { section: 'needsAnswer', slot: await desk.read(slot) },
    ]);
  });

  it('fits 80 columns without hiding the change or the warehouse', async () => {
    await desk.bookOffered(offer);
    const { stdout } = await desk.cfi(['today'], { tty: true, columns: 80, env: { NO_COLOR: '1' } });
    expect(stdout).toContain('2026-09-04 09:00 → 2026-09-08 13:00 +01:00');
    expect(stdout).toContain('Northgate FC');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });
});
