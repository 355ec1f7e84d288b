import { mkdirSync, renameSync, rmdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDropFolder } from '../commands/order/drop/drop-folder.ts';
import { type Moment, spawnPausing } from '../support/processes/paused.ts';
import { json } from '../support/services/http-server.ts';

/** Runs `order drop`, and calls `interfere` before the call of the file system that `moment` describes. */
async function dropInterrupted(
  { home, folder, service }: Awaited<ReturnType<typeof openDropFolder>>,
  moment: Moment,
  interfere: () => void,
  output = 'ndjson',
) {
  const command = ['order', 'drop', folder, '--settle', '0s', '-o', output];
  const dropping = spawnPausing(command, moment, { home, env: service.env });
  await dropping.reached;
  interfere();
  dropping.go();
  return dropping.done;
}

it.each(['ndjson', 'json'])(
  'reports a file that has its place although its old name cannot be forgotten (%s)',
  async (output) => {
    const opened = await openDropFolder();
    const { folder, put, inside, drop } = opened;
    put('orders.csv', 'R-1');
    const leaving = join(folder, '.cfi-drop', 'leaving');
    const ended = await dropInterrupted(
      opened,
      { call: 'rm', path: 'leaving$' },
      () => {
        // A folder cannot be removed like a file.
        rmSync(leaving);
        mkdirSync(leaving);
      },
      output,
    );
    const { stdout, stderr, code } = ended;
    const file = {
      outcome: 'done',
      exitCode: 0,
      counts: { created: 1 },
      movedTo: join(folder, 'done', 'orders.csv'),
    };
    const printed = JSON.parse(stdout);
    expect(output === 'json' ? printed.data.files : [printed]).toMatchObject([file]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('.cfi-drop cannot be removed')]);
    expect(inside('done')).toEqual(['orders.csv']);
    rmSync(leaving, { recursive: true, force: true });
    expect((await drop()).code).toBe(0);
    expect(inside()).toEqual(['done', 'failed']);
  },
);

it('leaves no rows to correct in failed if the disk refuses the rest of the move', async () => {
  const opened = await openDropFolder();
  const { folder, put, inside, drop, interfereWith } = opened;
  interfereWith((request, response) => {
    if (!request.body.includes('"R-2"')) return false;
    json(response, 400, { success: false, error: 'not today' });
    return true;
  });
  put('orders.csv', 'R-1', 'R-2');
  const obstacle = join(folder, '.cfi-drop', 'leaving');
  // A file cannot be renamed to a folder.
  const stopped = await dropInterrupted(opened, { call: 'rename', path: 'leaving$' }, () =>
    mkdirSync(obstacle),
  );
  const file = { outcome: 'left', exitCode: 1, counts: { created: 1, rejected: 1 }, movedTo: null };
  expect([stopped.code, JSON.parse(stopped.stdout)]).toMatchObject([1, file]);
  rmdirSync(obstacle);
  expect((await drop()).code).toBe(9);
  expect(inside()).toEqual(['done', 'failed']);
  expect(inside('failed')).toEqual(['orders.csv', 'orders.csv.failed.csv', 'orders.csv.report.json']);
});

it('sends nothing of a file whose link takes the place of another at the last moment', async () => {
  const opened = await openDropFolder();
  const { home, folder, service, put, inside } = opened;
  put('orders.csv', 'R-1');
  put('secret.csv', 'SECRET-1');
  renameSync(join(folder, 'secret.csv'), join(home, 'secret.csv'));
  const { code, stdout } = await dropInterrupted(opened, { call: 'open', path: 'orders\\.csv$' }, () => {
    rmSync(join(folder, 'orders.csv'));
    symlinkSync(join(home, 'secret.csv'), join(folder, 'orders.csv'));
  });
  expect([code, stdout, service.stored.size]).toEqual([0, '', 0]);
  expect(inside()).toContain('orders.csv');
});
