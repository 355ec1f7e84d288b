import { describe, expect, it } from 'vitest';
import { stubService } from '../../support/services/stub-service.ts';

describe('a highly unusual service', () => {
  const secret = 'jane.doe@example.com';
  const odd: readonly (readonly [
    string,
    { status: number; body: string; headers?: Record<string, string> },
  ])[] = [
    [
      'a web page',
      { status: 200, body: `<html>${secret}</html>`, headers: { 'content-type': `text/html; ${secret}` } },
    ],
    ['no body', { status: 204, body: '' }],
    ['a list', { status: 200, body: `["${secret}"]` }],
    [
      'odd names',
      {
        status: 200,
        body: JSON.stringify({ data: { [secret]: 1, locations: [{ location_name: 1 }] }, [secret]: 2 }),
      },
    ],
    [
      'deep and odd',
      {
        status: 201,
        body: JSON.stringify({
          data: {
            locations: [{ location_name: 'X', sku: [{ sku: secret, Available: '3' }] }],
            skus: [{ [secret]: 1 }],
            orders: [[]],
            slotReference: 5,
            lw_po_number: {},
          },
        }),
      },
    ],
    ['a refusal', { status: 418, body: JSON.stringify({ error: secret }) }],
    ['an error', { status: 500, body: secret, headers: { 'content-type': secret } }],
    ['null', { status: 200, body: 'null' }],
    [
      'a status of its own',
      {
        status: 200,
        body: JSON.stringify({
          data: [
            {
              ReferenceNumber: secret,
              Status: secret,
              scheduleStatus: secret,
              usedByPoReference: secret,
              Items: 4,
              schedule: { requestedTime: secret },
            },
          ],
        }),
      },
    ],
  ];

  it.each(odd)('is described without leaking anything: %s', async (_, answer) => {
    for (const write of [[], ['--write', '--yes']]) {
      const { cfi, requests } = stubService(() => answer);
      const { code, stdout, stderr } = await cfi(['verify', ...write, '--json', '--max-retries', '1']);
      expect([0, 9, 10]).toContain(code);
      expect(stderr).not.toContain('internal');
      if (code !== 10) expect(JSON.parse(stdout).data.assumptions.length).toBeGreaterThan(30);
      expect(stdout).not.toContain(secret);
      for (const { id, result } of code === 10 ? [] : JSON.parse(stdout).data.assumptions)
        if (['A-10', 'A-12', 'A-15', 'A-57'].includes(id)) expect([id, result]).not.toEqual([id, 'same']);
      if (write.length === 0) {
        expect(requests.length).toBeLessThanOrEqual(40);
        expect(requests.every(({ method }) => method === 'GET')).toBe(true);
      }
    }
  });
});
