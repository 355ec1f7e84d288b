'use strict';

// Replaces libsql in the single executable: the part of its interface that the program uses, on Node's built-in SQLite.
// So the executable needs no native file beside it, and unpacks nothing.

const { DatabaseSync } = require('node:sqlite');

/** SQLite's primary result codes, by number. */
const names = [
  ...[
    'OK',
    'ERROR',
    'INTERNAL',
    'PERM',
    'ABORT',
    'BUSY',
    'LOCKED',
    'NOMEM',
    'READONLY',
    'INTERRUPT',
    'IOERR',
  ],
  ...['CORRUPT', 'NOTFOUND', 'FULL', 'CANTOPEN', 'PROTOCOL', 'EMPTY', 'SCHEMA', 'TOOBIG', 'CONSTRAINT'],
  ...['MISMATCH', 'MISUSE', 'NOLFS', 'AUTH', 'FORMAT', 'RANGE', 'NOTADB'],
];

/** Extended codes that the program distinguishes from their primary ones. */
const extended = { 522: 'IOERR_SHORT_READ' };

/** Runs `work`; throws SQLite's errors with the code that libsql gives them, such as `SQLITE_BUSY`. */
function coded(work) {
  try {
    return work();
  } catch (error) {
    if (error.code === 'ERR_SQLITE_ERROR')
      error.code = `SQLITE_${extended[error.errcode] ?? names[error.errcode & 0xff] ?? 'ERROR'}`;
    throw error;
  }
}

class Statement {
  #statement;

  constructor(statement) {
    this.#statement = statement;
  }

  raw(raw) {
    this.#statement.setReturnArrays(raw);
    return this;
  }

  columns() {
    return this.#statement.columns();
  }

  run(values) {
    return coded(() => this.#statement.run(...values));
  }

  get(values) {
    return coded(() => this.#statement.get(...values));
  }

  all(values) {
    return coded(() => this.#statement.all(...values));
  }

  *iterate(values) {
    const rows = coded(() => this.#statement.iterate(...values));
    for (;;) {
      const { done, value } = coded(() => rows.next());
      if (done) return;
      yield value;
    }
  }
}

module.exports = class Database {
  #database;

  constructor(file) {
    this.#database = coded(() => new DatabaseSync(file));
  }

  get inTransaction() {
    return this.#database.isTransaction;
  }

  exec(sql) {
    coded(() => this.#database.exec(sql));
  }

  prepare(sql) {
    return new Statement(coded(() => this.#database.prepare(sql)));
  }

  close() {
    this.#database.close();
  }
};
