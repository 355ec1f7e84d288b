import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { programModules } from '../../src/modules/program-modules.ts';
import { makeHome } from '../support/cli.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

it('says that the program was updated while it was running, and loads the module once it is there', () => {
  // Nothing is kept in the cache of the person who runs the tests.
  vi.stubEnv('NODE_DISABLE_COMPILE_CACHE', '1');
  const folder = makeHome();
  const load = programModules({ folder, require: createRequire(import.meta.url) }, 'test');
  const updated = 'the program was updated or removed while it was running; start it again';
  expect(() => load('./late.js')).toThrow(updated);
  expect(() => load('./late.js')).toThrow(updated);
  writeFileSync(join(folder, 'late.js'), '(function (exports) { exports.here = true; })');
  expect(load('./late.js')).toEqual({ here: true });
});
