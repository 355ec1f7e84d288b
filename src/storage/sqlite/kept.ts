/** The table whose rows a statement changes. What triggers change must be read without keeping it. */
const changing = /^\s*(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM) (\w+)/;

const onlyReading = /^\s*(?:SELECT|PRAGMA)\b/;

/** How often statements that change a table were run. */
interface Count {
  runs: number;
}

interface Kept {
  readonly byOthers: number;
  readonly byUs: number;
  readonly values: Map<string, unknown>;
}

/** How many values are kept of the same tables. */
const mostKept = 50;

/** Keeps what a connection has read. `readVersion` differs after another connection has changed the database. */
export function keptReads(readVersion: () => number) {
  const counts = new Map<string, Count>();
  const kept = new Map<readonly string[], Kept>();
  /** What may have changed any table: a script, undoing, or a statement of another form. */
  const any: Count = { runs: 0 };
  /** The version in this transaction, during which no other connection changes anything that it sees. */
  let version: number | undefined;
  let isInTransaction = false;
  const countOf = (table: string): Count => {
    const count = counts.get(table) ?? { runs: 0 };
    counts.set(table, count);
    return count;
  };
  return {
    any,
    /** Counts the runs of a statement; undefined for one that changes nothing. */
    countFor(sql: string): Count | undefined {
      const table = changing.exec(sql)?.[1];
      if (table !== undefined) return countOf(table);
      return onlyReading.test(sql) ? undefined : any;
    },
    /** A transaction begins or has ended. */
    setInTransaction(isIn: boolean): void {
      isInTransaction = isIn;
      version = undefined;
    },
    /** What `read` returns for a key, read again only after one of these tables may have changed. */
    keep<T>(tables: readonly string[], key: string, read: () => T): T {
      const byOthers = version ?? readVersion();
      if (isInTransaction) version = byOthers;
      const byUs = tables.reduce((sum, table) => sum + countOf(table).runs, any.runs);
      let known = kept.get(tables);
      if (known?.byOthers !== byOthers || known.byUs !== byUs || known.values.size === mostKept) {
        known = { byOthers, byUs, values: new Map() };
        kept.set(tables, known);
      }
      const { values } = known;
      if (!values.has(key)) values.set(key, read());
      return values.get(key) as T;
    },
  };
}
