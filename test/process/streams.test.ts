import { execFileSync } from 'node:child_process';
import { closeSync, openSync, read } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';
import { runPty, spawnCli } from '../support/processes/process.ts';
import { json, startService } from '../support/services/http-server.ts';
import { credentials } from '../support/sign-in.ts';
import { homeWith } from '../support/upload/home-with.ts';

const embedded = { CFI_EMULATOR: '1', CFI_EMULATOR_STATE: ':memory:' };

describe('the program as a process', () => {
  it.each([
    [['--version'], 0],
    [['nonsense'], 2],
  ])('%j exits with %d', async (argv, code) => {
    const outcome = await spawnCli(argv).done;
    expect([outcome.code, outcome.signal]).toEqual([code, null]);
    expect(outcome[code === 0 ? 'stderr' : 'stdout']).toBe('');
    expect(outcome[code === 0 ? 'stdout' : 'stderr']).not.toBe('');
  });

  it('exits with 1 if nothing is left that could end it', async () => {
    const slot = { slotReference: 'S-1', scheduleStatus: 'pending_ops' };
    const { baseUrl } = await startService((_, response) =>
      json(response, 200, { success: true, data: slot }),
    );
    const unref = 'const wait = setTimeout; globalThis.setTimeout = (...timer) => wait(...timer).unref();';
    const hook = `--import=data:text/javascript,${encodeURIComponent(unref)}`;
    const env = { ...credentials(baseUrl), NODE_OPTIONS: hook };
    const { code, stderr } = await spawnCli(['slot', 'watch', 'S-1'], { env }).done;
    expect([code, stderr]).toEqual([1, expect.stringContaining('nothing is left')]);
  });

  it('writes a long answer to a pipe in full', async () => {
    const { home } = await runCli(['inventory'], { env: { CFI_EMULATOR: '1' } });
    const { code, stdout } = await spawnCli(['emulator', 'export', '-'], { home }).done;
    expect(code).toBe(0);
    expect(stdout.length).toBeGreaterThan(100_000);
    expect(JSON.parse(stdout)).toHaveProperty('tables');
  });

  it.each(['/dev/tty', '/dev/stdout'])(
    'writes nothing that controls a terminal to a file that is one: %s',
    async (name) => {
      const home = homeWith('orders.csv', 'ReferenceNumber,SKU\nT-1,a\u001b]0;title\u0007\u009b31m\u202eb\n');
      const args = ['order', 'create', 'orders.csv', '--skip-invalid', '--yes', '--failed', name];
      const { text } = await runPty(args, { home, env: embedded }).done;
      expect(text).toContain('T-1,ab,');
      for (const sign of ['\u001b]0;', '\u009b', '\u202e']) expect(text).not.toContain(sign);
    },
  );

  it('reports a full standard output', async () => {
    const full = openSync('/dev/full', 'w');
    const stdio: ('ignore' | 'pipe' | number)[] = ['ignore', full, 'pipe'];
    const { code, stderr } = await spawnCli(['config', 'list', '--json'], { stdio }).done;
    closeSync(full);
    expect(code).toBe(1);
    expect(stderr).toContain('"message":"the output cannot be written: no space is left on the device"');
  });

  it.each(['--help', '--version'])('reports a full standard output for %s', async (word) => {
    const full = openSync('/dev/full', 'w');
    const { code, stderr } = await spawnCli([word], { stdio: ['ignore', full, 'pipe'] }).done;
    closeSync(full);
    expect(code).toBe(1);
    expect(stderr).toBe('error: the output cannot be written: no space is left on the device\n');
  });

  it('says what was booked when standard output is full', async () => {
    const full = openSync('/dev/full', 'w');
    const line = [
      ...['slot', 'book', '--date', '2030-05-14', '--window', 'morning', '--warehouse', 'Northgate FC'],
      ...['--loading-type', 'loose', '--number-of-skus', 'lt_10', '--delivery-type', 'truck'],
    ];
    const stdio: ('ignore' | 'pipe' | number)[] = ['ignore', full, 'pipe'];
    const { code, stderr } = await spawnCli(line, { env: { CFI_EMULATOR: '1' }, stdio }).done;
    closeSync(full);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^next: cfi slot watch SLOT-000001.*\nerror: the output cannot be written: /m);
  });
});

describe('a signal', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s during a request ends it with %d', async (signal, exitCode) => {
    let arrived = (): void => {};
    const waiting = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => arrived());
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()));
    const { port } = server.address() as { port: number };
    const env = { CFI_BASE_URL: `http://127.0.0.1:${port}/v1`, CFI_TOKEN: 'token' };
    const { child, done } = spawnCli(['inventory', '--json'], { env });
    await waiting;
    child.kill(signal);
    const outcome = await done;
    server.close();
    expect([outcome.code, outcome.stdout]).toEqual([exitCode, '']);
    expect(JSON.parse(outcome.stderr).error).toMatchObject({ code: 'cancelled', exitCode });
  });

  it('ends it even if nobody reads what it writes', async () => {
    const home = makeHome();
    execFileSync('mkfifo', [join(home, 'unread')]);
    const unread = openSync(join(home, 'unread'), 'r+');
    const { child, done } = spawnCli(['emulator', 'openapi'], { home, stdio: ['ignore', unread, 'pipe'] });
    // It has begun to write, and fills the pipe.
    await promisify(read)(unread, Buffer.alloc(1), 0, 1, null);
    child.kill('SIGTERM');
    expect((await done).code).toBe(143);
    closeSync(unread);
  });
});
