import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const child = fileURLToPath(new URL('run-tests.mjs', import.meta.url));
/** A process that ends no test for this long is ended: a change has made it loop. */
const silentMs = 30_000;
/** Tests that take longer are not quick. */
const quickMs = 1000;
/** All tests must pass once within this time. */
const loadingMs = 30 * 60_000;

/** Lines of a file from `from` on, parsed, and how many there are. A line still being written is left for later. */
function linesFrom(path, from) {
  if (!existsSync(path)) return { lines: [], count: from };
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return { lines: lines.slice(from).map((line) => JSON.parse(line)), count: lines.length };
}

/** Runs the plan in a process of its own until it ends or is silent; passes on what it finds. */
async function runPlan(plan, note) {
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
  const results = join(folder, 'results');
  const planFile = join(folder, 'plan');
  writeFileSync(planFile, JSON.stringify({ ...plan, results }));
  const running = fork(child, [], {
    cwd: root,
    detached: true,
    env: { ...process.env, MUTATION_PLAN: planFile },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise((done) => running.on('exit', () => done('ended')));
  const end = () => {
    try {
      // Its workers are in its process group, and end with it.
      process.kill(-running.pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  };
  process.on('exit', end);
  let seen = 0;
  let trying = false;
  let heardAt = performance.now();
  const read = () => {
    const { lines, count } = linesFrom(results, seen);
    seen = count;
    for (const line of lines) {
      heardAt = performance.now();
      trying ||= line.trying !== undefined;
      note(line);
    }
  };
  try {
    for (;;) {
      const pause = new Promise((done) => setTimeout(done, 500, 'paused'));
      const state = await Promise.race([ended, pause]);
      read();
      if (state === 'ended' || performance.now() - heardAt > (trying ? silentMs : loadingMs)) return;
    }
  } finally {
    end();
    await ended;
    process.off('exit', end);
    rmSync(folder, { recursive: true });
  }
}

/** Finds out what the tests reach; returns a function that gives the tests to run for a change, the fastest file first. */
async function recordReached({ replaced, all, tests, quick }) {
  const reached = [];
  const modules = new Map();
  const loading = new Set();
  const broken = [];
  let current;
  await runPlan({ replaced, tests }, (line) => {
    if (line.broken !== undefined) broken.push(line.broken);
    if (line.modules !== undefined) {
      for (const place of line.loading) loading.add(place);
      current = line.modules;
    }
    if (line.file === undefined) return;
    reached.push(line);
    modules.set(line.file, new Set(current));
  });
  if (broken.length > 0 || reached.length === 0) throw new Error(`the tests fail unchanged: ${broken}`);

  const files = new Map(all.map(({ number, file }) => [number, file]));
  return ({ number, file, whileLoading: always }) => {
    const whileLoading = always || loading.has(number);
    const isNear = (place) => (whileLoading ? files.get(place) === file : place === number);
    const found = reached.flatMap(({ file: testFile, tests: those, between }) => {
      const every = between.some(isNear) || (whileLoading && modules.get(testFile).has(resolve(root, file)));
      const near = those.filter(
        ({ ran, places, durationMs }) =>
          ran && (every || places.some(isNear)) && !(quick && durationMs > quickMs),
      );
      const durationMs = near.reduce((sum, each) => sum + each.durationMs, 0);
      return near.length === 0 ? [] : [{ file: testFile, ids: near.map(({ id }) => id), durationMs }];
    });
    return { number, whileLoading, tests: found.toSorted((a, b) => a.durationMs - b.durationMs) };
  };
}

/**
 * Tries the `chosen` changes, and calls `report` with each and whether a test noticed it: `never` when no test reaches it.
 * `texts` are the sources that contain `all` changes, by path. `quick` leaves out tests that take long.
 */
export async function tryChanges({ texts, all, chosen, tests, quick, report }) {
  const replaced = Object.fromEntries(
    Object.entries(texts).map(([file, text]) => [resolve(root, file), text]),
  );
  const testsFor = await recordReached({ replaced, all, tests, quick });
  const byNumber = new Map(chosen.map((change) => [change.number, change]));
  const planned = chosen.map(testsFor);
  for (const { number, tests: reaching } of planned)
    if (reaching.length === 0) report(byNumber.get(number), 'never');

  // Those that load modules again go last.
  let left = planned
    .filter(({ tests: reaching }) => reaching.length > 0)
    .toSorted((a, b) => Number(a.whileLoading) - Number(b.whileLoading));
  while (left.length > 0) {
    let trying;
    const done = new Set();
    await runPlan({ replaced, tests, known: true, chosen: left }, (line) => {
      if (line.unrepeatable !== undefined)
        console.error(`not used, because it fails unchanged when it runs again: ${line.unrepeatable}`);
      if (line.trying !== undefined) trying = line.trying;
      if (line.tried === undefined) return;
      done.add(line.tried);
      trying = undefined;
      report(byNumber.get(line.tried), line.noticed);
    });
    if (trying === undefined && done.size < left.length)
      throw new Error('the tests ended before all changes were tried');
    if (trying !== undefined) {
      // A change that makes the program loop or end does not go unnoticed.
      done.add(trying);
      report(byNumber.get(trying), true);
    }
    left = left.filter(({ number }) => !done.has(number));
  }
}
