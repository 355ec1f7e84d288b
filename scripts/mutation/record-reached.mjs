// A vitest setup file: records which places of the watched source each test reached.
import { appendFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';

const nameOf = (task) => (task.suite ? `${nameOf(task.suite)} ${task.name}` : task.name);

if (process.env.MUTATION_REACHED) {
  globalThis.reached ??= new Set();
  const write = (entry) => {
    appendFileSync(
      process.env.MUTATION_REACHED,
      `${JSON.stringify({ ...entry, places: [...globalThis.reached] })}\n`,
    );
    globalThis.reached.clear();
  };
  // A module is loaded once, by the first file that imports it.
  beforeAll(() => write({ loading: true }));
  beforeEach(({ task }) => write({ file: task.file.filepath }));
  afterEach(({ task }) => write({ file: task.file.filepath, test: nameOf(task) }));
  afterAll(() => write({ file: expect.getState().testPath }));
}
