import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeHome } from '../support/cli.ts';
import { csvRows } from '../support/output.ts';
import { killableProgram } from '../support/processes/killable.ts';

let writer: Awaited<ReturnType<typeof killableProgram>>;

beforeAll(async () => {
  writer = await killableProgram('test/support/processes/writer-process.ts');
});
afterAll(() => writer.remove());

/** Lets a process write repeatedly, kills it after this many reports, and returns the last one. */
async function killedAfter(times: number, ...args: string[]): Promise<number> {
  const { child, kill } = await writer.start(...args);
  let reported = '';
  child.stdout?.on('data', (text: Buffer) => {
    reported += text.toString();
  });
  while (reported.split('\n').length <= times)
    await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  await kill();
  return Number(reported.trim().split('\n').at(-1));
}

describe('a process that is killed while it writes', () => {
  it('the settings leaves them intact, with everything it reported as saved', async () => {
    const home = makeHome();
    const last = await killedAfter(5, 'config', home);
    const { profiles } = JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'));
    expect(Number(profiles.default.count)).toBeGreaterThanOrEqual(last);
    expect(profiles.default.padding).toHaveLength(200_000);
  });

  it.each(['results', 'failed', 'out'])('%s leaves the previous file or a complete one', async (kind) => {
    const home = makeHome();
    const file = join(home, `${kind}.csv`);
    writeFileSync(file, 'count,padding\r\n0,\r\n');
    await killedAfter(2, kind, home);
    const rows = csvRows(readFileSync(file, 'utf8').replaceAll(/(?<!\r)\n/g, '\r\n'));
    expect([1, 4000]).toContain(rows.length);
    expect(new Set(rows.map(({ count }) => count)).size).toBe(1);
    expect(readdirSync(home).filter((name) => name === `${kind}.csv`)).toHaveLength(1);
  });
});
