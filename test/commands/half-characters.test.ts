import { expect, it } from 'vitest';
import { makeHome } from '../support/cli.ts';
import { stubService } from '../support/services/stub-service.ts';

/** Half a character, which JSON can hold and no address can. */
const half = '\ud800';

const time = '2026-09-01T09:00:00Z';
const slot = {
  ...{
    slotReference: 'S-1',
    scheduleStatus: 'confirmed',
    usedByPoReference: half,
    warehouse: 'Northgate FC',
  },
  ...{ date: '2026-09-02', window: 'morning', loadingType: 'loose', numberOfSkus: 'lt_10', updatedAt: time },
};
const locations = ['A', half].map((name) => ({
  ...{ location_name: name, location_filter: name },
  sku: [{ sku: 'A', Available: 1 }],
}));
const order = { ReferenceNumber: 'R-1', Channel_Ref: `a${half}` };
const answers: readonly (readonly [path: RegExp, data: unknown])[] = [
  [/stock-age/, { skus: [] }],
  [/\/inventory/, { locations }],
  [/\/inbound-slot/, [slot]],
  [/\/order/, [order]],
];

it.each(['emulator seed --from-live seed.json', 'verify'])(
  'a name with half a character is one that the service does not know: cfi %s',
  async (words) => {
    const service = stubService(({ target }) => {
      const data = answers.find(([path]) => path.test(target))?.[1];
      if (data === undefined) return { status: 404, body: '{"success":false,"error":"not found"}' };
      return { body: JSON.stringify({ success: true, data }) };
    });
    const { code, stderr } = await service.cfi(words.split(' '), { cwd: makeHome() });
    expect([code, stderr]).toEqual([
      expect.toBeOneOf([0, 9]),
      expect.not.stringContaining('unexpected failure'),
    ]);
    const asked = service.requests.map(({ target }) => target);
    expect(asked).toContainEqual(expect.stringContaining('/inbound-po/%EF%BF%BD'));
  },
);
