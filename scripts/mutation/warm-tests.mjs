// A child process that keeps vitest ready and runs tests with source files replaced, as often as it is told.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVitest } from 'vitest/node';

const record = fileURLToPath(new URL('record-reached.mjs', import.meta.url));
/** What went wrong in the last run. */
let failed = [];
/** The text in place of each file's own, by its path. */
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

/** Whether the tests pass with the files as given; `only` names some of the tests, by file. */
async function pass(files, only) {
  for (const file of [...Object.keys(replaced), ...Object.keys(files)]) vitest.invalidateFile(file);
  replaced = files;
  const names = only && Object.values(only).flat();
  if (names && !names.includes(null))
    vitest.setGlobalTestNamePattern(new RegExp(`^(?:${[...new Set(names)].map(escaped).join('|')})$`));
  else vitest.resetGlobalTestNamePattern();
  const chosen = specifications.filter(({ moduleId }) => only === undefined || only[moduleId] !== undefined);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen, false);
  failed = testModules.flatMap((module) => [
    ...module.errors().map(({ message }) => `${module.relativeModuleId}: ${message}`),
    ...[...module.children.allTests('failed')].map(
      ({ fullName }) => `${module.relativeModuleId}: ${fullName}`,
    ),
  ]);
  return testModules.length > 0 && unhandledErrors.length === 0 && testModules.every((module) => module.ok());
}

/** Runs all the tests on sources that say where they were, and gives what each test reached. */
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
