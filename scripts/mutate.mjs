// Makes one small change to the program at a time and reports those that no test notices.
//
//   node scripts/mutate.mjs FILE... [--tests PATH,PATH] [--sample N] [--one-in N] [--at LINE] [--again LIST]
//
// FILE is below src. The tests are those of the room that mirrors it (test/client for src/client/…) unless --tests names
// others. --sample takes N changes of each file, --one-in every Nth, both spread evenly. --at takes those on one line.
// --again takes those that an earlier run printed into LIST, to try them with more tests. A first run finds out which
// tests come by which place, so that a change is tried with those alone. A change that no test notices is printed with
// its line; the exit code is 1 when there is one. Nothing on disk is changed.
import { fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { changesOf, watchedSource } from './mutation/changes.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const child = fileURLToPath(new URL('mutation/warm-tests.mjs', import.meta.url));
/** A change that slows the tests down this much counts as noticed. */
const slowestMs = 60_000;

/** Marks a change that no test could notice. */
const notReached = ' (no test comes here)';

/** Folders of tests that mirror the file's own, the nearest first. */
function testsFor(file) {
  for (let at = dirname(file.replace(/^src\//, 'test/')); at !== 'test' && at !== '.'; at = dirname(at))
    if (existsSync(resolve(root, at))) return [at];
  throw new Error(`no tests mirror ${file}: name them with --tests`);
}

/** A child that runs tests. If it does not answer in time it is ended, and the next request starts another. */
function testRunner(tests) {
  let running;
  let answered = () => undefined;
  const end = () => {
    if (running === undefined) return;
    try {
      // Its workers are in its process group, and end with it.
      process.kill(-running.pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
    running = undefined;
  };
  /** The next message of the child; undefined if it ends or `limitMs` pass first. */
  const answer = (limitMs) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, limitMs);
      answered = (message) => {
        clearTimeout(timer);
        resolve(message);
      };
    });
  const start = () => {
    running = fork(child, tests, {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    running.on('message', (message) => answered(message));
    running.on('exit', () => answered());
    return answer(slowestMs);
  };
  return {
    end,
    async ask(request, limitMs) {
      if (running === undefined) await start();
      running.send(request);
      const reply = await answer(limitMs);
      if (reply === undefined) end();
      return reply ?? { passed: false };
    },
  };
}

/** For each change, by number, the names of the tests that reach it, by file. */
function reachedBy(changes, entries) {
  const names = {};
  for (const { file, test } of entries.filter(({ test }) => test !== undefined)) {
    names[file] ??= new Set();
    names[file].add(test);
  }
  const found = changes.map(() => ({}));
  const whileLoading = new Set(entries.filter(({ loading }) => loading).flatMap(({ places }) => places));
  for (const { file, test, places } of entries.filter(({ loading }) => !loading))
    for (const place of places) {
      const reaching = test === undefined ? [...(names[file] ?? [])] : [test];
      found[place][file] = [...(found[place][file] ?? []), ...reaching];
    }
  const all = Object.fromEntries(Object.entries(names).map(([file, some]) => [file, [...some]]));
  return found.map((tests, number) => (changes[number].watched && !whileLoading.has(number) ? tests : all));
}

/** A change in its printed form. */
const shown = ({ file, line, was, by }) => `${file}:${line}: ${was.slice(0, 60)} -> ${by.slice(0, 60)}`;

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

let tried = 0;
let alive = 0;
for (const [tests, files] of groups) {
  const runner = testRunner(tests.split(','));
  try {
    const changes = [];
    const watched = {};
    for (const file of files) {
      const source = readFileSync(resolve(root, file), 'utf8');
      watched[resolve(root, file)] = watchedSource(source, changes.length);
      for (const change of changesOf(source)) changes.push({ ...change, file, number: changes.length });
    }
    const { passed, failed, entries } = await runner.ask({ watched }, 20 * slowestMs);
    if (!passed) throw new Error(`the tests fail unchanged: ${failed}`);
    const reached = reachedBy(changes, entries);
    const chosen = files.flatMap((file) => chosenOf(changes.filter((change) => change.file === file)));
    for (const change of chosen) {
      const { number, file, text } = change;
      tried += 1;
      const only = reached[number];
      const never = Object.keys(only).length === 0;
      const request = { files: { [resolve(root, file)]: text }, only };
      if (!never && !(await runner.ask(request, slowestMs)).passed) continue;
      alive += 1;
      console.log(shown(change) + (never ? notReached : ''));
    }
  } finally {
    runner.end();
  }
}
console.log(`${tried} changes, ${alive} unnoticed`);
process.exit(alive > 0 ? 1 : 0);
