#!/usr/bin/env node
'use strict';

const { existsSync } = require('node:fs');
const { join } = require('node:path');

const folder = join(__dirname, '..', 'dist');

if (existsSync(join(folder, 'main.js'))) {
  require('../dist/main.js').cli({ executable: false, folder });
} else {
  process.stderr.write('cfi is not built yet: run `npm run build` first\n');
  process.exitCode = 1;
}
