import type { HttpAnswer } from '../server/http-message.ts';

/** The page's files by their path below `/_emulator/`. */
const paths: Readonly<Record<string, string>> = {
  '': 'index.html',
  'page.js': 'page.js',
  'page.css': 'page.css',
  'icon.svg': 'icon.svg',
};

/** The page runs its own script and calls its own origin, nothing else; no other page may show it. */
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

/** Name of the page's file at a path below `/_emulator`; undefined for what is no part of the page. */
function fileAt(parts: readonly string[]): string | undefined {
  const [path = '', ...more] = parts;
  return more.length === 0 && Object.hasOwn(paths, path) ? paths[path] : undefined;
}

/** Whether the warehouse page has a file at a path below `/_emulator`. */
export const isPage = (parts: readonly string[]): boolean => fileAt(parts) !== undefined;

/** The file of the warehouse page at a path below `/_emulator`; undefined for what is no part of it. */
export async function pageAnswer(method: string, parts: readonly string[]): Promise<HttpAnswer | undefined> {
  const name = fileAt(parts);
  if (name === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined;
  // Relative addresses in the page need the slash.
  if (parts.length === 0) return { status: 308, headers: { location: '/_emulator/' }, body: '', delayMs: 0 };
  const { pageFiles } = await import('../page/built.ts');
  const file = pageFiles[name];
  if (file === undefined) return undefined;
  return { status: 200, headers: { ...headers, 'content-type': file.type }, body: file.text, delayMs: 0 };
}
