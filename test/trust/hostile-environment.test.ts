import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';
import { orderBody } from '../support/emulator/stock.ts';
import { spawnCli } from '../support/processes/process.ts';
import { manyOrders } from '../support/upload/orders-csv.ts';

const place = makeHome();
mkdirSync(join(place, 'folder'));
writeFileSync(join(place, 'file'), 'text');
const closed = 'http://127.0.0.1:1/v1';

describe('an invalid variable', () => {
  it.each([
    [{ CFI_TIMEOUT: 'abc' }, 2, 'CFI_TIMEOUT "abc" is not a duration'],
    [{ CFI_TIMEOUT: '-1s' }, 2, 'CFI_TIMEOUT "-1s" is not a duration'],
    [{ CFI_TIMEOUT: '0s' }, 2, 'CFI_TIMEOUT must be more than 0'],
    [{ CFI_OUTPUT: 'xml' }, 2, 'CFI_OUTPUT must be one of table, json, ndjson, csv; found "xml"'],
    [{ CFI_MAX_RETRIES: 'many' }, 2, 'CFI_MAX_RETRIES must be a whole number'],
    [{ CFI_MAX_RETRIES: '-1' }, 2, 'CFI_MAX_RETRIES must be a whole number'],
    [{ CFI_BASE_URL: 'nope' }, 2, '"nope" is not a web address'],
    [{ CFI_BASE_URL: ' ' }, 2, 'is not a web address'],
    [{ CFI_BASE_URL: 'http://127.0.0.1:99999/v1' }, 2, 'is not a web address'],
    [{ CFI_BASE_URL: 'http://example.com/v1' }, 2, 'plain http to example.com is refused'],
    [{ CFI_BASE_URL: 'http://127.0.0.1.example.com/v1' }, 2, 'plain http'],
    [{ CFI_BASE_URL: 'https://u:p@h.example/v1' }, 2, 'must not contain a user name or password'],
    [{ CFI_BASE_URL: closed, CFI_TOKEN: 'a\r\nb' }, 2, 'CFI_TOKEN is not a token'],
    [{ CFI_BASE_URL: closed, CFI_TOKEN: '😀' }, 2, 'CFI_TOKEN is not a token'],
    [{ CFI_BASE_URL: closed, CFI_TOKEN: ' ' }, 2, 'CFI_TOKEN is not a token'],
    [{ CFI_BASE_URL: closed, CFI_TOKEN: 'x\u0001' }, 2, 'CFI_TOKEN is not a token'],
    [{ CFI_TOKEN: 'a-token' }, 2, 'no service base address'],
    [
      { CFI_BASE_URL: closed, CFI_CLIENT_ID: 'a', CFI_CLIENT_SECRET_FILE: 'none' },
      2,
      'there is no such file',
    ],
    [{ CFI_BASE_URL: closed, CFI_CLIENT_ID: 'a', CFI_CLIENT_SECRET_FILE: 'folder' }, 2, 'it is a folder'],
    [{ CFI_BASE_URL: 'https://h.example/v1', CFI_TOKEN: 't', HTTPS_PROXY: 'http://[' }, 2, 'HTTPS_PROXY'],
    [{ CFI_PROFILE: 'none' }, 4, 'not signed in (profile none)'],
    [{ CFI_PROFILE: '__proto__' }, 4, 'not signed in (profile __proto__)'],
    [{ CFI_EMULATOR: '1', CFI_EMULATOR_STATE: 'file' }, 2, 'file/state.sqlite cannot be opened or written'],
    [{ CFI_EMULATOR: '1', CFI_CLIENT_ID: 'nobody' }, 4, 'not signed in'],
    [{ CFI_HOME: join(place, 'file') }, 2, 'part of its path is not a folder'],
    [{ CFI_HOME: join(place, 'file', 'below') }, 2, 'part of its path is not a folder'],
    [{ CFI_HOME: join(place, 'x'.repeat(300)) }, 2, 'its name is too long'],
  ])('%j exits with %i and says "%s"', async (env, code, said) => {
    const outcome = await runCli(['inventory'], { cwd: place, env });
    expect(outcome.code, outcome.stderr).toBe(code);
    expect(outcome.stdout).toBe('');
    expect(outcome.stderr).toContain(said);
    expect(outcome.stderr).not.toMatch(/\n\s+at |unexpected failure|undefined/);
  });

  it.each([{ CFI_TIMEOUT: 'abc' }, { CFI_OUTPUT: 'xml' }, { CFI_HOME: join(place, 'file') }])(
    '%j prevents neither help nor version',
    async (env) => {
      for (const line of [['--version'], ['help', 'exit-codes'], ['order', 'create', '--help']])
        expect(await runCli(line, { cwd: place, env })).toMatchObject({ code: 0, stderr: '' });
    },
  );

  it.each([
    ['config set timeout 9s', 'cannot create the folder'],
    ['--emulator inventory', 'cannot be opened or written'],
    ['--emulator --state :memory: order create a.json', 'cannot be opened or written'],
  ])('a CFI_HOME that cannot be created: %s is exit 2', async (line, said) => {
    writeFileSync(join(place, 'a.json'), JSON.stringify(orderBody('R-1')));
    const { code, stderr } = await runCli(line.split(' '), { cwd: place, env: { CFI_HOME: '/proc/none' } });
    expect([code, stderr]).toMatchObject([2, expect.stringContaining(said)]);
    expect(stderr).toContain('hint: ');
  });

  it('a missing TMPDIR: a large file is exit 2, a small one does not need it', async () => {
    writeFileSync(join(place, 'small.csv'), manyOrders(5, 'S-'));
    writeFileSync(join(place, 'large.csv'), manyOrders(3000, `L-${'x'.repeat(900)}-`));
    const ended = (file: string) =>
      spawnCli(['order', 'create', file, '--dry-run', '--quiet'], {
        cwd: place,
        env: { TMPDIR: join(place, 'missing') },
      }).done;
    expect((await ended('small.csv')).code).toBe(0);
    const { code, stderr } = await ended('large.csv');
    expect([code, stderr]).toMatchObject([2, expect.stringContaining('no temporary file can be created in')]);
    expect(stderr).toContain('hint: check the folder');
  });

  it('a relative CFI_HOME is resolved from the working folder', async () => {
    const line = ['config', 'set', 'timeout', '9s'];
    expect((await runCli(line, { cwd: place, env: { CFI_HOME: 'folder/own' } })).code).toBe(0);
    const env = { CFI_HOME: join(place, 'folder', 'own') };
    expect((await runCli(['config', 'get', 'timeout'], { env })).stdout).toBe('9s\n');
  });
});

describe('a folder with control characters in its name', () => {
  const controls = /\p{Cc}(?<!\n)/u;
  const odd = '\u001b]0;owned\u0007\u009b31m';

  it('is named without them, before a command runs as well', async () => {
    const home = join(place, `home${odd}`);
    mkdirSync(home);
    for (const line of ['config list', 'config list --nonsense']) {
      writeFileSync(join(home, 'config.json'), 'not JSON');
      const { stderr } = await runCli(line.split(' '), { home, cwd: place });
      expect(stderr).toContain('the config file is damaged');
      expect(stderr).not.toMatch(controls);
    }
  });

  it.each([[], ['--json']])(
    'and what a seed calls its clients control no terminal when the emulator starts: %j',
    async (...args) => {
      const client = {
        client_name: 'Odd',
        client_id: `odd${odd}`,
        client_secret: 'a-secret',
        warehouses: [],
      };
      const seed = { version: 1, warehouses: [{ name: 'Odd' }], clients: [client], products: [] };
      writeFileSync(join(place, 'seed.json'), JSON.stringify(seed));
      const line = [
        'emulator',
        'start',
        '--port',
        '0',
        '--seed',
        'seed.json',
        '--state',
        `state${odd}${args.join('')}`,
        '--open',
        ...args,
      ];
      const interrupt = new AbortController();
      const run = async (): Promise<number> => {
        setImmediate(() => interrupt.abort('SIGTERM'));
        return 0;
      };
      const options = { cwd: place, env: { DISPLAY: ':0' }, signal: interrupt.signal };
      const { stdout, stderr } = await runCli(line, { ...options, deps: { platform: 'linux', run } });
      expect(stdout).toContain('odd');
      expect(stdout + stderr).not.toMatch(controls);
    },
  );
});
