import { expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { startDocumentService } from '../../support/services/document-service.ts';
import { json } from '../../support/services/http-server.ts';

/** More than the arguments that a call can have. */
const many = 150_000;
const named = (member: string) => Array.from({ length: many }, (_, index) => ({ [member]: `N-${index}` }));
const location = { location_name: 'Northgate FC', location_filter: 'a', sku: named('sku') };

it.each([
  ['inventory', { locations: [location] }, ['inventory', '--all']],
  ['stock ages', { skus: named('sku') }, ['stock-age', '--all']],
  ['orders', named('ReferenceNumber'), ['order', 'list', '--ship-from', 'MSF', '--all']],
])('a service may answer with all of its %s in one page', async (_, data, words) => {
  const { env } = await startDocumentService((__, response) => json(response, 200, { success: true, data }));
  const { code, stdout } = await runCli([...words, '--output', 'ndjson'], { env });
  expect([code, stdout.split('\n').length]).toEqual([0, many + 1]);
});
