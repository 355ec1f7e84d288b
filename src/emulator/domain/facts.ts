import type { Database } from '../../storage/sqlite/database.ts';
import { type Variants, variantsOf } from '../conformance/assumptions.ts';
import { factTables, type RequestFacts, readRequestFacts } from '../store/accounts.ts';
import { choicesKept } from './choices.ts';

/** What a request needs to know before all else. */
export interface Facts extends RequestFacts {
  readonly variants: Variants;
}

/** The facts of a request whose token names that client. */
export const factsOf = (db: Database, clientId: string | undefined): Facts =>
  db.kept(factTables, clientId ?? '', () => {
    const facts = readRequestFacts(db, clientId);
    return { ...facts, variants: variantsOf(choicesKept(facts.choices)) };
  });
