'use strict';

// Runs the built program on the modules of a folder, and writes V8's compiled code beside each module that was loaded:
// node compile.cjs FOLDER ARGS... With --rest instead of ARGS it compiles the modules that no run has loaded. What
// a run has used is compiled in full; V8 compiles the rest when it is called.

const { existsSync, readdirSync, readFileSync, statSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { Script } = require('node:vm');
const { executableModules } = require('./modules.cjs');

// The program expects its own arguments after its name, as usual.
const [folder] = process.argv.splice(2, 1);
const textOf = (file) => readFileSync(join(folder, file), 'utf8');
const codeFile = (file) => join(folder, `${file}.code`);

function keep(file, script) {
  const code = script.createCachedData();
  const before = existsSync(codeFile(file)) ? statSync(codeFile(file)).size : 0;
  if (code.length > before) writeFileSync(codeFile(file), code);
}

if (process.argv[2] === '--rest') {
  for (const file of readdirSync(folder).filter((name) => /\.c?js$/.test(name)))
    if (!existsSync(codeFile(file))) keep(file, new Script(textOf(file), { filename: file }));
} else {
  const scripts = new Map();
  process.on('exit', () => {
    for (const [file, script] of scripts) keep(file, script);
  });
  const loaded = (file, script) => scripts.set(file, script);
  executableModules({ read: (file) => ({ text: textOf(file) }), loaded })('./main.js').cli({
    executable: true,
  });
}
