import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Answers, plan } from './proposed.ts';

/** What is right for a file, judged by its own header and rows. */
interface Expected {
  readonly set?: readonly (readonly [string, string])[];
  readonly answers?: Answers;
  readonly asked?: readonly string[];
  readonly missing?: readonly string[];
  readonly unused?: readonly string[];
  readonly sent?: readonly string[];
  readonly leftOut?: readonly string[];
  readonly error?: string;
}

const folders = ['cases', 'proposals'];
const expected = JSON.parse(readFileSync('fixtures/proposals/expected.json', 'utf8')) as Record<
  string,
  Expected
>;
const contentOf = (name: string): string => {
  for (const folder of folders) {
    try {
      return readFileSync(`fixtures/${folder}/${name}.csv`, 'utf8');
    } catch {}
  }
  throw new Error(`no file ${name}`);
};

describe('the map proposed for', () => {
  it.each(Object.entries(expected))('%s ends in the right parcels, or asks', async (name, right) => {
    const { set = [], answers = {}, error, asked, missing = [], unused, sent, leftOut } = right;
    const made = plan(contentOf(name), answers, { set }, `${name}.csv`);
    if (error !== undefined) {
      await expect(made).rejects.toThrow(error);
      return;
    }
    const found = await made;
    expect({ sent: found.sent, leftOut: found.leftOut }).toEqual({ sent, leftOut });
    expect({ asked: found.asked, missing: found.missing, unused: found.unused }).toEqual({
      asked,
      missing,
      unused,
    });
    expect(found.problems).toEqual([]);
    // Every column is used, asked about or listed.
    if ('$extends' in found.map) return;
    const told = JSON.stringify(found.proposal.map);
    for (const column of found.proposal.columns) expect(told).toContain(JSON.stringify(column.name));
  });

  it('sets of products with their parts sends the parts where these are chosen', async () => {
    const { sent } = await plan(contentOf('set-and-parts'), { sets: 'the parts' });
    expect(sent.map((text) => text.split(': ')[1])).toEqual([
      '1 AC-TENT-2 (Two-person tent) at 129 GBP',
      '1 AC-TENT-2 (Two-person tent) at 129 GBP; 2 AC-STOVE-GAS (Gas stove) at 34.5 GBP',
    ]);
  });

  it('most files asks nothing', () => {
    const counts = Object.values(expected).map(({ asked = [] }) => asked.length);
    expect(counts.filter((count) => count === 0).length).toBeGreaterThan(counts.length / 2);
  });
});
