import { describe, expect, it } from 'vitest';
import { button, part, useOpened } from './opened-page.ts';
import { order } from './scene.ts';

const opened = useOpened();

describe('concurrent use', () => {
  it('two pages and a script agree without reloading', async () => {
    const { emulator, open, bookSlot } = opened();
    const page = await open();
    const other = await open(700);
    const reference = await bookSlot();
    await button(page, /^Confirm/).waitFor();
    await button(other, `Confirm ${reference} for Thu 3 Sep, 09:00`).click();
    await part(page, 'Slots').getByText('No slots are waiting for an answer.').waitFor();
    await emulator.control('POST', '/clock', { advance: '2h' });
    await Promise.all([page, other].map((each) => part(each, 'Clock').getByText('11:00:00').waitFor()));
    await other.close();
  });

  it('typed text stays while the page changes', async () => {
    const { open, acme } = opened();
    await acme('POST', '/outbound', order('WEB-1', [['AC-TENT-2', 1]]));
    const page = await open();
    await button(page, 'Dispatch WEB-1').click();
    await page.getByLabel('Tracking number').fill('AB');
    await acme('POST', '/outbound', order('WEB-2', [['AC-TENT-2', 1]]));
    await button(page, 'Dispatch WEB-2').waitFor();
    expect(await page.getByLabel('Tracking number').inputValue()).toBe('AB');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('TrackingNumber');
  });

  it('says so when somebody else answers what a form is open for', async () => {
    const { emulator, open, bookSlot } = opened();
    const reference = await bookSlot();
    const page = await open();
    await button(page, `Propose another time for ${reference}`).click();
    await page.getByLabel('Comment').fill('Dock 4 is');
    await emulator.control('POST', `/fc/slots/${reference}/confirm`);
    await page
      .getByText(`Closed: Propose another time for ${reference}. It is no longer in this list.`)
      .waitFor();
  });

  it('polling does not appear in the journal', async () => {
    const { emulator, open } = opened();
    const page = await open();
    await page.waitForResponse((response) => response.url().endsWith('/changes'));
    expect((await emulator.control('GET', '/requests?count=true')).body.data).toEqual({ count: 0 });
  });

  it('reports that the emulator is gone', async () => {
    const { emulator, open } = opened();
    const page = await open();
    await emulator.stop();
    await page.getByRole('status').getByText('The emulator is not responding').waitFor();
  });
});

describe('an emulator that was away', () => {
  it('no longer leaves the failure of a click beside a card', async () => {
    const { open, bookSlot } = opened();
    const page = await open();
    await bookSlot();
    await button(page, /^Confirm/).waitFor();
    await page.route('**/_emulator/**', (route) => route.abort());
    await button(page, /^Confirm/).click();
    const failure = part(page, 'Slots').getByText('The emulator is not responding.');
    await failure.waitFor();
    await page.getByRole('status').getByText('The emulator is not responding').waitFor();
    await page.unroute('**/_emulator/**');
    await page.getByText('Live', { exact: true }).waitFor();
    await failure.waitFor({ state: 'detached' });
    await button(page, /^Confirm/).click();
    await part(page, 'Slots').getByText('No slots are waiting for an answer.').waitFor();
  });
});

describe('data from the service', () => {
  const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

  it('is shown as text everywhere', async () => {
    const { complaints, open, acme, bookSlot } = opened();
    await acme('POST', '/outbound', order(markup, [[markup, 1]], { ChannelBuyerName: markup }));
    await bookSlot({ containerTruckNumber: markup });
    const items = [{ SKU: 'AC-TENT-2', barcode: '2000000001012', Quantity: 3 }];
    await acme('POST', '/inbound', { PO_REFERENCE: markup, Warehouse_Name: 'Northgate FC', items });
    await acme('GET', `/order/${encodeURIComponent(markup)}`);
    const page = await open();
    await page.getByRole('heading', { name: markup, exact: true }).first().waitFor();
    await button(page, `Dispatch ${markup}`).waitFor();
    await part(page, 'Last requests').locator('summary').first().click();
    expect(await page.locator('body img, body script').count()).toBe(0);
    expect(await page.title()).toBe('Warehouse');
    await button(page, `Receive ${markup}`).click();
    await page.getByText(`${markup} is received.`).waitFor();
    expect(complaints).toEqual([]);
  });
});

describe('another origin', () => {
  it('cannot use the control API', async () => {
    const { emulator, open } = opened();
    const page = await open();
    const reached = await page.evaluate(async (address) => {
      const other = address.replace('127.0.0.1', 'localhost');
      const call = fetch(`${other}clock`, { headers: { 'X-Emulator-Admin': '1' } });
      return call.then(
        () => 'reached',
        () => 'refused',
      );
    }, emulator.page);
    expect(reached).toBe('refused');
  });
});
