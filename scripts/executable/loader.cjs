'use strict';

// The first code that runs in the single executable. The built program is stored as two assets: an archive of the
// modules' text, each followed by its code compiled by V8, and a table of their positions.

const sea = require('node:sea');
const { executableModules } = require('./modules.cjs');

const archive = Buffer.from(sea.getRawAsset('modules'));
const table = JSON.parse(sea.getAsset('table', 'utf8'));

const read = (file) => {
  const { encoding, start, middle, end } = table[file];
  return {
    text: archive.toString(encoding, start, middle),
    code: end > middle ? archive.subarray(middle, end) : undefined,
  };
};

executableModules({ read })('./main.js').cli({ executable: true });
