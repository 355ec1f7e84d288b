// A child process that keeps vitest ready and runs tests with source files replaced, on request.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVitest } from 'vitest/node';

const record = fileURLToPath(new URL('record-reached.mjs', import.meta.url));
/** What went wrong in the last run. */
let failed = [];
/** The replacement text of each file, by path. */
let replaced = {};
const plugin = {
  name: 'files replaced',
  enforce: 'pre',
  load: (id) => replaced[resolve(id.split('?')[0])],
};
const options = {
  watch: false,
  bail: 1,
  reporters: [{}],
  maxWorkers: 1,
  retry: 0,
  setupFiles: [record],
};
const vitest = await createVitest('test', options, { plugins: [plugin] });
const specifications = await vitest.globTestSpecifications(process.argv.slice(2));

const escaped = (text) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

const nameOf = (test) => (test.parent.type === 'module' ? test.name : `${nameOf(test.parent)} ${test.name}`);

/**
 * Whether the tests pass with the given files; `only` names those to run, by file. Undefined when some did not run: the
 * end of a failed run may overlap the next one.
 */
async function once(files, only) {
  for (const file of [...Object.keys(replaced), ...Object.keys(files)]) vitest.invalidateFile(file);
  replaced = files;
  const names = new Set(only && Object.values(only).flat());
  if (only !== undefined)
    vitest.setGlobalTestNamePattern(new RegExp(`^(?:${[...names].map(escaped).join('|')})$`));
  const chosen = specifications.filter(({ moduleId }) => only === undefined || only[moduleId] !== undefined);
  const { testModules: known, unhandledErrors } = await vitest.runTestSpecifications(chosen, false);
  // These include results of earlier runs.
  const testModules = known.filter(({ moduleId }) => chosen.some((one) => one.moduleId === moduleId));
  failed = testModules.flatMap((module) => [
    ...module.errors().map(({ message }) => `${module.relativeModuleId}: ${message}`),
    ...[...module.children.allTests('failed')].map((test) => `${module.relativeModuleId}: ${nameOf(test)}`),
  ]);
  if (failed.length > 0 || unhandledErrors.length > 0) return false;
  const ran = new Set(
    testModules.flatMap((module) => [...module.children.allTests('passed')].map((test) => nameOf(test))),
  );
  return testModules.length === chosen.length && [...names].every((name) => ran.has(name)) ? true : undefined;
}

async function pass(files, only) {
  for (let tries = 0; tries < 3; tries++) {
    const passed = await once(files, only);
    if (passed !== undefined) return passed;
  }
  throw new Error('not all tests run');
}

/** Runs all tests on instrumented sources, and returns what each test reached. */
async function reach(files) {
  const log = join(tmpdir(), `reached-${process.pid}`);
  writeFileSync(log, '');
  process.env.MUTATION_REACHED = log;
  try {
    const passed = await pass(files);
    const entries = readFileSync(log, 'utf8').trim().split('\n').filter(Boolean);
    return { passed, failed, entries: entries.map((entry) => JSON.parse(entry)) };
  } finally {
    delete process.env.MUTATION_REACHED;
    rmSync(log);
  }
}

process.on('message', async ({ watched, files, only }) => {
  process.send(watched === undefined ? { passed: await pass(files, only) } : await reach(watched));
});
process.on('disconnect', () => process.exit());
process.send('ready');
