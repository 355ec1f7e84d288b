'use strict';

const { moduleLoader } = require('../../src/modules/loader.ts');

/** Returns the `require` of the program's modules in the executable, which uses Node's own SQLite. */
exports.executableModules = (source) => {
  const requireModule = moduleLoader({
    ...source,
    others: (name) => (name === 'libsql' ? requireModule('./sqlite.cjs') : require(name)),
  });
  return requireModule;
};
