import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { buildPage, builtPage } from './scripts/bundle/page.mjs';

/** Short files that run for long, because they start many processes. */
const long = /\/(process\/(reviews|board|prompts|signals)|trust\/pipes)\.test\.ts$/;

/** On a fresh checkout vitest starts with the largest files; the last one must not keep a core idle. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => long.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  plugins: [
    {
      name: 'with the page',
      load: async (id) => (builtPage.test(id) ? (await buildPage()).contents : undefined),
    },
  ],
  define: { CFI_VERSION: JSON.stringify('0.0.0-test') },
  test: {
    include: ['test/**/*.test.ts'],
    // Workers are ended without notice, so what they leave behind is taken away for them.
    globalSetup: ['test/support/temporary-folder.ts'],
    setupFiles: ['test/support/answers/documented-answers.ts'],
    // libsql is a native module, and SQLite's locks belong to a process: one process a worker.
    pool: 'forks',
    // Tests make many short-lived objects: with the usual 16 MB for them, a tenth of the time goes to their collection.
    // Threads that help to collect take their time from the other workers. Most functions run a few times: compiling them
    // at once takes a tenth less than interpreting them first.
    execArgv: ['--max-semi-space-size=32', '--single-threaded-gc', '--always-sparkplug'],
    // By default, vitest keeps a core for itself. A further worker would use what is left of the cores while tests wait for
    // processes, but compiles all code once more.
    maxWorkers: availableParallelism(),
    // No module holds state, so test files may share those that are loaded: half the time.
    isolate: false,
    sequence: { sequencer: LongFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
