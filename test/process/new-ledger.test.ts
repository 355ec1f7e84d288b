import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeHome } from '../support/cli.ts';
import { spawnCli } from '../support/processes/process.ts';

// Nothing was uploaded, so nothing is asked of the service.
const env = { CFI_BASE_URL: 'http://127.0.0.1:9/v1', CFI_TOKEN: 'token' };
const command = ['order', 'track', '--changed'];

it('processes that begin at the same moment share a new ledger: none takes it for a damaged one', async () => {
  for (let round = 0; round < 2; round++) {
    const home = makeHome();
    const started = Array.from({ length: 8 }, () => spawnCli(command, { home, env }));
    const ended = await Promise.all(started.map(({ done }) => done));
    expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(Array(8).fill([0, '']));
    expect(readdirSync(home).filter((name) => /damaged|new/.test(name))).toEqual([]);
  }
}, 60_000);
