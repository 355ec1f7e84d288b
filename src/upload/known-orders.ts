import { existsSync } from 'node:fs';
import type { DocumentKind } from '../payload/document/types.ts';
import { heard } from '../timers.ts';
import { type LedgerAccount, serviceOf } from './ledger/ledger-account.ts';
import { type LedgerPlace, ledgerPlaceOf } from './ledger/ledger-file.ts';
import { inLedger, type OpenLedger, openLedger, replaceIfDamaged } from './ledger/open-ledger.ts';
import { type KnownOrder, openStates } from './ledger/order-states.ts';
import type { Outside } from './terms/outside.ts';
import { digestOf, type Spool, type SpooledDocument } from './terms/spool.ts';

/** What earlier uploads have done with the documents to send. */
export interface KnownInFile {
  /** How many they created, or found existing, with this content as far as the ledger can tell. */
  readonly created: number;
  /** Those that have another content, and in which fields it differs where the ledger can tell. */
  readonly changed: readonly { readonly reference: string; readonly fields?: readonly string[] }[];
  /** How many of the changed are sent again, because the service had another order of that reference. */
  readonly again: number;
  /** How many of those created may have changed: only the service knows whether they had lines that are now left out. */
  readonly unclear: number;
  /** How many may have been sent, because no answer showed it, and the first of them: they are looked up before they are sent. */
  readonly inDoubt: { readonly count: number; readonly first: readonly string[] };
  /** What became of the first documents of the file; those that it does not know are missing. */
  readonly first: ReadonlyMap<string, 'created' | 'changed' | 'unclear'>;
}

/** People read the names of so many. */
export const mostInDoubt = 5;

/**
 * What the ledger alone knows of the documents to send: nothing without an account or a ledger, and what could not be read is
 * undefined. Of the `first` ones, says what became of each; calls back with the bodies of those to send.
 */
export async function knownByLedger(
  outside: Outside,
  account: LedgerAccount | undefined,
  kind: DocumentKind,
  spool: Spool,
  { first: most, isNew }: { readonly first: number; isNew(body: string): void },
): Promise<KnownInFile | undefined> {
  const place = ledgerPlaceOf(outside);
  const { interrupted } = outside.deps;
  const knownNothing = async (): Promise<KnownInFile> => {
    for await (const { body } of heard(spool.documents(['body'], 'sendable'), interrupted)) isNew(body);
    return {
      created: 0,
      again: 0,
      unclear: 0,
      changed: [],
      inDoubt: { count: 0, first: [] },
      first: new Map(),
    };
  };
  if (account === undefined || !existsSync(place.file)) return knownNothing();
  return inLedger(place, async (db) => {
    if (serviceOf(db, account) === undefined) return knownNothing();
    let [read, again] = [0, 0];
    const counts = { created: 0, unclear: 0, changed: 0 };
    const changed: KnownInFile['changed'][number][] = [];
    const inDoubt = { count: 0, first: [] as string[] };
    const first = new Map<string, keyof typeof counts>();
    const firstReferences = new Set<string>();
    // The states come in pages: only the documents of one are kept.
    const documents = new Map<string, SpooledOrder>();
    function* sendable(): Generator<string> {
      for (const document of spool.documents(orderMembers, 'sendable')) {
        documents.set(document.reference, document);
        if (read++ < most) firstReferences.add(document.reference);
        yield document.reference;
      }
    }
    const states = openStates(db, account, kind)(sendable());
    for await (const [reference, state] of heard(states, interrupted)) {
      const document = documents.get(reference);
      documents.delete(reference);
      if (document === undefined) continue;
      if (state.atWarehouse === 'unknown' && ++inDoubt.count <= mostInDoubt) inDoubt.first.push(reference);
      const found = becameOf(document, state);
      if (found === undefined) {
        isNew(document.body);
        continue;
      }
      const { what, fields } = found;
      counts[what] += 1;
      if (!state.uploaded) isNew(document.body);
      again += Number(!state.uploaded);
      if (firstReferences.has(reference)) first.set(reference, what);
      if (what === 'changed') changed.push({ reference, ...(fields === undefined ? {} : { fields }) });
    }
    const { created, unclear } = counts;
    return { created: created + unclear, again, unclear, changed, inDoubt, first };
  });
}

const orderMembers = ['reference', 'body', 'digest', 'leftOutLines'] as const;
type SpooledOrder = Pick<SpooledDocument, (typeof orderMembers)[number]>;

/** What earlier uploads did with an order of the file; undefined if it is new. */
function becameOf(
  { body, digest, leftOutLines }: SpooledOrder,
  state: KnownOrder,
): { readonly what: 'created' | 'unclear' | 'changed'; readonly fields?: string[] | undefined } | undefined {
  const isSame = state.digest === digest;
  if (isSame && state.atWarehouse === 'differing')
    return { what: 'changed', fields: state.fields?.split(', ') };
  if (!state.uploaded) return undefined;
  if (isSame) return { what: 'created' };
  if (isOnlyDispatchBy(body, state)) return { what: 'changed', fields: ['DispatchBy'] };
  // An order of which the file leaves lines out may have been sent with them, and not have changed.
  return { what: leftOutLines.length > 0 ? 'unclear' : 'changed' };
}

/** Whether an order differs from the one that was sent only in its dispatch time, the one field whose value the ledger has. */
function isOnlyDispatchBy(body: string, { digest, dispatchBy }: KnownOrder): boolean {
  if (dispatchBy === null) return false;
  const order = JSON.parse(body) as object;
  return digestOf(JSON.stringify({ ...order, DispatchBy: dispatchBy })) === digest;
}

/** What the ledger knows of one document; undefined without a ledger or an account in it. */
export async function knownDocument(
  outside: Outside,
  account: LedgerAccount,
  kind: DocumentKind,
  reference: string,
): Promise<KnownOrder | undefined> {
  const place = ledgerPlaceOf(outside);
  if (!existsSync(place.file)) return undefined;
  return inLedger(place, (db) => openStates(db, account, kind)([reference]).next().value?.[1]);
}

/** Looks orders up in the ledger; `account` is undefined if none is known yet. */
export function createdOrders(place: LedgerPlace, account: LedgerAccount | undefined) {
  let opened: OpenLedger | undefined;
  let statesOf: ReturnType<typeof openStates> | undefined;
  let failure: { readonly error: unknown } | undefined;

  return {
    /** Opens the ledger on the first call. False if the ledger cannot be read; `close` then reports why. */
    has(reference: string): boolean {
      if (account === undefined || failure !== undefined) return false;
      try {
        if (statesOf === undefined) {
          if (!existsSync(place.file)) return false;
          opened = openLedger(place);
          statesOf = openStates(opened.db, account);
        }
        const [found] = statesOf([reference]);
        return found?.[1].uploaded === true;
      } catch (error) {
        failure = { error };
        return false;
      }
    },
    /** Replaces a ledger that turned out to be damaged. Throws a `CfiError` for one that cannot be used. */
    close(): void {
      opened?.db.close();
      if (failure !== undefined) replaceIfDamaged(place, failure.error, opened);
    },
  };
}
