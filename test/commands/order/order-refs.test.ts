import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readListFile, referencesIn } from '../../../src/payload/mapping/list-file.ts';
import { runCli } from '../../support/cli.ts';
import { csvRows } from '../../support/output.ts';
import { dataOf } from '../../support/upload/home-with.ts';
import { trackedOrdersForEach } from '../../support/upload/tracked-orders.ts';
import { workbook } from '../../support/workbooks/parts.ts';

const referencesOf = async (text: string) =>
  await referencesIn('--refs f', await readListFile('--refs f', Buffer.from(text)));

describe('a file of references', () => {
  it.each([
    ['one a line', 'R-1\nR-2\n'],
    ['CRLF and a BOM', '\uFEFFR-1\r\nR-2\r\n'],
    ['blank lines', '\n R-1\n\n\tR-2 \n\n'],
    ['a header of its own', 'ReferenceNumber\nR-1\nR-2\n'],
    ['a CSV', 'Status,ReferenceNumber\nPending,R-1\n"a, b",R-2\n'],
    ['a CSV with semicolons and another spelling', 'reference_number;x\nR-1;1\nR-2;2\n'],
    ['a CSV of one column, in quotes', '"ReferenceNumber"\n"R-1"\n"R-2"\n'],
    ['a CSV that names its delimiter', 'sep=|\nReferenceNumber|x\nR-1|1\nR-2|2\n'],
    ['a CSV with tabs', 'x\tReference number\n1\tR-1\n2\tR-2\n'],
  ])('is read with %s', async (_, text) => expect(await referencesOf(text)).toEqual(['R-1', 'R-2']));

  it('takes the first column of a workbook that names no other', async () => {
    const rows = [['ReferenceNumber'], ['R-1', 'sent'], [undefined, 'x'], ['R-2']];
    const bytes = Buffer.from(await workbook({ sheets: [{ rows }] }));
    expect(await referencesIn('--refs f', await readListFile('--refs f', bytes))).toEqual(['R-1', 'R-2']);
  });

  it('takes references with commas where the first line has none', async () =>
    expect(await referencesOf('R-1\nR,2\n')).toEqual(['R-1', 'R,2']));

  it.each([
    ['is empty', '', /--refs f is empty/],
    ['is blank', ' \n\n', /--refs f is empty/],
    ['is JSON', '{"R-1": 1}', /--refs f is JSON, not a list of references/],
    [
      'is a table without the column',
      'Name,Status\nR-1,x\n',
      /no column ReferenceNumber; its columns are Name/,
    ],
    [
      'has the column twice',
      'ReferenceNumber,Reference number\nR-1,R-2\n',
      /--refs f has several columns ReferenceNumber: ReferenceNumber, Reference number/,
    ],
    [
      'has a comma too many',
      'Name,ReferenceNumber\nLee, Ann,R-1\n',
      /--refs f, line 2 has 3 cells, but the header has 2/,
    ],
    ['lacks a cell', 'Name,ReferenceNumber\nR-1\n', /--refs f, line 2 has no cell ReferenceNumber/],
  ])('is refused where it %s', async (_, text, message) =>
    expect(referencesOf(text)).rejects.toThrow(message),
  );
});

describe('--refs', () => {
  const orders = trackedOrdersForEach();
  const refs = (text: string | Buffer): string => {
    const file = join(orders.home, 'refs.txt');
    writeFileSync(file, text);
    return file;
  };

  beforeEach(async () => {
    await orders.upload('R-1', 'R-2', 'R-3');
    orders.reads.length = 0;
  });

  it('names the orders of order get, each once', async () => {
    const { code, stdout } = await orders.cfi(
      'order',
      'get',
      '--refs',
      refs('R-2\nR-1\nR-2\n'),
      '-o',
      'ndjson',
    );
    expect([code, stdout.trim().split('\n').length, orders.reads]).toEqual([0, 2, ['R-2', 'R-1']]);
  });

  it('may be the Unicode text of a spreadsheet, and are refused in an encoding that would change them', async () => {
    const utf16 = refs(Buffer.from('\uFEFFR-2\r\nR-1\r\n', 'utf16le'));
    expect(await orders.cfi('order', 'get', '--refs', utf16)).toMatchObject({ code: 0 });
    expect(orders.reads).toEqual(['R-2', 'R-1']);
    const { code, stderr } = await orders.cfi(
      'order',
      'get',
      '--refs',
      refs(Buffer.from('R-1\nÄ-2\n', 'latin1')),
    );
    expect([code, orders.reads.length]).toEqual([2, 2]);
    expect(stderr).toMatch(/--refs .*:2: the byte 0xc4 is not UTF-8.*\nhint: save the file as UTF-8/);
  });

  it('typed to their end leave no answer to a question', async () => {
    const { home, service } = orders;
    const words = ['order', 'cancel', '--refs', '-'];
    const { code, stderr, askedFor } = await runCli(words, {
      ...{ home, env: service.env, stdin: 'R-1\nR-2\n', tty: true, answers: [true] },
    });
    expect([code, askedFor]).toEqual([3, []]);
    expect(stderr).toContain('add --yes to confirm');
  });

  it('names the orders of order track, also from standard input', async () => {
    const { home, service } = orders;
    const words = ['order', 'track', '--refs', '-', '-o', 'csv'];
    const { stdout } = await runCli(words, { home, env: service.env, stdin: 'R-3\nR-1\n' });
    expect(csvRows(stdout).map(({ ReferenceNumber }) => ReferenceNumber)).toEqual(['R-1', 'R-3']);
  });

  it.each([
    [
      'with their column',
      [
        ['Note', 'ReferenceNumber'],
        ['a', 'R-2'],
        ['b', 'R-1'],
        ['c', 'R-2'],
      ],
    ],
    ['with one column', [['R-2'], ['R-1']]],
  ])('reads a workbook %s', async (_, rows) => {
    const file = join(orders.home, 'refs.xlsx');
    writeFileSync(file, await workbook({ sheets: [{ rows }] }));
    const { code } = await orders.cfi('order', 'get', '--refs', file, '-o', 'ndjson');
    expect([code, orders.reads]).toEqual([0, ['R-2', 'R-1']]);
  });

  it('says what to do about a workbook of several sheets, where --sheet is no option', async () => {
    const file = join(orders.home, 'refs.xlsx');
    writeFileSync(file, await workbook({ sheets: [{ rows: [['R-1']] }, { rows: [['x']] }] }));
    const { code, stderr } = await orders.cfi('order', 'get', '--refs', file);
    expect([code, stderr]).toEqual([2, expect.stringContaining('hint: keep only the right sheet')]);
  });

  it('names the orders of order cancel', async () => {
    const outcome = await orders.cfi('order', 'cancel', '--refs', refs('R-1\nR-3\n'), '--yes', '--json');
    expect([outcome.code, dataOf(outcome).cancelled, orders.cancels]).toEqual([0, 2, ['R-1', 'R-3']]);
  });

  it.each(['get', 'track', 'cancel'])('of a header alone gives order %s nothing to do', async (verb) => {
    const outcome = await orders.cfi('order', verb, '--refs', refs('ReferenceNumber,Status\n'));
    expect(outcome).toMatchObject({ code: 0, stdout: 'Nothing to do.\n' });
    expect(orders.reads).toEqual([]);
  });

  it.each(['get', 'track', 'cancel'])(
    'is refused by order %s beside a REF, or if it is empty',
    async (verb) => {
      const words = verb === 'cancel' ? ['--yes'] : [];
      expect((await orders.cfi('order', verb, 'R-1', '--refs', refs('R-2\n'), ...words)).code).toBe(2);
      expect((await orders.cfi('order', verb, '--refs', refs(''), ...words)).code).toBe(2);
      expect((await orders.cfi('order', verb, '--refs', join(orders.home, 'no.txt'), ...words)).code).toBe(2);
      if (verb !== 'get')
        expect((await orders.cfi('order', verb, '--refs', refs('R-1\n..\n'), ...words)).code).toBe(2);
      expect([orders.reads, orders.cancels]).toEqual([[], []]);
    },
  );

  it('spares get and cancel the REF that they need without it', async () => {
    for (const verb of ['get', 'cancel'])
      expect((await orders.cfi('order', verb)).stderr).toContain('missing REF');
  });
});
