import { describe, expect, it } from 'vitest';
import { drawBoard, helpPage } from '../../../src/commands/board/draw.ts';
import { keysIn, type Pressed, press } from '../../../src/commands/board/press.ts';
import { type BoardState, currentRow, firstState, rowsOf } from '../../../src/commands/board/state.ts';
import { emptyDesk } from '../../../src/desk/desk.ts';
import { cut } from '../../../src/render/text.ts';
import { testNow } from '../../support/time.ts';

const proposal = (proposedBy: string, proposedTime: string, comment?: string) => ({
  proposedBy,
  proposedTime,
  comment,
  createdAt: '2026-09-01T05:00:00Z',
});

const offered = {
  slotReference: 'SLOT-1',
  scheduleStatus: 'pending_customer',
  warehouse: 'Northgate FC',
  schedule: {
    requestedTime: '2026-09-04T09:00:00+01:00',
    proposals: [proposal('ops', '2026-09-08T13:00:00+01:00', 'Dock 4 is full')],
  },
};
const waiting = {
  slotReference: 'SLOT-2',
  scheduleStatus: 'pending_ops',
  warehouse: 'Thames Reach FC',
  schedule: {},
};
const arriving = {
  slotReference: 'SLOT-3',
  scheduleStatus: 'confirmed',
  warehouse: 'Northgate FC',
  palletCount: 6,
  schedule: { confirmedTime: '2026-09-03T09:00:00+01:00' },
};
const short = {
  lw_po_number: 'LW-1',
  Warehouse_Name: 'Northgate FC',
  inboundReport: { discrepancies: [{ SKU: 'AC-TENT-2', difference: -2 }] },
};

const state: BoardState = {
  ...firstState(testNow),
  desk: { ...emptyDesk, needsAnswer: [offered], waiting: [waiting], arriving: [arriving], short: [short] },
  updatedAt: testNow,
  nextUpdateAt: testNow + 1_200_000,
};

const type = (text: string, from: BoardState = state, rows = 24): Pressed =>
  keysIn(text).reduce<Pressed>((before, key) => press(before.state, key, { rows, columns: 80 }), {
    state: from,
  });

const cutTo = (width: number, lines: readonly string[]) => lines.map((line) => cut(line, width));

const screen = (from: BoardState, columns = 80, rows = 24, plain = false): string[] =>
  drawBoard(from, { columns, rows, plain }).map(({ text }) => text);

describe('the screen of cfi board', () => {
  it('says below a page what its keys do, and shows as much of it as fits', () => {
    const help = type('?').state;
    expect(screen(help).at(-1)).toBe('up, down: scroll  any other key: back');
    expect(screen(help).join('\n')).not.toContain('a accept');
    const small = screen(help, 60, 12);
    expect(small.slice(1, -1)).toEqual(cutTo(60, helpPage.slice(0, 10)));
  });

  it('scrolls a page to its end and not beyond, and goes back with any other key', () => {
    for (const key of ['q', ' ']) expect([key, type(`?${key}`).state.page]).toEqual([key, undefined]);
    expect(type('?j').state).toMatchObject({ page: { lines: helpPage }, pageTop: 0 });
    const end = type(`?${'j'.repeat(40)}`, state, 12).state;
    expect(screen(end, 60, 12).slice(1, -1)).toEqual(cutTo(60, helpPage.slice(-10)));
    expect(screen(type('k', end, 12).state, 60, 12).slice(1, -1)).toEqual(cutTo(60, helpPage.slice(-11, -1)));
    expect(screen(end, 60, 24).slice(1, helpPage.length + 1)).toEqual(cutTo(60, helpPage));
  });

  it('has one cursor, which reaches every row, where records show no reference or the same', () => {
    const arrived = ['1 Sep', '2 Sep'].map((day) => ({ ...short, lw_po_number: undefined, day }));
    const desk = { ...state.desk, waiting: [waiting, waiting, { ...waiting, slotReference: '' }], arrived };
    const { state: down } = type('j'.repeat(5), { ...state, desk });
    expect(screen(down).filter((line) => line.startsWith('>'))).toHaveLength(1);
    expect(currentRow(down)?.record).toBe(arrived[0]);
    expect(currentRow(type('jk', down).state)?.record).toBe(arrived[0]);
    expect(currentRow(type('jj', down).state)?.record).toBe(short);
  });

  it('drops columns of a row that do not fit as a whole', () => {
    const row = (columns: number): string | undefined => screen(state, columns)[2];
    expect(row(100)).toMatch(/^> SLOT-1 {2}Fri 4 Sep 09:00 → .* {2}Northgate FC {2}\S.*$/);
    expect(row(57)).toMatch(/ {2}Northgate FC$/);
    expect(row(52)).toMatch(/13:00 {2}3h$/);
  });

  it.each([
    ['', '? keys  a accept  c counter  x cancel  b book  q quit'],
    ['j', '? keys  x cancel  b book  q quit'],
    ['jj', '? keys  p PO  x cancel  b book  q quit'],
    ['jjj', '? keys  q quit'],
  ])('names the keys that can do something to the row after %j', (keys, line) => {
    expect(screen(type(keys).state, 60, 16).at(-1)?.slice(0, line.length)).toBe(line);
    const readOnly = { ...type(keys).state, readOnly: true };
    expect(screen(readOnly, 60, 16).at(-1)).toBe('? keys  q quit');
  });

  it('says what is below the screen', () => {
    const many = Array.from({ length: 20 }, (_, at) => ({ ...arriving, slotReference: `SLOT-${100 + at}` }));
    const late = { ...arriving, slotReference: 'SLOT-99' };
    const desk = { ...state.desk, arriving: many, overdue: [late], arrived: [short] };
    const lines = drawBoard({ ...state, desk }, { columns: 60, rows: 16, plain: false });
    expect(lines.at(-4)).toEqual({
      text: '  below: Arriving 14, Overdue 1, Arrived 1, Came short 1',
      tone: 'late',
    });
    const bottom = drawBoard(type('j'.repeat(40), { ...state, desk }).state, {
      columns: 60,
      rows: 16,
      plain: false,
    });
    expect(bottom.map(({ text }) => text).join('\n')).not.toContain('below:');
    expect(bottom.at(-4)).toMatchObject({ text: expect.stringContaining('> LW-1'), isCursor: true });
    const calm = drawBoard(
      { ...state, desk: { ...desk, overdue: [] } },
      { columns: 60, rows: 16, plain: false },
    );
    expect(calm.at(-4)).toMatchObject({ tone: 'dim' });
  });

  it('colours rows by who must act', () => {
    const desk = { ...state.desk, overdue: [{ ...arriving, slotReference: 'SLOT-9' }], arrived: [short] };
    const lines = drawBoard({ ...state, desk }, { columns: 100, rows: 40, plain: false });
    const toneOf = (text: string) => lines.find((line) => line.text.slice(2).startsWith(text))?.tone;
    expect(['SLOT-1', 'SLOT-2', 'SLOT-3', 'SLOT-9', 'LW-1'].map(toneOf)).toEqual([
      ...['act', 'dim', undefined, 'late', 'good'],
    ]);
    expect(lines.filter(({ tone }) => tone === 'warn').map(({ text }) => text.slice(2, 6))).toEqual(['LW-1']);
  });

  it.each([
    [120, 40],
    [80, 24],
    [60, 16],
  ])('fills %d by %d exactly, with the sections, was → offered and the comment', (columns, rows) => {
    const lines = screen(state, columns, rows);
    expect(lines).toHaveLength(rows);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
    const text = lines.join('\n');
    expect(text).toContain('updated 09:00, next 09:20 BST');
    for (const title of ['Your answer (1)', 'Waiting on the warehouse (1)', 'Arriving (1)', 'Came short (1)'])
      expect(text).toContain(title);
    expect(text).toContain('> SLOT-1  Fri 4 Sep 09:00 → Tue 8 Sep 13:00');
    expect(lines.slice(-3).join(' ')).toMatch(/Northgate FC.*Dock 4 is full/);
  });

  it('shows a typed time in full, even if the reference leaves no room for it', () => {
    const slotReference = '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';
    const needsAnswer = state.desk.needsAnswer.map((slot) => ({ ...slot, slotReference }));
    const long = { ...state, desk: { ...emptyDesk, ...state.desk, needsAnswer } };
    const entry = (columns: number): string | undefined =>
      screen(type('cwed 25 nov 2026 13:00', long).state, columns).at(-1);
    expect(entry(60)).toBe('9e0f1a2b3c4d (for example tue 10:00): wed 25 nov 2026 13:00_');
    expect(screen(type('c10:00').state, 60).at(-1)).toMatch(/ \(for example tue 10:00\): 10:00_$/);
    expect(entry(120)).toMatch(/^Your time for 0a1b.* \(for example tue 10:00\): wed 25 nov 2026 13:00_$/);
    expect(screen(type(`/${'倉庫'.repeat(30)}`).state, 60).at(-1)).toMatch(/^[倉庫]{29}_$/);
  });

  it('cuts a long reference, not the times of its row and of others', () => {
    const slotReference = 'SLOT-'.padEnd(150, 'X');
    const [slot = {}] = state.desk.needsAnswer;
    const both = { ...state.desk, needsAnswer: [slot, { ...slot, slotReference }] };
    const lines = screen({ ...state, desk: both }, 60);
    expect(lines.slice(2, 4)).toEqual([
      '> SLOT-1                   Fri 4 Sep 09:00 → Tue 8 Sep 13:00',
      '  SLOT-XXXXXXXXXXXXXXXXX…  Fri 4 Sep 09:00 → Tue 8 Sep 13:00',
    ]);
    expect(screen({ ...state, desk: both }, 30)[2]).toMatch(/^> SLOT-1 {8}Fri 4 Sep 09:/);
  });

  it.each([60, 80, 120])('says in %i columns which slots have no purchase order yet', (columns) => {
    const slotReference = 'SLOT-'.padEnd(40, 'X');
    const desk = { ...state.desk, arriving: [arriving, { ...arriving, slotReference }], overdue: [arriving] };
    const said = screen({ ...state, desk }, columns).filter((line) => line.includes('no PO yet'));
    expect(said).toHaveLength(3);
  });

  it('keeps the cursor on the screen of a long list', () => {
    const many = Array.from({ length: 60 }, (_, at) => ({ ...waiting, slotReference: `SLOT-${100 + at}` }));
    const long = { ...state, desk: { ...emptyDesk, ...state.desk, waiting: many } };
    const down = type('j'.repeat(61), long);
    expect(screen(down.state, 60, 16).some((line) => line.startsWith('> SLOT-3'))).toBe(true);
  });

  it('uses only ASCII if the terminal supports nothing else', () => {
    const odd = {
      ...state,
      desk: { ...emptyDesk, ...state.desk, waiting: [{ ...waiting, warehouse: 'Zürich 東' }] },
    };
    for (const line of screen(odd, 80, 24, true)) expect(line).toMatch(/^[ -~]*$/);
    expect(screen({ ...odd, message: '12 × AC-TENT-2' }, 80, 24, true).at(-1)).toBe('12 x AC-TENT-2');
  });

  it('lets no text from the service control the terminal', () => {
    const evil = { ...waiting, warehouse: '\u001b[2J\u0007evil\nline' };
    for (const line of screen({ ...state, desk: { ...emptyDesk, ...state.desk, waiting: [evil] } }))
      expect([...line].every((char) => char >= ' ')).toBe(true);
  });

  it('reports a failed refresh', () => {
    const failure = 'GET /inbound-slot: the connection was refused';
    const failed = screen({ ...state, failure }, 60, 16);
    expect(failed[0]).toContain('updated 09:00');
    expect(failed.slice(-3, -1).join(' ')).toBe(`the last refresh failed: ${failure}`);
  });

  it('says below the list if the offered time is past', () => {
    const later = { ...state, now: Date.parse('2026-09-08T12:00:01Z') };
    const text = 'SLOT-1, Northgate FC: Fri 4 Sep 09:00 → Tue 8 Sep 13:00 BST (past), "Dock 4 is full"';
    expect(screen(later, 120)).toContain(text);
  });
});

describe('an offer with a long comment', () => {
  const withComment = (comment: string): BoardState => {
    const schedule = {
      ...offered.schedule,
      proposals: [proposal('ops', '2026-09-08T13:00:00+01:00', comment)],
    };
    return { ...state, desk: { ...emptyDesk, ...state.desk, needsAnswer: [{ ...offered, schedule }] } };
  };

  it('shows below the list that more of it follows', () => {
    const lines = screen(withComment('The dock is full until noon, and then we need a tail lift'), 50, 16);
    expect(lines.slice(-3, -1)).toEqual([
      'SLOT-1, Northgate FC: Fri 4 Sep 09:00 →',
      'Tue 8 Sep 13:00 BST, "The dock is full until noon…',
    ]);
  });
});

describe('a waiting slot and a long message', () => {
  it('shows the time that you proposed last, not the one you booked', () => {
    const schedule = {
      proposals: [
        proposal('ops', '2026-09-08T13:00:00+01:00'),
        proposal('client', '2026-09-09T10:30:00+01:00'),
      ],
    };
    const countered = { ...waiting, date: '2026-09-04', window: 'morning', schedule };
    const overview = { ...state.desk, waiting: [countered] };
    const lines = drawBoard({ ...state, desk: overview }, { columns: 80, rows: 24, plain: false });
    expect(lines.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('SLOT-2  Wed 9 Sep 10:30  Thames Reach FC'),
    );
  });

  it('shows a message in full', () => {
    const message = `no time (write it as ${'25 nov 10:00, '.repeat(8)}or tue 10:00)`;
    const shown = (rows: number): string[] =>
      drawBoard({ ...state, message }, { columns: 60, rows, plain: false }).map(({ text }) => text);
    expect(shown(16).slice(-3).join(' ')).toBe(message);
    expect(shown(16)).toHaveLength(16);
  });
});

describe('the keys of cfi board', () => {
  it('moves with arrows and with j and k, and stays on the list', () => {
    expect(type('\u001b[B').state.cursor).toBe('SLOT-2');
    expect(type('jj').state.cursor).toBe('SLOT-3');
    expect(type('jjjjjj').state.cursor).toBe('short LW-1');
    expect(type('jjk').state.cursor).toBe('SLOT-2');
    expect(type('\u001b[A').state.cursor).toBe('SLOT-1');
  });

  it('leads to what is reviewed, without sending anything itself', () => {
    const offer = { time: '2026-09-08T13:00:00+01:00', comment: 'Dock 4 is full', proposals: 1 };
    const row = { key: 'SLOT-1', record: { slotReference: 'SLOT-1' } };
    expect(type('a').effect).toMatchObject({ do: 'answer', row, answer: { action: 'accept', offer } });
    expect(type('x').effect).toMatchObject({ do: 'cancel', row });
  });

  it('marks every line of input, so that keys typed before it can be dropped', () => {
    for (const keys of ['c', 'b', 'jjp', '/']) expect([keys, type(keys).asks]).toEqual([keys, true]);
  });

  it('asks for a time, a day, a file and a filter', () => {
    const offer = { time: '2026-09-08T13:00:00+01:00', comment: 'Dock 4 is full', proposals: 1 };
    expect(type('ctue 10:00\rlorry is late\r').effect).toMatchObject({
      do: 'answer',
      row: { key: 'SLOT-1' },
      answer: {
        ...{ action: 'counter', offer, proposedTime: '2026-09-08T10:00:00+01:00' },
        comment: 'lorry is late',
      },
      // `b` at the review goes back to this line.
      entry: { purpose: 'counter', text: 'tue 10:00' },
    });
    const back = { purpose: 'book', text: 'wed 9 sep' };
    const book = { do: 'book', row: { key: 'SLOT-1' }, date: '2026-09-09', entry: back };
    expect(type('bwed 9 sep\r').effect).toMatchObject(book);
    expect(type('jjppo.csv\r').effect).toMatchObject({
      do: 'po',
      row: { key: 'SLOT-3' },
      entry: { text: 'po.csv' },
    });
    expect(screen(type('/thames\r').state).join('\n')).not.toContain('SLOT-1');
    expect(type('cxx\u007f\u007f\r').effect).toBeUndefined();
    expect(type('ctue\u001b').state.entry).toBeUndefined();
  });

  it.each([
    ['no po', ['SLOT-3']],
    ['thu 3 sep', ['SLOT-3']],
    ['dock 4', ['SLOT-1']],
    ['6 pallets', ['SLOT-3']],
    ['tent', ['LW-1']],
    ['northgate', ['SLOT-1', 'SLOT-3', 'LW-1']],
    ['proposal', []],
    ['comment', []],
  ])('filters by what a row shows: %s', (text, found) => {
    expect(rowsOf(type(`/${text}\r`).state).map(({ key }) => key)).toEqual(found);
  });

  it('shows at most 1,000 rows of a section and says how many there are', () => {
    const many = Array.from({ length: 40_000 }, (_, at) => ({ ...waiting, slotReference: `SLOT-${at}` }));
    const full = { ...state, desk: { ...emptyDesk, waiting: many }, cursor: 'SLOT-999' };
    const lines = drawBoard(full, { columns: 80, rows: 24, plain: false }).map(({ text }) => text.trimEnd());
    expect(lines).toContain('  and 39000 more: cfi slot list');
    expect(rowsOf(full)).toHaveLength(1000);
    const filtered = drawBoard({ ...full, filter: 'SLOT-1' }, { columns: 80, rows: 24, plain: false });
    expect(filtered.map(({ text }) => text)).toContain('Waiting on the warehouse (111 of the first 1000)');
  });

  it('does not say of a section that a filter empties that there is nothing', () => {
    const lines = screen(type('/thu 3 sep\r').state).map((line) => line.trimEnd());
    expect(lines).toEqual(expect.arrayContaining(['Your answer: no match', 'Arriving (1), times in BST']));
  });

  it('says that the window of a slot to be booked again is over on the typed day', () => {
    const record = { ...waiting, window: 'morning' };
    const late = {
      ...state,
      now: testNow + 3_600_000,
      desk: { ...emptyDesk, ...state.desk, waiting: [record] },
    };
    const over = type('jb2026-09-01\r', late);
    expect([over.effect, over.state.entry?.text]).toEqual([undefined, '2026-09-01']);
    expect(over.state.message).toBe('the morning of Tue 1 Sep is over');
    expect(type('jb2026-09-02\r', late).effect).toMatchObject({ do: 'book', date: '2026-09-02' });
  });

  it('keeps what was typed if it is no time or day, says why, and takes a correction', () => {
    const kept = type('cfoo\r');
    expect([kept.effect, kept.state.entry?.text]).toEqual([undefined, 'foo']);
    expect(screen(kept.state, 60, 16).slice(-4).join(' ')).toMatch(/write it as 2030-05-14 10:00, .*: foo_$/);
    expect(type('c1 aug 2026 10:00\r').state.message).toMatch(/^that is past: Sat 1 Aug 10:00 BST; /);
    const corrected = type(`${'\u007f'.repeat(3)}10:00\r`, kept.state);
    expect(corrected.state.entry?.purpose).toBe('comment');
    for (const day of ['2026-02-30', 'soon', '2026-08-31']) {
      const { effect, state: after } = type(`b${day}\r`);
      expect([effect, after.entry?.text]).toEqual([undefined, day]);
      expect(after.message).toMatch(/^write it as|are over: choose a later day$/);
    }
  });

  it('clears what was wrong with the text when it changes', () => {
    expect(type('cfoo\r1').state.message).toBe('');
    expect(type('cfoo\r\u007f').state).toMatchObject({ message: '', entry: { text: 'fo' } });
  });

  it('shows details, refreshes, explains and quits', () => {
    expect(type('\r').effect).toMatchObject({ do: 'details', row: { key: 'SLOT-1' } });
    expect(type('g').effect).toEqual({ do: 'refresh' });
    expect(screen(type('?').state).join('\n')).toContain('refresh now, if the service allows it');
    expect(type('?q').state.page).toBeUndefined();
    expect(type('q').effect).toEqual({ do: 'quit', exitCode: 0 });
    for (const before of ['', 'c', '?'])
      expect(type(`${before}\u0003`).effect).toEqual({ do: 'quit', exitCode: 130 });
  });

  it('hands the terminal to the shell on Ctrl-Z, even while a line is open', () => {
    const [key] = keysIn('\u001a');
    expect(key).toBe('ctrl-z');
    const entry = { purpose: 'filter', label: 'Filter', text: '' } as const;
    for (const open of [state, { ...state, entry }])
      expect(press(open, 'ctrl-z', { rows: 24, columns: 80 })).toEqual({
        state: open,
        effect: { do: 'suspend' },
      });
  });

  it('says why a key does nothing', () => {
    expect(type('ja').state.message).toBe('SLOT-2 has no open offer to accept');
    expect(type('jjjx').state.message).toBe('that is a purchase order; choose a slot');
    expect(type('jp').state.message).toBe('SLOT-2 can take no purchase order: waiting for the warehouse');
    const used = {
      ...state,
      desk: { ...state.desk, arriving: [{ ...arriving, usedByPoReference: 'LW-7' }] },
    };
    expect(type('jjp', used).state.message).toBe('SLOT-3 can take no purchase order: used by LW-7');
    expect(type('jjx', used).state.message).toBe('SLOT-3 cannot be cancelled: used by LW-7');
  });
});

it('the keys that change something say on a read-only board why they do nothing', () => {
  for (const key of 'axcbp')
    expect(type(key, { ...state, readOnly: true }).state.message).toMatch(/^this board is read-only/);
});

it('the lines of input and the filter are emptied with Ctrl-U and left with Esc; Esc outside one clears the filter', () => {
  expect(type('ctue\u0015').state.entry?.text).toBe('');
  const filtered = type('/thames\r').state;
  expect(filtered.filter).toBe('thames');
  expect(type('\u001b', filtered).state.filter).toBe('');
});

it('the week covers the list, and left and right turn to another one', () => {
  const week = type('w').state;
  expect(week.page).toEqual({ kind: 'week', monday: '2026-08-31', lines: [] });
  const next = press(week, 'right', { rows: 24, columns: 80 }).state;
  expect(next.page).toMatchObject({ monday: '2026-09-07' });
  expect(type(' ', next).state.page).toBeUndefined();
});

it('the title names the account, cut where there is no room', () => {
  const own = { ...state, account: 'emu-acme at the emulator (CFI_EMULATOR)' };
  expect(screen(own, 100)[0]).toBe(
    'cfi board: emu-acme at the emulator (CFI_EMULATOR)  updated 09:00, next 09:20 BST',
  );
  expect(screen(own, 60)[0]).toMatch(/^emu-acme at the emulator .*… {2}updated 09:00, next 09:20 BST$/);
});
