import { describe, expect, it } from 'vitest';
import { button, part, useOpened } from './opened-page.ts';
import { order, withArticle } from './scene.ts';

const opened = useOpened();

describe("the warehouse's side of the demo, by mouse and field", () => {
  it('confirms a slot, receives its purchase order short, and dispatches an order', async () => {
    const { emulator, complaints, asked, open, acme, bookSlot } = opened();
    const page = await open();
    await part(page, 'Slots').getByText('No slots are waiting for an answer.').waitFor();

    const reference = await bookSlot();
    await button(page, `Confirm ${reference} for Thu 3 Sep, 09:00`).click();
    await page.getByText(`${reference} is confirmed for Thu 3 Sep, 09:00.`).waitFor();
    expect((await acme('GET', `/inbound-slot/${reference}`)).body.data.scheduleStatus).toBe('confirmed');

    const items = [{ SKU: 'AC-TENT-2', barcode: '', Quantity: 10 }];
    const po = { PO_REFERENCE: 'PO-1', Warehouse_Name: 'Northgate FC', slotReference: reference, items };
    const number = (await acme('POST', '/inbound-po', po)).body.data.lw_po_number;
    await button(page, `Receive ${number}`).click();
    await page.getByLabel(/^AC-TENT-2:/).fill('7');
    await page.getByText('10 expected, 3 short').waitFor();
    await page
      .getByRole('form', { name: `Receive ${number}` })
      .getByRole('button', { name: 'Receive' })
      .click();
    await page.getByText(`${number} is received.`).waitFor();
    expect((await acme('GET', `/inbound-po/${number}`)).body.data).toMatchObject({
      status: 'DELIVERED',
      inboundReport: { discrepancies: [{ SKU: 'AC-TENT-2', difference: -3 }] },
    });

    await acme('POST', '/outbound', order('WEB-1', [['AC-TENT-2', 1]]));
    await button(page, 'Dispatch WEB-1').click();
    await page.getByLabel('Carrier').fill('Royal Mail');
    await page.getByLabel('Tracking number').fill('AB1');
    await button(page, 'Dispatch now').click();
    await page.getByText('WEB-1 is dispatched.').waitFor();
    expect((await acme('GET', '/order/WEB-1')).body.data).toMatchObject({
      ...{ Status: 'Shipped', ShippingVendor: 'Royal Mail', TrackingNumber: 'AB1' },
    });
    expect(complaints).toEqual([]);
    expect([...asked]).toEqual([new URL(emulator.page).origin]);
  });

  it("proposes another time with a comment, and shows the client's reply", async () => {
    const { open, acme, bookSlot } = opened();
    const page = await open();
    const reference = await bookSlot();
    await button(page, `Propose another time for ${reference}`).click();
    await page.getByLabel('Time, United Kingdom').fill('2026-09-04T13:00');
    await page.getByLabel('Comment').fill('Bay closed');
    await button(page, 'Propose').last().click();
    await part(page, 'Slots').getByText('No slots are waiting for an answer.').waitFor();
    const { schedule } = (await acme('GET', `/inbound-slot/${reference}`)).body.data;
    expect(schedule.proposals).toMatchObject([
      { proposedBy: 'ops', proposedTime: '2026-09-04T13:00:00+01:00', comment: 'Bay closed' },
    ]);
    const answer = { action: 'counter', proposedTime: '2026-09-04T15:00:00+01:00', comment: 'Later, please' };
    await acme('POST', `/inbound-slot/${reference}/respond`, answer);
    await page.getByText('The client proposes Fri 4 Sep, 15:00: Later, please').waitFor();
  });

  it('receives a purchase order in parts, and more than was ordered', async () => {
    const { emulator, open, acme, bookSlot } = opened();
    const reference = await bookSlot();
    await emulator.control('POST', `/fc/slots/${reference}/confirm`);
    const items = [{ SKU: 'AC-TENT-2', barcode: '', Quantity: 10 }];
    const po = { PO_REFERENCE: 'PO-1', Warehouse_Name: 'Northgate FC', slotReference: reference, items };
    const number = (await acme('POST', '/inbound-po', po)).body.data.lw_po_number;
    const page = await open();
    const receive = async (count: string, more: boolean) => {
      await button(page, `Receive ${number}`).click();
      const form = page.getByRole('form', { name: `Receive ${number}` });
      await form.getByLabel(/^AC-TENT-2:/).fill(count);
      if (more) await form.getByLabel('More will follow').check();
      await form.getByRole('button', { name: 'Receive' }).click();
    };
    await receive('4', true);
    await page.getByText('Partly delivered').waitFor();
    await receive('8', false);
    await part(page, 'Purchase orders').getByText('No purchase orders are expected.').waitFor();
    expect((await acme('GET', `/inbound-po/${number}`)).body.data.inboundReport.discrepancies).toMatchObject([
      { expected: 10, received: 12, difference: 2 },
    ]);
  });

  it('receives an article whose SKU is also the name of a property', async () => {
    const { emulator, open, acme, bookSlot, complaints } = opened();
    await emulator.control('POST', '/reset', { seed: withArticle('constructor') });
    const reference = await bookSlot();
    await emulator.control('POST', `/fc/slots/${reference}/confirm`);
    const items = [{ SKU: 'constructor', barcode: '', Quantity: 10 }];
    const po = { PO_REFERENCE: 'PO-1', Warehouse_Name: 'Northgate FC', slotReference: reference, items };
    const number = (await acme('POST', '/inbound-po', po)).body.data.lw_po_number;
    const page = await open();
    await button(page, `Receive ${number}`).click();
    await page.getByLabel(/^constructor:/).fill('7');
    await page.getByText('10 expected, 3 short').waitFor();
    expect(complaints).toEqual([]);
  });

  it('receives a legacy delivery', async () => {
    const { open, acme } = opened();
    const items = [{ SKU: 'AC-TENT-2', barcode: '2000000001012', Quantity: 3 }];
    await acme('POST', '/inbound', { PO_REFERENCE: 'IN-1', Warehouse_Name: 'Northgate FC', items });
    const page = await open();
    await button(page, 'Receive IN-1').click();
    await page.getByText('IN-1 is received.').waitFor();
    expect((await acme('GET', '/inbound/IN-1')).body.data.status).toBe('received');
  });

  it('moves the clock, freezes and resumes it', async () => {
    const { open } = opened();
    const page = await open();
    await button(page, 'Advance the clock by +1 h').click();
    await part(page, 'Clock').getByText('10:00:00').waitFor();
    await button(page, 'Resume').click();
    await part(page, 'Clock').getByText('running').waitFor();
    await button(page, 'Freeze').click();
    await part(page, 'Clock').getByText('frozen').waitFor();
  });

  it('adds a fault, shows its effect, and clears it', async () => {
    const { open, acme } = opened();
    const page = await open();
    expect((await acme('GET', '/inventory')).status).toBe(200);
    await part(page, 'Faults')
      .getByRole('combobox')
      .selectOption({ label: 'Next 2 requests: service unavailable (503)' });
    await part(page, 'Faults').getByRole('button', { name: 'Add' }).click();
    await part(page, 'Faults').getByText('0 of 2 times').waitFor();
    expect((await acme('GET', '/inventory')).status).toBe(503);
    await part(page, 'Faults').getByText('1 of 2 times').waitFor();
    await part(page, 'Last requests').getByText('503').first().waitFor();
    await button(page, 'Clear all').click();
    await part(page, 'Faults').getByText('Everything works as it should.').waitFor();
    expect((await acme('GET', '/inventory')).status).toBe(200);
  });

  it('shows requests with their answers and assumptions, and stock changes', async () => {
    const { emulator, open, acme } = opened();
    const page = await open();
    await part(page, 'Stock').getByRole('searchbox').fill('AC-TENT-2');
    await part(page, 'Stock')
      .getByRole('rowheader', { name: /^AC-TENT-2\b/ })
      .first()
      .waitFor();
    await acme('POST', '/outbound', order('WEB-1', [['AC-TENT-2', 5]]));
    await acme('GET', '/order/WEB-1');
    const last = part(page, 'Last requests').locator('details').first();
    await last.getByText('GET /order/WEB-1').waitFor();
    await last.locator('summary').click();
    await last.getByText('"ReferenceNumber": "WEB-1"').waitFor();
    await last.getByText(/A-05/).waitFor();
    const { data } = (await emulator.control('GET', '/fc/stock?search=AC-TENT-2')).body;
    const row = part(page, 'Stock').getByRole('row').nth(1);
    await row.getByText(String(data[0].Available), { exact: true }).first().waitFor();
  });

  it('clearly explains a refusal', async () => {
    const { open, acme } = opened();
    await acme('POST', '/outbound', order('WEB-1', [['AC-TENT-2', 9000]]));
    const page = await open();
    await button(page, 'Dispatch WEB-1').click();
    await button(page, 'Dispatch now').click();
    await page.getByRole('alert').getByText('cannot be shipped: AC-TENT-2 (9000 ordered').waitFor();
    await button(page, 'Cancel').click();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('asks for a time that occurs only once', async () => {
    const { open, bookSlot } = opened();
    const page = await open();
    const reference = await bookSlot();
    await button(page, `Propose another time for ${reference}`).click();
    await page.getByLabel('Time, United Kingdom').fill('2026-10-25T01:30');
    await button(page, 'Propose').last().click();
    await page.getByRole('alert').getByText('twice').waitFor();
  });
});
