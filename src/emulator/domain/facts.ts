import type { Database } from '../../storage/sqlite/database.ts';
import { type Variants, variantsOf } from '../conformance/assumptions.ts';
import { factTables, type RequestFacts, readRequestFacts } from '../store/accounts.ts';
import { versionByOthers } from '../store/tables.ts';
import { choicesKept } from './choices.ts';

/** What a request needs to know before all else. */
export interface Facts extends RequestFacts {
  readonly variants: Variants;
}

/** The facts of requests, read again only after this process or another may have changed them. */
export function keptFacts(db: Database) {
  const kept = new Map<string | undefined, Facts>();
  let [others, own] = [-1, -1];
  /** For a request whose token names that client. The caller has opened a transaction. */
  return (clientId: string | undefined): Facts => {
    const [byOthers, byUs] = [versionByOthers(db), db.changesOf(factTables)];
    if (byOthers !== others || byUs !== own) kept.clear();
    [others, own] = [byOthers, byUs];
    const known = kept.get(clientId);
    if (known !== undefined) return known;
    const facts = readRequestFacts(db, clientId);
    const read = { ...facts, variants: variantsOf(choicesKept(facts.choices)) };
    // A token that was not verified can name any number of clients that do not exist.
    if (clientId === undefined || facts.id !== null) kept.set(clientId, read);
    return read;
  };
}
