import { describe, expect, it } from 'vitest';
import { stubService } from '../../support/services/stub-service.ts';

describe('an answer without the stock that was asked for', () => {
  it.each([
    ['inventory', '--page', '1'],
    ['inventory', '--sku', 'AC-TENT-2'],
    ['inventory', '--below', '5'],
    ['inventory', '--all'],
    ['stock-age', '--page', '1'],
    ['stock-age', '--older-than', '90'],
    ['stock-age', '--all'],
  ])('does not count as no stock: cfi %s %s', async (...args) => {
    for (const data of [{}, []]) {
      const service = stubService(() => ({ body: JSON.stringify({ success: true, data }) }));
      const { code, stdout, stderr } = await service.cfi([...args, '--json']);
      expect([code, stdout]).toEqual([10, '']);
      expect(JSON.parse(stderr).error).toMatchObject({ code: 'unavailable', exitCode: 10 });
    }
  });

  it.each([['--below', '5'], ['--all']])(
    'does not count as a location without stock: cfi inventory %s',
    async (...args) => {
      const data = { locations: [{ location_name: 'Northgate FC', sku: null }] };
      const service = stubService(() => ({ body: JSON.stringify({ success: true, data }) }));
      const { code, stdout } = await service.cfi(['inventory', ...args, '--json']);
      expect([code, stdout]).toEqual([10, '']);
    },
  );
});
