import { describe, expect, it } from 'vitest';
import { inboundBody, openStock, orderBody } from '../../support/emulator/stock.ts';

const writes: [path: string, body: object][] = [
  ['/outbound', orderBody('R-1')],
  ['/outbound', {}],
  ['/order/SPLIT-1/cancel', {}],
  ['/order/NOWHERE/cancel', {}],
  ['/inbound', inboundBody('IN-1')],
  ['/inbound', { items: [] }],
];

describe('a read-only client', () => {
  it.each(writes)('[ERR-FORBIDDEN] [A-34] may not POST to %s %j, whatever the target', async (path, body) => {
    const { emulator } = await openStock();
    const answer = await emulator.as('emu-auditor').post(path, body);
    expect([answer.status, answer.body]).toEqual([403, { success: false, error: 'Forbidden' }]);
    expect(answer.headers['x-emulator-assumption']).toContain('A-34');
  });

  it.each(['/inventory', '/inventory/stock-age', '/order?ship_from=MSF'])(
    '[A-34] may read %s',
    async (path) => {
      const { emulator } = await openStock();
      expect((await emulator.as('emu-auditor').get(path)).status).toBe(200);
    },
  );
});
