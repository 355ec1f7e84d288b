import { describe, expect, it } from 'vitest';
import { compact } from '../../../src/errors.ts';
import type { ReadingOptions } from '../../../src/payload/document/types.ts';
import { csv, read, refusal } from '../support.ts';
import { identity, mapped, type Row } from './mapped.ts';

/** What becomes of the rows under a map: references, or why not; and the messages of the errors. */
async function outcome(map: object, rows: readonly Row[], options: Partial<ReadingOptions> = {}) {
  const { bodies, documents, problems } = await mapped(map, rows, options);
  return {
    sent: bodies.map(({ ReferenceNumber }) => ReferenceNumber),
    left: documents.flatMap(({ reference, leftOut }) =>
      leftOut === undefined ? [] : [[reference, leftOut]],
    ),
    errors: problems.map(({ reference, message }) => `${reference}: ${message}`),
  };
}

const two = (column: string, ...values: readonly string[]): Row[] =>
  values.map((value, at) => ({ ReferenceNumber: `R-${at + 1}`, [column]: value }));

const notListed = (column: string, value: string) =>
  `${column} is ${value}, which the map lists neither as shipped nor as left out`;

describe('a column that a complete map does not account for', () => {
  it('is an error of each order that has a value in it', async () => {
    const rows = two('Gift', 'yes', '', 'no');
    expect(await outcome({ $unused: [] }, rows)).toEqual({
      sent: ['R-2'],
      left: [],
      // People read it once, with how many others there are.
      errors: ['R-1: Gift is yes, but the map does not account for this column'],
    });
    const { problems, problemCount } = await mapped({ $unused: [] }, rows);
    expect([problemCount, problems[0]?.[compact]?.others]).toEqual([2, 1]);
  });

  it('may begin with _ if its name has a stem of a state, as shops write it', async () => {
    const own = { _line: '2', _field: 'SKU', _code: 'invalid', _error: 'SKU is required', _mine: 'x' };
    const rows = [
      { ...own, _refunded: 'yes' },
      { ...own, _refunded: '', ReferenceNumber: 'R-2' },
    ];
    expect(await outcome({ $unused: [] }, rows)).toMatchObject({
      sent: ['R-2'],
      errors: ['R-1: _refunded is yes, but the map does not account for this column'],
    });
    const $statuses = [{ column: '_refunded', ship: [''], leaveOut: { refunded: ['yes'] } }];
    expect((await outcome({ $unused: [], $statuses }, rows)).left).toEqual([['R-1', 'refunded']]);
  });

  it('is one error of an order, however many rows and values it has', async () => {
    const rows = [
      { SKU: 'A', Gift: 'yes' },
      { SKU: 'B', Gift: 'no' },
    ];
    expect((await outcome({ $unused: [] }, rows)).errors).toHaveLength(1);
  });

  it.each<[string, object]>([
    ['a field', { ChannelBuyerName: { column: ['Gift', 'ChannelBuyerName'] } }],
    ['a part of a quantity', { Qty: { column: 'Qty', less: [{ column: 'Gift', reason: 'fulfilled' }] } }],
    ['$statuses', { $statuses: [{ column: 'gift', ship: ['0'] }] }],
    ['$keep', { $keep: [{ column: 'Gift', in: ['0'] }] }],
    ['$leaveOut', { $leaveOut: [{ column: 'Gift', in: ['1'], reason: 'pickup' }] }],
    ['$dropLines', { $dropLines: [{ column: 'Gift', in: ['1'], reason: 'pickup' }] }],
    ['$skipRows', { $skipRows: [{ column: 'Gift', in: ['1'] }] }],
    ['$notes', { $notes: 'Gift' }],
    ['$unused', { $unused: ['gift'] }],
  ])('is one that nothing names: not %s', async (_, map) => {
    expect(await outcome({ $unused: [], ...map }, [{ Gift: '0' }])).toEqual({
      sent: ['R-1'],
      left: [],
      errors: [],
    });
  });

  it('is none if it is blank, or the own column of the user', async () => {
    expect((await outcome({ $unused: [] }, [{ Gift: ' ', _mine: 'yes' }])).errors).toEqual([]);
  });

  it('is no concern of a map without $unused', async () => {
    expect((await outcome({}, [{ Gift: 'yes' }])).sent).toEqual(['R-1']);
  });

  it('is no error of an order that is left out anyway, by a rule, a status or all of its lines', async () => {
    const map = {
      $unused: [],
      $leaveOut: [{ column: 'a', filled: true, reason: 'cancelled' }],
      $statuses: [{ column: 'b', ship: [''], leaveOut: { unpaid: ['open'] } }],
      $dropLines: [{ column: 'c', filled: true, reason: 'fulfilled' }],
    };
    const rows = ['a', 'b', 'c'].map((column, at) => ({
      ...{ ReferenceNumber: `R-${at}`, a: '', b: '', c: '', Gift: 'yes' },
      [column]: 'open',
    }));
    expect(await outcome(map, rows)).toEqual({
      sent: [],
      left: [
        ['R-0', 'cancelled'],
        ['R-1', 'unpaid'],
        ['R-2', 'fulfilled'],
      ],
      errors: [],
    });
  });

  it('is found in rows of an order that come after those of another', async () => {
    const rows = [{ SKU: 'A' }, { ReferenceNumber: 'R-2' }, { SKU: 'B', Gift: 'yes' }];
    const { sent, errors } = await outcome({ $unused: [] }, rows);
    expect([sent, errors]).toEqual([
      ['R-2'],
      ['R-1: Gift is yes, but the map does not account for this column'],
    ]);
  });
});

describe('a column that was blank', () => {
  it('is an error of each order that has a value in it', async () => {
    expect(await outcome({ $unused: [{ column: 'point', blank: true }] }, two('Point', '', 'Hub 1'))).toEqual(
      {
        sent: ['R-1'],
        left: [],
        errors: ['R-2: Point is Hub 1, but was blank when the map was made'],
      },
    );
  });

  it('may be missing, like any that is not needed', async () => {
    const $unused = ['Weight', { column: 'Note', blank: true }];
    expect((await outcome({ $unused }, [{}])).sent).toEqual(['R-1']);
  });
});

describe('a status', () => {
  const $statuses = [
    { column: 'Status', ship: ['Paid', ''], leaveOut: { cancelled: ['void'], 'on-hold': ['waiting', 7] } },
  ];
  const map = { $unused: [], $statuses };

  it('ships or leaves out each order, by any spelling of its value, a blank one too', async () => {
    expect(await outcome(map, two('Status', ' PAID', 'Void', 'waiting', '7', ''))).toEqual({
      sent: ['R-1', 'R-5'],
      left: [
        ['R-2', 'cancelled'],
        ['R-3', 'on-hold'],
        ['R-4', 'on-hold'],
      ],
      errors: [],
    });
  });

  it('is an error of its order where it is in neither list, and names the value', async () => {
    const { sent, errors } = await outcome(map, two('Status', 'paid', 'refunded'));
    expect([sent, errors]).toEqual([['R-1'], [`R-2: ${notListed('Status', 'refunded')}`]]);
    const blank = { ...map, $statuses: [{ column: 'Status', ship: ['paid'] }] };
    expect((await outcome(blank, two('Status', ''))).errors).toEqual([
      `R-1: ${notListed('Status', 'blank')}`,
    ]);
  });

  it('of a map that is not complete leaves out, and warns of a value in neither list', async () => {
    const rows = two('Status', 'void', 'other', 'paid');
    expect(await outcome({ $statuses }, rows)).toMatchObject({ sent: ['R-2', 'R-3'], errors: [] });
    const { warnings } = await mapped({ $statuses }, rows);
    expect(warnings.map(({ reference, message }) => [reference, message])).toEqual([
      ['R-2', notListed('Status', 'other')],
    ]);
    expect((await outcome({ $statuses }, rows, { strict: true })).sent).toEqual(['R-3']);
  });

  it('of lines in a map that is not complete warns of no line that is left out anyway', async () => {
    const ofLine = [{ column: 'Status', ship: ['paid'], of: 'line' }];
    const $dropLines = [{ column: 'SKU', in: ['CARD'], reason: 'not-goods' }];
    const rows = [
      { SKU: 'A', Status: 'paid' },
      { SKU: 'CARD', Status: 'other' },
    ];
    expect((await mapped({ $statuses: ofLine, $dropLines }, rows)).warnings).toEqual([]);
  });

  it.each<[string, string, readonly [string, string][]]>([
    ['paid', 'void', [['R-1', 'cancelled']]],
    ['void', 'paid', [['R-1', 'cancelled']]],
    ['void', '', [['R-1', 'cancelled']]],
    ['paid', '', []],
  ])('of several rows, %s and %s: what leaves out goes first, and a blank says nothing', async (...given) => {
    const [first, second, left] = given;
    const rows = [first, second].map((Status, at) => ({ SKU: `S-${at}`, Status }));
    expect((await outcome(map, rows)).left).toEqual(left);
    const apart = [rows[0] as Row, { ReferenceNumber: 'R-2', Status: 'paid' }, rows[1] as Row];
    expect((await outcome(map, apart)).left).toEqual(left);
  });

  it('leaves out by a blank in the first row of an order, but not in a later one', async () => {
    const blank = {
      $unused: [],
      $statuses: [{ column: 'Status', ship: ['paid'], leaveOut: { unpaid: [''] } }],
    };
    const rows = (...values: string[]) => values.map((Status, at) => ({ SKU: `S-${at}`, Status }));
    expect((await outcome(blank, rows('', 'paid'))).left).toEqual([['R-1', 'unpaid']]);
    expect(await outcome(blank, rows('paid', ''))).toEqual({ sent: ['R-1'], left: [], errors: [] });
  });

  it('of a line leaves out the line, and says nothing of the others', async () => {
    const ofLine = { ...map, $statuses: [{ ...$statuses[0], of: 'line' }] };
    const rows = ['paid', 'void', ''].map((Status, at) => ({ SKU: `S-${at}`, Status }));
    const { bodies, documents, problems } = await mapped(ofLine, rows);
    expect(problems).toEqual([]);
    expect(bodies[0].OrderItems.map(({ SKU }: { SKU: string }) => SKU)).toEqual(['S-0', 'S-2']);
    expect(documents[0]?.leftOutLines).toMatchObject([{ SKU: 'S-1', reason: 'cancelled', line: 3 }]);
    const open = await outcome(ofLine, [...rows, { SKU: 'S-3', Status: 'new' }]);
    expect([open.sent, open.errors]).toEqual([[], [`R-1: ${notListed('Status', 'new')}`]]);
  });

  it('may be in two entries, which are read as one', async () => {
    const entries = [
      { column: 'Status', ship: ['paid'] },
      { column: 'status', leaveOut: { cancelled: ['void'] } },
    ];
    expect(await outcome({ $unused: [], $statuses: entries }, two('Status', 'paid', 'void'))).toEqual({
      sent: ['R-1'],
      left: [['R-2', 'cancelled']],
      errors: [],
    });
  });

  it('is sent where its reason is included', async () => {
    expect((await outcome(map, two('Status', 'void'), { include: ['cancelled'] })).sent).toEqual(['R-1']);
  });
});

describe('a condition', () => {
  const reason = 'on-hold';

  it('on what is filled holds for any value', async () => {
    const map = { $leaveOut: [{ column: 'Note', filled: true, reason }] };
    expect((await outcome(map, two('Note', 'a', '', 'b'))).sent).toEqual(['R-2']);
  });

  // 2026-09-01 08:00 UTC.
  it.each([
    ['01/09/2026', undefined, true],
    ['02/09/2026', undefined, false],
    ['', undefined, true],
    ['02/09/2026', 'Pacific/Auckland', false],
    ['01/09/2026', 'Pacific/Honolulu', false],
    ['31/08/2026', 'Pacific/Honolulu', true],
  ])('on the future: of %s in %s the order is sent: %s', async (date, timezone, isSent) => {
    const map = { $leaveOut: [{ column: 'After', future: true, date: 'DD/MM/YYYY', reason }] };
    const { sent } = await outcome(map, two('After', date), timezone === undefined ? {} : { timezone });
    expect(sent.length === 1).toBe(isSent);
  });

  it('on the future takes the day of a time in its zone', async () => {
    const map = { $leaveOut: [{ column: 'After', future: true, date: 'YYYY-MM-DD HH:mm Z', reason }] };
    const at = (text: string) => outcome(map, two('After', text), { timezone: 'Europe/London' });
    expect((await at('2026-09-02 00:30 +0200')).sent).toEqual(['R-1']);
    expect((await at('2026-09-01 23:30 -0200')).left).toEqual([['R-1', 'on-hold']]);
  });

  it.each(['$leaveOut', '$dropLines', '$keep', '$skipRows'])(
    'on the future in %s is an error of the order if it cannot be read',
    async (member) => {
      const rule = { column: 'After', future: true, date: 'DD/MM/YYYY' };
      const withReason = member === '$leaveOut' || member === '$dropLines' ? { ...rule, reason } : rule;
      for (const date of ['next week', '31/02/2026'])
        expect(await outcome({ [member]: [withReason] }, two('After', date))).toEqual({
          sent: [],
          left: [],
          errors: [`R-1: After is ${date}, which is not a date in the format DD/MM/YYYY`],
        });
    },
  );

  it('on the future in $keep keeps only what is to come', async () => {
    const map = { $keep: [{ column: 'After', future: true, date: 'DD/MM/YYYY' }] };
    expect(await outcome(map, two('After', '02/09/2026', '01/09/2026'))).toMatchObject({
      sent: ['R-1'],
      left: [['R-2', 'not-kept']],
    });
  });
});

describe('a SKU that holds several', () => {
  it.each(['A-1, B-2', 'A-1|B-2', 'A-1 + B-2', 'A-1\nB-2'])(
    'is an error of its order under a complete map, unless $sku names it: %j',
    async (SKU) => {
      const { sent, errors } = await outcome({ $unused: [] }, [{ SKU }, { ReferenceNumber: 'R-2' }]);
      expect([sent, errors.length]).toEqual([['R-2'], 1]);
      expect(errors[0]).toContain('SKU seems to hold several SKUs');
      for (const parts of ['C-3', [{ SKU: 'A-1' }, { SKU: 'B-2' }], SKU.replace('\n', ', ')])
        expect((await outcome({ $unused: [], $sku: { [SKU]: parts } }, [{ SKU }])).errors).toEqual(
          parts === 'A-1, B-2' && SKU !== parts ? errors : [],
        );
    },
  );

  it('is a warning otherwise, and no error of a line that is left out', async () => {
    const { bodies, warnings } = await mapped({}, [{ SKU: 'A-1, B-2' }]);
    expect([bodies.length, warnings.length]).toEqual([1, 1]);
    const map = { $unused: [], $dropLines: [{ column: 'Kind', filled: true, reason: 'not-goods' }] };
    const rows = [
      { SKU: 'A-1, B-2', Kind: 'x' },
      { SKU: 'C', Kind: '' },
    ];
    expect((await outcome(map, rows)).errors).toEqual([]);
  });
});

describe('a column without a name', () => {
  const withCell = (cell: string) => csv([{}]).replace('\n', ',\n').replace(/\n$/, `,${cell}\n`);

  it('is refused with its number if it has a value', async () => {
    const problem = await refusal(withCell('x'), { options: { map: identity } });
    expect(problem).toMatch(/^2: orders\.csv:2: column \d+ has no name in the header, but a value here/);
    expect(await refusal(withCell(''), { options: { map: identity } })).toBe('read with 0 problems');
  });

  it.each([
    ['few', 'R-2,cut off'],
    ['many', `R-2${',x'.repeat(60)}`],
  ])('leaves a row with too %s cells an error of its own', async (_, row) => {
    const { problems } = await read(`${withCell('')}${row}\n`, { options: { map: identity } });
    expect(problems).toEqual([
      expect.objectContaining({ line: 3, message: expect.stringContaining(' cells, but the header has ') }),
    ]);
  });
});

it('each error says what settles it, and what others have in common with it', async () => {
  const map = { ...identity, $unused: [], $statuses: [{ column: 'State', ship: ['new'] }] };
  const rows = csv([{ State: 'old', Gift: 'x', SKU: 'A, B' }]);
  const { problems } = await read(rows, { options: { map, mapFile: 'my map.json' }, name: 'o.csv' });
  expect(problems.map((problem) => problem[compact])).toEqual(
    [
      'SKU seems to hold several SKUs, or a quantity beside the SKU',
      notListed('State', 'old'),
      'Gift is x, but the map does not account for this column',
    ].map((text) => ({
      ...{ text, same: expect.any(String) },
      remedies: ["cfi order map o.csv --map 'my map.json'"],
    })),
  );
});

it('an order of which only some rows have shipped is left out as such, where its status is of the order', async () => {
  const $statuses = [{ column: 'State', ship: ['new'], leaveOut: { fulfilled: ['sent'] } }];
  const lines = (...states: readonly string[]) => states.map((State, at) => ({ SKU: `A-${at}`, State }));
  const noticesOf = async (rows: readonly Row[]) => (await mapped({ $statuses }, rows)).notices.join();
  expect(await noticesOf(lines('new', 'sent'))).toContain('fulfilled, but shipped only in part');
  expect(await noticesOf(lines('sent', 'sent'))).not.toContain('only in part');
  expect(await noticesOf(lines('sent', ''))).not.toContain('only in part');
});
