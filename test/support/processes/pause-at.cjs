// Loaded into a built program with --require: stops it before a call of the file system, until the test lets it continue.
// File descriptor 3 is a pipe to the test.
const fs = require('node:fs');

const { call, path, nth } = JSON.parse(process.env.CFI_TEST_PAUSE);
const pattern = new RegExp(path);
const { readSync, writeSync } = fs;
let seen = 0;

function pausing(module, name) {
  const original = module[name];
  if (original === undefined) return;
  module[name] = (...args) => {
    if (args.some((arg) => typeof arg === 'string' && pattern.test(arg)) && ++seen === nth) {
      writeSync(3, 'p');
      readSync(3, Buffer.alloc(1));
    }
    return original(...args);
  };
}

for (const name of call.split('|')) for (const module of [fs, fs.promises]) pausing(module, name);
