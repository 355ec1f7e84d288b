import { seedError } from './schema.ts';

/** Rows that other parts of a seed refer to by name. */
export interface SeedNames {
  readonly warehouses: ReadonlyMap<string, number>;
  readonly clients: ReadonlyMap<string, SeedClient>;
}

/** A client of a seed. */
export interface SeedClient {
  readonly id: number;
  readonly warehouses: ReadonlySet<string>;
  readonly prefixes: readonly string[];
}

/** The row of the client that a seed entry names. */
export function seedClient(names: SeedNames, path: string, clientId: string): SeedClient {
  const client = names.clients.get(clientId);
  if (client === undefined) throw seedError(`${path}.client`, `there is no client ${clientId}`);
  return client;
}

/** The row of the warehouse that a seed entry names; it must be one of the client's. */
export function seedWarehouse(names: SeedNames, client: SeedClient, path: string, name: string): number {
  const warehouse = names.warehouses.get(name);
  if (warehouse === undefined) throw seedError(path, `there is no warehouse ${name}`);
  if (!client.warehouses.has(name)) throw seedError(path, `${name} is not a warehouse of this client`);
  return warehouse;
}
