import { readdirSync, renameSync } from 'node:fs';
import { expect, it } from 'vitest';
import { connect } from '../../src/storage/sqlite.ts';
import { ledgerFile } from '../../src/upload/ledger/ledger-file.ts';
import { writeNewLedger } from '../../src/upload/ledger/new-ledger.ts';
import { makeHome } from '../support/cli.ts';
import { spawnPausing } from '../support/processes/paused.ts';
import { spawnCli } from '../support/processes/process.ts';

// Nothing was uploaded, so nothing is asked of the service.
const env = { CFI_BASE_URL: 'http://127.0.0.1:9/v1', CFI_TOKEN: 'token' };
const command = ['order', 'track', '--changed'];

it('a process waits for another one that switches a new ledger to a log', async () => {
  const home = makeHome();
  const file = ledgerFile(home);
  writeNewLedger(file, { place: (fresh) => renameSync(fresh, file) });
  // The other process has the write lock, but no log yet: SQLite refuses a second switch at once.
  const other = connect(file);
  other.script('BEGIN IMMEDIATE');
  // The first call is for opening the ledger together with other processes, the second for opening it alone.
  const openingAlone = { call: 'openSync', path: 'locks.ledger\\.sqlite$', nth: 2 };
  const tracking = spawnPausing(command, openingAlone, { home, env });
  await tracking.reached;
  other.script('COMMIT');
  other.close();
  tracking.go();
  expect(await tracking.done).toMatchObject({ code: 0, stdout: '', stderr: '' });
}, 60_000);

it('processes that begin at the same moment share a new ledger: none takes it for a damaged one', async () => {
  for (let round = 0; round < 3; round++) {
    const home = makeHome();
    const started = Array.from({ length: 8 }, () => spawnCli(command, { home, env }));
    const ended = await Promise.all(started.map(({ done }) => done));
    expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(Array(8).fill([0, '']));
    expect(readdirSync(home).filter((name) => /damaged|new/.test(name))).toEqual([]);
  }
}, 60_000);
