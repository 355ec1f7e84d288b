import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CliOptions, makeHome, runCli } from './support/cli.ts';
import { homeWith } from './support/upload/home-with.ts';

const inventory = ['--emulator', '--state', ':memory:', 'inventory', '--page-size', '3'];

describe('help and version', () => {
  it.each([['--version'], ['-V']])('%s goes to standard output', async (flag) => {
    expect(await runCli([flag])).toMatchObject({ code: 0, stdout: '0.0.0-test\n', stderr: '' });
  });

  it.each([
    [['--version', '--json'], (data: unknown) => ({ data })],
    [['--output=json', '-V'], (data: unknown) => ({ data })],
    [['-V', '-o', 'ndjson'], (data: unknown) => data],
  ])('%j shows the version and how it was installed', async (argv, shaped) => {
    const { code, stdout } = await runCli(argv, { deps: { platform: 'linux' } });
    const path = '/src/cfi/bin/cfi.js';
    const place = { node: '26.10.0', platform: 'linux', arch: 'x64', installed: 'source', path };
    expect([code, JSON.parse(stdout)]).toEqual([0, shaped({ version: '0.0.0-test', ...place })]);
  });

  it('--version prints the number in JSON for scripts', async () => {
    const env = { CFI_OUTPUT: 'json' };
    expect((await runCli(['--version'], { env })).stdout).toBe('0.0.0-test\n');
    expect((await runCli(['--version', '--quiet'], { env })).stdout).toBe('0.0.0-test\n');
  });

  it.each([[[]], [['--help']], [['help']], [['order']], [['order', 'create', '--help']], [['help', 'csv']]])(
    '%j goes to standard output with exit 0',
    async (argv) => {
      const { code, stdout, stderr } = await runCli(argv);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout.length).toBeGreaterThan(200);
    },
  );
});

describe('an invalid command line', () => {
  it('is reported on standard error with exit 2', async () => {
    expect(await runCli(['inventry'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: "error: unknown command 'inventry'\nhint: did you mean inventory?\n",
    });
  });

  it.each([
    [['inventry', '--json'], {}],
    [['inventry', '-o', 'ndjson'], {}],
    [['inventry'], { CFI_OUTPUT: 'json' }],
    [['inventory', '--page', '1x', '--json'], {}],
    [['order', 'get', '--json'], {}],
  ])('%j %j is one JSON line', async (argv, env) => {
    const { code, stdout, stderr } = await runCli(argv, { env: env as Record<string, string> });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^\{[^\n]*\}\n$/);
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'usage', exitCode: 2 });
  });

  it('explains in words why a mapping cannot be read', async () => {
    const { code, stderr } = await runCli(['order', 'create', 'a.csv', '--dry-run', '--map', 'no.json']);
    expect([code, stderr]).toEqual([
      2,
      'error: --map no.json cannot be read: there is no such file\nhint: see cfi help maps\n',
    ]);
  });

  it('names every missing value at once if nobody can be asked', async () => {
    const { code, stderr } = await runCli(['api']);
    expect([code, stderr]).toMatchObject([2, expect.stringContaining('missing METHOD, PATH')]);
    expect((await runCli(['api', '--no-input'], { tty: true })).stderr).toContain('missing METHOD, PATH');
    expect((await runCli(['emulator', 'fc', 'counter', '--json'])).stderr).toContain(
      'missing SLOT, --time TIME',
    );
  });

  it('asks for missing values on a terminal', async () => {
    const { askedFor, stderr } = await runCli(['emulator', 'fc', 'counter'], {
      tty: true,
      answers: ['SLOT-9', '2026-09-04T13:00:00+01:00'],
    });
    expect(askedFor).toEqual(['Which slot?', 'Which time, such as tue 10:00?']);
    expect(stderr).toContain('SLOT-9');
  });
});

describe('a result', () => {
  it('is the only text on standard output', async () => {
    const { code, stdout, stderr } = await runCli([...inventory, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ pagination: { has_more: true } });
    expect(stderr).toContain('more: --page 2, or --all\n');
  });

  it('has no notices with --quiet', async () => {
    expect((await runCli([...inventory, '--quiet'])).stderr).toBe('');
  });

  it.each<[string, CliOptions, readonly string[], boolean]>([
    ['a terminal', { tty: true }, [], true],
    ['a pipe', {}, [], false],
    ['--no-color', { tty: true }, ['--no-color'], false],
    ['NO_COLOR', { tty: true, env: { NO_COLOR: '1' } }, [], false],
    ['TERM=dumb', { tty: true, env: { TERM: 'dumb' } }, [], false],
    ['FORCE_COLOR in a pipe', { env: { FORCE_COLOR: '1' } }, [], true],
  ])('has colour when expected: %s', async (_, options, more, colored) => {
    expect((await runCli([...inventory, ...more], options)).stdout.includes('\u001b[')).toBe(colored);
  });

  it('fits the terminal and is complete when piped', async () => {
    const widest = (text: string): number => Math.max(...text.split('\n').map((line) => line.length));
    const line = [...inventory, '--no-color'];
    expect(widest((await runCli(line, { tty: true, columns: 50 })).stdout)).toBeLessThanOrEqual(50);
    expect(widest((await runCli(line)).stdout)).toBeGreaterThan(60);
  });
});

describe('--out', () => {
  it('takes - for standard output', async () => {
    const { code, stdout } = await runCli([...inventory, '--json', '--out', '-']);
    expect([code, Object.keys(JSON.parse(stdout))]).toEqual([0, ['data', 'pagination']]);
  });

  it('writes the result to the file and nothing to standard output', async () => {
    const home = makeHome();
    const { code, stdout } = await runCli([...inventory, '--json', '--out', 'stock.json'], { home });
    expect([code, stdout]).toEqual([0, '']);
    expect(JSON.parse(readFileSync(join(home, 'stock.json'), 'utf8')).data.client_name).toBe('Acme Outdoor');
    expect(readdirSync(home).filter((name) => name.includes('.tmp'))).toEqual([]);
  });

  it('is plain text even on a terminal', async () => {
    const home = makeHome();
    await runCli([...inventory, '--out', 'stock.txt'], { home, tty: true, columns: 20 });
    const text = readFileSync(join(home, 'stock.txt'), 'utf8');
    expect(text).not.toContain('\u001b');
    expect(text).toContain('Available');
  });

  it('refuses a link before anything is done', async () => {
    const home = homeWith('real.json', 'old');
    symlinkSync(join(home, 'real.json'), join(home, 'link.json'));
    const { code, stderr } = await runCli(['--emulator', 'inventory', '--out', 'link.json'], { home });
    expect([code, stderr]).toEqual([
      2,
      'error: link.json cannot be written: it is a symbolic link\nhint: name the file that it points to\n',
    ]);
    expect(readFileSync(join(home, 'real.json'), 'utf8')).toBe('old');
    expect(existsSync(join(home, 'emulator'))).toBe(false);
  });

  it('leaves the old file when the command fails', async () => {
    const home = homeWith('old.json', 'old');
    const { code } = await runCli(['order', 'get', 'NONE', '--emulator', '--out', 'old.json'], { home });
    expect([code, readFileSync(join(home, 'old.json'), 'utf8')]).toEqual([5, 'old']);
  });

  it.each([
    ['missing/x.json', 'its folder does not exist'],
    ['folder', 'it is a folder'],
    ['file/x.json', 'is not a folder'],
    ['', '--out must not be empty'],
  ])('%j is refused before anything is done', async (name, reason) => {
    const home = makeHome();
    mkdirSync(join(home, 'folder'));
    writeFileSync(join(home, 'file'), '');
    const { code, stderr } = await runCli(['--emulator', 'inventory', '--out', name], { home });
    expect([code, stderr]).toMatchObject([2, expect.stringContaining(reason)]);
    expect(existsSync(join(home, 'emulator'))).toBe(false);
  });
});

describe('a closed reader', () => {
  it('of standard output ends the program silently', async () => {
    const { code, stderr } = await runCli([...inventory, '--json', '--quiet'], { closed: 'stdout' });
    expect([code, stderr]).toEqual([0, '']);
  });

  it('of standard error changes nothing', async () => {
    expect((await runCli([...inventory, '--json'], { closed: 'stderr' })).code).toBe(0);
    expect((await runCli(['inventry'], { closed: 'stderr' })).code).toBe(2);
  });
});

describe('an unexpected error', () => {
  const broken = { deps: { openEmulator: () => Promise.reject(new TypeError('x is not a function')) } };

  it('is exit 1 with a hint and no stack', async () => {
    const { code, stderr } = await runCli(['--emulator', 'inventory'], broken);
    expect(code).toBe(1);
    expect(stderr).toBe(
      'error: unexpected failure: x is not a function\nhint: run it again with --debug to see where it happened\n',
    );
  });

  it('includes its stack with --debug', async () => {
    const { stderr } = await runCli(['--emulator', 'inventory', '--debug'], broken);
    expect(stderr).toContain('at ');
    expect(stderr).toContain('main.test.ts');
  });

  it('has the code internal in JSON', async () => {
    const { stderr } = await runCli(['--emulator', 'inventory', '--json'], broken);
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'internal', exitCode: 1 });
  });
});

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])('an interruption by %s exits with %d', async (signal, exitCode) => {
  const controller = new AbortController();
  const deps = {
    openEmulator: () => {
      controller.abort(signal);
      return new Promise<never>(() => {});
    },
  };
  const line = ['--emulator', 'inventory', '--json'];
  const { code, stdout, stderr } = await runCli(line, { signal: controller.signal, deps });
  expect([code, stdout]).toEqual([exitCode, '']);
  expect(JSON.parse(stderr).error).toMatchObject({ code: 'cancelled', exitCode });
});

it('profile settings replace missing flags and variables', async () => {
  const home = makeHome();
  await runCli(['config', 'set', 'output', 'json', '--profile', 'emulator'], { home });
  const line = ['--emulator', '--state', ':memory:', 'inventory', '--page-size', '1'];
  expect((await runCli(line, { home })).stdout).toMatch(/^\{"data"/);
  expect((await runCli(line, { home, env: { CFI_OUTPUT: 'csv' } })).stdout).toMatch(/^location_name,/);
  expect((await runCli(['order', 'get', 'X', '--emulator'], { home })).stderr).toContain('{"error":');
});
