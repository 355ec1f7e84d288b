import { describe, expect, it } from 'vitest';
import { ruleGroups } from '../../../src/emulator/conformance/rules.ts';
import { runCli } from '../../support/cli.ts';

const rules = ruleGroups.flatMap(([, group]) => group);
const countOf = (status: string) => rules.filter((rule) => rule.status === status).length;
const conformance = (...args: string[]) => runCli(['emulator', 'conformance', ...args]);

describe('cfi emulator conformance', () => {
  it('lists every rule by topic, and counts them', async () => {
    const { code, stdout, stderr } = await conformance();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const [area] of ruleGroups) expect(stdout).toContain(area);
    for (const { id, text } of rules) {
      expect(stdout).toContain(id);
      expect(stdout).toContain(text);
    }
    const counts = ['specified', 'assumed', 'unsupported'].map((status) => `${countOf(status)} ${status}`);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(counts.join(', '));
  });

  it('gives scripts each rule with its status and its tests', async () => {
    const { stdout } = await conformance('--json');
    const { data } = JSON.parse(stdout);
    expect(data.map(({ id }: { id: string }) => id)).toEqual(rules.map(({ id }) => id));
    expect(data.find(({ id }: { id: string }) => id === 'SLOT-BOOK-MONDAY')).toEqual({
      ...{ id: 'SLOT-BOOK-MONDAY', area: 'Slots', status: 'specified', text: expect.any(String) },
      tests: ['test/emulator/rules/refused-requests.test.ts > a Monday'],
    });
    expect(data.find(({ id }: { id: string }) => id === 'A-18')).toMatchObject({
      status: 'assumed',
      standard: expect.any(String),
      alternatives: [expect.any(String), expect.any(String)],
    });
    expect(data.find(({ status }: { status: string }) => status === 'unsupported')).toMatchObject({
      why: expect.any(String),
      tests: [],
    });
  });

  it('writes one rule a line as ndjson and csv', async () => {
    const lines = (await conformance('-o', 'ndjson')).stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(rules.map(({ id }) => id));
    const csv = (await conformance('-o', 'csv')).stdout.split('\r\n');
    expect(csv[0]).toBe('id,area,rule,status,tests');
    expect(csv.filter((line) => line !== '')).toHaveLength(rules.length + 1);
  });

  it('lists the answers of an assumption with the numbers that choose them', async () => {
    const { stdout } = await conformance('--json');
    const { data } = JSON.parse(stdout);
    const rule = data.find(({ id }: { id: string }) => id === 'A-10');
    expect(rule.answers).toEqual([
      { number: 0, text: rule.standard },
      { number: 1, text: '400 for an unknown SKU' },
      { number: 2, text: '400 for insufficient stock' },
    ]);
    expect((await conformance()).stdout).toContain('(2) 400 for insufficient stock');
    const odd = ({ status, answers }: { status: string; answers?: unknown }): boolean =>
      (status === 'assumed') !== (answers !== undefined);
    expect(data.filter(odd)).toEqual([]);
  });
});
