import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Choices } from '../../../src/emulator/conformance/assumptions.ts';
import { openVerifyTestbed } from '../../support/verify-testbed.ts';

/** What `verify --against` says about a service with `today`'s choices, for a file with `saved`. */
async function against(saved: unknown, today: Choices, ...flags: string[]) {
  const testbed = await openVerifyTestbed({ assume: today });
  const file = join(testbed.home, 'service.json');
  writeFileSync(file, typeof saved === 'string' ? saved : JSON.stringify({ version: 1, assume: saved }));
  return testbed.cfi(['verify', '--against', file, ...flags]);
}

describe('verify --against', () => {
  it('finds what has changed since the file was saved, with exit 9', async () => {
    const { code, stdout } = await against(
      { 'A-33': 1, 'A-30': 2, 'A-07': 0 },
      { 'A-33': 1, 'A-07': 1 },
      '--json',
    );
    const { changed, assumptions } = JSON.parse(stdout).data;
    expect(changed).toEqual([
      { id: 'A-07', question: expect.stringContaining('MSF list'), was: 0, is: 1 },
      { id: 'A-30', question: expect.stringContaining('stock-age record'), was: 2, is: 0 },
    ]);
    expect(code).toBe(9);
    expect(assumptions.length).toBeGreaterThan(30);
  });

  it('exits 0 if nothing has, whatever differs from the emulator', async () => {
    const { code, stdout } = await against({ 'A-33': 1, 'A-07': 0 }, { 'A-33': 1 });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Nothing has changed since .*service\.json/)]);
  });

  it('takes what cannot be asked today for no change, and counts it', async () => {
    const { code, stdout } = await against({ 'A-22': 1, 'A-12': 1 }, {});
    expect([code, stdout]).toEqual([0, expect.stringContaining('Not seen this time: 2 saved answers')]);
  });

  it('says in words what an answer was and is', async () => {
    const { stdout } = await against({ 'A-07': 0 }, { 'A-07': 1 });
    expect(stdout).toMatch(/A-07: .*\nWas: +a list of order records.*\nIs: +a page as \{orders/);
  });

  it('prints one row per change in csv, and one line in ndjson', async () => {
    const csv = await against({ 'A-07': 0 }, { 'A-07': 1 }, '-o', 'csv', '--fields', 'id,was,is');
    expect(csv.stdout).toBe('id,was,is\r\nA-07,0,1\r\n');
    const ndjson = await against({ 'A-07': 0 }, { 'A-07': 1 }, '-o', 'ndjson');
    expect(JSON.parse(ndjson.stdout)).toMatchObject({ id: 'A-07', was: 0, is: 1 });
  });

  it.each([
    ['no JSON', '{'],
    ['another document', '{"version":2}'],
    ['an unknown choice', { 'A-07': 9 }],
  ])('refuses %s before it asks anything', async (_, saved) => {
    const { code, stderr } = await against(saved, {});
    expect([code, stderr]).toEqual([2, expect.stringContaining('service.json')]);
  });
});
