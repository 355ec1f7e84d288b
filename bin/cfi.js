#!/usr/bin/env node
'use strict';

const { existsSync } = require('node:fs');
const { join } = require('node:path');

const folder = join(__dirname, '..', 'dist');

/** The built program; undefined if it cannot be loaded. */
function program() {
  try {
    return require('../dist/main.js');
  } catch {
    return undefined;
  }
}

const found = program();
if (found !== undefined) {
  found.cli({ executable: false, folder });
} else {
  process.stderr.write(
    existsSync(join(folder, 'main.js'))
      ? 'error: the program is being updated, or its installation is damaged\nhint: run the command again, or reinstall cfi\n'
      : 'cfi is not built yet: run `npm run build` first\n',
  );
  process.exitCode = 1;
}
