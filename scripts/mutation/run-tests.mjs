// A child process that runs vitest once, with files replaced and the runner of this folder: see runner.mjs.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVitest } from 'vitest/node';

const { replaced, tests } = JSON.parse(readFileSync(process.env.MUTATION_PLAN, 'utf8'));
const plugin = { name: 'files replaced', enforce: 'pre', load: (id) => replaced[resolve(id.split('?')[0])] };
const options = {
  watch: false,
  reporters: [{}],
  maxWorkers: 1,
  retry: 0,
  runner: fileURLToPath(new URL('runner.mjs', import.meta.url)),
};
const vitest = await createVitest('test', options, { plugins: [plugin] });
await vitest.runTestSpecifications(await vitest.globTestSpecifications(tests), false);
await vitest.close();
