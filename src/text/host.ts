/** A host without the brackets that an address has around an IPv6 one. */
export const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '');

/** Whether the host is an IP address of this machine: `127.0.0.0/8` or `::1`, with or without brackets. */
export function isLoopbackAddress(hostname: string): boolean {
  const host = withoutBrackets(hostname.toLowerCase());
  return host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Whether the host is a name that should resolve to this machine. Only a lookup shows whether it does. */
export function isLoopbackName(hostname: string): boolean {
  const host = withoutBrackets(hostname.toLowerCase());
  return host === 'localhost' || host.endsWith('.localhost');
}

/** Whether the host is this machine, by its address or by its name. */
export const isLoopback = (hostname: string): boolean =>
  isLoopbackAddress(hostname) || isLoopbackName(hostname);

/** The web address that a text is; undefined for anything else. */
function webAddress(text: string): URL | undefined {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** Whether an address has a user name or a password, or is no address and may have one. */
export function hasUserInfo(address: string): boolean {
  const url = webAddress(address);
  if (url !== undefined) return url.username !== '' || url.password !== '';
  // What would be a port may be a password, where the rest is missing.
  const [, host = ''] = address.split('//');
  const port = host.split('/')[0]?.split(':')[1] ?? '';
  return /\D/.test(port) || /@|%40/.test(address);
}

/** An address for people, without the user name and password in it. */
export function withoutUserInfo(address: string): string {
  if (!hasUserInfo(address)) return address;
  const url = webAddress(address);
  return url === undefined ? '[removed]' : `${url.protocol}//[removed]@${url.host}${url.pathname}`;
}
