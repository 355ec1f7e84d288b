import { usageError } from '../../errors.ts';
import { hasUserInfo, isLoopback } from '../../text/host.ts';
import { withoutTrailing } from '../../text/words.ts';

/** An address for people: for an embedded emulator its folder, without the mark of the latest reset. */
export const addressText = (address: string): string =>
  address.startsWith('emulator:') ? address.replace(/#[\d-]{1,40}$/, '') : address;

const how = 'give the service base address with --base-url or CFI_BASE_URL, for example https://host/v1';

/**
 * The base address in its canonical form, without a trailing slash. Throws a usage error for text that is not a web
 * address, holds a password, or would send a token unencrypted over a network.
 */
export function baseAddress(text: string): string {
  if (hasUserInfo(text)) throw usageError('the base address must not contain a user name or password', how);
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw usageError(`${JSON.stringify(text)} is not a web address`, how);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw usageError(`the base address must begin with https://, not ${url.protocol}//`, how);
  if (url.search !== '' || url.hash !== '')
    throw usageError('the base address must not contain a query or fragment', how);
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw usageError(
      `plain http to ${url.host} is refused: the token would cross the network unprotected`,
      'use https://; plain http is for this machine only (localhost, 127.0.0.1)',
    );
  return url.origin + withoutTrailing(url.pathname, '/');
}
