import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Outcome, runCli } from '../support/cli.ts';
import { bodyOf, startDocumentService } from '../support/services/document-service.ts';
import { json } from '../support/services/http-server.ts';
import { dataOf, errorOf, homeWith } from '../support/upload/home-with.ts';
import { file as slotFile, row as slotRow } from '../support/upload/slot-file.ts';

const delivery = (reference: string) => `${reference},Northgate FC,2000000001012,5\n`;
const deliveries = (...references: string[]) =>
  `PO_REFERENCE,Warehouse_Name,barcode,Quantity\n${references.map(delivery).join('')}`;

interface Kind {
  readonly words: readonly string[];
  readonly endpoint: string;
  /** The member of a dry run that has the bodies. */
  readonly list: string;
  readonly reviewed: string;
  readonly reordered: string;
  readonly changed: string;
}

const kinds: Readonly<Record<string, Kind>> = {
  'inbound create': {
    words: ['inbound', 'create'],
    endpoint: '/v1/inbound',
    list: 'documents',
    reviewed: deliveries('PO-1', 'PO-2'),
    reordered: deliveries('PO-2', 'PO-1'),
    changed: deliveries('PO-1', 'PO-2').replace(',5', ',6'),
  },
  'po create': {
    words: ['po', 'create'],
    endpoint: '/v1/inbound-po',
    list: 'documents',
    reviewed: deliveries('PO-1', 'PO-2'),
    reordered: deliveries('PO-2', 'PO-1'),
    changed: deliveries('PO-1', 'PO-2').replace(',5', ',6'),
  },
  'slot book': {
    words: ['slot', 'book'],
    endpoint: '/v1/inbound-slot',
    list: 'slots',
    reviewed: slotFile(slotRow('08'), slotRow('09')),
    reordered: slotFile(slotRow('09'), slotRow('08')),
    changed: slotFile(slotRow('08'), slotRow('10')),
  },
};

describe.each(Object.entries(kinds))('%s --reviewed', (_, { words, endpoint, list, ...content }) => {
  async function opened() {
    let booked = 0;
    const { env, posts } = await startDocumentService((request, response) => {
      if (request.method === 'GET')
        return request.url === '/v1/inbound-slot'
          ? json(response, 200, { success: true, data: [] })
          : json(response, 404, { success: false, error: 'none' });
      booked += 1;
      const numbers = {
        slotReference: `S-${booked}`,
        lw_po_number: `LW-${booked}`,
        delivery_number: bodyOf(request).PO_REFERENCE,
      };
      json(response, 201, { success: true, data: { ...bodyOf(request), ...numbers } });
    });
    const home = homeWith('a.csv', content.reviewed);
    const cfi = (name: string, ...more: readonly string[]): Promise<Outcome> =>
      runCli([...words, name, '--json', ...more], { home, env });
    const write = (name: string, text: string): string => {
      writeFileSync(join(home, name), text);
      return name;
    };
    const digestOf = async (name: string): Promise<string> =>
      String(dataOf(await cfi(name, '--dry-run')).digest);
    return { cfi, write, digestOf, posts: () => posts(endpoint).length, digest: await digestOf('a.csv') };
  }

  it('sends what was reviewed, whatever its order and format, and goes on with the same digest', async () => {
    const { cfi, write, digestOf, posts, digest } = await opened();
    expect(digest).toMatch(/^[0-9a-f]{32}$/);
    expect(await digestOf(write('b.csv', content.reordered))).toBe(digest);
    const bodies = (dataOf(await cfi('a.csv', '--dry-run')) as Record<string, unknown>)[list];
    expect(await digestOf(write('c.json', JSON.stringify(bodies)))).toBe(digest);
    expect(posts()).toBe(0);
    expect((await cfi('a.csv', '--reviewed', digest)).code).toBe(0);
    expect(posts()).toBe(2);
    expect(dataOf(await cfi('a.csv', '--reviewed', digest))).toMatchObject({ skipped: 2 });
    expect(posts()).toBe(2);
  });

  it('sends nothing else, and exits with 6', async () => {
    const { cfi, write, posts, digest } = await opened();
    const changed = write('a.csv', content.changed);
    const outcome = await cfi(changed, '--reviewed', digest);
    expect([outcome.code, errorOf(outcome)]).toMatchObject([
      6,
      { code: 'conflict', message: expect.stringContaining('nothing was sent') },
    ]);
    expect((await cfi(changed, '--reviewed', digest, '--dry-run')).code).toBe(6);
    expect(posts()).toBe(0);
  });
});
