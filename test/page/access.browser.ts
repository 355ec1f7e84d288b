import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { button, part, useOpened } from './opened-page.ts';
import { order, playMorning } from './scene.ts';

const opened = useOpened();

describe('from the keyboard', () => {
  it('confirms a slot, and the focus stays in its section', async () => {
    const { open, bookSlot } = opened();
    const reference = await bookSlot();
    const page = await open();
    await button(page, /^Confirm/).focus();
    await page.keyboard.press('Enter');
    await page.getByText(`${reference} is confirmed for`).waitFor();
    await part(page, 'Slots').getByText('No slots are waiting for an answer.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('slots-title');
  });

  it('dispatches an order with Enter, and closes a form with Escape', async () => {
    const { open, acme } = opened();
    await acme('POST', '/outbound', order('WEB-1', [['AC-TENT-2', 1]]));
    const page = await open();
    await button(page, 'Dispatch WEB-1 of Acme Outdoor').focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('ShippingVendor');
    await page.keyboard.press('Escape');
    expect(await page.getByLabel('Carrier').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.keyboard.type('DPD');
    await page.keyboard.press('Tab');
    await page.keyboard.type('77');
    await page.keyboard.press('Enter');
    await page.getByText('WEB-1 is dispatched.').waitFor();
    expect((await acme('GET', '/order/WEB-1')).body.data).toMatchObject({
      ...{ ShippingVendor: 'DPD', TrackingNumber: '77' },
    });
  });

  it('moves through the page and out of it with Tab, each stop visible', async () => {
    const { emulator, open } = opened();
    await playMorning(emulator);
    const page = await open(390);
    await button(page, /^Confirm/)
      .first()
      .waitFor();
    const stops = new Set<string>();
    for (let step = 0; step < 200; step++) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const { activeElement } = document;
        if (activeElement === null || activeElement === document.body) return 'out';
        const { outlineStyle } = getComputedStyle(activeElement);
        return `${outlineStyle} ${activeElement.outerHTML.slice(0, 120)}`;
      });
      if (stop === 'out') break;
      expect(stop).toMatch(/^(solid|auto) /);
      stops.add(stop);
    }
    expect(stops.size).toBeGreaterThan(25);
    expect(stops.size).toBeLessThan(200);
  });
});

describe('accessibility', () => {
  it.each([
    [390, 'light'],
    [390, 'dark'],
    [1400, 'light'],
    [1400, 'dark'],
  ] as const)('at %i pixels, %s: axe finds nothing, and nothing overflows', async (width, colorScheme) => {
    const { emulator, open } = opened();
    await playMorning(emulator);
    const page = await open(width);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await button(page, /^Propose another time/)
      .first()
      .click();
    await button(page, /^Dispatch WEB/)
      .first()
      .click();
    await button(page, /^Receive LW/)
      .first()
      .click();
    await part(page, 'Last requests').locator('summary').first().click();
    await button(page, 'Dispatch now').click();
    await page.locator('.announcement:not(.none)').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    // As the browser itself would, so that the page's own policy stays unchanged.
    await page.evaluate(axe.source);
    const found = await page.evaluate(async () => {
      // biome-ignore lint/suspicious/noExplicitAny: axe adds itself to the window
      const { violations } = await (globalThis as any).axe.run(document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      });
      return violations.map(
        (violation: { id: string; nodes: { html: string; failureSummary: string }[] }) => [
          violation.id,
          ...violation.nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
        ],
      );
    });
    expect(found).toEqual([]);
  });
});
