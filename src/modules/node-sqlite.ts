/** The files of the built program that replace libsql's modules by Node's own SQLite. */
const replacements: Readonly<Record<string, string>> = {
  libsql: './node-sqlite.js',
  'libsql/promise': './node-sqlite-promise.js',
};

/** The file that replaces a module of libsql; undefined for any other module. */
export const nodeSqliteFile = (name: string): string | undefined =>
  Object.hasOwn(replacements, name) ? replacements[name] : undefined;

/**
 * Whether the program uses Node's own SQLite. Since Node 24.15 it is no longer experimental (Node would warn at every
 * start), and it is at least SQLite 3.51.3, which fixes a rare bug that can damage files written by several processes.
 * libsql contains an older SQLite. Node's own also needs less time for a call, and no native file.
 */
export function usesNodeSqlite({ node, sqlite }: { readonly node: string; readonly sqlite?: string }) {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  return sqlite !== undefined && (major > 25 || (major === 24 && minor >= 15));
}
