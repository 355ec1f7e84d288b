// What loading a seed needs to read its entries, apart from the schema: a built-in seed is not checked, and loading zod
// takes longer than storing the seed.
import { CfiError } from '../../errors.ts';
import { parseDuration, parseInstant } from '../../text/time/time.ts';
import { type RuleContext, ServiceError } from '../domain/context.ts';

/** Parses an ISO 8601 time, or a duration from the seed's `now` such as `-P90D`, to ms; NaN if it is neither. */
export function seedInstant(text: string, now: number): number {
  const offset = parseDuration(text, { signed: true });
  return offset === undefined ? parseInstant(text) : now + offset;
}

/** An error in a seed, with the path of the invalid entry. */
export const seedError = (path: string, message: string): CfiError =>
  new CfiError('invalid-input', `seed: ${path === '' ? '' : `${path}: `}${message}`, { field: path });

/** Runs `work` for an entry of a seed; what the service would refuse becomes an error in the seed. */
export function inSeed<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof ServiceError ? seedError(path, error.message) : error;
  }
}

/** A seed being loaded: the moment of its `now`, and the rows that its other parts refer to by name. */
export interface Seeding extends RuleContext {
  readonly warehouses: ReadonlyMap<string, number>;
  readonly clients: ReadonlyMap<string, SeedClient>;
  /** Reads a time of the seed, in ms; without a text, it is `otherwise`, by default the seed's `now`. */
  time(text: string | undefined, otherwise?: number): number;
}

export interface SeedClient {
  readonly id: number;
  readonly warehouses: ReadonlySet<string>;
  readonly prefixes: readonly string[];
}

/** The row of the client that a seed entry names. */
export function seedClient({ clients }: Seeding, path: string, clientId: string): SeedClient {
  const client = clients.get(clientId);
  if (client === undefined) throw seedError(`${path}.client`, `there is no client ${clientId}`);
  return client;
}

/** The row of the warehouse that a seed entry names; it must be one of the client's. */
export function seedWarehouse({ warehouses }: Seeding, client: SeedClient, path: string, name: string) {
  const warehouse = warehouses.get(name);
  if (warehouse === undefined) throw seedError(path, `there is no warehouse ${name}`);
  if (!client.warehouses.has(name)) throw seedError(path, `${name} is not a warehouse of this client`);
  return warehouse;
}
