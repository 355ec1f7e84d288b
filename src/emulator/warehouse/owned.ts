import { ServiceError } from '../engine/context.ts';

/** Something that a client owns under its own reference. */
interface Owned {
  readonly client_id: string;
}

/**
 * The requested one of the things with the same reference: 404 if there is none, 400 that names the clients if there
 * are several. `client` is a client_id; `what` names the thing in the error.
 */
export function theOneMeant<T extends Owned>(
  things: readonly T[],
  what: string,
  client: string | undefined,
): T {
  const meant = things.filter(({ client_id }) => client === undefined || client_id === client);
  const [thing, ...others] = meant;
  if (thing === undefined) {
    throw new ServiceError(404, `${what} not found${client === undefined ? '' : ` for client ${client}`}`);
  }
  if (others.length === 0) return thing;
  const owners = meant.map(({ client_id }) => client_id).join(', ');
  throw new ServiceError(400, `${what} exists for several clients: set client to one of ${owners}`);
}
