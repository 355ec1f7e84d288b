import { hash } from 'node:crypto';
import type { Database } from '../../storage/sqlite/database.ts';
import type { AssumptionId, Variants } from '../conformance/assumptions.ts';
import type { ClientAccount } from '../store/clients.ts';
import { countUp, readMeta } from '../store/tables.ts';
import type { DomainFault } from './fault-names.ts';

/** What every rule receives: the time, the store within a transaction, and a way to record assumptions. */
export interface RuleContext {
  /** Milliseconds since the epoch, by the emulator's clock. */
  readonly now: number;
  readonly db: Database;
  readonly variants: Variants;
  /** Records that the answer depends on an assumption, for example `A-07`, because the specification is silent. */
  assume(...ids: readonly AssumptionId[]): void;
  /** Records that the answer depends on an assumption, and picks what was chosen for it (see `Variants`). */
  readonly decide: Variants['pick'];
  /** Whether a fault rule requests this effect for the current request. */
  hasFault(name: DomainFault): boolean;
}

/** A `RuleContext` for requests that carry a token. */
export interface ClientContext extends RuleContext {
  readonly client: ClientAccount;
}

/** An answer. Returning one keeps what the rule wrote. */
export interface Reply {
  readonly status: number;
  /** Absent for an answer without a body. */
  readonly body?: unknown;
  /** The body as serialised JSON, instead of `body`. */
  readonly json?: string;
}

/** A successful answer in the service's envelope. */
export const ok = (data: unknown, beside: Readonly<Record<string, unknown>> = {}, status = 200): Reply => ({
  status,
  body: { success: true, ...beside, data },
});

/** Thrown to refuse a request: undoes everything that its rule wrote, and sends the failure body. */
export class ServiceError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** The thing that was looked for. Throws a 404 that names it if there is none. */
export function found<T>(thing: T | undefined, name: string): T {
  if (thing !== undefined) return thing;
  throw new ServiceError(404, `${name} not found`);
}

/** A refusal that depends on an assumption. */
export function refusal(context: RuleContext, because: AssumptionId, status: number, message: string) {
  context.assume(because);
  return new ServiceError(status, message);
}

const hashOf = (text: string): Buffer => hash('sha256', text, 'buffer');

/** A UUID that depends only on the seed and the name. */
export function seededUuid(rngSeed: string, name: string): string {
  const hex = hashOf(`${rngSeed}/uuid/${name}`).toString('hex');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A number from 0 up to but not including 1 that depends only on the seed of the state and the draw. */
export const seededFraction = (db: Database, draw: string): number =>
  hashOf(`${rngSeedOf(db)}/draw/${draw}`).readUInt32BE(0) / 2 ** 32;

const tables = ['meta'];

/** The seed for all ids and random draws of this state. */
const rngSeedOf = (db: Database): string => db.kept(tables, 'rng_seed', () => readMeta(db, 'rng_seed') ?? '');

/** The UUID of an order: the same for the same seed and number. */
export const orderUuid = (db: Database, number: number): string =>
  seededUuid(rngSeedOf(db), `order/${number}`);

/** The next name of a sequence that is not taken, with a number from 1: `LW-000001`. */
export function nextName(
  db: Database,
  sequence: 'slot' | 'purchase-order',
  prefix: string,
  isTaken: (name: string) => boolean,
): string {
  for (;;) {
    const name = `${prefix}${String(countUp(db, `next_${sequence}`)).padStart(6, '0')}`;
    if (!isTaken(name)) return name;
  }
}

/** The context of one moment: `assumptions` collects those of an answer to a client, `fault` is what a rule requests. */
export const ruleContext = (
  { db, now, variants }: Pick<RuleContext, 'db' | 'now' | 'variants'>,
  assumptions?: Set<AssumptionId>,
  fault?: () => DomainFault | undefined,
): RuleContext => ({
  now,
  db,
  variants,
  assume(...ids) {
    for (const id of ids) assumptions?.add(id);
  },
  decide(assumption, answers) {
    assumptions?.add(assumption);
    return variants.pick(assumption, answers);
  },
  hasFault: (name) => fault?.() === name,
});
