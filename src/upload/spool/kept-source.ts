import type { Source } from '../../payload/document/types.ts';
import type { Database } from '../../storage/sqlite/database.ts';

/** A source that can be opened again though the other cannot: its bytes are kept in a temporary database while they are read. */
export function keptSource({ name, open }: Source, db: Database): Source {
  let isKept = false;
  return {
    name,
    async *open() {
      if (isKept) {
        for (const { bytes } of db.each<{ bytes: Uint8Array }>('SELECT bytes FROM source ORDER BY id'))
          yield bytes;
        return;
      }
      isKept = true;
      db.script('CREATE TEMP TABLE source (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL)');
      for await (const chunk of open()) {
        db.run('INSERT INTO source (bytes) VALUES (?)', chunk);
        yield chunk;
      }
    },
  };
}
