import type { Database } from '../../storage/sqlite/database.ts';
import { withJson } from './tables.ts';

/** A fault rule, as stored, with the number of times it has matched and fired. */
export interface Fault {
  readonly id: number;
  readonly rule: unknown;
  readonly matched: number;
  readonly fired: number;
}

/** Returns the id of the new rule; rules are tried in the order they were added. */
export function insertFault(db: Database, rule: object): number {
  const text = JSON.stringify(rule);
  const row = db.get<{ id: number }>('INSERT INTO faults (rule) VALUES (?) RETURNING id', [text]);
  return Number(row?.id);
}

// `matched` is stored as `seen`, the column's name in state files and exports since version 0.1.0.

/** The fault rules in the order they are tried. */
export const allFaults = (db: Database): Fault[] =>
  db
    .all<object>('SELECT id, rule, seen AS matched, fired FROM faults ORDER BY id')
    .map((row) => withJson<Fault>(row, 'rule'));

/** Counts a match of the rule, and whether it fired. */
export const countFault = (db: Database, id: number, fired: boolean): number =>
  db.run('UPDATE faults SET seen = seen + 1, fired = fired + ? WHERE id = ?', [fired ? 1 : 0, id]);

/** Removes all fault rules. */
export const deleteFaults = (db: Database): number => db.run('DELETE FROM faults');
