import { getEventListeners } from 'node:events';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Outcome, runCli } from '../../../support/cli.ts';
import { ndjson } from '../../../support/output.ts';
import { spawnPausing } from '../../../support/processes/paused.ts';
import { json, startServer } from '../../../support/services/http-server.ts';
import { credentials } from '../../../support/sign-in.ts';
import { orderRow, ordersCsv } from '../../../support/upload/orders-csv.ts';
import { openDropFolder } from './drop-folder.ts';

/** The surroundings of a command that SIGTERM ends when it first waits. */
function stoppedAtFirstWait() {
  const stop = new AbortController();
  const sleep = async (_: number, signal?: AbortSignal) => {
    stop.abort('SIGTERM');
    signal?.throwIfAborted();
  };
  return { signal: stop.signal, deps: { sleep } };
}

describe('cfi order drop', () => {
  it('keeps running with --follow while the service refuses sign-ins', async () => {
    const { put, inside, drop } = await openDropFolder();
    const stop = new AbortController();
    put('one.csv', 'R-1');
    let signIns = 0;
    const server = await startServer(({ url }, response) => {
      if (!url.endsWith('/auth/login'))
        return json(response, 201, { success: true, data: { ReferenceNumber: 'R-1' } });
      if (++signIns <= 4) return json(response, 503, { success: false, error: 'down' });
      const data = { access_token: 'a.b.c', expires_in: 86400, client_id: 'acme' };
      return json(response, 200, { success: true, data });
    });
    let elapsed = 0;
    const sleep = async (_: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      if (inside('done').length === 1) stop.abort('SIGTERM');
      if (elapsed > 500_000) throw new Error('it did not end');
    };
    const { code, stderr } = await drop(['--follow'], {
      signal: stop.signal,
      env: credentials(server.baseUrl),
      deps: { sleep, monotonicNow: () => (elapsed += 1000) },
    });
    expect([code, signIns > 4]).toEqual([143, true]);
    expect(stderr.match(/down/g)).toHaveLength(1);
  });

  it('listens for an interruption no more often after many files than after one', async () => {
    const { put, inside, drop } = await openDropFolder();
    const listenersAfter = async (...names: string[]): Promise<number> => {
      const { signal } = new AbortController();
      for (const name of names) put(`${name}.csv`, `R-${name}`);
      expect((await drop([], { signal })).code).toBe(0);
      return getEventListeners(signal, 'abort').length;
    };
    const afterOne = await listenersAfter('1');
    expect(await listenersAfter('2', '3', '4', '5')).toBeLessThanOrEqual(afterOne);
    expect(inside('done')).toHaveLength(5);
  });

  it('tries again with --follow while another process works on the folder', async () => {
    const { put, inside, drop, interfereWith } = await openDropFolder();
    const stop = new AbortController();
    put('one.csv', 'R-1');
    let first: Promise<Outcome> | undefined;
    let second: Promise<Outcome> | undefined;
    interfereWith((_, response, accept) => {
      if (second !== undefined) return false;
      let answer = (): void => {
        answer = () => {};
        accept();
        const data = { ReferenceNumber: 'R-1', OrderId: { UUID: 'u', Number: 1 } };
        json(response, 201, { success: true, data });
      };
      const sleep = async (): Promise<void> => {
        answer();
        await first;
        if (inside('done').length === 1) put('two.csv', 'R-2');
        else stop.abort('SIGTERM');
      };
      let elapsed = 0;
      const deps = { sleep, monotonicNow: () => (elapsed += 1000) };
      second = drop(['--follow', '--settle', '0s'], { signal: stop.signal, deps });
      void second.finally(() => answer());
      return true;
    });
    first = drop();
    expect([(await first).code, (await second)?.code]).toEqual([0, 143]);
    expect(inside('done')).toEqual(['one.csv', 'two.csv']);
  });

  it('leaves a file in the folder when a signal ends its reading', async () => {
    const { home, folder, put, inside, service } = await openDropFolder();
    put('one.csv', ...Array.from({ length: 2000 }, (_, at) => `R-${at}`));
    const line = ['order', 'drop', folder, '--follow', '--settle', '0s', '-o', 'ndjson'];
    const { env } = service;
    const { reached, child, go, done } = spawnPausing(
      line,
      { call: 'open', path: 'one\\.csv$' },
      { home, env },
    );
    await reached;
    child.kill('SIGTERM');
    go();
    const { code, stdout, stderr } = await done;
    expect([code, inside('failed'), service.stored.size]).toEqual([143, [], 0]);
    expect(ndjson(stdout), stderr).toMatchObject([{ outcome: 'left', exitCode: 143 }]);
    expect(inside()).toContain('one.csv');
  });

  it('leaves a file in the folder when a signal ends its wait for another upload', async () => {
    const { home, folder, service, put, inside, drop, interfereWith } = await openDropFolder();
    writeFileSync(join(folder, '..', 'other.csv'), ordersCsv([orderRow('O-1')]));
    put('one.csv', 'R-1');
    const stopped = stoppedAtFirstWait();
    let dropped: Outcome | undefined;
    interfereWith(({ body }, response, accept) => {
      if (!body.includes('"O-1"')) return false;
      const line = ['--follow', '--settle', '0s', '--wait', '10m', '-o', 'ndjson'];
      void drop(line, stopped).then((outcome) => {
        dropped = outcome;
        accept();
        json(response, 500, { success: false, error: 'lost' });
      });
      return true;
    });
    await runCli(['order', 'create', 'other.csv', '--max-retries', '0'], { home, env: service.env });
    expect(dropped).toMatchObject({ code: 143, stderr: '' });
    expect(ndjson(dropped?.stdout ?? '')).toMatchObject([{ outcome: 'left', exitCode: 143 }]);
    expect(inside()).toContain('one.csv');
  });

  it('ends with --follow without an error when a signal ends its wait for the folder', async () => {
    const { put, drop, interfereWith } = await openDropFolder();
    put('one.csv', 'R-1');
    const stopped = stoppedAtFirstWait();
    let dropped: Outcome | undefined;
    interfereWith(({ method }, response, accept) => {
      if (method !== 'POST' || dropped !== undefined) return false;
      void drop(['--follow', '--wait', '10m'], stopped).then((outcome) => {
        dropped = outcome;
        accept();
        json(response, 500, { success: false, error: 'lost' });
      });
      return true;
    });
    await drop();
    expect(dropped).toMatchObject({ code: 143, stdout: '' });
    expect(dropped?.stderr).toMatch(/^waiting: another run .* is working on this folder\n$/);
  });

  it('says with --follow why a file stays, once for each reason', async () => {
    const { put, inside, drop, interfereWith } = await openDropFolder();
    const stop = new AbortController();
    put('one.csv', 'R-1');
    let asks = 0;
    interfereWith(({ method, url }, response) => {
      if (url.endsWith('/auth/login')) return false;
      if (method === 'POST' && ++asks > 6) return false;
      if (method === 'GET') json(response, 404, { success: false, error: 'none' });
      else json(response, 503, { success: false, error: 'down' });
      return true;
    });
    const sleep = async (_: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      if (inside('done').length === 1) stop.abort('SIGTERM');
    };
    let elapsed = 0;
    const { code, stdout, stderr } = await drop(['--follow'], {
      signal: stop.signal,
      deps: { sleep, monotonicNow: () => (elapsed += 1000) },
    });
    expect([code, stdout.match(/left/g)]).toEqual([143, ['left', 'left', 'left']]);
    expect(stderr).toBe('warning: one.csv: R-1: down; the file stays where it is, and is tried again\n');
  });

  it('rescans with --follow until it is stopped', async () => {
    const { put, inside, drop } = await openDropFolder();
    const stop = new AbortController();
    put('one.csv', 'R-1');
    let sleeps = 0;
    const sleep = async (_: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      sleeps += 1;
      if (sleeps === 40) put('two.csv', 'R-2');
      if (inside('done').length === 2) stop.abort('SIGTERM');
      if (sleeps > 500) throw new Error('it did not end');
    };
    let elapsed = 0;
    const monotonicNow = () => (elapsed += 1000);
    const { code, stdout } = await drop(['--follow', '-o', 'ndjson'], {
      signal: stop.signal,
      deps: { sleep, monotonicNow },
    });
    expect([code, ndjson(stdout).map(({ movedTo }) => basename(String(movedTo)))]).toEqual([
      143,
      ['one.csv', 'two.csv'],
    ]);
  });
});
