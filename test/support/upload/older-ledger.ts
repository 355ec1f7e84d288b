import { join } from 'node:path';
import { openDatabase } from '../../../src/storage/sqlite/database.ts';

/** What each migration did to the tables, undone: `undo[8]` gives a ledger of version 9 the tables of version 8. */
const undo: Readonly<Record<number, string>> = {
  13: 'ALTER TABLE intents DROP COLUMN digests',
  12: 'ALTER TABLE runs DROP COLUMN ended_steady',
  9: `ALTER TABLE slots_before ADD COLUMN accepted INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE slots_before ADD COLUMN bodies TEXT NOT NULL DEFAULT '[]';
    UPDATE slots_before SET (bodies, accepted) = (SELECT bodies, seen IS NOT NULL FROM attempts a
      WHERE a.service = slots_before.service AND a.kind = 'slot' AND a.reference = slots_before.reference);
    CREATE TABLE sent_without_slot (service INTEGER, reference TEXT);
    DROP TABLE attempts;
    ALTER TABLE documents DROP COLUMN preset; ALTER TABLE runs DROP COLUMN continued;
    ALTER TABLE slots_before DROP COLUMN repeated; DROP TABLE slots_seen`,
  8: `ALTER TABLE documents DROP COLUMN dispatch_by; DROP TABLE last_looks; DROP TABLE written_for_shops`,
  2: `DROP TABLE sent_without_slot; DROP TABLE slots_before; DROP TABLE last_shown; DROP TABLE losses;
    ALTER TABLE intents RENAME COLUMN batch TO number; ALTER TABLE intents RENAME TO windows`,
};

/** Gives a ledger the tables of version 0.1.0 (2), 0.2.0 (8) or 0.3.0 (9), and then runs a script. */
export function makeOlder(home: string, version: 2 | 8 | 9, script = ''): void {
  const db = openDatabase(join(home, 'ledger.sqlite'));
  for (const at of [13, 12, 9, 8, 2]) if (at >= version) db.script(`${undo[at]}`);
  db.script(`PRAGMA user_version = ${version}; ${script}`);
  db.close();
}
