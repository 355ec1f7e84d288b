import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { usesNodeSqlite } from '../../src/modules/node-sqlite.ts';
import { makeHome } from '../support/cli.ts';
import { closedAfterTest } from '../support/closing.ts';
import { spawnCli } from '../support/processes/process.ts';
import { json, startService } from '../support/services/http-server.ts';

/** The parts of Node that a command has loaded when it ends. */
async function partsLoaded(
  args: readonly string[],
  home: string,
  env: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const [hook, list] = [join(home, 'list.cjs'), join(home, 'list')];
  const write = `require('fs').writeFileSync(${JSON.stringify(list)}, process.moduleLoadList.join('\\n'))`;
  writeFileSync(hook, `process.on('exit', () => ${write});`);
  const { code } = await spawnCli(args, { home, env: { ...env, NODE_OPTIONS: `--require ${hook}` } }).done;
  expect(code).toBe(0);
  const loaded = readFileSync(list, 'utf8').matchAll(/^NativeModule (?!internal\/)(.+)$/gm);
  return Array.from(loaded, ([, name = '']) => name);
}

/** Each takes a millisecond or more to load. */
const slow = ['fs/promises', 'crypto', 'child_process', 'readline', 'zlib', 'v8', 'worker_threads', 'tls'];

describe('a short command loads no part of Node that it does not need', () => {
  it('over HTTP', async () => {
    const stock = { success: true, data: { locations: [] } };
    const service = closedAfterTest(await startService((_, response) => json(response, 200, stock)));
    const env = { CFI_BASE_URL: service.baseUrl, CFI_TOKEN: 'token-of-this-test' };
    const parts = await partsLoaded(['inventory', '-o', 'json'], makeHome(), env);
    expect(parts).toContain('http');
    expect(parts.filter((name) => slow.includes(name))).toEqual([]);
  });

  it('with the embedded emulator, once it is signed in', async () => {
    const home = makeHome();
    const args = ['--emulator', 'inventory', '-o', 'json'];
    await spawnCli(args, { home }).done;
    const parts = await partsLoaded(args, home);
    expect(parts).toContain('fs');
    expect(parts.includes('sqlite')).toBe(usesNodeSqlite(process.versions));
    expect(parts.filter((name) => ['http', ...slow].includes(name))).toEqual([]);
  });
});
