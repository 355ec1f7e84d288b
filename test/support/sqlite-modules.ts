import { fileURLToPath } from 'node:url';
import { usesNodeSqlite } from '../../src/modules/node-sqlite.ts';

const source = (name: string): string =>
  fileURLToPath(new URL(`../../src/storage/node-sqlite/${name}.ts`, import.meta.url));

/** What replaces libsql's modules in the sources, as the built program replaces them on this Node. */
export const sqliteModules = (): Record<string, string> =>
  usesNodeSqlite(process.versions) ? { 'libsql/promise': source('promise'), libsql: source('database') } : {};
