#!/usr/bin/env node
'use strict';

const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { Script } = require('node:vm');

const folder = join(__dirname, '..', 'dist');
const filename = join(folder, 'main.js');

/** The text of the program's first module, or undefined. */
function built() {
  try {
    return readFileSync(filename, 'utf8');
  } catch {
    return undefined;
  }
}

const text = built();
if (text === undefined) {
  process.stderr.write('cfi is not built yet: run `npm run build` first\n');
  process.exitCode = 1;
} else {
  // Loaded like the other modules of the program: Node's own loader would search for it, and read package.json again.
  const main = { exports: {} };
  new Script(text, { filename }).runInThisContext()(main.exports, require, main);
  main.exports.cli({ executable: false }, { folder, require });
}
