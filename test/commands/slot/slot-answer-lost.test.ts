import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../support/cli.ts';
import { json, startService } from '../../support/services/http-server.ts';
import { credentials } from '../../support/sign-in.ts';
import { openTestbed } from '../../support/testbed.ts';

const offer = '2026-09-08T13:00:00+01:00';

const answers: readonly (readonly [args: readonly string[], status: string])[] = [
  [['--accept', '--yes'], 'confirmed'],
  [['--counter', 'wed 9:00'], 'pending_ops'],
];

describe('an answer to an offer to which no reply came', () => {
  let testbed: Awaited<ReturnType<typeof openTestbed>>;
  let reference: string;
  const respond = (args: readonly string[], ...more: string[]) =>
    testbed.cfi(['slot', 'respond', reference, ...args, ...more]);
  const sent = async (): Promise<string[]> =>
    (await testbed.requests()).filter((request) => request.startsWith('POST'));
  const lose = (phase: object, times = 1) =>
    testbed.admin.post('/faults', {
      match: { method: 'POST', path: '/inbound-slot/*/respond' },
      when: { times },
      do: { socket: 'reset' },
      ...phase,
    });

  beforeEach(async () => {
    testbed = await openTestbed();
    reference = await testbed.bookOffered(offer);
    await testbed.requests();
  });

  it.each(answers)('is found in the slot, and not sent again: %j', async (args, status) => {
    await lose({ phase: 'after-commit' });
    const { code, stderr } = await respond(args);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('error')]);
    expect([(await testbed.read(reference)).scheduleStatus, await sent()]).toEqual([
      status,
      [`POST /inbound-slot/${reference}/respond`],
    ]);
  });

  it.each(answers)('is sent again while the offer that was shown is open: %j', async (args, status) => {
    await lose({}, 2);
    expect((await respond(args)).code).toBe(0);
    const slot = await testbed.read(reference);
    expect([slot.scheduleStatus, (await sent()).length]).toEqual([status, 3]);
    expect(slot.schedule.proposals.length).toBe(status === 'confirmed' ? 1 : 2);
  });

  it('is in doubt if the service never gets it: it may still arrive', async () => {
    await lose({}, 9);
    const { code, stderr } = await respond(['--accept', '--yes'], '--max-retries', '1');
    expect([code, stderr]).toEqual([
      10,
      expect.stringMatching(/may or may not have your acceptance: the service does not show it so far/),
    ]);
    expect((await testbed.read(reference)).scheduleStatus).toBe('pending_customer');
  });

  it.each(answers)('is not sent again once the warehouse offers another time: %j', async (args) => {
    await lose({});
    testbed.during(async () => {
      await testbed.respond(reference, { action: 'counter', proposedTime: '2026-09-10T09:00:00+01:00' });
      await testbed.fc(reference, 'counter', { proposedTime: '2026-09-11T09:00:00+01:00' });
    });
    const { code, stderr } = await respond(args, '--max-retries', '1');
    expect([code, stderr.replaceAll('\n', ' ')]).toEqual([
      10,
      expect.stringMatching(
        /slot SLOT-\d+ may or may not have your (?:acceptance|counter-offer): it shows: /,
      ),
    ]);
    expect(stderr).toContain(`see its state before you answer again: cfi slot get ${reference}`);
    const slot = await testbed.read(reference);
    expect([slot.scheduleStatus, slot.schedule.proposals.length]).toEqual(['pending_customer', 3]);
  });
});

describe('an answer that is repeated', () => {
  const ops = (proposedTime: string) => ({ proposedBy: 'ops', proposedTime });
  const client = (proposedTime: string) => ({ proposedBy: 'client', proposedTime });
  const waiting = {
    slotReference: 'S-1',
    scheduleStatus: 'pending_customer',
    schedule: { proposals: [ops(offer)] },
  };
  const confirmed = {
    ...waiting,
    scheduleStatus: 'confirmed',
    schedule: { ...waiting.schedule, confirmedTime: offer },
  };

  /** The outcome where the first reply is lost, and `second` is the next; the slot is `after` as soon as that was sent. */
  const repeated = async (
    second: (response: ServerResponse) => void,
    after: object,
    args: readonly string[] = ['--accept', '--yes'],
    before: object = waiting,
  ) => {
    let answered = 0;
    const { baseUrl } = await startService(({ method }, response) => {
      if (method === 'GET')
        return json(response, 200, { success: true, data: answered > 1 ? after : before });
      answered += 1;
      return answered === 1 ? response.destroy() : second(response);
    });
    const outcome = await runCli(['slot', 'respond', 'S-1', ...args], { env: credentials(baseUrl) });
    return { ...outcome, answered };
  };
  const counter = '2030-09-09T09:00:00+01:00';
  /** A service that loses its reply to a counter-offer, to which the warehouse at once says its time again. */
  const insisting = async () => {
    let answered = 0;
    const after = { ...waiting, schedule: { proposals: [ops(offer), client(counter), ops(offer)] } };
    const { baseUrl } = await startService(({ method }, response) => {
      if (method === 'GET')
        return json(response, 200, { success: true, data: answered > 0 ? after : waiting });
      answered += 1;
      return response.destroy();
    });
    return { baseUrl, answers: () => answered };
  };
  const refused = (response: ServerResponse): void =>
    json(response, 409, { success: false, error: 'not waiting for the client' });
  const limited = (response: ServerResponse): void =>
    json(response, 429, { success: false, error: 'slow' }, { 'Retry-After': '1' });

  it.each([
    ['refused', refused],
    ['to be sent once more', limited],
  ])('and %s is done if the slot shows that the first has arrived', async (_, second) => {
    const { code, answered, stdout } = await repeated(second, confirmed);
    expect([code, answered, stdout]).toEqual([0, 2, expect.stringContaining('confirmed')]);
  });

  it('in the words of an earlier round is not done while the slot shows only that one', async () => {
    const shown = { ...waiting, schedule: { proposals: [ops(offer), client(counter), ops(offer)] } };
    const { baseUrl } = await startService(({ method }, response) =>
      json(response, 200, { success: true, data: method === 'GET' ? shown : {} }),
    );
    const words = ['slot', 'respond', 'S-1', '--counter', counter, '--max-retries', '1'];
    const { code, stderr } = await runCli(words, { env: credentials(baseUrl) });
    expect([code, stderr]).toEqual([6, expect.stringContaining('took the counter-offer, but')]);
  });

  it('and was never sent is not taken for one that was', async () => {
    let slot: object = waiting;
    let sent = 0;
    const { baseUrl } = await startService(({ method }, response) => {
      if (method === 'GET') return json(response, 200, { success: true, data: slot });
      sent += 1;
      json(response, 403, { success: false, error: 'forbidden' });
    });
    const home = makeHome();
    const accept = () =>
      runCli(['slot', 'respond', 'S-1', '--accept', '--yes'], { home, env: credentials(baseUrl) });
    expect((await accept()).code).toBe(4);
    slot = confirmed;
    const { code, stderr } = await accept();
    expect([code, stderr, sent]).toEqual([6, expect.stringContaining('has no open offer: agreed'), 1]);
  });

  it('and refused is refused if the slot does not show it', async () => {
    const { code, answered, stderr } = await repeated(refused, waiting);
    expect([code, answered, stderr]).toEqual([6, 2, expect.stringContaining('not waiting for the client')]);
  });

  it('is not called unsent once the offer has gone', async () => {
    const { code, stderr } = await repeated(limited, { ...waiting, scheduleStatus: 'pending_ops' });
    expect([code, stderr]).toEqual([
      6,
      expect.stringContaining(
        'no open offer any more; an earlier attempt to answer may have reached the service',
      ),
    ]);
    expect(stderr).not.toContain('nothing was sent');
  });

  it('is not sent again where the warehouse insists on its time', async () => {
    const { baseUrl, answers } = await insisting();
    const { code, stdout } = await runCli(['slot', 'respond', 'S-1', '--counter', counter], {
      env: credentials(baseUrl),
    });
    expect([code, answers(), stdout]).toEqual([0, 1, expect.stringContaining('S-1')]);
  });

  it('is not found in a proposal of an earlier round', async () => {
    const [proposed, open, next] = ['09', '10', '11'].map((day) => `2030-09-${day}T09:00:00+01:00`) as [
      string,
      string,
      string,
    ];
    const withProposals = (...proposals: object[]) => ({ ...waiting, schedule: { proposals } });
    const { code } = await repeated(
      (response) => response.destroy(),
      withProposals(client(proposed), ops(open), ops(next)),
      ['--counter', proposed, '--max-retries', '1'],
      withProposals(client(proposed), ops(open)),
    );
    expect(code).toBe(10);
  });
});
