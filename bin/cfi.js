#!/usr/bin/env node
'use strict';

const { existsSync } = require('node:fs');
const { join } = require('node:path');

const program = join(__dirname, '..', 'dist', 'main.js');
if (existsSync(program)) {
  require(program).cli({ executable: false });
} else {
  process.stderr.write('cfi is not built yet: run `npm run build` first\n');
  process.exitCode = 1;
}
