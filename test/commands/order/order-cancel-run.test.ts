import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { csvRows } from '../../support/output.ts';
import { dataOf } from '../../support/upload/home-with.ts';
import { orderRow, ordersCsv } from '../../support/upload/orders-csv.ts';
import { shipped, trackedOrdersForEach } from '../../support/upload/tracked-orders.ts';

const orders = trackedOrdersForEach();

const undo = (run: number, ...words: readonly string[]) =>
  orders.cfi('order', 'cancel', '--run', String(run), ...words);
/** The same on a terminal, where somebody answers the question. */
const ask = (run: number, answer: boolean) => {
  const options = { home: orders.home, env: orders.service.env, tty: true, answers: [answer] };
  return runCli(['order', 'cancel', '--run', String(run)], options);
};

beforeEach(async () => {
  await orders.upload('R-1', 'R-2');
  await orders.upload('R-3', 'R-4', 'R-2');
});

describe('cfi order cancel --run', () => {
  it('cancels what that upload created, and nothing else', async () => {
    const outcome = await undo(2, '--yes', '--json');
    expect([outcome.code, dataOf(outcome)]).toMatchObject([0, { total: 2, cancelled: 2 }]);
    expect(orders.cancels).toEqual(['R-3', 'R-4']);
    const again = await undo(2, '--yes');
    expect(again.code).toBe(0);
    expect(again.stdout).toBe('Nothing left to cancel: every order that run 2 created is cancelled.\n');
    expect(orders.cancels).toHaveLength(2);
  });

  it('takes references as people count', async () => {
    await orders.upload('R-10', 'R-9');
    expect((await undo(3, '--yes')).code).toBe(0);
    expect(orders.cancels).toEqual(['R-9', 'R-10']);
  });

  it('spares what that upload found as existing', async () => {
    await orders.cfi('order', 'create', 'orders.csv', '--fresh');
    orders.cancels.length = 0;
    expect((await undo(3, '--yes')).stdout).toBe('Nothing to cancel: run 3 created no orders.\n');
    expect(orders.cancels).toEqual([]);
    // What a later upload found again was still created by the earlier one.
    await undo(2, '--yes');
    expect(orders.cancels).toEqual(['R-3', 'R-4']);
  });

  it('shows the count and the first references, and asks', async () => {
    const asked = await ask(2, false);
    expect([asked.code, asked.askedFor]).toMatchObject([
      3,
      [expect.stringContaining('Cancel 2 orders that run 2 created?')],
    ]);
    expect(asked.stderr).toContain('\n2 orders: R-3 and R-4\n');
    expect((await undo(2)).code).toBe(3);
    expect(orders.cancels).toEqual([]);
  });

  it('asks only about those that have not shipped, as the dry run counts them', async () => {
    orders.records.set('R-3', shipped);
    await orders.cfi('order', 'track');
    const asked = await ask(2, false);
    expect(asked.stderr).toContain('\n1 order: R-4\n\n1 has shipped: R-3\n');
    expect(asked.askedFor).toMatchObject([expect.stringContaining('Cancel 1 order that run 2 created?')]);
    // The service has the last word: what it refuses is named.
    expect((await ask(2, true)).code).toBe(9);
    expect(orders.cancels).toEqual(['R-3', 'R-4']);
  });

  it('asks about all of them where all have shipped: what is known here may be wrong', async () => {
    for (const reference of ['R-3', 'R-4']) orders.records.set(reference, shipped);
    await orders.cfi('order', 'track');
    const { code, askedFor } = await ask(2, false);
    expect([code, askedFor]).toMatchObject([3, [expect.stringContaining('Cancel 2 orders')]]);
    expect(orders.cancels).toEqual([]);
  });

  it('lists them with --dry-run, without a request', async () => {
    const { code, stdout } = await undo(2, '--dry-run', '-o', 'csv');
    expect([code, csvRows(stdout)]).toEqual([0, [{ ReferenceNumber: 'R-3' }, { ReferenceNumber: 'R-4' }]]);
    expect(dataOf(await undo(2, '--dry-run', '--json'))).toMatchObject({ dryRun: true, total: 2 });
    const { stdout: review } = await undo(2, '--dry-run');
    expect(review).toContain('2 orders would be cancelled; nothing was.');
    expect(review).toMatch(/to cancel them:\ncfi order cancel --run 2 .*--yes\n$/);
    expect((await undo(2, '--dry-run', '--yes')).stdout.match(/--yes/g)).toHaveLength(1);
    expect(dataOf(await orders.cfi('order', 'cancel', 'X-1', '--dry-run', '--json')).total).toBe(1);
    expect(orders.cancels).toEqual([]);
  });

  it('tells what is known to have shipped, or to be cancelled, from what would be cancelled', async () => {
    orders.records.set('R-3', shipped);
    await orders.cfi('order', 'track');
    await orders.cfi('order', 'cancel', 'R-1', '--yes');
    orders.reads.length = 0;
    const dryRun = ['order', 'cancel', 'R-1', 'R-3', 'R-4', 'X-1', '--dry-run'];
    expect((await orders.cfi(...dryRun)).stdout).toContain(
      [
        '2 orders would be cancelled; 1 has shipped; 1 is cancelled already; nothing was cancelled.',
        '',
        'Reference  State',
        'R-1        Cancelled',
        'R-3        Shipped',
        'R-4        would be cancelled',
        'X-1        would be cancelled',
        '',
      ].join('\n'),
    );
    expect(dataOf(await orders.cfi(...dryRun, '--json'))).toEqual({
      dryRun: true,
      total: 2,
      orders: [{ ReferenceNumber: 'R-4' }, { ReferenceNumber: 'X-1' }],
      known: [
        { ReferenceNumber: 'R-1', Status: 'Cancelled' },
        { ReferenceNumber: 'R-3', Status: 'Shipped' },
      ],
    });
    expect((await undo(2, '--dry-run')).stdout).toContain('1 order would be cancelled; 1 has shipped; ');
    expect([orders.reads, orders.cancels]).toEqual([[], ['R-1']]);
  });

  it('names what has shipped, with exit 9', async () => {
    orders.records.set('R-3', shipped);
    const { code, stdout, stderr } = await undo(2, '--yes', '-o', 'csv');
    expect(code).toBe(9);
    expect(stderr).toContain('1 of 2 orders could not be cancelled; refused: R-3');
    expect(csvRows(stdout)).toMatchObject([
      { ReferenceNumber: 'R-3', outcome: 'conflict' },
      { ReferenceNumber: 'R-4', outcome: 'cancelled' },
    ]);
    expect((await undo(2, '--yes')).code).toBe(9);
    expect(orders.cancels).toEqual(['R-3', 'R-4', 'R-3']);
  });

  it('goes on where it was interrupted', async () => {
    orders.records.set('R-4', 429);
    expect((await undo(2, '--yes', '--max-retries', '0')).code).toBe(7);
    orders.records.delete('R-4');
    orders.cancels.length = 0;
    expect((await undo(2, '--yes')).code).toBe(0);
    expect(orders.cancels).toEqual(['R-4']);
  });

  /** An upload of four orders, of which the first run sends some and is stopped, and what goes on with it. */
  const stopped = async (): Promise<void> => {
    const references = ['S-1', 'S-2', 'S-3', 'S-4'];
    writeFileSync(join(orders.home, 'big.csv'), ordersCsv(references.map((each) => orderRow(each))));
    orders.refuses.set('S-3', 400);
    const most = ['--concurrency', '1', '--max-errors', '1'];
    expect((await orders.cfi('order', 'create', 'big.csv', ...most)).code).toBe(9);
    orders.refuses.clear();
  };

  it.each([3, 4])('takes an upload that was resumed for one, by run %i', async (run) => {
    await stopped();
    const resumed = await orders.cfi('order', 'create', 'big.csv');
    expect(resumed.stdout).toContain('Run 4\ncontinues:  run 3\n');
    expect(dataOf(await undo(run, '--dry-run', '--json')).orders.length).toBe(4);
    const { askedFor } = await ask(run, false);
    expect(askedFor).toMatchObject([expect.stringContaining('Cancel 4 orders that runs 3 and 4 created?')]);
    // What was finished is not continued by the next upload of the same orders.
    await orders.upload('S-1', 'S-2', 'S-3', 'S-4', 'S-5');
    expect(dataOf(await undo(5, '--dry-run', '--json')).orders).toEqual([{ ReferenceNumber: 'S-5' }]);
    expect(dataOf(await orders.cfi('order', 'runs', '4', '--json')).continued).toEqual([3]);
  });

  it('takes several runs', async () => {
    const { code, stdout } = await orders.cfi('order', 'cancel', '--run', '1', '--run', '2', '--yes');
    expect(code).toBe(0);
    expect(orders.cancels).toEqual(['R-1', 'R-2', 'R-3', 'R-4']);
    expect(stdout).toMatch(/R-4 .*\n\n4 cancelled\n$/);
  });

  it('shows the first few of many, with their count', async () => {
    await orders.upload(...Array.from({ length: 30 }, (_, at) => `M-${at + 1}`));
    const { stderr } = await ask(3, false);
    expect(stderr).toContain('\n30 orders: M-1, M-2, M-3, M-4 and 26 more\n');
  });

  it('says that a run that was killed may have sent more', async () => {
    const { openDatabase } = await import('../../../src/storage/sqlite/database.ts');
    const db = openDatabase(join(orders.home, 'ledger.sqlite'));
    db.script('UPDATE runs SET ended_at = NULL WHERE id = 2');
    db.close();
    expect((await undo(2, '--yes')).stderr).toContain('run 2 has not ended');
  });

  it('names the orders that it left in doubt and a later run has found', async () => {
    orders.refuses.set('R-6', 504);
    orders.records.set('R-6', 503);
    writeFileSync(join(orders.home, 'orders.csv'), ordersCsv(['R-5', 'R-6'].map((each) => orderRow(each))));
    const words = ['order', 'create', 'orders.csv', '--max-retries', '0', '--concurrency', '1'];
    await orders.cfi(...words);
    // In doubt still, by a run that shows nothing of the earlier one.
    await orders.cfi(...words);
    const doubted = '1 order that the service may have is not cancelled: R-6';
    expect((await undo(3, '--yes')).stderr).toContain(doubted);
    expect((await undo(3, '--yes')).stderr).toContain(doubted);
    orders.records.delete('R-6');
    orders.refuses.delete('R-6');
    expect((await orders.cfi(...words)).code).toBe(0);
    const said = 'left in doubt and a later run found is not cancelled: R-6';
    expect((await undo(3, '--yes')).stderr).toContain(said);
    expect(orders.cancels).toEqual(['R-5']);
    await orders.cfi('order', 'cancel', 'R-6', '--yes');
    expect((await undo(3, '--yes')).stderr).toBe('');
  });

  it('refuses a run that is unknown or of another account with 5, and one of another kind with 2', async () => {
    expect((await undo(9, '--yes')).code).toBe(5);
    const { home, service } = orders;
    const other = { ...service.env, CFI_CLIENT_ID: 'someone-else' };
    expect((await runCli(['order', 'cancel', '--run', '2', '--yes'], { home, env: other })).code).toBe(5);
    await undo(2, '--yes');
    const stated = await undo(3, '--yes');
    expect([stated.code, stated.stderr]).toEqual([2, expect.stringContaining('its kind is cancel')]);
    writeFileSync(join(home, 'refs.txt'), 'R-1\n');
    expect((await undo(2, '--refs', 'refs.txt', '--yes')).code).toBe(2);
    expect((await undo(2, 'R-1', '--yes')).code).toBe(2);
  });
});
