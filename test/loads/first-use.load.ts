import { readdirSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome } from '../support/cli.ts';
import { type SpawnedOptions, spawnCli } from '../support/processes/process.ts';

/** Starts two processes at the same moment in one home. */
async function two(argsOf: (index: number) => readonly string[], options: SpawnedOptions) {
  const started = Array.from({ length: 2 }, (_, index) => spawnCli(argsOf(index), options));
  return Promise.all(started.map(({ done }) => done));
}

const all = <T>(value: T): T[] => Array(2).fill(value);

describe('two processes that begin at the same moment share', () => {
  it('a new state of the emulator', async () => {
    const home = makeHome();
    const ended = await two(() => ['inventory', '--json'], { home, env: { CFI_EMULATOR: '1' } });
    expect(
      ended.map(({ code }) => code),
      ended[0]?.stderr,
    ).toEqual(all(0));
    expect(new Set(ended.map(({ stdout }) => stdout)).size).toBe(1);
    expect(readdirSync(join(home, 'emulator')).filter((name) => name.includes('.new'))).toEqual([]);
  }, 60_000);

  it('a new ledger: none takes it for a damaged one', async () => {
    // Nothing was uploaded, so nothing is asked of the service.
    const env = { CFI_BASE_URL: 'http://127.0.0.1:9/v1', CFI_TOKEN: 'token' };
    const home = makeHome();
    const ended = await two(() => ['order', 'track', '--changed'], { home, env });
    expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(all([0, '']));
    expect(readdirSync(home).filter((name) => /damaged|new/.test(name))).toEqual([]);
  }, 60_000);

  it('a new config file: no setting is lost', async () => {
    const home = makeHome();
    const ended = await two((index) => ['config', 'set', 'output', 'csv', '--profile', `p${index}`], {
      home,
    });
    expect(
      ended.map(({ code }) => code),
      ended[0]?.stderr,
    ).toEqual(all(0));
    const { profiles } = JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'));
    expect(Object.values(profiles)).toEqual(all({ output: 'csv' }));
  }, 60_000);

  it.skipIf(!('enableCompileCache' in module))(
    'new compiled code',
    async () => {
      const home = makeHome();
      const env = { NODE_COMPILE_CACHE: '' };
      for (let round = 0; round < 2; round++) {
        const ended = await two(() => ['config', 'path'], { home, env });
        expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(all([0, '']));
        expect(new Set(ended.map(({ stdout }) => stdout)).size).toBe(1);
      }
      const kept = readdirSync(join(home, 'cache'), { recursive: true, encoding: 'utf8' });
      // What a process was still writing would have a longer name.
      expect(kept.filter((name) => !/^compiled-[^/]+(\/[^/]+(\/[\da-f]{8})?)?$/.test(name))).toEqual([]);
    },
    60_000,
  );
});
