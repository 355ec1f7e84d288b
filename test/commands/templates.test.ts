import { describe, expect, it } from 'vitest';
import { presetNames } from '../../src/text/preset-names.ts';
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
});

describe('the times of an order template', () => {
  const now = Date.parse('2031-03-05T14:07:31Z');

  it('are now, and two days later', async () => {
    const { stdout } = await runCli(['order', 'template', '--format', 'json'], { now });
    expect(JSON.parse(stdout)[0]).toMatchObject({
      ReceivedDate: '2031-03-05T14:07:00Z',
      DispatchBy: '2031-03-07T14:07:00Z',
    });
  });

  it.each(presetNames)('are near now, as %s writes them', async (preset) => {
    const { stdout: stdin } = await runCli(['order', 'template', '--preset', preset], { now });
    const read = [
      '--timezone',
      'UTC',
      '--warehouse',
      'Northgate FC',
      '--dispatch-within',
      '48h',
      '--set',
      'Currency=GBP',
    ];
    const line = ['order', 'create', '-', '--dry-run', '--json', '--preset', preset, ...read];
    const { data } = JSON.parse((await runCli(line, { stdin, now })).stdout);
    expect(data).toMatchObject({ total: 1, warnings: [] });
    expect(data.orders[0].ReceivedDate.slice(0, 10)).toBe('2031-03-05');
    expect(data.orders[0].DispatchBy.slice(0, 10)).toBe('2031-03-07');
  });
});
