import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDropFolder } from '../commands/order/drop/drop-folder.ts';
import { spawnPausing } from '../support/processes/paused.ts';
import { json } from '../support/services/http-server.ts';

it('leaves no rows to correct in failed if the disk refuses the rest of the move', async () => {
  const { home, folder, service, put, inside, drop, interfereWith } = await openDropFolder();
  interfereWith((request, response) => {
    if (!request.body.includes('"R-2"')) return false;
    json(response, 400, { success: false, error: 'not today' });
    return true;
  });
  put('orders.csv', 'R-1', 'R-2');
  const lastStep = { call: 'rename', path: 'leaving$' };
  const command = ['order', 'drop', folder, '--settle', '0s'];
  const dropping = spawnPausing(command, lastStep, { home, env: service.env });
  await dropping.reached;
  // A file cannot be renamed to a folder.
  const obstacle = join(folder, '.cfi-drop', 'leaving');
  mkdirSync(obstacle);
  dropping.go();
  expect((await dropping.done).code).toBe(2);
  rmdirSync(obstacle);
  expect((await drop()).code).toBe(9);
  expect(inside()).toEqual(['done', 'failed']);
  expect(inside('failed')).toEqual(['orders.csv', 'orders.csv.failed.csv', 'orders.csv.report.json']);
});
