import { describe, expect, it } from 'vitest';
import { slotCsv } from '../../../src/desk/slot-view.ts';
import { runProgram } from '../../../src/processes.ts';
import { makeHome, runCli } from '../../support/cli.ts';
import { ndjson } from '../../support/output.ts';
import { json, startServer, testToken } from '../../support/services/http-server.ts';
import { stubService } from '../../support/services/stub-service.ts';
import { openTestbed, serveLive, testbedForEach } from '../../support/testbed.ts';

const testbed = testbedForEach();

const offer = '2026-09-08T13:00:00+01:00';
const once = async (...args: string[]) => {
  const { code, stdout } = await testbed.cfi(['slot', 'watch', '--once', '-o', 'ndjson', ...args]);
  return [code, ...ndjson(stdout).map((change) => [change.previousStatus, change.scheduleStatus])];
};

/** Standard output if no slot has changed: csv has its header whatever its rows. */
const withoutNews = (format: string): string =>
  format === 'csv' ? `${slotCsv.map(({ header }) => header).join(',')}\r\n` : '';

describe('cfi slot watch --once', () => {
  it('prints only what changed since the last call, and never waits', async () => {
    const reference = await testbed.book();
    expect(await once(reference)).toEqual([8, [null, 'pending_ops']]);
    expect(await once(reference)).toEqual([8]);
    await testbed.fc(reference, 'counter', { proposedTime: offer });
    expect(await once(reference)).toEqual([12, ['pending_ops', 'pending_customer']]);
    expect(await once(reference)).toEqual([12]);
    await testbed.respond(reference, { action: 'accept' });
    expect(await once(reference)).toEqual([0, ['pending_customer', 'confirmed']]);
    expect(testbed.waits).toEqual([]);
  });

  it('shows only changes in json and csv, too', async () => {
    const reference = await testbed.book();
    const json = async (...args: string[]) => (await testbed.json('slot', 'watch', '--once', ...args)).data;
    expect(await json(reference)).toEqual(await testbed.read(reference));
    await testbed.fc(reference, 'counter', { proposedTime: offer });
    const { code, stdout } = await testbed.cfi(['slot', 'watch', '--once', '-o', 'csv']);
    expect([code, stdout.trim().split('\n').length]).toEqual([12, 2]);
  });

  it.each(['table', 'json', 'ndjson', 'csv'])(
    'reports a change again if nobody could read it, as %s',
    async (format) => {
      const reference = await testbed.book();
      const words = ['slot', 'watch', '--once', '-o', format];
      await testbed.cfi(words, { closed: 'stdout' });
      const { code, stdout } = await testbed.cfi(words);
      expect([code, stdout]).toEqual([8, expect.stringContaining(reference)]);
      expect((await testbed.cfi(words)).stdout).toBe(withoutNews(format));
    },
  );

  it('names the next steps of the first twenty slots, and counts the others', async () => {
    const data = Array.from({ length: 25 }, (_, at) => ({
      slotReference: `SLOT-${at}`,
      scheduleStatus: 'pending_customer',
      schedule: { proposals: [{ proposedTime: offer, proposedBy: 'ops', status: 'pending' }] },
    }));
    const service = stubService(() => ({ body: JSON.stringify({ success: true, data }) }));
    const { code, stderr } = await service.cfi(['slot', 'watch', '--once']);
    expect(code).toBe(12);
    expect(stderr.match(/^next: /gm)).toHaveLength(20);
    expect(stderr).toContain('and for 5 more slots: cfi slot list --emulator\n');
  });

  it('breaks no time of an offer on a narrow terminal', async () => {
    const reference = await testbed.bookOffered('2026-09-08T13:00:00+01:00');
    const narrow = { tty: true, columns: 60 };
    expect((await testbed.cfi(['slot', 'watch', '--once'], narrow)).stdout).toBe(
      `${reference}  your answer (the warehouse offers\nTue 8 Sep 13:00 BST)\n`,
    );
  });

  it.each([
    ['table', (reference: string) => `pending_ops  ${reference}\n`],
    ['ndjson', (reference: string) => `{"scheduleStatus":"pending_ops","slotReference":"${reference}"}\n`],
    ['csv', (reference: string) => `scheduleStatus,slotReference\r\npending_ops,${reference}\r\n`],
  ])('shows only the columns that --fields names, as %s', async (format, shown) => {
    const reference = await testbed.book();
    const fields = ['--fields', 'scheduleStatus,slotReference'];
    const { stdout } = await testbed.cfi(['slot', 'watch', '--once', '-o', format, ...fields]);
    expect(stdout).toBe(shown(reference));
  });

  it.each(['table', 'json', 'ndjson', 'csv'])(
    'writes nothing without news but the header of csv, as %s',
    async (format) => {
      const args = ['slot', 'watch', '--once', '--interval', '1m', '-o', format];
      const stdout = withoutNews(format);
      const live = await serveLive(testbed);
      expect(await live.cfi(args)).toMatchObject({ code: 0, stdout, stderr: '' });
      const reference = await testbed.book();
      for (const more of [[], [reference]]) {
        await live.cfi([...args, ...more]);
        expect(await live.cfi([...args, ...more])).toMatchObject({ code: 8, stdout, stderr: '' });
      }
      await testbed.fc(reference, 'confirm');
      await live.cfi([...args, reference]);
      expect(await live.cfi([...args, reference])).toMatchObject({ code: 0, stdout, stderr: '' });
      await live.close();
    },
  );

  it.each([
    ['another time', '2026-09-10T09:00:00+01:00'],
    ['the same time', offer],
  ])('distinguishes a second offer with %s from the first', async (_, proposedTime) => {
    const reference = await testbed.bookOffered(offer);
    await once(reference);
    await testbed.respond(reference, { action: 'counter', proposedTime: '2026-09-09T09:00:00+01:00' });
    await testbed.fc(reference, 'counter', { proposedTime, comment: 'The last free dock that day' });
    expect(await once(reference)).toEqual([12, ['pending_customer', 'pending_customer']]);
    expect(await once(reference)).toEqual([12]);
  });

  it('shows the comment of an offer', async () => {
    const reference = await testbed.book();
    await testbed.fc(reference, 'counter', { proposedTime: offer, comment: 'Gate 4\nonly' });
    const { stdout } = await testbed.cfi(['slot', 'watch', '--once', reference]);
    expect(stdout).toMatch(/^SLOT-\d+ {2}your answer .* {2}"Gate 4 only"\n$/);
  });

  it('without a reference also reports slots that were decided, once', async () => {
    const [confirmed, open] = [await testbed.book(), await testbed.book()];
    expect(await once()).toEqual([8, [null, 'pending_ops'], [null, 'pending_ops']]);
    await testbed.fc(confirmed, 'confirm');
    expect(await once()).toEqual([8, ['pending_ops', 'confirmed']]);
    await testbed.fc(open, 'confirm');
    expect(await once()).toEqual([0, ['pending_ops', 'confirmed']]);
    expect(await once()).toEqual([0]);
  });

  it('reports a cancelled slot that is no longer listed', async () => {
    Object.assign(testbed, await openTestbed({ assume: { 'A-18': 2 } }));
    const reference = await testbed.book();
    await once();
    await testbed.acme.delete(`/inbound-slot/${reference}`);
    expect(await once(reference)).toEqual([13, ['pending_ops', 'cancelled']]);
  });

  it.each([
    ['exits with 10', [], 10],
    ['watches the others', ['SLOT-1'], 8],
  ])('%s if the service lists a slot without a usable reference beside %j', async (_, named, code) => {
    const references = [undefined, '..', ...named];
    const slots = references.map((slotReference) => ({ slotReference, scheduleStatus: 'pending_ops' }));
    const server = await startServer((_, response) => json(response, 200, { success: true, data: slots }));
    const env = { CFI_BASE_URL: server.baseUrl, CFI_TOKEN: testToken };
    const ended = await runCli(['slot', 'watch', '--once', '-o', 'ndjson'], { env });
    expect([ended.code, ndjson(ended.stdout).map((slot) => slot.slotReference)]).toEqual([code, named]);
    expect(ended.stderr).toContain('the service lists 2 undecided slots without a usable reference');
  });

  it.each([[[]], [['SLOT-1']]])(
    'exits with 10 if only a page of a proxy says that a slot is gone, for %j',
    async (refs) => {
      let isDown = false;
      const slot = { slotReference: 'SLOT-1', scheduleStatus: 'pending_ops' };
      const server = await startServer(({ url }, response) => {
        if (url === '/v1/inbound-slot')
          return json(response, 200, { success: true, data: isDown ? [] : [slot] });
        if (!isDown) return json(response, 200, { success: true, data: slot });
        response.writeHead(404, { 'content-type': 'text/html' });
        return response.end('<html><title>404 Not Found</title></html>');
      });
      const home = makeHome();
      const env = { CFI_BASE_URL: server.baseUrl, CFI_TOKEN: testToken };
      const watch = () => runCli(['slot', 'watch', '--once', ...refs], { env, home });
      expect((await watch()).code).toBe(8);
      isDown = true;
      expect(await watch()).toMatchObject({ code: 10, stdout: '' });
      isDown = false;
      expect(await watch()).toMatchObject({ code: 8, stdout: '' });
    },
  );

  it('still reports a change after somebody looked at the slot', async () => {
    const reference = await testbed.book();
    await once(reference);
    await testbed.fc(reference, 'confirm');
    await testbed.cfi(['slot', 'get', reference]);
    await testbed.cfi(['slot', 'list']);
    expect(await once(reference)).toEqual([0, ['pending_ops', 'confirmed']]);
  });

  it('exits with 10 if it could not look, and reports the change next time', async () => {
    const reference = await testbed.book();
    await once(reference);
    await testbed.fc(reference, 'confirm');
    await testbed.admin.post('/faults', {
      match: { path: '/inbound-slot/*' },
      when: { times: 1 },
      do: { status: 503 },
    });
    expect(await once(reference, '--max-retries', '0')).toEqual([10]);
    expect(await once(reference)).toEqual([0, ['pending_ops', 'confirmed']]);
  });

  it.each([[[]], [['SLOT-1', 'SLOT-2']]])(
    'exits with 10 if the answer is not a list: it shows nothing about %j',
    async (refs) => {
      const server = await startServer((_, response) => json(response, 200, { success: true, data: {} }));
      const env = { CFI_BASE_URL: server.baseUrl, CFI_TOKEN: testToken };
      const { code, stdout, stderr } = await runCli(['slot', 'watch', '--once', ...refs], { env });
      expect([code, stdout]).toEqual([10, '']);
      expect(stderr).toContain('the service did not answer with a list of slots');
    },
  );

  it('exits with 10 if the answer is the record of another slot', async () => {
    const record = { slotReference: 'SLOT-9', scheduleStatus: 'confirmed' };
    const server = await startServer((_, response) => json(response, 200, { success: true, data: record }));
    const env = { CFI_BASE_URL: server.baseUrl, CFI_TOKEN: testToken };
    const { code, stdout } = await runCli(['slot', 'watch', 'SLOT-1', '--once'], { env });
    expect([code, stdout]).toEqual([10, '']);
  });

  it('keeps accounts separate', async () => {
    const reference = await testbed.book();
    await once(reference);
    const env = { CFI_CLIENT_ID: 'emu-bluebird' };
    expect((await testbed.cfi(['slot', 'watch', '--once', reference], { env })).code).toBe(5);
  });
});

describe('cfi slot watch --exec', () => {
  it('runs the command at each change, without a shell, with the change in its environment', async () => {
    const reference = await testbed.book();
    testbed.during(
      () => testbed.fc(reference, 'counter', { proposedTime: offer }),
      () => testbed.respond(reference, { action: 'accept' }),
    );
    const runs: unknown[] = [];
    const run = async (...given: unknown[]) => {
      runs.push(given);
      return 0;
    };
    const args = ['slot', 'watch', reference, '--until', 'confirmed', '--exec', `notify "to me" $HOME;rm`];
    const { code } = await testbed.cfi(args, { deps: { run } });
    expect(code).toBe(0);
    const words = ['to me', '$HOME;rm'];
    const slot = { CFI_SLOT_REFERENCE: reference };
    expect(runs).toEqual([
      ['notify', words, { ...slot, CFI_SLOT_STATUS: 'pending_customer', CFI_SLOT_PROPOSED_TIME: offer }],
      ['notify', words, { ...slot, CFI_SLOT_STATUS: 'confirmed', CFI_SLOT_PROPOSED_TIME: '' }],
    ]);
  });

  it('runs if the first state seen is already the goal, and not otherwise', async () => {
    const confirmed = await testbed.bookConfirmed();
    const { ran } = await testbed.cfi(['slot', 'watch', confirmed, '--exec', 'notify']);
    expect(ran).toEqual([['notify']]);
    const pending = await testbed.book();
    const waited = await testbed.cfi(['slot', 'watch', pending, '--exec', 'notify', '--max-wait', '1m']);
    expect(waited.ran).toEqual([]);
  });

  it('says when the command fails, and continues', async () => {
    const reference = await testbed.bookConfirmed();
    const args = ['slot', 'watch', reference, '--exec', 'notify'];
    const { code, stderr } = await testbed.cfi(args, { deps: { run: async () => 127 } });
    expect(code).toBe(0);
    expect(stderr).toContain('--exec notify ended with exit code 127');
  });

  it('with --once tells of a change again until the command succeeds', async () => {
    const reference = await testbed.bookOffered(offer);
    const codes = [3, 0, 0];
    const run = async () => codes.shift() ?? 0;
    const args = ['slot', 'watch', '--once', '-o', 'ndjson', '--exec', 'notify'];
    const reported = async () => ndjson((await testbed.cfi(args, { deps: { run } })).stdout).length;
    expect([await reported(), await reported(), await reported()]).toEqual([1, 1, 0]);
    expect([codes.length, (await testbed.read(reference)).scheduleStatus]).toEqual([1, 'pending_customer']);
  });

  it('says that there is no such command, and continues', async () => {
    const reference = await testbed.bookConfirmed();
    const args = ['slot', 'watch', reference, '--exec', '/no/such/notify now'];
    const { code, stderr } = await testbed.cfi(args, { deps: { run: runProgram } });
    expect(code).toBe(0);
    expect(stderr).toContain('warning: --exec: /no/such/notify cannot be run: there is no such program\n');
  });

  it.each([
    ['notify "open', '--exec has an unclosed quote'],
    [' ', '--exec is empty'],
  ])('refuses %j', async (command, message) => {
    const { code, stderr } = await testbed.cfi(['slot', 'watch', '--exec', command]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('cfi slot watch on a live service', () => {
  const live = async (...args: string[]) => {
    const service = await serveLive(testbed);
    try {
      return await service.cfi(['slot', 'watch', ...args]);
    } finally {
      await service.close();
    }
  };
  const minute = 60_000;

  it('[SLOT-POLL] raises a shorter interval to ten minutes and says so', async () => {
    const reference = await testbed.book();
    testbed.during(
      async () => {},
      () => testbed.fc(reference, 'confirm'),
    );
    const { code, stderr } = await live(reference, '--interval', '5s');
    expect(code).toBe(0);
    expect(stderr).toContain('--interval 5s is raised to 10m');
    expect(testbed.waits).toEqual([10.5 * minute, 10.5 * minute]);
  });

  it('does not look sooner at the end of --max-wait either', async () => {
    const reference = await testbed.book();
    const { code } = await live(reference, '--interval', '20m', '--max-wait', '25m');
    expect(code).toBe(8);
    expect(testbed.waits).toEqual([25 * minute]);
    const short = await live(reference, '--max-wait', '5m');
    expect(short.code).toBe(8);
    expect(testbed.waits).toHaveLength(1);
    expect(short.stderr).toBe(
      `no decision yet: ${reference} (waiting for the warehouse); ` +
        'the service allows a poll every 10m, and the next would be after --max-wait 5m\n',
    );
  });

  it('leaves the emulator at any polling rate', async () => {
    const reference = await testbed.book();
    const { stderr } = await testbed.cfi([
      'slot',
      'watch',
      reference,
      '--interval',
      '5s',
      '--max-wait',
      '12s',
    ]);
    expect(stderr).not.toContain('raised');
    expect(testbed.waits).toEqual([5250, 5250, 1500]);
  });
});
