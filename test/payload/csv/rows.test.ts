import { describe, expect, it } from 'vitest';
import { csvRows } from '../../../src/payload/source/csv-rows.ts';

async function* piecesOf(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

/** The rows of a text that arrives in pieces, each as its line and its cells. */
async function rowsIn(text: string, size: number, literalQuotes = false): Promise<unknown[][]> {
  const found: unknown[][] = [];
  for await (const { rows } of csvRows(piecesOf(text, size), 'a.csv', literalQuotes))
    for (const { line, cells } of rows) found.push([line, ...cells]);
  return found;
}

const sizes = [1, 2, 3, 4, 5, 7, 11, 1000];

describe('the rows of a text', () => {
  it.each<[string, string, string[]]>([
    ['without quotes', 'a,b\n1,2\n', ['1:a|b', '2:1|2']],
    ['without a break at the end', 'a,b\n1,2', ['1:a|b', '2:1|2']],
    ['with blank lines and bare delimiters', '\na,b\n\n,\n , \n1,2\n\n', ['2:a|b', '6:1|2']],
    ['with CRLF', 'a,b\r\n\r\n1,2\r\n', ['1:a|b', '3:1|2']],
    ['with CR', 'a,b\r\r1,2\r', ['1:a|b', '3:1|2']],
    [
      'with every kind of break',
      'a,b\r\n1,2\n3,4\r5,6\n\r7,8',
      ['1:a|b', '2:1|2', '3:3|4', '4:5|6', '6:7|8'],
    ],
    ['with blank cells', 'a,b,c\n,2,\n', ['1:a|b|c', '2:|2|']],
    ['with spaces', 'a,b\n 1 , 2\n', ['1:a|b', '2: 1 | 2']],
    ['with a quoted cell first', '"a",b\n"1,2",3\n', ['1:a|b', '2:1,2|3']],
    ['with a quoted cell last', 'a,"b"\n1,"2"', ['1:a|b', '2:1|2']],
    ['with a quoted cell between others', 'a,b,c\n1,"2\n",3\n4,5,6\n', ['1:a|b|c', '2:1|2\n|3', '4:4|5|6']],
    [
      'with quotes far apart',
      'a,b\n"1",2\n3,4\n\n5,"6"\n7,8\n',
      ['1:a|b', '2:1|2', '3:3|4', '5:5|6', '6:7|8'],
    ],
    [
      'with quotes one after the other',
      'a,b\n"1\n\n",2\n"3\r\n",4\n"5\r",6\n7,8\n',
      ['1:a|b', '2:1\n\n|2', '5:3\r\n|4', '7:5\r|6', '9:7|8'],
    ],
    ['with blank lines around quotes', 'a,b\n\n"1",2\n\n\n"3",4\n', ['1:a|b', '3:1|2', '6:3|4']],
    ['with doubled quotes', 'a,b\n"1 ""x""",""""\n', ['1:a|b', '2:1 "x"|"']],
    ['with a blank quoted cell', 'a,b\n"",2\n"3",""\n', ['1:a|b', '2:|2', '3:3|']],
    ['with spaces around the quotes', 'a,b\n "1" , "2"  \n  3,"4" \n', ['1:a|b', '2:1|2', '3:  3|4']],
    ['with a quoted cell before the end', 'a,b\n"1,2",3', ['1:a|b', '2:1,2|3']],
    ['with a quote inside the last cell', 'a,b\n1,5" pipe', ['1:a|b', '2:1|5" pipe']],
    ['with a cell that is a quote', 'a,b\n"""",2\n3,4\n', ['1:a|b', '2:"|2', '3:3|4']],
    ['with spaces after the last quotes', 'a,b\n1,"2"  ', ['1:a|b', '2:1|2']],
    ['with blank lines in quotes, and CR', 'a,b\r"1\r\r2",3\r\r\r4,5\r', ['1:a|b', '2:1\r\r2|3', '7:4|5']],
    ['with spaces before the quotes', 'a,b\n1,  "2"\n "3",4\n', ['1:a|b', '2:1|2', '3:3|4']],
    ['with spaces after the quotes', 'a,b\n"1"  ,2\n3,"4" \n', ['1:a|b', '2:1|2', '3:3|4']],
    ['with spaces beside a quoted cell', 'a,b\n"1", 2 \n', ['1:a|b', '2:1| 2 ']],
    ['with spaces around the last quotes', 'a,b\n1, "2"  ', ['1:a|b', '2:1|2']],
    ['with one space after the last quotes', 'a,b\n1,"2" ', ['1:a|b', '2:1|2']],
    ['with spaces in quotes', 'a,b\n" 1 "," 2"\n', ['1:a|b', '2: 1 | 2']],
    [
      'with a quote inside a cell',
      'a,b\n5" pipe,x"\ny, 6" pipe\n"z",7" pipe\n',
      ['1:a|b', '2:5" pipe|x"', '3:y| 6" pipe', '4:z|7" pipe'],
    ],
    ['with a tab before a quote', 'a,b\n "1",\t"2\n3,4\n', ['1:a|b', '2:1|\t"2', '3:3|4']],
    ['with spaces and quotes in a cell', 'a,b\n "1 ""x"" " , y \n', ['1:a|b', '2:1 "x" | y ']],
    ['with quotes in CRLF', '"a",b\r\n"1\r\n2",3\r\n"4",5\r\n', ['1:a|b', '2:1\r\n2|3', '4:4|5']],
    ['with quotes in CR', '"a",b\r"1\r2",3\r"4",5\r', ['1:a|b', '2:1\r2|3', '4:4|5']],
    ['of one column', 'a\n1\n"2"\n', ['1:a', '2:1', '3:2']],
    ['of rows of other lengths', 'a,b\n1\n"1",2,3\n', ['1:a|b', '2:1', '3:1|2|3']],
    ['with a sep= line', 'sep=;\na;b\n\n"1";2\n', ['2:a|b', '4:1|2']],
    ['with a sep= line and CRLF', 'sep=;\r\na;b\r\n1;2\r\n', ['2:a|b', '3:1|2']],
    [
      'that spaces separate',
      'sep= \na b\n"1" "2 3"\n 4\n5 "6\n7"\n',
      ['2:a|b', '3:1|2 3', '4:|4', '5:5|6\n7'],
    ],
    ['of a sep= line alone', 'sep=;', []],
    ['with nothing', '', []],
    ['with blank lines alone', '\n\r\n ,\n', []],
  ])('are its records and their lines: %s', async (_, text, expected) => {
    for (const size of sizes) {
      const rows = await rowsIn(text, size);
      expect([size, ...rows.map(([line, ...cells]) => `${line}:${cells.join('|')}`)]).toEqual([
        size,
        ...expected,
      ]);
    }
  });

  it('are the same if a piece ends with a quote', async () => {
    const pieces = async function* () {
      yield 'a,b\n1,  "2"\n3,"4"';
      yield '\n';
    };
    const cells: string[][] = [];
    for await (const { rows } of csvRows(pieces(), 'a.csv')) cells.push(...rows.map((row) => row.cells));
    expect(cells).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ]);
  });

  it.each(['1,2\n', '1,2\r\n', '"1",2\n', '1,"2"\r\n', '1,"2\n"\n', '5" x 6" pipe,2\n'])(
    'are read as they arrive: %j',
    async (row) => {
      const pieces = async function* () {
        yield 'a,b\n';
        for (let count = 0; count < 10; count++) yield row;
      };
      let blocks = 0;
      for await (const { rows } of csvRows(pieces(), 'a.csv')) blocks += Math.min(1, rows.length);
      expect(blocks).toBe(10);
    },
  );

  it.each<[string, string, unknown[]]>([
    ['quotes around a cell', 'a\t"b"\n', ['a', 'b']],
    ['quotes around a tab', '"a\tb"\n', ['"a', 'b"']],
    ['doubled quotes', '"a ""b"""\t""\n', ['a "b"', '']],
    ['a quote that is not doubled', '"a"b"\tc"\n', ['"a"b"', 'c"']],
    ['a quote alone', '"\t"a\n', ['"', '"a']],
    ['a quote before a break', 'x\t5"\r\n', ['x', '5"']],
  ])('of a marketplace report may have %s', async (_, row, expected) => {
    for (const size of sizes)
      expect(await rowsIn(`h\th\n${row}last\tone`, size, true)).toEqual([
        [1, 'h', 'h'],
        [2, ...expected],
        [3, 'last', 'one'],
      ]);
  });
});

describe('the delimiter of a text', () => {
  it.each<[string, string, unknown[]]>([
    ['a comma', 'a,b\n', ['a', 'b']],
    ['a semicolon', 'a;b\n', ['a', 'b']],
    ['a tab', 'a\tb\n', ['a', 'b']],
    ['the most frequent', 'a;b;c,d\n', ['a', 'b', 'c,d']],
    ['a comma, if it is as frequent', 'a,b;c\n', ['a', 'b;c']],
    ['not what is in quotes', '"a;b;c",d\n', ['a;b;c', 'd']],
    ['not what is in quotes with a break', '"a\n;b;c",d\n', ['a\n;b;c', 'd']],
    ['a comma, if there is none', 'a b\n', ['a b']],
    ['what a sep= line says', 'sep=|\na|b,c\n', ['a', 'b,c']],
    ['what a quoted sep= line says', '"SEP=;"\na;b,c,d\n', ['a', 'b,c,d']],
    ['below blank lines', '\n \n;;\na;b\n', ['a', 'b']],
    ['below a title with another', 'Orders, 2026\na;b\nc;d\n', ['Orders, 2026']],
    ['below a title without', 'Orders\na;b,c,d\n', ['Orders']],
  ])('is %s', async (_, text, first) => {
    for (const size of sizes) expect((await rowsIn(text, size))[0]?.slice(1)).toEqual(first);
  });

  it('is looked for below twenty titles', async () => {
    const last = async (titles: number): Promise<unknown> =>
      (await rowsIn(`${'Orders\n'.repeat(titles)}a;b\n1;2\n`, 50)).at(-1)?.slice(1);
    expect(await last(20)).toEqual(['1', '2']);
    expect(await last(21)).toEqual(['1;2']);
  });

  it('is that of the first row with one, if no two rows agree', async () => {
    expect(await rowsIn('Title, one\nTitle; two\nend\n', 100)).toEqual([
      [1, 'Title', ' one'],
      [2, 'Title; two'],
      [3, 'end'],
    ]);
  });
});

describe('a text that is not CSV', () => {
  const open = 'a quote opens a cell here and is never closed';
  const stray = 'a quote closes a cell, but more text follows in the same cell';
  it.each<[string, string, string]>([
    ['a quote without an end', 'a,b\n1,2\n\n3,"4\n5\n', `a.csv:4: ${open}`],
    ['a quote without an end in the first row', '"a,b\n1,2\n', `a.csv:1: ${open}`],
    ['a quote without an end after a quoted break', 'a,b\n"1\n2",3\n4,"', `a.csv:4: ${open}`],
    ['a doubled quote without an end', 'a,b\n1,"2""\n', `a.csv:2: ${open}`],
    ['text after a quote', 'a,b\n\n"1"2,3\n', `a.csv:3: ${stray}`],
    ['text after a quote and spaces', 'a,b\n"1" x,3\n', `a.csv:2: ${stray}`],
    [
      'text after a quote that has a break',
      'a,b\n"1\n"2,3\n',
      'a.csv:2: a quote opens a cell here and is not closed',
    ],
    ['text at the end', 'a,b\n1,"2"x', `a.csv:2: ${stray}`],
  ])('is refused with its line: %s', async (_, text, message) => {
    for (const size of sizes) await expect(rowsIn(text, size)).rejects.toThrow(message);
  });
});
