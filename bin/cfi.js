#!/usr/bin/env node
'use strict';

const { existsSync } = require('node:fs');
const { join } = require('node:path');

const folder = join(__dirname, '..', 'dist');
const program = join(folder, 'main.js');
if (existsSync(program)) {
  require(program).cli({ executable: false }, { folder, require });
} else {
  process.stderr.write('cfi is not built yet: run `npm run build` first\n');
  process.exitCode = 1;
}
