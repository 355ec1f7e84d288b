const bare = (hostname: string): string => hostname.toLowerCase().replace(/^\[|\]$/g, '');

/** Whether the host is an IP address of this machine: `127.0.0.0/8` or `::1`, with or without brackets. */
export function isLoopbackAddress(hostname: string): boolean {
  const host = bare(hostname);
  return host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Whether the host is a name that should resolve to this machine. Only a lookup shows whether it does. */
export function isLoopbackName(hostname: string): boolean {
  const host = bare(hostname);
  return host === 'localhost' || host.endsWith('.localhost');
}

/** Whether the host is this machine, by its address or by its name. */
export const isLoopback = (hostname: string): boolean =>
  isLoopbackAddress(hostname) || isLoopbackName(hostname);
