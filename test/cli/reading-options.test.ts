import { describe, expect, it } from 'vitest';
import { repeatedOptions } from '../../src/cli/reading-options.ts';

describe('the options that a failed file needs again', () => {
  it('are those used to read the first file, except its encoding', () => {
    const flags = {
      format: 'csv',
      encoding: 'windows-1252',
      preset: 'shopify',
      set: [['Currency', 'GBP'] as const, ['PaymentStatus', 'PAID'] as const],
      timezone: 'Europe/London',
      decimal: 'comma',
      warehouse: 'Northgate FC',
      dispatchWithin: 36 * 3_600_000,
      include: ['unpaid', 'free-lines'],
      skuMap: 'skus.csv',
      prices: 'prices.csv',
      dryRun: true,
      skipInvalid: true,
    } as const;
    expect(repeatedOptions(flags).join(' ')).toBe(
      '--format csv --preset shopify --set Currency=GBP --set PaymentStatus=PAID --timezone Europe/London' +
        ' --decimal comma --warehouse Northgate FC --dispatch-within 36h' +
        ' --include unpaid --include free-lines --sku-map skus.csv --prices prices.csv',
    );
    expect(repeatedOptions({ map: 'my map.json' })).toEqual(['--map', 'my map.json']);
    expect(repeatedOptions({})).toEqual([]);
  });

  it.each([
    [86_400_000, '1d'],
    [5_400_000, '90m'],
    [1500, '1500ms'],
    [0, '0ms'],
  ])('gives %d ms as %s', (dispatchWithin, text) => {
    expect(repeatedOptions({ dispatchWithin })).toEqual(['--dispatch-within', text]);
  });
});
