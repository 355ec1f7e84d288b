import { expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { startDocumentService } from '../../support/services/document-service.ts';
import { json } from '../../support/services/http-server.ts';

it.each([
  // One location has all SKUs, another has some of them, two share them, and there is none.
  [[3], 5, 3],
  [[8, 2], 9, 8],
  [[5, 4], 1000, 5],
  [[0], 4, undefined],
])('names the last of the pages of %j SKUs, asked for page %i', async (counts, page, last) => {
  let requests = 0;
  const { env } = await startDocumentService(({ url = '' }, response) => {
    requests += 1;
    const at = Number(new URL(url, 'http://x').searchParams.get('page'));
    const locations = counts.map((count, index) => ({
      location_name: `L${index}`,
      sku: at <= count ? [{ sku: `S-${index}-${at}` }] : [],
    }));
    const pagination = { current_page: at, page_size: 1, has_more: counts.some((count) => at < count) };
    const total_count_of_skus = counts.reduce((sum, count) => sum + count, 0);
    json(response, 200, { success: true, data: { total_count_of_skus, locations }, pagination });
  });
  const { code, stderr } = await runCli(['inventory', '--page', String(page), '--page-size', '1'], { env });
  const refused = `error: there is no page ${page}: the last page is ${last}\n`;
  expect([code, stderr]).toEqual(last === undefined ? [0, ''] : [2, refused]);
  expect(requests).toBeLessThan(last === undefined ? 4 : 6);
});

it.each([[[]], [['--pivot']]])(
  'says nothing of a quantity that the service does not show: %j',
  async (more) => {
    const { env } = await startDocumentService((_, response) => {
      const locations = [{ location_name: 'L', sku: [{ sku: 'S-1', StockLevel: 40 }] }];
      json(response, 200, { success: true, data: { locations }, pagination: { has_more: false } });
    });
    const { code, stdout } = await runCli(['inventory', ...more], { env });
    expect(code).toBe(0);
    expect(stdout).toContain('S-1');
    expect(stdout).not.toMatch(/none left|NaN|undefined/);
  },
);
