import { usageError } from '../../../errors.ts';

/** A host name that requests may be sent to, in lower case, or `*`; a usage error names the option. */
export function hostName(option: string, text: string): string {
  const name = text.trim().toLowerCase().replace(/\.$/, '');
  // An IPv6 address has at least two colons; a name with a port has one, even if it looks hexadecimal.
  if (name === '*' || /^\[?[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*\]?$/.test(name))
    return name.replace(/^\[|\]$/g, '');
  if (/^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(name)) return name;
  throw usageError(
    `${option} ${JSON.stringify(text)} is not the name of a host`,
    'write it without scheme and port, for example emulator or cfi.example.test; * allows any',
  );
}

/** The origin of web pages, as browsers send it, or `*`; a usage error names the option. */
export function pageOrigin(option: string, text: string): string {
  const value = text.trim().toLowerCase();
  if (value === '*' || value === 'null') return value;
  const url = URL.parse(value);
  if (url !== null && /^https?:$/.test(url.protocol) && [url.origin, `${url.origin}/`].includes(url.href)) {
    return url.origin;
  }
  throw usageError(
    `${option} ${JSON.stringify(text)} is not the origin of a web page`,
    'write only scheme, host and port, for example http://localhost:5173; * allows any',
  );
}

/** An address to listen on; an IPv6 address may be in brackets, as in a URL. A usage error names the option. */
export function listeningAddress(option: string, text: string): string {
  const address = text.trim();
  if (address === '') throw usageError(`${option} must not be empty`);
  return address.startsWith('[') && address.endsWith(']') ? address.slice(1, -1) : address;
}
