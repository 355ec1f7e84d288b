import { expect, it } from 'vitest';
import { amountText } from '../../src/render/text.ts';

it.each([
  [129, '129.00'],
  [10.1, '10.10'],
  [10.105, '10.105'],
  ['10.105', '10.105'],
  ['7.5', '7.50'],
  [-0.125, '-0.125'],
  [1e21, '1e+21'],
  ['on request', 'on request'],
  [undefined, ''],
  [null, ''],
])('an amount %j is shown as sent, with at least two digits: %s', (sent, shown) => {
  expect(amountText(sent)).toBe(shown);
});
