import { describe, expect, it } from 'vitest';
import { blocksText } from '../../src/render/render.ts';
import type { Block, Column } from '../../src/render/result.ts';
import { fitColumns } from '../../src/render/table.ts';
import { widthOf } from '../../src/render/text.ts';
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
const plain = { format: 'table', color: false, now: Date.parse('2026-09-01T08:00:00Z') } as const;
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
    const { text } = await blocksText([{ ...table, title: 'AC, 倉 庫' }], { ...plain, width });
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
    expect(notices).toEqual(['hidden columns: Title, Comment; --out FILE writes all']);
  });

  it('says in which table a column is hidden that another shows', async () => {
    const brief: Block = { kind: 'table', columns: columns.slice(0, 2), rows, title: 'Brief (2)' };
    const blocks = [brief, { ...table, title: 'Whole (2)', name: 'Whole' }];
    const { notices } = await blocksText(blocks, { ...plain, width: 24 });
    expect(notices).toEqual(['hidden columns: Title in Whole, Comment; --out FILE writes all']);
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

  // As on the board: no colour that vanishes on a light or on a dark screen.
  it.each([
    ['bad', '\u001b[1m\u001b[31mrejected\u001b[39m\u001b[22m'],
    ['warn', '\u001b[31mrejected\u001b[39m'],
    ['good', '\u001b[32mrejected\u001b[39m'],
  ] as const)('colours by the tone %s only when colour is on, and keeps the word', async (tone, shown) => {
    const toned: Block = {
      kind: 'table',
      columns: [{ header: 'State', value: (row: Row) => row.state, tone: () => tone }],
      rows: [{ state: 'rejected' }],
    };
    expect((await blocksText([toned], { ...plain, color: true })).text).toContain(shown);
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
  const shown = async (values: readonly unknown[], more: { now?: number; width?: number } = {}) => {
    const block: Block = {
      kind: 'table',
      columns: [{ header: 'T', value: (row: Row) => row.time, time: true }],
      rows: values.map((time) => ({ time })),
    };
    return linesOf((await blocksText([block], { ...plain, ...more })).text);
  };
  const [summer, winter] = ['2026-09-04T08:00:00Z', '2026-12-01T09:00:00Z'];

  it.each([
    ['a summer time', [summer], ['T (BST)', 'Fri 4 Sep 09:00']],
    ['a winter time', [winter], ['T (GMT)', 'Tue 1 Dec 09:00']],
    ['a time of another year', ['2027-01-05T09:00:00Z'], ['T (GMT)', 'Tue 5 Jan 2027 09:00']],
    ['both zones', [summer, winter], ['T (UK time)', 'Fri 4 Sep 09:00', 'Tue 1 Dec 09:00 GMT']],
    ['a change', [[summer, '2026-09-08T12:00:00Z']], ['T (BST)', 'Fri 4 Sep 09:00 → Tue 8 Sep 13:00']],
    ['a day and its half', ['2026-09-04 morning'], ['T', 'Fri 4 Sep morning']],
    ['a local time', ['2026-09-04T13:00:00'], ['T', '2026-09-04T13:00:00']],
    ['what is no time', ['soon'], ['T', 'soon']],
    [
      'minutes that tell times apart',
      ['2026-09-04T08:00:10Z', '2026-09-04T08:01:20Z', '2026-09-04T08:00:10Z'],
      ['T (BST)', 'Fri 4 Sep 09:00', 'Fri 4 Sep 09:01', 'Fri 4 Sep 09:00'],
    ],
    [
      'seconds that tell times apart',
      ['2026-09-04T08:00:10Z', 'soon', '2026-09-04T09:00:20+01:00'],
      ['T (BST)', 'Fri 4 Sep 09:00:10', 'soon', 'Fri 4 Sep 09:00:20'],
    ],
  ])('%s', async (_, values, lines) => {
    expect(await shown(values)).toEqual(lines);
  });

  it('show the year where the current one is unknown', async () => {
    const block: Block = { kind: 'fields', fields: [['At', { time: summer }]] };
    expect((await blocksText([block], { format: 'table', color: false })).text).toBe(
      'At:  Fri 4 Sep 2026 09:00 BST\n',
    );
  });

  it('name their zone once, above the time that is hidden last', async () => {
    const block: Block = {
      kind: 'table',
      columns: [
        { header: 'Seen', value: () => summer, time: true, priority: 4 },
        { header: 'Due', value: () => winter, time: true, priority: 2 },
      ],
      rows: [0],
    };
    const lines = linesOf((await blocksText([block], plain)).text);
    expect(lines).toEqual(['Seen             Due (UK time)', 'Fri 4 Sep 09:00  Tue 1 Dec 09:00 GMT']);
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

  it('have a whole heading, or are hidden', async () => {
    for (let width = 12; width < 60; width++) {
      const { text } = await blocksText([at('Last change', june, july)], { ...plain, width });
      expect(linesOf(text)[0]).toMatch(/^Order(?: +Last change \(BST\))?$/);
    }
  });
});

describe('a row that must not be cut', () => {
  const block: Block = {
    ...table,
    inFull: (row: Row, cut) => (cut.has('Comment') ? `${row.sku}: ${row.comment}` : ''),
  };
  const inFull = '  AC-TENT-2: a long remark on this tent';

  it('is repeated below the table if its cell is cut', async () => {
    const { text } = await blocksText([block], { ...plain, width: 65 });
    expect(linesOf(text).slice(3)).toEqual([inFull]);
  });

  it('is repeated below the table if its column is hidden', async () => {
    const { text } = await blocksText([block], { ...plain, width: 40 });
    expect(linesOf(text).slice(3)).toEqual([inFull]);
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
      'Slot:\nSlot:       SLOT-1\nConfirmed:  Fri 4 Sep 09:00 BST\nUsed:       no\n',
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
    expect(fitColumns(wishes, width)).toEqual(fitted);
  });

  it('shows again what fits once another column is hidden', () => {
    const long = { width: 40, priority: 2, least: 40 };
    expect(fitColumns([wish, long, { width: 10, priority: 3 }], 50)).toEqual([20, undefined, 10]);
  });

  it.each([
    [44, [20, 10, 10]],
    [38, [20, 8, 6]],
    [24, [10, 4, 6]],
    [14, [14, undefined, undefined]],
  ])('cuts what stays before it hides it, in %d', (width, fitted) => {
    const stays = { width: 10, least: 4, stays: true };
    const column = { width: 10, least: 6, stays: true, priority: 3 };
    expect(fitColumns([wish, { ...stays, priority: 2 }, column], width)).toEqual(fitted);
  });

  it('drops a column that would be meaningless when cut', () => {
    expect(fitColumns([wish, { ...wish, priority: 2, least: 15 }], 36)).toEqual([20, undefined]);
  });
});
