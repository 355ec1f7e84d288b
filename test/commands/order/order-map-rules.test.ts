import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeHome, runCli } from '../../support/cli.ts';

const notice = 'no column was found that says what must not be shipped: all orders are sent\n';

const shipped =
  'no column was found that says which orders have been shipped; if there are any, they are sent again\n';

async function told(text: string, args: readonly string[] = []): Promise<string> {
  const home = makeHome();
  writeFileSync(join(home, 'shop.csv'), text);
  return (await runCli(['order', 'map', 'shop.csv', ...args], { home })).stderr;
}

it.each([
  ['Shade', 'Red', true],
  ['Status', 'New', false],
  ['Cancelled at', '', false],
])(
  'order map says whether nothing in the file keeps an order from being sent: %s',
  async (name, cell, is) => {
    const text = `Order #,SKU,Qty,Price,${name}\nS-1,AC-TENT-2,1,129.00,${cell}\n`;
    expect((await told(text)).includes(notice)).toBe(is);
  },
);

it.each([
  ['Shade', 'Red', false],
  ['Status', 'New', false],
  ['Item status', 'New', false],
  ['Shipped', 'no', false],
  ['Shipped at', '', false],
  ['Cancelled at', '', true],
  ['Payment status', 'Paid', true],
  ['Qty refunded', '0', true],
  ['Shipping method', 'Click & Collect', true],
])(
  'order map says whether nothing in the file tells which orders have been shipped: %s',
  async (name, cell, is) => {
    const text = `Order #,SKU,Qty,Price,${name}\nS-1,AC-TENT-2,1,129.00,${cell}\n`;
    expect((await told(text)).includes(shipped)).toBe(is);
  },
);

it('order map does not say so of a file that a preset or the service reads', async () => {
  const shopify = (await runCli(['order', 'template', '--preset', 'shopify'])).stdout;
  expect(await told(shopify)).not.toContain(notice);
  expect(await told((await runCli(['order', 'template'])).stdout)).not.toContain(notice);
});
