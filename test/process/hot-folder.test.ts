import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDropFolder } from '../commands/order/drop/drop-folder.ts';
import { makeHome } from '../support/cli.ts';
import { ndjson } from '../support/output.ts';
import { type Moment, spawnPausing } from '../support/processes/paused.ts';
import { spawnCli } from '../support/processes/process.ts';
import { json } from '../support/services/http-server.ts';
import type { Interference } from '../support/services/order-service.ts';

type Opened = Awaited<ReturnType<typeof openDropFolder>>;

/** Starts `order drop`, which stops at a moment. */
const dropUntil = ({ home, folder, service }: Opened, moment: Moment) =>
  spawnPausing(['order', 'drop', folder, '--settle', '0s', '-o', 'ndjson'], moment, {
    home,
    env: service.env,
  });

it('warns if what it needed cannot be removed, and its exit code says what it achieved', async () => {
  const opened = await openDropFolder();
  const { folder, put, inside, drop } = opened;
  put('orders.csv', 'R-1');
  const dropping = dropUntil(opened, { call: 'rmdirSync', path: 'cfi-drop$' });
  await dropping.reached;
  // A folder with something in it cannot be removed.
  mkdirSync(join(folder, '.cfi-drop', 'obstacle'));
  dropping.go();
  const { code, stdout, stderr } = await dropping.done;
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { outcome: 'done', counts: { created: 1 } }]);
  expect(stderr).toContain(`warning: ${join(folder, '.cfi-drop')} cannot be removed`);
  expect(inside('done')).toEqual(['orders.csv']);
  expect((await drop()).code).toBe(0);
  expect(inside()).toEqual(['done', 'failed']);
});

it('leaves no rows to correct in failed if the disk refuses the rest of the move', async () => {
  const { folder, put, inside, drop, interfereWith } = await openDropFolder();
  const refuse: Interference = (request, response) => {
    if (!request.body.includes('"R-2"')) return false;
    json(response, 400, { success: false, error: 'not today' });
    return true;
  };
  interfereWith((request, response, act) => {
    // A file cannot be renamed to a folder.
    mkdirSync(join(folder, '.cfi-drop', '1', 'taken', 'orders.csv'), { recursive: true });
    return refuse(request, response, act);
  });
  put('orders.csv', 'R-1', 'R-2');
  const stopped = await drop(['--settle', '0s', '-o', 'ndjson']);
  const file = { outcome: 'left', exitCode: 1, counts: { created: 1, rejected: 1 }, movedTo: null };
  expect([stopped.code, JSON.parse(stopped.stdout)]).toMatchObject([1, file]);
  expect(inside('failed')).toEqual([]);
  rmSync(join(folder, 'orders-2.csv'), { recursive: true, force: true });
  interfereWith(refuse);
  expect((await drop()).code).toBe(9);
  expect(inside('failed')).toEqual([
    'orders.csv',
    'orders.csv.failed.csv',
    'orders.csv.report.json',
    'orders.csv.report.txt',
  ]);
});

it('sends nothing of a file whose link takes the place of another at the last moment', async () => {
  const opened = await openDropFolder();
  const { home, folder, service, put, inside } = opened;
  put('orders.csv', 'R-1');
  put('secret.csv', 'SECRET-1');
  renameSync(join(folder, 'secret.csv'), join(home, 'secret.csv'));
  const dropping = dropUntil(opened, { call: 'open', path: 'orders\\.csv$' });
  await dropping.reached;
  rmSync(join(folder, 'orders.csv'));
  symlinkSync(join(home, 'secret.csv'), join(folder, 'orders.csv'));
  dropping.go();
  const { code, stdout } = await dropping.done;
  expect([code, stdout, service.stored.size]).toEqual([0, '', 0]);
  expect(inside()).toContain('orders.csv');
});

it.each(['done', 'failed'])(
  'sends and moves nothing through a link that takes the place of %s while it waits',
  async (name) => {
    const { home, folder, service, put, inside, drop } = await openDropFolder();
    put('first.csv', 'R-1');
    const elsewhere = makeHome();
    const sleep = async (): Promise<void> => {
      renameSync(join(folder, name), join(home, 'away'));
      symlinkSync(elsewhere, join(folder, name));
      put('second.csv', 'R-2');
    };
    const { code, stderr } = await drop(['--settle', '0s', '--follow'], { deps: { sleep } });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`${join(folder, name)} cannot be used: it is a symbolic link`),
    ]);
    expect([inside().includes('second.csv'), service.posted()]).toEqual([true, ['R-1']]);
    expect(readdirSync(elsewhere)).toEqual([]);
  },
);

it('refuses a folder whose lock is a dangling link, and creates nothing behind it', async () => {
  const { home, folder, service, put, drop, inside } = await openDropFolder();
  put('orders.csv', 'R-1');
  symlinkSync(join(home, 'behind'), join(folder, '.cfi-drop.lock'));
  const { code, stderr } = await drop();
  expect([code, service.posted()]).toEqual([2, []]);
  expect(stderr).toContain('.cfi-drop.lock is not a file of cfi');
  expect(inside()).toContain('orders.csv');
});

it('leaves and names a file that cannot be read now, takes the others, and takes it when it can be read', async () => {
  const { home, folder, service, put, drop, inside } = await openDropFolder();
  put('first.csv', 'R-1');
  put('second.csv', 'R-2');
  chmodSync(join(folder, 'first.csv'), 0o000);
  const words = ['order', 'drop', folder, '--settle', '0s', '-o', 'ndjson'];
  const { code, stdout, stderr } = await spawnCli(words, { home, env: service.env, unprivileged: true }).done;
  expect(ndjson(stdout)).toMatchObject([
    { outcome: 'left', exitCode: 2, movedTo: null },
    { outcome: 'done', exitCode: 0 },
  ]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('first.csv: permission denied')]);
  expect([inside(), inside('failed')]).toEqual([['done', 'failed', 'first.csv'], []]);
  chmodSync(join(folder, 'first.csv'), 0o600);
  expect((await drop()).code).toBe(0);
  expect(inside('done')).toEqual(['first.csv', 'second.csv']);
});

it('says of an uploaded file that cannot be taken out of its folder that it stays, and is not sent twice', async () => {
  const { home, folder, service, put, drop, interfereWith } = await openDropFolder();
  put('orders.csv', 'R-1');
  interfereWith(() => {
    chmodSync(folder, 0o500);
    return false;
  });
  const words = ['order', 'drop', folder, '--settle', '0s'];
  const { code, stderr } = await spawnCli(words, { home, env: service.env, unprivileged: true }).done;
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining(`${join(folder, 'orders.csv')} cannot be moved: permission denied`),
  ]);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain('run the same command again, which sends nothing twice');
  chmodSync(folder, 0o700);
  interfereWith(() => false);
  expect([(await drop()).code, service.posted()]).toEqual([0, ['R-1']]);
});
