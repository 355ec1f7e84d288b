import { describe, expect, it } from 'vitest';
import { nodeSqliteFile, usesNodeSqlite } from '../../src/modules/node-sqlite.ts';

describe('usesNodeSqlite', () => {
  it.each([
    ['20.20.2', undefined, false],
    // Still experimental, although it has the same SQLite.
    ['22.23.3', '3.51.3', false],
    ['24.14.0', '3.51.2', false],
    ['24.15.0', '3.51.3', true],
    ['25.9.0', '3.51.3', false],
    ['26.0.0', '3.53.0', true],
    ['28.1.0', '3.55.0', true],
    // Built without SQLite.
    ['26.0.0', undefined, false],
  ])('of Node %s with SQLite %s is %s', (node, sqlite, uses) => {
    expect(usesNodeSqlite(sqlite === undefined ? { node } : { node, sqlite })).toBe(uses);
  });
});

it('replaces the modules of libsql and nothing else', () => {
  expect(nodeSqliteFile('libsql')).toBe('./node-sqlite.js');
  expect(nodeSqliteFile('libsql/promise')).toBe('./node-sqlite-promise.js');
  expect(nodeSqliteFile('libsql/other')).toBeUndefined();
  expect(nodeSqliteFile('toString')).toBeUndefined();
});
