import type { Connection } from '../../storage/sqlite.ts';
import { type Spool, spoolFlags } from '../spool/spool.ts';

/** What the ledger says is to be done with a document. */
export const plans = { send: 0, lookUp: 1, skip: 2, conflict: 3 } as const;

/** What is planned, before anything is sent. */
export interface Plan {
  readonly toSend: number;
  readonly skipped: number;
  /** Done in an earlier run with other content; never sent. */
  readonly conflicts: number;
}

/** The plan of each document. */
export interface Plans {
  readonly plan: Plan;
  /** The ledger knows outcomes of earlier runs that this one will supersede. */
  readonly supersedes: boolean;
  of(document: number): number;
}

/** Whose documents a run deals with, as the ledger numbers them. */
export interface Scope {
  readonly service: number;
  readonly kind: string;
  readonly run: number;
}

const batchSize = 500;

/** Documents of the spool for which `wanted` holds, by number, so many at a time. */
export function* batchesOf(
  spool: Spool,
  wanted: (document: number) => boolean,
  size: number = batchSize,
): Generator<number[]> {
  let batch: number[] = [];
  for (let document = 0; document < spool.size; document++) {
    if (wanted(document)) batch.push(document);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Compares the sendable documents with what the ledger knows; with `fresh` all of them are to be sent. */
export function readPlans(db: Connection, spool: Spool, { service, kind }: Scope, fresh: boolean): Plans {
  const counts = [0, 0, 0, 0];
  const sendable = spool.count(spoolFlags.sendable);
  const known = db.statement('SELECT 1 FROM documents WHERE service = ? AND kind = ? LIMIT 1');
  let planned: Uint8Array | undefined;
  if (!fresh && known.row(service, kind) !== undefined) {
    planned = new Uint8Array(spool.size);
    // Text in and text out: one call for a batch, whatever it holds.
    const compare = db.statement(
      `SELECT json_group_array(given.key * 4 + CASE
         WHEN d.state IN ('created', 'existing')
           THEN iif(d.digest = given.value ->> 1, ${plans.skip}, ${plans.conflict})
         WHEN d.state = 'unknown' THEN ${plans.lookUp} ELSE ${plans.send} END)
       FROM json_each(?) given
       CROSS JOIN documents d ON d.service = ? AND d.kind = ? AND d.reference = given.value ->> 0`,
    );
    for (const batch of batchesOf(spool, (document) => spool.flag(document) === spoolFlags.sendable)) {
      const given = batch.map((document) => {
        const stored = spool.at(document);
        return [stored.reference, stored.digest()];
      });
      const found = compare.row(JSON.stringify(given), service, kind)?.[0];
      for (const each of JSON.parse(String(found)) as number[]) {
        const plan = each % 4;
        planned[batch[(each - plan) / 4] as number] = plan;
        counts[plan] = (counts[plan] as number) + 1;
      }
    }
  }
  const [again, lookUps, skipped, conflicts] = counts as [number, number, number, number];
  return {
    plan: { toSend: sendable - skipped - conflicts, skipped, conflicts },
    supersedes: fresh || again + lookUps > 0,
    of: (document) => planned?.[document] ?? plans.send,
  };
}
