import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { usageError } from '../../../errors.ts';
import { isLoopbackAddress } from '../../../text/host.ts';

/** Resolves a host name to all its addresses, as `dns.lookup` does. */
export type Resolve = (
  hostname: string,
  options: { all: true; family?: number | undefined },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A lookup for plain http: names such as `localhost` are only used where they resolve to this machine. Fails with a
 * usage error for any other address, so that no token crosses the network unprotected.
 */
export function loopbackLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, done) => {
    const family = typeof options.family === 'number' ? options.family : undefined;
    resolve(hostname, { all: true, family }, (error, addresses) => {
      if (error !== null) return done(error, '');
      const elsewhere = addresses.find(({ address }) => !isLoopbackAddress(address));
      const [first] = addresses;
      if (elsewhere !== undefined || first === undefined) {
        const where = elsewhere === undefined ? 'no address' : elsewhere.address;
        return done(refused(hostname, where), '');
      }
      if (options.all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

const refused = (hostname: string, address: string): Error =>
  usageError(
    `plain http to ${hostname} is refused: the name resolves to ${address}, which is not this machine`,
    'use https://, or 127.0.0.1 for a service on this machine',
  );
