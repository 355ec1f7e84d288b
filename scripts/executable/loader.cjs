'use strict';

// The first thing that runs in the single executable. It holds the built program as two assets: an archive of the
// modules' text, each followed by the code that V8 compiled from it, and a table of where each of them lies.

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
