import type { HttpAnswer } from '../server/http-message.ts';

/** The page's files by path below `/_emulator/`. */
const paths: Readonly<Record<string, string>> = {
  '': 'index.html',
  'page.js': 'page.js',
  'page.css': 'page.css',
  'icon.svg': 'icon.svg',
};

/** The page may only run its own script and call its own origin, and no other page may embed it. */
const policy = [
  "default-src 'none'",
  ...["script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
  ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
].join('; ');

const headers = {
  'cache-control': 'no-store',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** The page's file at a path below `/_emulator`; undefined for any other path. */
function fileAt(parts: readonly string[]): string | undefined {
  const [path = '', ...more] = parts;
  return more.length === 0 && Object.hasOwn(paths, path) ? paths[path] : undefined;
}

/** Whether the warehouse page has a file at a path below `/_emulator`. */
export const isPage = (parts: readonly string[]): boolean => fileAt(parts) !== undefined;

/** Serves a file of the warehouse page from a path below `/_emulator`; undefined for any other path. */
export async function pageAnswer(method: string, parts: readonly string[]): Promise<HttpAnswer | undefined> {
  const name = fileAt(parts);
  if (name === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined;
  // The page's relative links need the trailing slash.
  if (parts.length === 0) return { status: 308, headers: { location: '/_emulator/' }, body: '', delayMs: 0 };
  const { pageFiles } = await import('../page/built.ts');
  const file = pageFiles[name];
  if (file === undefined) return undefined;
  return { status: 200, headers: { ...headers, 'content-type': file.type }, body: file.text, delayMs: 0 };
}
