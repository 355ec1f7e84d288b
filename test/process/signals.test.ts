import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';
import { inTerminal, programLine, spawnCli } from '../support/processes/process.ts';
import { startOrderService } from '../support/services/order-service.ts';
import { homeWith } from '../support/upload/home-with.ts';
import { manyOrders } from '../support/upload/orders-csv.ts';

/** Lets each signal that the program, or one of its libraries, sends arrive late, as on a busy machine, and says so. */
const code = `
  const send = process.kill;
  process.kill = (...args) => {
    send.apply(process, args);
    for (const start = Date.now(); Date.now() - start < 200; );
    setTimeout(() => process.stderr.write('it has arrived'), 20);
  };`;
const hook = `--import=data:text/javascript,${encodeURIComponent(code)}`;

it('SIGINT does not count as two when a library sends it again', async () => {
  let answer = (): void => {};
  const { env, stored, posted } = await startOrderService(({ url }, response, accept) => {
    if (url !== '/v1/outbound') return false;
    accept();
    answer = () =>
      void response.writeHead(201).end(JSON.stringify({ success: true, data: [...stored.values()][0] }));
    uploading.child.kill('SIGINT');
    return true;
  });
  const home = homeWith('orders.csv', manyOrders(2));
  // Signing in writes the settings, with a library that sends the signal again when it has cleaned up.
  const args = ['order', 'create', 'orders.csv', '--concurrency', '1', '-o', 'json'];
  const uploading = spawnCli(args, { home, env: { ...env, NODE_OPTIONS: hook } });
  await uploading.until('it has arrived');
  answer();
  const { code, stdout } = await uploading.done;
  expect([code, JSON.parse(stdout).data.orders[0].outcome, posted().length]).toEqual([130, 'created', 1]);
});

/** A program that ends with 40 and the number of these signals that it got before SIGHUP. */
const counting = (signal: NodeJS.Signals): string =>
  `let n = 40; process.on('${signal}', () => n++); process.on('SIGHUP', () => process.exit(n));
    console.log('up'); setInterval(() => {}, 1000)`;

it('passes a signal on to the command of emulator exec once, although a library sends it again', async () => {
  const args = ['emulator', 'exec', '--', process.execPath, '-e', counting('SIGTERM')];
  const { child, until, done } = spawnCli(args, { env: { NODE_OPTIONS: hook } });
  await until('up');
  child.kill('SIGTERM');
  await until('it has arrived');
  child.kill('SIGHUP');
  expect((await done).code).toBe(41);
});

it('passes on each of several signals that follow each other at once', async () => {
  // The command answers the first one while the program is still busy with passing it on.
  const busy = `import { ChildProcess } from 'node:child_process';
    const { kill } = ChildProcess.prototype;
    ChildProcess.prototype.kill = function (signal) {
      kill.call(this, signal);
      for (const start = Date.now(); Date.now() - start < 300; );
    };`;
  const script = `let n = 0; process.on('SIGINT', () => { console.log('got' + ++n); if (n === 3) process.exit(9); });
    console.log('up'); setInterval(() => {}, 1000)`;
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(busy)}` };
  const args = ['emulator', 'exec', '--', process.execPath, '-e', script];
  const { child, until, done } = spawnCli(args, { env });
  for (const sign of ['up', 'got1', 'got2']) {
    await until(sign);
    child.kill('SIGINT');
  }
  expect((await done).code).toBe(9);
});

it('does not pass on the Ctrl-C of a terminal, even if standard input is something else', async () => {
  const line = `exec ${programLine} emulator exec -- "${process.execPath}" -e "${counting('SIGINT')}" < /dev/null`;
  const terminal = inTerminal(['sh', '-c', line], { env: { NODE_OPTIONS: hook } });
  await terminal.until('up');
  terminal.type('\x03');
  await terminal.until('it has arrived');
  terminal.signal('SIGHUP');
  expect((await terminal.done).code).toBe(41);
});

it('SIGTERM ends slot watch and the program of its --exec, without a wait for it', async () => {
  const home = makeHome();
  const env = { CFI_EMULATOR: '1' };
  const booking =
    '--date 2099-09-09 --window morning --loading-type loose --number-of-skus lt_10 --delivery-type truck';
  const words = ['slot', 'book', '--warehouse', 'Northgate FC', ...booking.split(' ')];
  expect((await runCli(words, { home, env, now: Date.now() })).code).toBe(0);
  // It goes on after the signal, until somebody ends it.
  const script = `process.on('SIGTERM', () => console.log('told')); setInterval(() => {}, 1000);
    require('node:fs').writeFileSync('pid', String(process.pid)); console.log('up')`;
  const exec = `"${process.execPath}" -e "${script}"`;
  const { child, until, done } = spawnCli(['slot', 'watch', '--once', '--exec', exec], { home, env });
  const ended = once(child, 'exit');
  await until('up');
  child.kill('SIGTERM');
  await until('told');
  expect((await ended)[0]).toBe(143);
  process.kill(Number(readFileSync(join(home, 'pid'), 'utf8')), 'SIGKILL');
  await done;
});

describe('while the system looks up a name that no server knows', () => {
  /** The name waits behind a pipe, for the only thread. */
  const waiting = (words: string) => {
    const home = makeHome();
    execFileSync('mkfifo', [join(home, 'pipe')]);
    writeFileSync(join(home, 'wait.cjs'), "require('node:fs').open('pipe', () => {});");
    const env = {
      CFI_TOKEN: 'test-token',
      CFI_BASE_URL: 'https://service.invalid/v1',
      UV_THREADPOOL_SIZE: '1',
      NODE_OPTIONS: `--require ${join(home, 'wait.cjs')}`,
    };
    return spawnCli(words.split(' '), { home, env });
  };

  it('a signal ends the program', async () => {
    const { child, until, done } = waiting('inventory --debug');
    await until('> GET');
    child.kill('SIGINT');
    const { signal, stderr } = await done;
    expect([signal, stderr]).toEqual(['SIGINT', expect.stringMatching(/stopped by Ctrl-C\n$/)]);
  });

  it('a signal ends the program after it has told an error', async () => {
    const { child, until, done } = waiting('inventory --timeout 100ms --max-retries 0');
    await until('more time with --timeout');
    child.kill('SIGTERM');
    expect((await done).signal).toBe('SIGTERM');
  });

  it('doctor waits for it no longer than for an answer', async () => {
    const { child, until, done } = waiting('doctor --timeout 100ms --max-retries 0');
    await until('service.invalid cannot be resolved within 100ms');
    child.kill('SIGTERM');
    await done;
  });
});
