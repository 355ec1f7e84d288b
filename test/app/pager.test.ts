import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pageThrough } from '../../src/processes.ts';
import { type CliOptions, makeHome, runCli } from '../support/cli.ts';
import { runPty } from '../support/processes/process.ts';
import { stubService } from '../support/services/stub-service.ts';
import { openTestbed, seedOrder } from '../support/testbed.ts';

const embedded = { CFI_EMULATOR: '1', CFI_CLIENT_ID: 'emu-acme' };

/** In place of a value: the variable is not there. */
const unset = 'unset';

const shared = makeHome();

/** Runs a line with 26 lines of output on a terminal with `rows`; records the calls to a pager. */
async function paged(options: CliOptions & { starts?: boolean } = {}, ...more: string[]) {
  const { PAGER = 'less', ...env } = options.env ?? {};
  const asked: { command: string; args: readonly string[]; env: object; text: string }[] = [];
  const outcome = await runCli(['--emulator', 'inventory', '--page-size', '10', ...more], {
    home: shared,
    tty: true,
    rows: 10,
    columns: 80,
    ...options,
    env: PAGER === unset ? env : { PAGER, ...env },
    deps: {
      async page(command, args, env, text) {
        asked.push({ command, args, env, text });
        return options.starts ?? true;
      },
    },
  });
  return { ...outcome, asked };
}

it('pages a table longer than the screen with less, quietly', async () => {
  const { asked, stdout, code } = await paged();
  expect([code, stdout]).toEqual([0, '']);
  expect(asked).toMatchObject([{ command: 'less', args: [], env: { LESS: 'FRX', LV: '-c' } }]);
  expect(asked[0]?.text).toContain('Account:');
});

it.each([
  [{ CFI_PAGER: 'more -d', PAGER: 'less' }, 'more', ['-d']],
  [{ PAGER: 'most' }, 'most', []],
  [{ PAGER: unset }, 'less', []],
])('uses the pager from the environment: %j', async (env, command, args) => {
  expect((await paged({ env: { ...env, LESS: 'S' } })).asked).toMatchObject([
    { command, args, env: { LV: '-c' } },
  ]);
});

it("respects the user's LESS", async () => {
  expect((await paged({ env: { LESS: 'S' } })).asked[0]?.env).toEqual({ LV: '-c' });
});

it.each<[string, CliOptions, string[]]>([
  ['the table fits the screen', { rows: 60 }, []],
  ['the height is not known', { rows: 0 }, []],
  ['the format is json', {}, ['--json']],
  ['the format is ndjson', {}, ['-o', 'ndjson']],
  ['the format is csv', {}, ['-o', 'csv']],
  ['standard output is no terminal', { tty: false }, []],
  ['it goes to a file', {}, ['--out', 'a.txt']],
  ['the line says so', {}, ['--no-pager']],
  ['nobody can be asked', {}, ['--no-input']],
  ['CI runs it', { env: { CI: '1' } }, []],
  ['the terminal is dumb', { env: { TERM: 'dumb' } }, []],
  ['PAGER is empty', { env: { PAGER: '' } }, []],
  ['CFI_PAGER is empty', { env: { CFI_PAGER: '', PAGER: 'less' } }, []],
  ['the pager is cat', { env: { PAGER: 'cat' } }, []],
])('uses no pager if %s', async (_, options, more) => {
  expect((await paged(options, ...more)).asked).toEqual([]);
});

it('prints the table if the pager cannot start, and keeps the exit code', async () => {
  const { asked, stdout, code } = await paged({ starts: false });
  expect([asked.length, code, stdout]).toEqual([1, 0, expect.stringContaining('Account:')]);
});

it('keeps the exit code of the command', async () => {
  const { cfi } = await openTestbed();
  const asked: string[] = [];
  const { code } = await cfi(['order', 'get', 'R-1', 'nobody'], {
    tty: true,
    rows: 4,
    env: { PAGER: 'less' },
    deps: {
      async page(command) {
        asked.push(command);
        return true;
      },
    },
  });
  expect([code, asked]).toEqual([9, ['less']]);
});

it('pages the outcome of what was asked about, and of what ends cleanly: a cancellation of many orders', async () => {
  const { cfi } = await openTestbed({
    orders: Array.from({ length: 12 }, (_, index) => seedOrder(`P-${index}`)),
  });
  const asked: string[] = [];
  const references = Array.from({ length: 12 }, (_, index) => `P-${index}`);
  const { code } = await cfi(['order', 'cancel', ...references], {
    tty: true,
    rows: 10,
    answers: [true],
    deps: {
      async page(command, _, __, text) {
        asked.push(`${command} ${text.match(/P-\d+/g)?.length}`);
        return true;
      },
    },
  });
  expect([code, asked]).toEqual([0, ['less 12']]);
});

it('holds up nobody who has interrupted a command that ends cleanly', async () => {
  const controller = new AbortController();
  const { cfi } = stubService(({ method, target }) => {
    const [, reference] = /order\/([^/]+)/.exec(target) ?? [];
    if (method === 'POST') controller.abort('SIGINT');
    const record = { ReferenceNumber: reference, Status: method === 'POST' ? 'Cancelled' : 'Pending' };
    return { body: JSON.stringify({ success: true, data: record }) };
  });
  const asked: string[] = [];
  const page = async (command: string) => asked.push(command) > 0;
  const line = ['order', 'cancel', 'P-1', 'P-2', 'P-3', '--yes'];
  const { code, stdout } = await cfi(line, { tty: true, rows: 2, signal: controller.signal, deps: { page } });
  expect([code, asked, stdout]).toEqual([130, [], expect.stringContaining('P-1')]);
});

it('turns pages in a real terminal, and Ctrl-C there does not end it; gets neither the secret nor the token', async () => {
  const home = makeHome();
  const given = join(home, 'given');
  // Less forgets what was typed while it is interrupted.
  const pager = `sh -c 'env > ${given}; trap "echo heard" INT; cat; until read line < /dev/tty; do :; done'`;
  const secrets = { CFI_CLIENT_SECRET: 'emu-acme-secret', CFI_TOKEN: '' };
  const terminal = runPty(['inventory', '--page-size', '25'], {
    ...{ home, rows: 8, columns: 80 },
    env: { ...embedded, ...secrets, PAGER: pager },
  });
  await terminal.until('Warehouses');
  terminal.type('\u0003');
  await terminal.until('heard');
  terminal.type('\n');
  const { code } = await terminal.done;
  expect(code).toBe(0);
  const variables = readFileSync(given, 'utf8');
  expect(variables).toMatch(/^CFI_CLIENT_ID=/m);
  expect(variables).not.toMatch(/^(?:CFI_CLIENT_SECRET|CFI_TOKEN)=/m);
});

it('is quiet when the pager is left at once', async () => {
  const env = { ...embedded, PAGER: 'true' };
  const { code, text } = await runPty(['inventory', '--page-size', '200'], { env, rows: 8 }).done;
  expect(code).toBe(0);
  expect(text).not.toMatch(/EPIPE|error/);
});

it('prints without a pager that is not installed', async () => {
  const options = { home: shared, env: { PAGER: 'no-such-pager' }, tty: true, rows: 8 };
  const { code, stdout } = await runCli(['--emulator', 'inventory'], {
    ...options,
    deps: { page: pageThrough },
  });
  expect([code, stdout]).toEqual([0, expect.stringContaining('Account:')]);
});
