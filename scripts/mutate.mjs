// Makes one small change to the program at a time and reports those that no test notices: another operator, condition,
// number or result, a call left out, an entry of a list or an object left out.
//
//   node scripts/mutate.mjs FILE... [--tests PATH,PATH] [--sample N] [--one-in N] [--at LINE] [--again LIST] [--quick]
//
// FILE is below src. The tests are those of the room that mirrors it (test/client for src/client/…) unless --tests names
// others. --sample takes N changes of each file, --one-in every Nth, both spread evenly. --at takes those on one line.
// --again takes those that an earlier run printed into LIST, to try them with more tests. A first run finds out which
// tests reach which place, so that a change is tried with those alone, the fastest first; with --quick, only with tests
// that take less than a second. A change that no test notices is printed with its line; the exit code is 1 when there is
// one. Nothing on disk is changed.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { withChanges } from './mutation/changes.mjs';
import { tryChanges } from './mutation/tried-changes.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Marks a change that no test could notice. */
const notReached = ' (no test comes here)';

/** Folders of tests that mirror the file's own, the nearest first. */
function testsFor(file) {
  for (let at = dirname(file.replace(/^src\//, 'test/')); at !== 'test' && at !== '.'; at = dirname(at))
    if (existsSync(resolve(root, at))) return [at];
  throw new Error(`no tests mirror ${file}: name them with --tests`);
}

const short = (text) => text.replaceAll(/\s+/g, ' ').slice(0, 60);

/** A change in its printed form. */
const shown = ({ file, line, was, by }) => `${file}:${line}: ${short(was)} -> ${short(by)}`;

function spread(all, count) {
  if (count === undefined || count >= all.length) return all;
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)]);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'string' },
    sample: { type: 'string' },
    'one-in': { type: 'string' },
    at: { type: 'string' },
    again: { type: 'string' },
    quick: { type: 'boolean' },
  },
});

const again =
  values.again && new Set(readFileSync(values.again, 'utf8').replaceAll(notReached, '').split('\n'));

/** The changes of one file to try. */
function chosenOf(all) {
  const there = all
    .filter(({ line }) => values.at === undefined || line === Number(values.at))
    .filter((change) => again === undefined || again.has(shown(change)));
  if (values['one-in'] !== undefined)
    return spread(there, Math.ceil(there.length / Number(values['one-in'])));
  return spread(there, values.sample && Number(values.sample));
}

/** The files, grouped by the tests to run for them. */
const groups = new Map();
for (const file of positionals) {
  const tests = (values.tests?.split(',') ?? testsFor(file)).join(',');
  groups.set(tests, [...(groups.get(tests) ?? []), file]);
}

// Ends the tests too.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(2));

let tried = 0;
let alive = 0;
for (const [tests, files] of groups) {
  const texts = {};
  const all = [];
  const chosen = [];
  let first = 0;
  for (const file of files) {
    const { changes, text } = withChanges(readFileSync(resolve(root, file), 'utf8'), first);
    first += changes.length;
    texts[file] = text;
    const ofFile = changes.map((change) => ({ ...change, file }));
    all.push(...ofFile);
    chosen.push(...chosenOf(ofFile));
  }
  const report = (change, noticed) => {
    tried += 1;
    if (noticed === true) return;
    alive += 1;
    console.log(shown(change) + (noticed === 'never' ? notReached : ''));
  };
  await tryChanges({ texts, all, chosen, tests: tests.split(','), quick: values.quick, report });
}
console.log(`${tried} changes, ${alive} unnoticed`);
process.exit(alive > 0 ? 1 : 0);
