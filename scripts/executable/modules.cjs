'use strict';

const { moduleLoader } = require('../../src/modules/loader.ts');

/** Gives the `require` of the program's modules in the executable, where SQLite is Node's own. */
exports.executableModules = (source) => {
  const requireModule = moduleLoader({
    ...source,
    others: (name) => (name === 'libsql' ? requireModule('./sqlite.cjs') : require(name)),
  });
  return requireModule;
};
