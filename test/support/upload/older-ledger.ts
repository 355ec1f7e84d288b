import { join } from 'node:path';
import { openDatabase } from '../../../src/storage/sqlite/database.ts';
import { ledgerFormat } from '../../../src/upload/ledger/ledger-file.ts';

/** What each migration did to the tables, undone: `undo[7]` turns version 8 into version 7. */
const undo: Readonly<Record<number, string>> = {
  11: `ALTER TABLE slots_before ADD COLUMN accepted INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE slots_before ADD COLUMN bodies TEXT NOT NULL DEFAULT '[]';
    UPDATE slots_before SET (bodies, accepted) = (SELECT bodies, seen IS NOT NULL FROM attempts a
      WHERE a.service = slots_before.service AND a.kind = 'slot' AND a.reference = slots_before.reference);
    CREATE TABLE sent_without_slot (service INTEGER, reference TEXT);
    CREATE TABLE open_answers (service INTEGER, reference TEXT, answer TEXT);
    DROP TABLE attempts`,
  10: 'ALTER TABLE documents DROP COLUMN preset; ALTER TABLE runs DROP COLUMN continued',
  9: 'ALTER TABLE slots_before DROP COLUMN repeated; DROP TABLE slots_seen; DROP TABLE open_answers',
  8: `ALTER TABLE documents DROP COLUMN dispatch_by; DROP TABLE last_looks; DROP TABLE written_for_shops`,
  7: 'ALTER TABLE slots_before DROP COLUMN bodies',
  6: 'DROP TABLE sent_without_slot',
  5: 'ALTER TABLE last_shown RENAME TO seen',
  4: 'DROP TABLE slots_before',
  3: 'DROP TABLE seen',
  2: `ALTER TABLE intents RENAME COLUMN batch TO number; ALTER TABLE intents RENAME TO windows; DROP TABLE losses`,
  1: 'DROP TABLE windows',
};

/** Gives a ledger the tables of an older version, and then runs a script. */
export function makeOlder(home: string, version: number, script = ''): void {
  const db = openDatabase(join(home, 'ledger.sqlite'));
  for (let at = ledgerFormat.version - 1; at >= version; at--) db.script(`${undo[at]}`);
  db.script(`PRAGMA user_version = ${version}; ${script}`);
  db.close();
}
