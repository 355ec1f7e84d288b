'use strict';

// The first thing that runs in the single executable. It holds the built program as two assets: an archive of the
// modules' text, each followed by the code that V8 compiled from it, and a table of where each of them lies.

const { Script } = require('node:vm');

/** What a module is called in the archive when the program asks for a package that is not part of Node. */
const packages = { libsql: 'sqlite.cjs' };

/**
 * Gives the `require` of the program's modules. `read` gives a module's text, wrapped as a function, and the code that
 * was compiled from it before, if any. `compiled` is told of each module when it is loaded.
 */
function moduleLoader({ read, compiled = () => {} }) {
  const loaded = new Map();
  const requireModule = (name) => {
    const file = packages[name] ?? (name.startsWith('./') ? name.slice(2) : undefined);
    if (file === undefined) return require(name);
    const known = loaded.get(file);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    loaded.set(file, module);
    const { text, code } = read(file);
    const script = new Script(text, { filename: file, cachedData: code });
    compiled(file, script);
    script.runInThisContext()(module.exports, requireModule, module);
    return module.exports;
  };
  return requireModule;
}

/** The modules within the executable. */
function embeddedModules(sea) {
  const archive = Buffer.from(sea.getRawAsset('modules'));
  const table = JSON.parse(sea.getAsset('table', 'utf8'));
  return (file) => {
    const { encoding, start, middle, end } = table[file];
    return {
      text: archive.toString(encoding, start, middle),
      code: end > middle ? archive.subarray(middle, end) : undefined,
    };
  };
}

const sea = require('node:sea');
if (sea.isSea()) {
  moduleLoader({ read: embeddedModules(sea) })('./main.js').cli({ executable: true });
} else {
  module.exports = { moduleLoader };
}
