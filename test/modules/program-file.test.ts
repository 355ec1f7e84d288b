import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { programFile, programTexts } from '../../scripts/bundle/program-file.mjs';
import { programModules } from '../../src/modules/program-modules.ts';
import { makeHome } from '../support/cli.ts';

const require = createRequire(import.meta.url);

const modules = new Map([
  ['start.js', '(function (exports) { exports.text = "plain"; })'],
  ['late.js', '(function (exports, require) { exports.text = require("./start.js").text + " – späť"; })'],
]);

/** Writes the files of a program. */
function built(texts: ReadonlyMap<string, string>): string {
  const folder = makeHome();
  const { build, table, content } = programFile('1.0.0', texts);
  writeFileSync(join(folder, `program-${build}`), content);
  writeFileSync(join(folder, 'program.json'), JSON.stringify(table));
  return folder;
}

beforeEach(() => {
  // Nothing is kept in the cache of the person who runs the tests.
  vi.stubEnv('NODE_DISABLE_COMPILE_CACHE', '1');
});

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the file of all modules', () => {
  it('has the text of each, as written', () => {
    const texts = programTexts(built(modules)).map(({ name, text }) => [name, text]);
    expect(texts).toEqual([...modules]);
  });

  it('has another name for another text', () => {
    const names = ['"plain"', '"other"'].map((text) => programFile('1.0.0', [['start.js', text]]).build);
    expect(names[0]).toMatch(/^1\.0\.0-[\da-f]{16}$/);
    expect(names[1]).not.toBe(names[0]);
  });

  it('is still used after an update has replaced or removed it', () => {
    const folder = built(modules);
    const load = programModules({ folder, require });
    expect(load('./start.js')).toEqual({ text: 'plain' });
    rmSync(folder, { recursive: true });
    expect(load('./late.js')).toEqual({ text: 'plain – späť' });
  });

  it('is reported if it is cut off', () => {
    const folder = built(modules);
    const { build, content } = programFile('1.0.0', modules);
    writeFileSync(join(folder, `program-${build}`), content.subarray(0, -1));
    const load = programModules({ folder, require });
    expect(load('./start.js')).toEqual({ text: 'plain' });
    expect(() => load('./late.js')).toThrow('the program is being updated, or its installation is damaged');
  });

  it.each(['program.json', 'program-*'])('is reported if %s is missing', (missing) => {
    const folder = makeHome();
    mkdirSync(join(folder, 'bin'));
    mkdirSync(join(folder, 'dist'));
    copyFileSync('bin/cfi.js', join(folder, 'bin/cfi.js'));
    const kept = missing === 'program.json' ? ['main.js'] : ['main.js', 'program.json'];
    for (const file of kept) copyFileSync(join('dist', file), join(folder, 'dist', file));
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(folder, 'bin/cfi.js'), 'inventory'],
      {
        encoding: 'utf8',
      },
    );
    expect(stderr).toBe(
      'error: the program is being updated, or its installation is damaged\nhint: run the command again, or reinstall cfi\n',
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  });
});
