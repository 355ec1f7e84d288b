import { describe, expect, it } from 'vitest';
import type { SqlValue } from '../../../src/storage/sqlite/database.ts';
import {
  type Known as KnownDocument,
  type Origin,
  planOf,
  readPlans,
} from '../../../src/upload/ledger/plan.ts';
import { digestOf, openSpool } from '../../../src/upload/terms/spool.ts';
import { document, memoryLedger } from '../../support/upload/opened-ledger.ts';

const scope = { service: 1, kind: 'order', run: 9 };

interface Known {
  /** The order's last outcome in the ledger, and the run that recorded it. */
  readonly state?: string;
  readonly run?: number;
  readonly changed?: boolean;
  /** The last run before a damaged ledger was replaced. */
  readonly lossAfter?: number;
  /** A run: its number, account, kind, whether it ended, and why it stopped. */
  readonly later?: [id: number, service: number, kind: string, ended: number | null, stopped: string | null];
  readonly fresh?: boolean;
  readonly refusesDuplicates?: boolean;
  readonly origin?: Origin;
  readonly isAgain?: boolean;
  /** The run that cancelled it or found it cancelled. */
  readonly cancelledIn?: number;
  readonly cancellation?: string;
  /** What differs from what the service has. */
  readonly fields?: string;
}

/** The plan for one order, with what the ledger knows. */
async function planFor({
  state,
  run = 1,
  changed = false,
  lossAfter,
  later,
  fresh = false,
  refusesDuplicates = true,
  origin = 'files',
  isAgain = false,
  cancelledIn,
  cancellation = 'cancelled',
  fields,
}: Known) {
  const db = memoryLedger();
  const spool = openSpool();
  spool.sink.add(document('R-1'));
  const put = (...values: SqlValue[]) =>
    db.run(
      'INSERT INTO documents (service, kind, reference, digest, state, run, fields) VALUES (?, ?, ?, ?, ?, ?, ?)',
      values,
    );
  const digest = changed ? 'another' : digestOf(document('R-1').body);
  if (state !== undefined) put(1, 'order', 'R-1', digest, state, run, fields ?? null);
  // A delivery, and another account's order, may have the same reference.
  put(1, 'inbound', 'R-1', digestOf(document('R-1').body), 'created', 1, null);
  put(2, 'order', 'R-1', digestOf(document('R-1').body), 'created', 1, null);
  if (cancelledIn !== undefined) put(1, 'cancel', 'R-1', '', cancellation, cancelledIn, null);
  if (lossAfter !== undefined) db.run('INSERT INTO losses VALUES (?)', [lossAfter]);
  const runs = (...values: SqlValue[]) =>
    db.run(
      "INSERT INTO runs (id, service, kind, files, pid, started_at, ended_at, stopped, counts) VALUES (?, ?, ?, '[]', 1, 0, ?, ?, '{}')",
      values,
    );
  runs(9, 1, 'order', null, null);
  if (later !== undefined) runs(...later);
  const plans = await readPlans(db, spool, scope, { fresh, origin, refusesDuplicates, isAgain });
  return { plan: plans.of(0), ...plans.counts };
}

describe('the plan for an order', async () => {
  it.each([
    ['created', false, 'skip'],
    ['created', true, 'compare'],
    ['existing', false, 'skip'],
    ['existing', true, 'compare'],
    ['unknown', false, 'look-up'],
    ['unknown', true, 'look-up'],
    ['conflict', false, 'send'],
    ['rejected', false, 'send'],
    ['failed', true, 'send'],
    ['skipped', false, 'check'],
    ['from-the-future', false, 'check'],
    [undefined, false, 'send'],
  ])('whose last outcome is %s, changed since: %s, is to %s', async (state, changed, plan) => {
    const known = state === undefined ? {} : { state };
    expect(await planFor({ ...known, changed })).toEqual({
      plan,
      toProcess: plan === 'skip' ? 0 : 1,
      skipped: plan === 'skip' ? 1 : 0,
    });
  });

  it.each<[string, boolean, string | undefined, string]>([
    ['an order that the service has with other content', true, 'Qty', 'send'],
    ['a purchase order that it has with other content', false, 'slotReference', 'look-up'],
    ['a purchase order that it refused', false, undefined, 'send'],
  ])('after a conflict for %s', async (_, refusesDuplicates, fields, plan) => {
    const more = fields === undefined ? {} : { fields };
    expect((await planFor({ state: 'conflict', refusesDuplicates, ...more })).plan).toBe(plan);
  });

  it.each([
    ['created', 'cancelled', 3, 'skip'],
    ['conflict', 'cancelled', 3, 'look-up'],
    ['failed', 'existing', 3, 'look-up'],
    ['conflict', 'found-cancelled', 2, 'look-up'],
    ['failed', 'unknown', 3, 'send'],
    ['failed', 'cancelled', 1, 'send'],
  ])('that is %s in run 2 and %s in run %i is to %s', async (state, cancellation, cancelledIn, plan) => {
    expect((await planFor({ state, run: 2, cancellation, cancelledIn })).plan).toBe(plan);
  });

  it('counts only orders that can be sent', async () => {
    const db = memoryLedger();
    const spool = openSpool();
    spool.sink.add({ ...document('R-1'), invalid: true });
    db.run(
      "INSERT INTO documents (service, kind, reference, digest, state, run) VALUES (1, 'order', 'R-1', ?, 'created', 1)",
      [digestOf(document('R-1').body)],
    );
    const { counts } = await readPlans(db, spool, scope, {
      fresh: false,
      origin: 'files',
      refusesDuplicates: true,
    });
    expect(counts).toEqual({ toProcess: 0, skipped: 0 });
  });

  it('is found while signals are heard', async () => {
    const db = memoryLedger();
    const spool = openSpool();
    spool.sink.add(document('R-1'));
    const slow: typeof spool = {
      ...spool,
      *documents(...given) {
        const until = process.hrtime.bigint() + 100_000_000n;
        while (process.hrtime.bigint() < until);
        yield* spool.documents(...given);
      },
    };
    db.run(
      "INSERT INTO documents (service, kind, reference, digest, state, run) VALUES (1, 'order', 'R-7', '', 'created', 1)",
    );
    let isHeard = false;
    setImmediate(() => {
      isHeard = true;
    });
    await readPlans(db, slow, scope, { fresh: false, origin: 'files', refusesDuplicates: true });
    expect(isHeard).toBe(true);
  });

  it('is to send it when asked to forget, whatever the ledger knows or has lost', async () => {
    const forgotten = { plan: 'send', toProcess: 1, skipped: 0 };
    expect(await planFor({ state: 'created', fresh: true, lossAfter: 3 })).toEqual(forgotten);
  });

  it.each<[string, Known, string]>([
    ['never seen', {}, 'check'],
    ['that failed before the loss', { state: 'failed', run: 5 }, 'check'],
    ['that failed after the loss', { state: 'failed', run: 6 }, 'send'],
    ['that was created before the loss', { state: 'created', run: 2 }, 'skip'],
    ['with an unknown outcome', { state: 'unknown', run: 6 }, 'look-up'],
  ])('%s is to %s again after a ledger was lost', async (_, known, plan) => {
    expect((await planFor({ ...known, lossAfter: 5 })).plan).toBe(plan);
  });

  it.each<[string, NonNullable<Known['later']>, boolean, string]>([
    ['a complete run', [6, 1, 'order', 1, null], true, 'send'],
    ['a run before the loss', [5, 1, 'order', 1, null], true, 'check'],
    ['a run of another account', [6, 2, 'order', 1, null], true, 'check'],
    ['a run of deliveries', [6, 1, 'inbound', 1, null], true, 'check'],
    ['a run that was cut off', [6, 1, 'order', null, null], true, 'check'],
    ['a run that stopped', [6, 1, 'order', 1, 'max-errors'], true, 'check'],
    ['a complete run of what the service accepts twice', [6, 1, 'order', 1, null], false, 'check'],
  ])('after a loss and %s', async (_, later, refusesDuplicates, plan) => {
    expect((await planFor({ lossAfter: 5, later, refusesDuplicates })).plan).toBe(plan);
  });
});

describe('the plan for what a person has typed', () => {
  it.each([
    ['a booking that is new', {}, 'send'],
    ['a booking that was made before', { state: 'created' }, 'send'],
    ['a booking whose outcome is not known', { state: 'unknown' }, 'look-up'],
    ['a booking that a lost ledger may have known', { lossAfter: 3 }, 'send'],
  ] as const)('to send %s', async (_, known, plan) => {
    expect((await planFor({ ...known, refusesDuplicates: false, origin: 'typed' })).plan).toBe(plan);
  });

  it.each([
    ['new', {}, 'send'],
    ['done before', { state: 'created' }, 'check'],
    ['done before, with other content', { state: 'created', changed: true }, 'send'],
    ['in doubt', { state: 'unknown' }, 'look-up'],
    ['refused before', { state: 'rejected' }, 'send'],
    ['forgotten by a lost ledger', { lossAfter: 3 }, 'send'],
    ['perhaps done by this very run, whose ledger was lost', { lossAfter: 3, isAgain: true }, 'check'],
  ] as const)('for an act that is %s', async (_, known: Known, plan) => {
    expect((await planFor({ ...known, refusesDuplicates: false, origin: 'act' })).plan).toBe(plan);
  });
});

describe('in every state of the ledger, the plan', () => {
  const either = [false, true];
  const members: { readonly [Name in keyof KnownDocument]: readonly KnownDocument[Name][] } = {
    isThere: ['yes', 'no', 'maybe', undefined],
    content: ['same', 'other', 'unrecorded'],
    differs: either,
    isSinceLoss: either,
    isCancelledSince: either,
    isUploadedSince: either,
    isUntold: either,
  };
  const cells = Object.entries(members).reduce<object[]>(
    (rows, [name, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  ) as KnownDocument[];
  const cellsThat = (origin: Origin, refusesDuplicates: boolean, ...plans: readonly string[]) =>
    cells.filter((known) => plans.includes(planOf(known, origin, refusesDuplicates)));

  it.each([
    ['files', true],
    ['files', false],
    ['typed', false],
    ['act', false],
  ] as const)('for %s (duplicates refused: %s) never sends what is in doubt', (origin, refusesDuplicates) => {
    const isAnother = ({ content, isUploadedSince }: KnownDocument): boolean =>
      origin === 'act' && (content === 'other' || isUploadedSince);
    const sent = cellsThat(origin, refusesDuplicates, 'send').filter((known) => !isAnother(known));
    expect(sent.map(({ isThere }) => isThere)).not.toContain('maybe');
  });

  it.each([true, false])('for files sends only what was refused or failed since any loss (%s)', (refuses) => {
    const isSame = refuses ? {} : { differs: false };
    for (const known of cellsThat('files', refuses, 'send'))
      expect(known).toMatchObject({ isThere: 'no', isSinceLoss: true, isCancelledSince: false, ...isSame });
    expect(cellsThat('files', refuses, 'send')).not.toEqual([]);
  });

  it.each([true, false])('for files is done only with the same content at the service (%s)', (refuses) => {
    for (const known of cellsThat('files', refuses, 'skip'))
      expect(known).toMatchObject({ isThere: 'yes', content: 'same' });
    expect(cellsThat('files', refuses, 'compare').every(({ isThere }) => isThere === 'yes')).toBe(true);
  });

  it('for what was typed, and for an act, never takes an earlier one for done unasked', () => {
    expect(cellsThat('typed', false, 'skip', 'compare', 'check')).toEqual([]);
    expect(cellsThat('act', false, 'skip', 'compare')).toEqual([]);
  });

  it('looks up what was typed and never told', () => {
    for (const known of cells.filter(({ isThere, isUntold }) => isThere === 'yes' && isUntold))
      expect(planOf(known, 'typed', false)).toBe('look-up');
  });
});
