import { describe, expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { stubService } from '../../support/services/stub-service.ts';
import { openVerifyTestbed } from '../../support/verify-testbed.ts';

type Testbed = Awaited<ReturnType<typeof openVerifyTestbed>>;

/** What verify created: how many are still active, and how many are cancelled. */
async function createdIn({ admin, acme }: Testbed) {
  const { columns, rows } = (await admin.get('/state')).body.data.tables.orders;
  const at = (name: string): number => columns.indexOf(name);
  const states: string[] = rows
    .filter((row: unknown[]) => String(row[at('reference')]).startsWith('CFI-VERIFY-'))
    .map((row: unknown[]) => row[at('status')]);
  const slots = (await acme.get('/inbound-slot')).body.data
    .filter((slot: Record<string, unknown>) => String(slot.containerTruckNumber).startsWith('CFI-VERIFY-'))
    .map((slot: Record<string, unknown>) => slot.scheduleStatus);
  const isCancelled = (state: string): boolean => /^cancelled$/i.test(state);
  return {
    orders: states.filter((state) => !isCancelled(state)).length,
    cancelledOrders: states.filter(isCancelled).length,
    slots: slots.filter((state: string) => !isCancelled(state)).length,
  };
}

it('verify says that the embedded emulator is checked against itself', async () => {
  const { code, stdout } = await runCli(['verify', '--emulator', '--state', ':memory:']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('checks the emulator against itself')]);
});

describe('verify without --write', () => {
  it('sends at most 40 reads, at most five a second, and changes nothing', async () => {
    const testbed = await openVerifyTestbed();
    await testbed.requests();
    const before = (await testbed.admin.get('/state')).body.data.tables;
    testbed.waits.length = 0;
    const { code, stderr } = await testbed.cfi(['verify']);
    expect([code, stderr]).toEqual([0, '']);
    const after = (await testbed.admin.get('/state')).body.data.tables;
    for (const table of ['orders', 'slots', 'purchase_orders', 'stock'])
      expect(after[table]).toEqual(before[table]);
    const requests = await testbed.requests();
    expect(requests.every((request) => request.startsWith('GET '))).toBe(true);
    expect(requests.length).toBeLessThanOrEqual(40);
    expect(testbed.waits).toHaveLength(requests.length - 1);
    expect(testbed.waits.every((ms) => ms === 200)).toBe(true);
  });

  it('needs no terminal and no --yes, and explains what it did not ask', async () => {
    const testbed = await openVerifyTestbed();
    const { assumptions } = (await testbed.json('verify')).data;
    const of = (id: string) => assumptions.find((finding: { id: string }) => finding.id === id);
    expect(of('A-06')).toEqual({
      id: 'A-06',
      question: 'request and answer of a cancellation',
      ...{ emulator: 0, service: null, result: 'not-asked' },
      evidence: expect.stringMatching(/^needs --write: cancels the order twice/),
    });
    expect(of('A-13')).toMatchObject({
      result: 'not-asked',
      evidence: expect.stringContaining('raises stock'),
    });
    expect(of('A-33')).toMatchObject({ result: 'same', service: 0, evidence: 'status 400' });
  });

  it('obeys a 429, and learns the form of Retry-After from it', async () => {
    const testbed = await openVerifyTestbed();
    await testbed.admin.post('/faults', {
      match: { path: '/order' },
      when: { times: 1 },
      do: { status: 429, headers: { 'retry-after': 'Tue, 01 Sep 2026 08:00:09 GMT' } },
    });
    testbed.waits.length = 0;
    const { assumptions } = (await testbed.json('verify')).data;
    const found = assumptions.find(({ id }: { id: string }) => id === 'A-35');
    expect(found).toMatchObject({ result: 'differs', service: 1 });
    expect(Math.max(...testbed.waits)).toBeGreaterThan(5000);
  });

  it('gives up if a 429 asks for too long a wait: exit 7', async () => {
    const testbed = await openVerifyTestbed();
    const answer = { status: 429, headers: { 'retry-after': '3600' } };
    await testbed.admin.post('/faults', { match: { path: '/order' }, do: answer });
    expect((await testbed.cfi(['verify'])).code).toBe(7);
  });

  it('counts repeated reads too: at most 40 at a service that keeps failing', async () => {
    const { cfi, requests } = stubService(({ target }) =>
      target.startsWith('/v1/inventory?')
        ? { status: 200, body: '{"success":true,"data":{"locations":[]}}' }
        : { status: 503, body: '{"success":false,"error":"down"}' },
    );
    const { code, stdout } = await cfi(['verify', '--max-retries', '9', '--json']);
    expect(requests.filter(({ method }) => method === 'GET')).toHaveLength(40);
    // What it has learned until then is shown.
    expect(code).toBe(0);
    expect(JSON.parse(stdout).data.assumptions.length).toBeGreaterThan(30);
  });

  it('gives a useful report for a read-only account and for an empty one', async () => {
    const { cfi, requests } = stubService(({ method }) =>
      method === 'GET'
        ? { status: 200, body: JSON.stringify({ success: true, data: [] }) }
        : { status: 403, body: JSON.stringify({ success: false, error: 'Forbidden' }) },
    );
    const { code, stdout } = await cfi(['verify', '--write', '--yes', '--json']);
    expect([0, 9]).toContain(code);
    const { assumptions } = JSON.parse(stdout).data;
    expect(assumptions.find(({ id }: { id: string }) => id === 'A-07').result).toBe('same');
    expect(requests.some(({ method, target }) => method === 'POST' && !target.endsWith('/auth/login'))).toBe(
      false,
    );
  });
});

describe('the report', () => {
  it('says which slot the account lacks for A-18, not that it lacks the one it has', async () => {
    const testbed = await openVerifyTestbed();
    const { stdout } = await testbed.cfi(['verify', '--json']);
    expect(JSON.parse(stdout).data.assumptions.find(({ id }: { id: string }) => id === 'A-18')).toMatchObject(
      { result: 'unknown', evidence: 'a used slot is confirmed; the account has no cancelled one' },
    );
  });

  it('ends with the command that uses the saved file, on one line in any terminal', async () => {
    const testbed = await openVerifyTestbed();
    const { stderr } = await testbed.cfi(['verify', '--save', 'answers of my service.json'], {
      tty: true,
      columns: 60,
    });
    expect(stderr).toContain(
      "to answer like this service:\ncfi emulator start --assume 'answers of my service.json'\n",
    );
  });

  it('suggests --save only where something differs', async () => {
    const same = await (await openVerifyTestbed()).cfi(['verify']);
    expect(same.stderr).not.toContain('--save');
    expect(same.stdout).toContain('Everything that was seen matches the emulator.');
    const other = await (await openVerifyTestbed({ assume: { 'A-04': 1 } })).cfi(['verify']);
    expect(other.stderr).toContain('to make the emulator answer like this service, add --save FILE');
    expect(other.stdout).not.toContain('Everything that was seen');
  });
});

describe('verify --write', () => {
  it('asks first; without a terminal it needs --yes', async () => {
    const testbed = await openVerifyTestbed();
    await testbed.requests();
    expect((await testbed.cfi(['verify', '--write'])).code).toBe(3);
    const asked = await testbed.cfi(['verify', '--write'], { tty: true, answers: [false] });
    expect(asked.code).toBe(3);
    expect(asked.stderr).toContain('the one that is created stays');
    expect(asked.askedFor).toEqual([expect.stringContaining('one purchase order called')]);
    expect(await testbed.requests()).toEqual([]);
  });

  it.each([{}, { 'A-10': 2, 'A-12': 1, 'A-39': 1, 'A-59': 1 }, { 'A-06': 4, 'A-18': 2, 'A-19': 1 }])(
    'creates at most one order, one slot and one purchase order, and cancels them: %j',
    async (assume) => {
      const testbed = await openVerifyTestbed({ assume });
      const { stderr } = await testbed.cfi(['verify', '--write', '--yes']);
      expect(await createdIn(testbed)).toMatchObject({ orders: 0, slots: 0, cancelledOrders: 1 });
      const { body } = await testbed.admin.get('/requests');
      const created = (path: string) =>
        body.data.filter(
          (request: Record<string, unknown>) =>
            request.method === 'POST' && request.path === path && Number(request.status) < 300,
        );
      // The other purchase order belongs to the testbed's own used slot.
      expect(
        [created('/outbound'), created('/inbound-po'), created('/inbound')].map((all) => all.length),
      ).toEqual([1, 2, 0]);
      expect(stderr).toMatch(/not removed: purchase order LW-\d+ with the reference CFI-VERIFY-/);
      expect(stderr).not.toMatch(/not removed: (order|slot)/);
    },
  );

  it('books its slot at least 300 days ahead', async () => {
    const testbed = await openVerifyTestbed();
    await testbed.cfi(['verify', '--write', '--yes']);
    const slots: Record<string, unknown>[] = (await testbed.acme.get('/inbound-slot')).body.data;
    const dates = slots
      .filter((slot) => String(slot.containerTruckNumber).startsWith('CFI-VERIFY-'))
      .map(({ date }) => Date.parse(String(date)));
    const days = dates.map((date) => (date - Date.parse('2026-09-01')) / 86_400_000);
    expect(days).toEqual([expect.toSatisfy((ahead: number) => ahead >= 300)]);
  });

  it('does not name a purchase order that the service refused', async () => {
    const testbed = await openVerifyTestbed();
    const refusal = { status: 400, body: { success: false, error: 'not today' } };
    await testbed.admin.post('/faults', { match: { method: 'POST', path: '/inbound-po' }, do: refusal });
    const { stderr } = await testbed.cfi(['verify', '--write', '--yes']);
    expect(stderr).not.toContain('not removed');
  });

  it('cleans up after an interrupted run, wherever it stopped', async () => {
    for (const cut of [1, 16, 46]) {
      const testbed = await openVerifyTestbed({ assume: { 'A-12': cut % 2 } });
      let sent = 0;
      const { emulator } = testbed;
      const failing = {
        ...emulator,
        stateId: () => 'testbed',
        advance: testbed.wait,
        close: () => {},
        // The answer to the last request is lost, and the program dies with it.
        async handle(http: Parameters<typeof emulator.handle>[0]) {
          sent += 1;
          if (sent > cut) throw new Error('killed');
          const answer = await emulator.handle(http);
          if (sent === cut) throw new Error('killed');
          return answer;
        },
      };
      await testbed.cfi(['verify', '--write', '--yes'], { deps: { openEmulator: async () => failing } });
      const { code, stderr } = await testbed.cfi(['verify', '--write', '--yes']);
      expect([0, 9]).toContain(code);
      expect(stderr).not.toMatch(/not removed: (order|slot|perhaps a slot)/);
      expect(await createdIn(testbed)).toMatchObject({ orders: 0, slots: 0 });
      // Nothing is left to clean up.
      expect((await testbed.cfi(['verify', '--write', '--yes'])).stderr).not.toContain('cleaning up');
    }
  });

  it.each([
    [
      'never arrived',
      [
        { match: { method: 'POST', path: '/outbound' }, do: { socket: 'reset' } },
        { match: { method: 'GET', path: '/order/*' }, do: { socket: 'reset' } },
      ],
    ],
    [
      'somebody else cancelled',
      [{ match: { method: 'POST', path: '/order/*/cancel' }, do: { status: 503 } }],
    ],
  ])('cleans up once after an order that %s', async (_, faults) => {
    const testbed = await openVerifyTestbed();
    for (const fault of faults) await testbed.admin.post('/faults', fault);
    const { stderr } = await testbed.cfi(['verify', '--write', '--yes', '--max-retries', '1']);
    const [, reference] = /not removed: order (CFI-VERIFY-\S+):/.exec(stderr) ?? [];
    await testbed.admin.delete('/faults');
    await testbed.acme.post(`/order/${reference}/cancel`, {});
    // Each run has a reference of its own.
    const again = async (random: number): Promise<string> =>
      (await testbed.cfi(['verify', '--write', '--yes'], { deps: { random: () => random } })).stderr;
    expect(await again(0.1)).toContain('cleaning up');
    expect(await again(0.2)).not.toContain('cleaning up');
  });

  it('lets one run write at a time, and names the other: exit 11', async () => {
    const testbed = await openVerifyTestbed();
    const seconds: string[] = [];
    for (let at = 1; at <= 24; at++)
      testbed.during(async () => {
        if (at % 8 > 0) return;
        const { code, stderr } = await testbed.cfi(['verify', '--write', '--yes']);
        seconds.push(`${code} ${stderr}`);
      });
    const first = await testbed.cfi(['verify', '--write', '--yes']);
    expect([first.code, seconds.length]).toEqual([0, 3]);
    for (const second of seconds)
      expect(second).toMatch(/^11 .*another run \(process \d+, cfi verify --write, since .*\) is verifying/s);
    expect(await createdIn(testbed)).toMatchObject({ orders: 0, slots: 0, cancelledOrders: 1 });
    // The first run is over, so the next one may start.
    expect((await testbed.cfi(['verify', '--write', '--yes'])).code).toBe(0);
  });

  it('sends through the ledger: its runs are listed', async () => {
    const testbed = await openVerifyTestbed();
    await testbed.cfi(['verify', '--write', '--yes']);
    const { data } = await testbed.json('runs');
    expect(data.map(({ kind }: { kind: string }) => kind)).toEqual([
      'po',
      'slot',
      'cancel',
      'cancel',
      'order',
    ]);
  });

  it('does not send a purchase order again whose answer is lost, and names it', async () => {
    const testbed = await openVerifyTestbed();
    await testbed.requests();
    const lost = {
      match: { method: 'POST', path: '/inbound-po' },
      phase: 'after-commit',
      do: { socket: 'reset' },
    };
    await testbed.admin.post('/faults', lost);
    const { stderr } = await testbed.cfi(['verify', '--write', '--yes']);
    expect(stderr).toMatch(/not removed: perhaps a purchase order with the reference CFI-VERIFY-/);
    const sent = (await testbed.requests()).filter((request) => request === 'POST /inbound-po');
    expect(sent).toHaveLength(1);
  });

  it('stops at the first 403 and says so', async () => {
    const inventory = {
      locations: [{ location_name: 'Northgate FC', sku: [{ sku: 'AC-TENT-2', Available: 3 }] }],
    };
    const { cfi, requests } = stubService(({ method, target }) => {
      if (method !== 'GET') return { status: 403, body: '{"success":false,"error":"Forbidden"}' };
      if (target.startsWith('/v1/order/')) return { status: 404, body: '{"success":false,"error":"none"}' };
      const data = target.startsWith('/v1/inventory?') ? inventory : [];
      return { status: 200, body: JSON.stringify({ success: true, data }) };
    });
    const { stdout } = await cfi(['verify', '--write', '--yes', '--json']);
    const found = JSON.parse(stdout).data.assumptions.find(({ id }: { id: string }) => id === 'A-12');
    expect(found).toMatchObject({ result: 'unknown', evidence: 'this account may only read' });
    expect(
      requests.filter(({ method, target }) => method === 'POST' && !target.endsWith('/login')),
    ).toHaveLength(1);
  });
});
