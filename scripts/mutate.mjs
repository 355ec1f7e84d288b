// Makes one small change to the program at a time and reports those that no test notices.
//
//   node scripts/mutate.mjs FILE... [--tests PATH,PATH] [--sample N] [--at LINE]
//
// FILE is below src. The tests are those of the room that mirrors it (test/client for src/client/…) unless --tests names
// others. --sample takes N changes of each file, spread evenly. --at takes those on one line. A first run finds out
// which tests come by which place, so that a change is tried with those alone. A change that no test notices is printed
// with its line; the exit code is 1 when there is one. Nothing on disk is changed.
import { fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { changesOf, watchedSource } from './mutation/changes.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const child = fileURLToPath(new URL('mutation/warm-tests.mjs', import.meta.url));
/** A change that makes the tests take so much longer is one that they notice. */
const slowestMs = 60_000;

/** Folders of tests that mirror the file's own, the nearest first. */
function testsFor(file) {
  for (let at = dirname(file.replace(/^src\//, 'test/')); at !== 'test' && at !== '.'; at = dirname(at))
    if (existsSync(resolve(root, at))) return [at];
  throw new Error(`no tests mirror ${file}: name them with --tests`);
}

/** A child that runs tests. One that does not answer in time is ended, and the next request starts another. */
function testRunner(tests) {
  let running;
  let answered = () => undefined;
  const end = () => {
    if (running === undefined) return;
    try {
      // Its workers are in its group, and end with it.
      process.kill(-running.pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
    running = undefined;
  };
  /** The next message of the child; undefined when it ends or `limitMs` pass before. */
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

/** For each change, by its number, the names of the tests that reach it, by file. */
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

function spread(all, count) {
  if (count === undefined || count >= all.length) return all;
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)]);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: 'string' }, sample: { type: 'string' }, at: { type: 'string' } },
});

/** The files by the tests that are run for them. */
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
    const chosen = files.flatMap((file) => {
      const all = changes.filter((change) => change.file === file);
      const there = all.filter(({ line }) => values.at === undefined || line === Number(values.at));
      return spread(there, values.sample && Number(values.sample));
    });
    for (const { number, file, line, was, by, text } of chosen) {
      tried += 1;
      const only = reached[number];
      const never = Object.keys(only).length === 0;
      const request = { files: { [resolve(root, file)]: text }, only };
      if (!never && !(await runner.ask(request, slowestMs)).passed) continue;
      alive += 1;
      const note = never ? ' (no test comes here)' : '';
      console.log(`${file}:${line}: ${was.slice(0, 60)} -> ${by.slice(0, 60)}${note}`);
    }
  } finally {
    runner.end();
  }
}
console.log(`${tried} changes, ${alive} unnoticed`);
process.exit(alive > 0 ? 1 : 0);
