import { describe, expect, it } from 'vitest';
import { blocksText } from '../../src/render/blocks.ts';
import type { Block, Column } from '../../src/render/result.ts';
import { fitColumns, widthOf } from '../../src/render/width.ts';
import { sanitizeText } from '../../src/text/sanitize.ts';

type Row = Readonly<Record<string, unknown>>;

const columns: readonly Column<Row>[] = [
  { header: 'SKU', value: (row) => row.sku, priority: 1 },
  { header: 'Title', value: (row) => row.title, priority: 3 },
  { header: 'Available', value: (row) => row.available, priority: 2 },
  { header: 'Comment', value: (row) => row.comment, priority: 9 },
  { header: 'Hidden', value: () => 'x', csvOnly: true },
];
const rows: readonly Row[] = [
  {
    sku: 'AC-TENT-2',
    title: 'Two-person tent with porch',
    available: 40,
    comment: 'a long remark on this tent',
  },
  { sku: 'AC-日本-1', title: '寝袋', available: 7, comment: '' },
];
const table: Block = { kind: 'table', columns, rows };
const plain = { format: 'table', color: false } as const;
const linesOf = (text: string): string[] => text.trimEnd().split('\n');

describe('a table', () => {
  it('is never cut when piped', async () => {
    const { text, notices } = await blocksText([table], plain);
    expect(linesOf(text)).toEqual([
      'SKU        Title                       Available  Comment',
      'AC-TENT-2  Two-person tent with porch         40  a long remark on this tent',
      'AC-日本-1  寝袋                                7',
    ]);
    expect(notices).toEqual([]);
  });

  it.each([120, 80, 60, 50, 40, 30, 20, 12, 5])('fits a terminal of %d columns', async (width) => {
    const { text } = await blocksText([table], { ...plain, width });
    for (const line of linesOf(text)) expect(widthOf(line)).toBeLessThanOrEqual(width);
    expect(text).toContain(width >= 10 ? 'AC-' : 'A');
  });

  it('cuts the least important column first, with an ellipsis', async () => {
    const { text, notices } = await blocksText([table], { ...plain, width: 65 });
    expect(linesOf(text)[1]).toBe('AC-TENT-2  Two-person tent with porch         40  a long remark…');
    expect(notices).toEqual([]);
  });

  it('drops the least important columns when shrinking is not enough, and says so', async () => {
    const { text, notices } = await blocksText([table], { ...plain, width: 24 });
    expect(linesOf(text)[0]).toBe('SKU        Available');
    expect(notices).toEqual(['hidden to fit: Title, Comment; --out or -o csv shows all']);
  });

  it('leaves out a column without values', async () => {
    const bare = rows.map((row) => ({ ...row, comment: null }));
    expect((await blocksText([{ ...table, rows: bare }], plain)).text).not.toContain('Comment');
  });

  it('shows no escape sequence from a cell, and none of its own without colour', async () => {
    const evil = { sku: '\u001b[31mX\u001b]0;t\u0007', title: 'a\nb\tc', available: 1, comment: '\u202e' };
    const { text } = await blocksText([{ ...table, rows: [evil] }], plain);
    expect(linesOf(text)[1]).toBe('X    a b c          1');
    expect(sanitizeText(text)).toBe(text);
  });

  it('colours by tone only when colour is on, and keeps the word', async () => {
    const toned: Block = {
      kind: 'table',
      columns: [{ header: 'State', value: (row: Row) => row.state, tone: () => 'bad' }],
      rows: [{ state: 'rejected' }],
    };
    expect((await blocksText([toned], { ...plain, color: true })).text).toContain(
      '\u001b[31mrejected\u001b[39m',
    );
    expect((await blocksText([toned], plain)).text).toBe('State\nrejected\n');
  });

  it.each([
    [{ empty: 'no slots yet' }, 'no slots yet\n'],
    [{}, 'nothing to show\n'],
    [{ empty: 'no slots yet', title: 'Slots' }, 'Slots\nno slots yet\n'],
  ])('without rows says %j', async (more, text) => {
    expect((await blocksText([{ ...table, rows: [], ...more }], plain)).text).toBe(text);
  });
});

describe('times for people', () => {
  it.each([
    ['2026-09-04T08:00:00Z', '2026-09-04 09:00 +01:00'],
    ['2026-12-01T09:00:30Z', '2026-12-01 09:00 +00:00'],
    ['2026-09-04T13:00:00+01:00', '2026-09-04 13:00 +01:00'],
    ['2026-09-04T13:00:00', '2026-09-04T13:00:00'],
    ['soon', 'soon'],
  ])('%j is shown as %j', async (time, shown) => {
    const block: Block = {
      kind: 'table',
      columns: [{ header: 'T', value: () => time, time: true }],
      rows: [0],
    };
    expect((await blocksText([block], plain)).text).toBe(`T\n${shown}\n`);
  });
});

describe('times of one column', () => {
  const texts = async (times: readonly unknown[]) => {
    const rows = times.map((time) => ({ time }));
    const block: Block = {
      kind: 'table',
      columns: [{ header: 'T', value: (row: Row) => row.time, time: true }],
      rows,
    };
    return linesOf((await blocksText([block], plain)).text).slice(1);
  };

  it('have no seconds if the minutes distinguish them', async () => {
    expect(await texts(['2026-09-04T08:00:10Z', '2026-09-04T08:01:20Z', '2026-09-04T08:00:10Z'])).toEqual([
      '2026-09-04 09:00 +01:00',
      '2026-09-04 09:01 +01:00',
      '2026-09-04 09:00 +01:00',
    ]);
  });

  it('have seconds if two would otherwise look the same', async () => {
    expect(await texts(['2026-09-04T08:00:10Z', 'soon', '2026-09-04T09:00:20+01:00'])).toEqual([
      '2026-09-04 09:00:10 +01:00',
      'soon',
      '2026-09-04 09:00:20 +01:00',
    ]);
  });
});

describe('times in a narrow table', () => {
  const at = (header: string, ...times: string[]): Block => ({
    kind: 'table',
    columns: [
      { header: 'Order', value: () => 'R-1234567', priority: 1 },
      { header, value: (row) => row, time: true },
    ],
    rows: times,
  });
  const [june, july] = ['2026-06-01T08:00:00Z', '2026-07-01T08:00:00Z'];

  it.each([
    ['Seen', 34, 'Seen', '2026-06-01 09:00 +01:00'],
    ['Seen', 30, 'Seen (+01:00)', '2026-06-01 09:00'],
    // The year in the heading would take more space than it saves in the cells.
    ['Last change', 31, 'Last change (+01:00)', '2026-06-01 09:00'],
  ])(
    '%s in %i columns: what all times share moves up while that saves space',
    async (header, width, ...shown) => {
      const { text } = await blocksText([at(header, june, july)], { ...plain, width });
      expect(
        linesOf(text)
          .map((line) => line.slice(11))
          .slice(0, 2),
      ).toEqual(shown);
    },
  );

  it('have a whole heading, or are hidden', async () => {
    for (let width = 12; width < 60; width++) {
      const { text } = await blocksText([at('Last change', june, july)], { ...plain, width });
      expect(linesOf(text)[0]).toMatch(/^Order(?: +Last change(?: \(\+01:00\))?)?$/);
    }
  });
});

describe('a row that must not be cut', () => {
  const block: Block = {
    ...table,
    ifCut: { header: 'Comment', line: (row: Row) => `${row.sku}: ${row.comment}` },
  };
  const inFull = '  AC-TENT-2: a long remark on this tent';

  it('is repeated below the table if its cell is cut', async () => {
    const { text } = await blocksText([block], { ...plain, width: 65 });
    expect(linesOf(text).slice(3)).toEqual([inFull]);
  });

  it('is repeated below the table if its column is hidden, which is then not said to be hidden', async () => {
    const { text, notices } = await blocksText([block], { ...plain, width: 40 });
    expect(linesOf(text).slice(3)).toEqual([inFull]);
    expect(notices.join()).not.toContain('Comment');
  });

  it('is repeated once if others say the same', async () => {
    const twice: Block = { ...block, rows: [...rows, ...rows] };
    const { text } = await blocksText([twice], { ...plain, width: 65 });
    expect(linesOf(text).slice(5)).toEqual([inFull]);
  });

  it('is not repeated if it fits, or if there is no terminal', async () => {
    for (const look of [plain, { ...plain, width: 90 }])
      expect(linesOf((await blocksText([block], look)).text)).toHaveLength(3);
  });
});

describe('fields', () => {
  const long = 'the driver waits at the gate until somebody opens it';
  const block: Block = {
    kind: 'fields',
    fields: [
      ['Slot', 'SLOT-1'],
      ['Warehouse comment', long],
    ],
  };

  it('wrap at words, aligned with the start of the value', async () => {
    expect(linesOf((await blocksText([block], { ...plain, width: 50 })).text)).toEqual([
      'Slot:               SLOT-1',
      'Warehouse comment:  the driver waits at the gate',
      '                    until somebody opens it',
    ]);
  });

  it('begin below their name if there is little room', async () => {
    expect(linesOf((await blocksText([block], { ...plain, width: 30 })).text)).toEqual([
      'Slot:               SLOT-1',
      'Warehouse comment:',
      '  the driver waits at the gate',
      '  until somebody opens it',
    ]);
  });

  it.each([120, 80, 60, 40, 20, 8])('fit %d columns with any value', async (width) => {
    const values = [long, 'x'.repeat(100), '日本'.repeat(40), 'a b'];
    const fields = values.map((value, at) => [`F${at}`, value] as const);
    const { text } = await blocksText([{ kind: 'fields', fields }], { ...plain, width });
    for (const line of linesOf(text)) expect(widthOf(line)).toBeLessThanOrEqual(width);
    expect(text.replaceAll(/\s/g, '')).toContain('日本'.repeat(40));
  });

  it('are never wrapped when piped', async () => {
    expect((await blocksText([block], plain)).text).toContain(long);
  });

  it('leave out what has no value and align the others', async () => {
    const fields = [
      ['Slot', 'SLOT-1'],
      ['Confirmed', { time: '2026-09-04T08:00:00Z' }],
      ['Comment', null],
      ['Used', false],
    ] as const;
    expect((await blocksText([{ kind: 'fields', title: 'Slot:', fields }], plain)).text).toBe(
      'Slot:\nSlot:       SLOT-1\nConfirmed:  2026-09-04 09:00 +01:00\nUsed:       no\n',
    );
  });
});

describe('fitting columns', () => {
  const wish = { width: 20, priority: 1 };
  const wishes = [wish, { ...wish, priority: 2 }, { ...wish, priority: 3 }];

  it.each([
    [64, [20, 20, 20]],
    [60, [20, 20, 16]],
    [36, [20, 14, undefined]],
    [20, [20, undefined, undefined]],
    [5, [5, undefined, undefined]],
  ])('shrinks the least important, in %d', (width, fitted) => {
    expect(fitColumns(wishes, width, 2)).toEqual(fitted);
  });

  it('drops a column that would be meaningless when cut', () => {
    expect(fitColumns([wish, { ...wish, priority: 2, least: 15 }], 36, 2)).toEqual([20, undefined]);
  });
});
