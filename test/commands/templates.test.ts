import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { csvRows } from '../support/output.ts';

describe.each([
  ['order', 'ReferenceNumber', 'OrderItems'],
  ['inbound', 'PO_REFERENCE', 'items'],
  ['po', 'PO_REFERENCE', 'items'],
])('cfi %s template', (noun, reference, lines) => {
  it('prints a csv of one document with two lines, without an envelope in any output format', async () => {
    const { code, stdout } = await runCli([noun, 'template']);
    expect(code).toBe(0);
    const rows = csvRows(stdout.replaceAll('\n', '\r\n'));
    expect(rows.map((row) => row[reference])).toEqual([rows[0]?.[reference], rows[0]?.[reference]]);
    for (const output of ['json', 'ndjson', 'csv']) {
      expect((await runCli([noun, 'template', '-o', output])).stdout).toBe(stdout);
    }
  });

  it('prints json with --format json', async () => {
    const [document] = JSON.parse((await runCli([noun, 'template', '--format', 'json'])).stdout);
    expect(document[reference]).not.toBe('');
    expect(document[lines]).toHaveLength(2);
  });

  it('passes --dry-run without errors', async () => {
    for (const format of ['csv', 'json']) {
      const { stdout: stdin } = await runCli([noun, 'template', '--format', format]);
      const { code, stdout, stderr } = await runCli([noun, 'create', '-', '--dry-run', '--json'], { stdin });
      expect([code, stderr]).toEqual([0, expect.any(String)]);
      expect(JSON.parse(stdout).data).toMatchObject({ dryRun: true, total: 1, invalid: 0 });
    }
  });
});

it.each(['shopify', 'shipstation', 'amazon', 'linnworks'])('prints the columns of %s', async (preset) => {
  const { code, stdout } = await runCli(['order', 'template', '--preset', preset]);
  expect(code).toBe(0);
  expect(stdout.split('\n').length).toBeGreaterThan(2);
  const refused = await runCli(['order', 'template', '--preset', preset, '--format', 'json']);
  expect(refused.code).toBe(2);
});
