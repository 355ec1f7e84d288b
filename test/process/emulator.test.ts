import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { handProgram } from '../../src/processes.ts';
import { makeHome, runCli } from '../support/cli.ts';
import { spawnCli } from '../support/processes/process.ts';
import { startService } from '../support/services/http-server.ts';

describe('emulator start', () => {
  it('says when it is ready and exits with 0 on SIGINT', async () => {
    const start = ['emulator', 'start', '--state', ':memory:', '--port', '0', '--json'];
    const { child, until, done } = spawnCli(start);
    await until('"event":"ready"');
    child.kill('SIGINT');
    const { code, stdout } = await done;
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(1);
    const ready = JSON.parse(lines[0] ?? '');
    expect(ready).toEqual({
      event: 'ready',
      base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/),
      admin_url: ready.base_url.replace('/v1', '/_emulator'),
      pid: child.pid,
      state: ':memory:',
      clients: expect.arrayContaining([{ client_id: 'emu-acme', client_name: 'Acme Outdoor' }]),
    });
  });

  it('is reachable from the other verbs and a client, and loses nothing', async () => {
    const home = makeHome();
    const start = ['emulator', 'start', '--port', '0', '--json', '--now', '2026-09-01T08:00:00Z', '--freeze'];
    const first = spawnCli(start, { home });
    await first.until('\n');
    const stop = async () => {
      first.child.kill('SIGTERM');
      const { code, stdout } = await first.done;
      expect(code).toBe(0);
      return JSON.parse(stdout);
    };
    const baseUrl: string = JSON.parse(first.seen()).base_url;
    const env = { CFI_BASE_URL: baseUrl, CFI_CLIENT_ID: 'emu-acme', CFI_CLIENT_SECRET: 'emu-acme-secret' };
    const run = async (...argv: string[]) =>
      JSON.parse((await runCli([...argv, '--json'], { home, env })).stdout);
    expect((await run('emulator', 'status')).data).toMatchObject({
      now: '2026-09-01T08:00:00Z',
      clock: 'frozen',
    });
    expect((await run('inventory')).data.client_name).toBe('Acme Outdoor');
    expect((await run('emulator', 'clock', 'advance', '2h')).data.now).toBe('2026-09-01T10:00:00Z');
    expect((await stop()).state).toContain(home);
    const { stdout } = await runCli(['emulator', 'clock', '--json'], { home });
    expect(JSON.parse(stdout).data).toEqual({ now: '2026-09-01T10:00:00Z', mode: 'frozen' });
  });

  it.each([
    [['--seed', 'no-such.json'], 'no-such.json: there is no such file'],
    [['--now', 'soon'], '--now "soon" is not a time'],
    [['--port', '70000'], '--port must be a whole number from 0 to 65535; found "70000"'],
    [['--fc-policy', 'automatic'], '--fc-policy must be one of manual, auto, counter'],
    [['--seed', 'nope'], 'nope: there is no such file\nhint: the built-in seeds are default, empty, large'],
    [['--host', '192.0.2.1', '--port', '0'], 'hint: choose an address of this machine with --host'],
  ])('%j is exit 2', async (flags, message) => {
    const { code, stderr } = await runCli(['emulator', 'start', '--state', ':memory:', ...flags]);
    expect([code, stderr]).toMatchObject([2, expect.stringContaining(message)]);
  });

  it('reports a port that is in use, and then creates no state', async () => {
    const { baseUrl } = await startService(() => {});
    const { port } = new URL(baseUrl);
    const start = ['emulator', 'start', '--state', 'new', '--seed', 'empty', '--port', port];
    const { code, stderr, home } = await runCli(start);
    expect([code, stderr]).toMatchObject([2, expect.stringContaining('is in use')]);
    expect(existsSync(join(home, 'new'))).toBe(false);
  });
});

describe('emulator exec', () => {
  const node = (script: string): string[] => ['--', process.execPath, '-e', script];

  it("gives the command the emulator's credentials, nothing of ours, and exits with its code", async () => {
    const script = 'console.log(JSON.stringify(process.env)); process.exitCode = 7';
    const own = {
      CFI_CLIENT_SECRET: 'our-secret',
      CFI_TOKEN: 'our-token',
      CFI_CLIENT_SECRET_FILE: '/our/file',
    };
    const env = { CFI_EMULATOR: '1', ...own };
    const { code, stdout } = await spawnCli(['emulator', 'exec', ...node(script)], { env }).done;
    expect(code).toBe(7);
    const given = JSON.parse(stdout);
    expect(given).toMatchObject({
      CFI_BASE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/),
      CFI_CLIENT_ID: 'emu-acme',
      CFI_CLIENT_SECRET: 'emu-acme-secret',
      CFI_EMULATOR_ADMIN: given.CFI_BASE_URL.replace('/v1', '/_emulator'),
    });
    expect(given).not.toHaveProperty('CFI_EMULATOR');
    expect(stdout).not.toMatch(/our-secret|our-token|\/our\/file/);
  });

  it('skips unreadable folders in PATH: 127 without the program, 126 if it cannot run', async () => {
    const [closed, open] = [makeHome(), makeHome()];
    writeFileSync(join(open, 'not-a-program'), 'text', { mode: 0o644 });
    chmodSync(closed, 0o000);
    const env = { PATH: [closed, open, process.env.PATH].join(':') };
    for (const [command, exitCode] of [
      ['no-such-program', 127],
      ['not-a-program', 126],
    ] as const) {
      const args = ['emulator', 'exec', '--', command];
      const { code, stderr } = await spawnCli(args, { env, unprivileged: true }).done;
      expect([code, stderr]).toMatchObject([exitCode, expect.stringContaining(command)]);
    }
    chmodSync(closed, 0o700);
  });

  it.each([
    [['no-such-program'], 127, 'no-such-program cannot be run: there is no such program'],
    [['/'], 126, '/ cannot be run: it is not an executable file'],
    [[], 2, 'missing COMMAND'],
  ])('%j exits with %d', async (command, exitCode, message) => {
    const deps = { hand: handProgram };
    const { code, stderr } = await runCli(['emulator', 'exec', '--', ...command], { deps });
    expect([code, stderr]).toMatchObject([exitCode, expect.stringContaining(message)]);
  });
});
