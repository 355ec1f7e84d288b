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
