import { describe, expect, it } from 'vitest';
import { problemList } from '../../../src/payload/document/reading.ts';

const problem = (line: number, more: object = {}) => ({
  line,
  found: 'x',
  expected: 'y',
  message: 'm',
  ...more,
});
const listOf = (bound: number, onProblem?: (each: object) => void) =>
  problemList(['a.csv', 'b.csv', ''], bound, onProblem);
const linesOf = (list: ReturnType<typeof listOf>) => list.sorted().map(({ file, line }) => [file, line]);

describe('a list of problems', () => {
  it('is in the order of the files, and of their lines', () => {
    const list = listOf(10);
    list.add(1, problem(2));
    list.add(0, problem(9));
    list.add(0, problem(3, { message: 'first' }));
    list.add(0, problem(3, { message: 'second' }));
    expect(list.sorted().map(({ file, line, message }) => [file, line, message])).toEqual([
      ['a.csv', 3, 'first'],
      ['a.csv', 3, 'second'],
      ['a.csv', 9, 'm'],
      ['b.csv', 2, 'm'],
    ]);
  });

  it('leaves no half of a character where a value is cut', () => {
    const list = listOf(10);
    list.add(0, problem(2, { found: `${'x'.repeat(199)}😀` }));
    expect(list.sorted()[0]?.found).toBe(`${'x'.repeat(199)}…`);
  });

  it('keeps the first of many, however late they are found, and counts all', () => {
    for (const onProblem of [undefined, () => {}]) {
      const list = listOf(2, onProblem);
      for (let line = 5000; line > 0; line--) list.add(1, problem(line));
      for (let line = 5001; line < 7000; line++) list.add(1, problem(line));
      list.add(0, problem(7));
      expect(list.count).toBe(7000);
      expect(linesOf(list)).toEqual([
        ['a.csv', 7],
        ['b.csv', 1],
      ]);
    }
  });

  it('keeps a problem that is found late, between the first ones', () => {
    const list = listOf(2);
    for (let line = 10; line < 1100; line++) list.add(0, problem(line * 10));
    list.add(0, problem(105));
    expect(linesOf(list)).toEqual([
      ['a.csv', 100],
      ['a.csv', 105],
    ]);
  });

  it('passes on every problem', () => {
    const passed: object[] = [];
    const list = listOf(1, (each) => passed.push(each));
    for (let line = 1; line <= 3000; line++) list.add(0, problem(line));
    expect(passed).toHaveLength(3000);
    expect(passed[2999]).toEqual({ file: 'a.csv', line: 3000, found: 'x', expected: 'y', message: 'm' });
  });

  it('shows two hundred characters of what was found and of the reference', () => {
    const list = listOf(1);
    list.add(0, problem(1, { found: 'f'.repeat(201), reference: 'r'.repeat(200) }));
    expect(list.sorted()).toMatchObject([{ found: `${'f'.repeat(200)}…`, reference: 'r'.repeat(200) }]);
  });

  it('names no file and no line for text of our own', () => {
    const list = listOf(1);
    list.add(2, problem(1));
    expect(list.sorted()).toEqual([{ found: 'x', expected: 'y', message: 'm' }]);
  });
});
