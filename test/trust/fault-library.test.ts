import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  callsIn,
  compileFaultLibrary,
  faultEnvironment,
  happenedIn,
  whyNoFaults,
} from '../support/faults/fault-library.ts';

describe.skipIf(whyNoFaults() !== undefined)('the library that injects faults', () => {
  const base = mkdtempSync(join(tmpdir(), 'cfi-fault-library-'));
  let library = '';
  beforeAll(() => {
    library = compileFaultLibrary(base);
  });

  /** Runs a script in a new folder, with these faults; it logs the codes of errors. */
  function run(script: string, ...plan: string[]) {
    const root = mkdtempSync(join(base, 'root-'));
    const log = `${root}.log`;
    const code = `const fs = require('node:fs'); try { ${script} } catch (error) { console.log(error.code) }`;
    const { stdout, signal } = spawnSync(process.execPath, ['-e', code], {
      cwd: root,
      encoding: 'utf8',
      env: faultEnvironment(library, root, log, plan),
    });
    const file = join(root, 'a');
    const content = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    return { said: stdout.trim(), signal, content, log };
  }

  const write = "const file = fs.openSync('a', 'w'); fs.writeSync(file, 'hello, world');";

  it('counts the calls on files, and which faults each can have', () => {
    const { log } = run(`${write} fs.readFileSync('a'); fs.renameSync('a', 'b')`);
    const calls = callsIn(log).map(({ name, path, faults }) => [name, path, faults.join(' ')]);
    expect(calls.slice(0, 3)).toEqual([
      ['open', 'a', 'EIO ENOSPC EMFILE kill'],
      ['write', 'a', 'EIO ENOSPC kill torn'],
      ['open', 'a', 'EIO EMFILE kill'],
    ]);
    expect(calls.map(([name]) => name)).toEqual(expect.arrayContaining(['read', 'rename']));
  });

  it.each([
    ['EIO:2', 'EIO', null, ''],
    ['ENOSPC:2', 'ENOSPC', null, ''],
    ['EMFILE:1', 'EMFILE', null, undefined],
    ['kill:2', '', 'SIGKILL', ''],
    ['torn:1', '', 'SIGKILL', 'hello,'],
  ])('makes %s happen', (position, said, signal, content) => {
    const outcome = run(write, position);
    expect(outcome).toMatchObject({ said, signal });
    expect(outcome.content).toBe(content);
    expect(happenedIn(outcome.log)).toEqual([expect.stringMatching(/^\w+ at (open|write) a$/)]);
  });

  it('makes two faults happen, each once', () => {
    const twice = `for (const name of ['a', 'b', 'c', 'd']) try { fs.openSync(name, 'w') } catch (error) { console.log(name, error.code) }`;
    expect(run(twice, 'EMFILE:2', 'EIO:3').said).toBe('b EMFILE\nc EIO');
  });
});
