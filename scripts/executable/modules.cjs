'use strict';

const { moduleLoader } = require('../../src/modules/loader.ts');
const { nodeSqliteFile } = require('../../src/modules/node-sqlite.ts');

/** Returns the `require` of the program's modules in the executable, which uses Node's own SQLite. */
exports.executableModules = (source) => {
  const requireModule = moduleLoader({
    ...source,
    others(name) {
      const sqlite = nodeSqliteFile(name);
      return sqlite === undefined ? require(name) : requireModule(sqlite);
    },
  });
  return requireModule;
};
