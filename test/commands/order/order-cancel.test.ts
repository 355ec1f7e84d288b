import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../support/cli.ts';
import { bodyOf, startDocumentService } from '../../support/services/document-service.ts';
import { type Answering, json } from '../../support/services/http-server.ts';
import { dataOf, errorOf, homeWith } from '../../support/upload/home-with.ts';
import { orderRow, ordersCsv } from '../../support/upload/orders-csv.ts';
import { trackedOrders } from '../../support/upload/tracked-orders.ts';

const args = (...refs: string[]) => ['order', 'cancel', ...refs, '--yes', '--json'];

describe('order cancel', () => {
  it("shows the service's answer for a single order", async () => {
    const { env, posts } = await startDocumentService((_, response) =>
      json(response, 200, { success: true, data: { ReferenceNumber: 'R-1', Status: 'Cancelled' } }),
    );
    const outcome = await runCli([...args('R-1'), '--reason', 'sold out'], { env });
    expect(outcome.code).toBe(0);
    expect(dataOf(outcome)).toEqual({ ReferenceNumber: 'R-1', Status: 'Cancelled' });
    expect(bodyOf(posts('/v1/order/R-1/cancel')[0])).toEqual({ reason: 'sold out' });
  });

  it('takes a word for another order only where it asks, and an order that is named twice once', async () => {
    const home = homeWith('orders.csv', ordersCsv([orderRow('#1001'), orderRow('R-2')]));
    const options = { home, cwd: home, env: { CFI_EMULATOR: '1' } };
    expect((await runCli(['order', 'create', 'orders.csv'], options)).code).toBe(0);
    const fault = { match: { path: '/order/*' }, do: { status: 404 } };
    await runCli(['emulator', 'fault', 'add', JSON.stringify(fault)], options);
    const gone = await runCli(['order', 'cancel', 'R-2', '--yes'], options);
    expect([gone.code, gone.stderr]).toEqual([5, expect.not.stringContaining('did you mean')]);
    await runCli(['emulator', 'fault', 'clear'], options);
    const line = ['order', 'cancel', '1001', '#1001', 'R-2', '--reason', '1001'];
    const dryRun = await runCli([...line, '--dry-run'], options);
    expect(dryRun.stderr).toContain("1001: did you mean '#1001'?\n");
    expect(dryRun.stdout).toContain("cfi order cancel 1001 '#1001' R-2 --reason 1001 --emulator --yes\n");
    const { code, askedFor } = await runCli(line, { ...options, tty: true, answers: [true] });
    expect([code, askedFor]).toEqual([0, ['Cancel 2 orders?']]);
  });

  it('cancels nothing where the ledger cannot be read', async () => {
    const { env, posts } = await startDocumentService((_, response) =>
      json(response, 200, { success: true, data: { ReferenceNumber: 'R-1', Status: 'Cancelled' } }),
    );
    const home = makeHome();
    mkdirSync(join(home, 'ledger.sqlite'));
    const { code, stderr } = await runCli(['order', 'cancel', 'R-1', '--yes'], { env, home });
    expect([code, posts('/v1/order/R-1/cancel')]).toEqual([2, []]);
    expect(stderr).toContain('cannot be opened or written');
  });

  it.each([
    [['order', 'cancel', 'R-1001'], 'Cancel order R-1001?'],
    [['verify', '--write'], 'Create one order'],
  ])('names the account before it asks: %j', async (words, question) => {
    const options = { tty: true, answers: [false], env: { NO_COLOR: '1' } };
    const outcome = await runCli([...words, '--emulator'], options);
    expect([outcome.code, outcome.askedFor]).toEqual([3, [expect.stringContaining(question)]]);
    expect(outcome.stderr).toContain('account: emu-acme at the emulator');
  });

  it("refuses '..' as a reference, and cancels nothing", async () => {
    const { env, posts } = await startDocumentService((_, response) =>
      json(response, 200, { success: true, data: { ReferenceNumber: 'R-1', Status: 'Cancelled' } }),
    );
    expect((await runCli(args('R-1', '..'), { env })).code).toBe(2);
    expect(posts('/v1/order/R-1/cancel')).toEqual([]);
  });

  it.each([
    [429, 7, 'the service asks for a wait of 60 minutes'],
    [403, 4, 'the service refuses this account: Not now'],
  ])(
    'says how many orders are cancelled if the service then stops it with %i',
    async (status, exitCode, why) => {
      const { env, posts } = await startDocumentService(({ url }, response) =>
        url.includes('R-2')
          ? json(response, status, { success: false, error: 'Not now' }, { 'Retry-After': '3600' })
          : json(response, 200, { success: true, data: { ReferenceNumber: 'R-1', Status: 'Cancelled' } }),
      );
      const outcome = await runCli(args('R-1', 'R-2', 'R-3'), { env });
      expect([outcome.code, errorOf(outcome)]).toMatchObject([
        exitCode,
        {
          message: `${why}; 1 of 3 orders is cancelled`,
          hint: expect.stringMatching(/; orders that are already cancelled stay cancelled$/),
          status,
        },
      ]);
      expect(posts('/v1/order/R-3/cancel')).toEqual([]);
    },
  );

  it('gives one outcome each, and exit 9 if some failed', async () => {
    const { env } = await startDocumentService((request, response) => {
      if (request.url.includes('GONE')) json(response, 404, { success: false, error: 'not found' });
      else if (request.url.includes('SHIPPED'))
        json(response, request.method === 'GET' ? 200 : 409, {
          success: request.method === 'GET',
          error: 'shipped',
          data: { ReferenceNumber: 'SHIPPED', Status: 'Shipped' },
        });
      else if (request.url.includes('TWICE'))
        json(response, request.method === 'GET' ? 200 : 409, {
          success: request.method === 'GET',
          error: 'cancelled already',
          data: { ReferenceNumber: 'TWICE', Status: 'Cancelled' },
        });
      else json(response, 200, { success: true, data: { ReferenceNumber: 'R-1', Status: 'Cancelled' } });
    });
    const outcome = await runCli(args('R-1', 'GONE', 'SHIPPED', 'TWICE'), { env });
    expect(outcome.code).toBe(9);
    expect(dataOf(outcome)).toMatchObject({
      total: 4,
      cancelled: 1,
      existing: 1,
      conflict: 1,
      orders: [
        { outcome: 'cancelled', status: 200 },
        { outcome: 'rejected', status: 404 },
        { outcome: 'conflict' },
        { outcome: 'existing' },
      ],
    });
    const forPeople = args('R-1', 'GONE', 'SHIPPED', 'TWICE').slice(0, -1);
    const people = await runCli(forPeople, { env });
    expect(people.stdout.replaceAll(/ {2,}/g, '  ')).toBe(
      [
        'Reference  Outcome  Why',
        'R-1  cancelled',
        'GONE  not found  not found',
        'SHIPPED  refused  shipped',
        'TWICE  already cancelled',
        '',
        '1 cancelled, 1 not found, 1 refused, 1 already cancelled',
        '',
      ].join('\n'),
    );
    expect(people.stderr).toContain(
      '2 of 4 orders could not be cancelled; not found: GONE; refused: SHIPPED\n',
    );
  });

  it('reads the order after a lost answer before it cancels again', async () => {
    const { env, posts } = await startDocumentService((request, response) => {
      if (request.method === 'POST') response.destroy();
      else json(response, 200, { success: true, data: { ReferenceNumber: 'R-1', Status: 'Cancelled' } });
    });
    const outcome = await runCli(args('R-1'), { env });
    expect(outcome.code).toBe(0);
    expect(posts('/v1/order/R-1/cancel')).toHaveLength(1);
  });

  it.each([
    ['unknown', 'the answer is lost and the order cannot be read', 502],
    ['failed', 'the order is read and is not cancelled', 200],
  ])('is %s when %s', async (outcome, _, readStatus) => {
    const { env } = await startDocumentService((request, response) => {
      if (!request.url.includes('LOST'))
        json(response, 200, { success: true, data: { ReferenceNumber: 'R-1', Status: 'Cancelled' } });
      else if (request.method === 'POST') json(response, 500, { success: false, error: 'oops' });
      else
        json(response, readStatus, {
          success: readStatus === 200,
          error: 'no',
          data: { ReferenceNumber: 'LOST', Status: 'Pending' },
        });
    });
    const result = await runCli(args('R-1', 'LOST'), { env });
    expect(result.code).toBe(9);
    expect(dataOf(result).orders).toMatchObject([{ outcome: 'cancelled' }, { outcome }]);
  });

  const pending = { ReferenceNumber: 'R-1', Status: 'Pending' };
  const cancelled = { ReferenceNumber: 'R-1', Status: 'Cancelled' };
  it.each<[string, unknown]>([
    ['nothing', {}],
    ['an error', { error: 'try later' }],
    ['another order that is cancelled', { ReferenceNumber: 'R-2', Status: 'Cancelled' }],
    ['a status alone', { Status: 'Cancelled' }],
  ])('does not treat a look-up with %s as a confirmation', async (_, data) => {
    const { env, posts } = await startDocumentService((request, response) => {
      if (request.method === 'POST') response.destroy();
      else json(response, 200, { success: true, data });
    });
    const outcome = await runCli(args('R-1'), { env });
    expect(outcome.code).toBe(10);
    expect(errorOf(outcome).message).toContain('order R-1 may or may not be cancelled');
    expect(posts('/v1/order/R-1/cancel')).toHaveLength(1);
  });

  it.each<[string, unknown, unknown, number]>([
    ['an answer without content', undefined, cancelled, 0],
    ['an answer without a reference', { Status: 'Cancelled' }, cancelled, 0],
    ['an answer about another order', { ReferenceNumber: 'R-2', Status: 'Cancelled' }, cancelled, 0],
    ['an answer that the record contradicts', { Status: 'Cancelled' }, pending, 10],
  ])('looks up %s', async (what, data, record, code) => {
    const { env, posts } = await startDocumentService((request, response) => {
      if (request.method === 'GET') json(response, 200, { success: true, data: record });
      else if (data === undefined) json(response, 204, undefined);
      else json(response, 200, { success: true, data });
    });
    const outcome = await runCli([...args('R-1'), '--max-retries', '0'], { env });
    expect(outcome.code, what).toBe(code);
    expect(posts('/v1/order/R-1/cancel')).toHaveLength(1);
  });

  it.each([0, 1, 3])('retries as often as --max-retries %i allows', async (retries) => {
    const { env, posts } = await startDocumentService((request, response) => {
      if (request.method === 'POST') json(response, 500, { success: false, error: 'broken' });
      else json(response, 200, { success: true, data: pending });
    });
    const outcome = await runCli([...args('R-1'), '--max-retries', String(retries)], { env });
    expect(outcome.code).toBe(10);
    expect(errorOf(outcome).message).toContain('order R-1 is not cancelled');
    expect(posts('/v1/order/R-1/cancel')).toHaveLength(retries + 1);
  });

  describe.each([
    ['SIGINT', 130, 'stopped by Ctrl-C'],
    ['SIGTERM', 143, 'stopped by SIGTERM'],
  ])('when %s ends it', (signal, exitCode, ending) => {
    /** Cancels orders at a service that never answers about R-2. */
    const endedAt = async (...refs: string[]) => {
      const interrupt = new AbortController();
      const { env, posts } = await startDocumentService(({ url }, response) => {
        if (url.includes('R-2')) interrupt.abort(signal);
        else json(response, 200, { success: true, data: { ReferenceNumber: 'R-1', Status: 'Cancelled' } });
      });
      const outcome = await runCli(args(...refs), { env, signal: interrupt.signal });
      return { ...outcome, posts, address: env.CFI_BASE_URL };
    };

    it('says that the order may be cancelled', async () => {
      const outcome = await endedAt('R-2');
      expect([outcome.code, outcome.stdout]).toEqual([exitCode, '']);
      expect(errorOf(outcome)).toEqual({
        code: 'cancelled',
        message: `${ending}; order R-2 may or may not be cancelled`,
        hint: `check it: cfi order get R-2 --base-url ${outcome.address}`,
        exitCode,
      });
    });

    it('lists what became of each order until then, in one error', async () => {
      const outcome = await endedAt('R-1', 'R-2', 'R-3');
      expect(outcome.code).toBe(exitCode);
      expect(dataOf(outcome).orders).toMatchObject([
        { ReferenceNumber: 'R-1', outcome: 'cancelled' },
        {
          ReferenceNumber: 'R-2',
          outcome: 'unknown',
          error: 'the run ended before the service confirmed it',
        },
      ]);
      expect(errorOf(outcome)).toMatchObject({
        code: 'cancelled',
        message: `${ending}; 1 of 3 orders is cancelled`,
        exitCode,
      });
      expect(outcome.posts('/v1/order/R-3/cancel')).toEqual([]);
    });
  });
});

it('order cancel without a reference on a terminal names the account before it asks', async () => {
  const { upload, home, service, cancels } = await trackedOrders();
  await upload('R-1');
  const { env } = service;
  const { code, stderr, askedFor } = await runCli(['order', 'cancel'], {
    ...{ home, env: { ...env, NO_COLOR: '1' }, tty: true, answers: ['R-1', true] },
  });
  expect([code, askedFor.length, cancels]).toEqual([0, 2, ['R-1']]);
  expect(stderr).toMatch(/^account: .*\n/);
});

it.each(['UUID', 'Number'])(
  'does not cancel by the %s of the record if that is the reference of another order',
  async (name) => {
    const mine = { ReferenceNumber: 'R-1', Status: 'Pending', OrderId: { [name]: 'R-2' } };
    const other = { ReferenceNumber: 'R-2', Status: 'Pending' };
    const { env, posts } = await startDocumentService(({ url, method }, response) => {
      if (method === 'POST' && !url.includes('R-2'))
        json(response, 404, { success: false, error: 'unknown' });
      else json(response, 200, { success: true, data: url.includes('R-1') ? mine : other });
    });
    const { code } = await runCli(['order', 'cancel', 'R-1', '--yes'], { env });
    expect([code, posts('/v1/order/R-2/cancel')]).toEqual([5, []]);
  },
);

describe('a service that does not find an order by its reference', () => {
  const mine = { ReferenceNumber: 'R-1', Status: 'Pending', OrderId: { Number: 31 } };
  /** Cancels R-1, whose record is answered by `read`, and the one with its number by `readOther`. */
  const cancelledAt = async (read: Answering, readOther: Answering = read, signal?: AbortSignal) => {
    const { env, posts } = await startDocumentService((request, response) => {
      if (request.method === 'POST')
        json(response, request.url.includes('31') ? 200 : 404, { success: false, error: 'unknown' });
      else (request.url.includes('31') ? readOther : read)(request, response);
    });
    const line = [...args('R-1'), '--max-retries', '0'];
    const outcome = await runCli(line, { env, ...(signal === undefined ? {} : { signal }) });
    return [outcome.code, errorOf(outcome).message, posts('/v1/order/31/cancel').length];
  };
  const found: Answering = (_, response) => json(response, 200, { success: true, data: mine });
  const failing: Answering = (_, response) => json(response, 503, { success: false, error: 'down' });
  const notDone = expect.stringMatching(/cannot be read: .*; order R-1 is not cancelled/);

  it('is not taken for one that has none while its record cannot be read', async () => {
    expect(await cancelledAt(failing)).toEqual([10, notDone, 0]);
    expect(await cancelledAt(found, failing)).toEqual([10, notDone, 0]);
  });

  it('is not believed a 404 unlike its own, by which the number may be another order', async () => {
    const page: Answering = (_, response) =>
      response.writeHead(404, { 'content-type': 'text/html' }).end('<title>no route</title>');
    expect(await cancelledAt(found, page)).toEqual([10, notDone, 0]);
  });

  it('says nothing of the order if a signal ends the command before its record is read', async () => {
    const interrupt = new AbortController();
    const ended = await cancelledAt(() => interrupt.abort('SIGINT'), undefined, interrupt.signal);
    expect(ended).toEqual([130, 'stopped by Ctrl-C', 0]);
  });
});

it('cancels an order again that was uploaded again after its cancellation, although a replica lags', async () => {
  const home = homeWith('orders.csv', ordersCsv([orderRow('R-1')]));
  const { env, posts } = await startDocumentService(({ method, url }, response) => {
    const data = { ReferenceNumber: 'R-1', Status: url.endsWith('cancel') ? 'Cancelled' : 'Pending' };
    if (method === 'POST') json(response, 201, { success: true, data });
    else json(response, 404, { success: false, error: 'hidden, or not there yet' });
  });
  const cfi = (...words: string[]) => runCli(words, { home, env });
  const cancelling = () => cfi('order', 'cancel', 'R-1', '--yes');
  await cfi('order', 'create', join(home, 'orders.csv'));
  await cancelling();
  expect((await cancelling()).stdout).toBe('Order R-1 was already cancelled.\n');
  expect((await cfi('order', 'create', join(home, 'orders.csv'), '--fresh')).code).toBe(0);
  expect((await cancelling()).stdout).toBe('Order R-1 is cancelled.\n');
  expect(posts('/v1/order/R-1/cancel')).toHaveLength(2);
});

it('cancels by the number of the record, although the service finds the order by that, too', async () => {
  const pending = { ReferenceNumber: 'R-1', Status: 'Pending', OrderId: { Number: 31 } };
  const { env, posts } = await startDocumentService(({ url, method }, response) => {
    const data = method === 'POST' ? { ...pending, Status: 'Cancelled' } : pending;
    if (method === 'POST' && !url.includes('31')) json(response, 404, { success: false, error: 'unknown' });
    else json(response, 200, { success: true, data });
  });
  const { code } = await runCli(['order', 'cancel', 'R-1', '--yes'], { env });
  expect([code, posts('/v1/order/31/cancel').length]).toEqual([0, 1]);
});

describe('order cancel on a terminal', () => {
  const records: Readonly<Record<string, object>> = {
    'R-1': {
      Status: 'Pending',
      OrderId: { UUID: 'u-1', Number: 31 },
      DeliveryAddress: { FullName: 'Ann \u001b[2JLee' },
    },
    'R-2': { Status: 'Shipped', ChannelBuyerName: 'Bo Ray' },
    'R-3': { Status: 'Cancelled' },
    'R-4': { Status: 'Pending', ReferenceNumber: 'of another order' },
  };
  /** Cancels on a terminal. The service cancels every order, and has those above. */
  const cancel = async (refs: readonly string[], answer?: boolean) => {
    const { env, posts } = await startDocumentService(({ url, method }, response) => {
      const [reference = ''] = /R-\d+/.exec(url) ?? [];
      const record = method === 'POST' ? { Status: 'Cancelled' } : records[reference];
      if (record === undefined) json(response, 404, { success: false, error: `${reference} not found` });
      else json(response, 200, { success: true, data: { ReferenceNumber: reference, ...record } });
    });
    const answers = answer === undefined ? [] : [answer];
    const outcome = await runCli(['order', 'cancel', ...refs], {
      env: { ...env, NO_COLOR: '1' },
      tty: true,
      answers,
    });
    return { ...outcome, sent: refs.filter((ref) => posts(`/v1/order/${ref}/cancel`).length > 0) };
  };

  it('shows the order before it asks', async () => {
    const no = await cancel(['R-1'], false);
    expect([no.code, no.askedFor, no.sent]).toEqual([3, ['Cancel order R-1?'], []]);
    expect(no.stderr).toContain('R-1: Ann Lee, order number 31, Pending\n');
    expect(await cancel(['R-1'], true)).toMatchObject({ code: 0, sent: ['R-1'] });
  });

  it.each<[string[], number, string]>([
    [['R-2'], 6, 'error: R-2 is Shipped: such an order cannot be cancelled; nothing was sent'],
    [['R-9'], 5, 'error: R-9 not found'],
    [['R-2', 'R-3'], 9, 'error: R-2 is Shipped: such an order cannot be cancelled; nothing was sent'],
  ])('refuses %j without a question', async (refs, code, message) => {
    const outcome = await cancel(refs);
    expect([outcome.code, outcome.askedFor, outcome.sent]).toEqual([code, [], []]);
    expect(outcome.stderr).toContain(message);
  });

  it.each([
    [['R-4'], 'Cancel order R-4?'],
    [['R-4', 'R-5'], 'Cancel 1 of 2 orders?'],
    [['R-8', 'R-9'], 'Cancel 2 orders?'],
  ])('asks about what the service does not show: %j', async (refs, question) => {
    const { code, askedFor, sent } = await cancel(refs, false);
    expect([code, askedFor, sent]).toEqual([3, [question], []]);
  });

  it('does not ask about what is cancelled already', async () => {
    const stdout = 'Order R-3 was already cancelled.\n';
    expect(await cancel(['R-3'])).toMatchObject({ code: 0, askedFor: [], sent: ['R-3'], stdout });
  });

  it('counts in its question only what can be cancelled', async () => {
    const { askedFor, stderr } = await cancel(['R-1', 'R-2', 'R-3', 'R-9'], false);
    expect(askedFor).toEqual(['Cancel 1 of 4 orders?']);
    expect(stderr).toContain('R-2: Bo Ray, Shipped\n');
    expect(stderr).toContain('R-9: the service shows no such order\n');
  });

  it('does not read many orders before it asks', async () => {
    const many = Array.from({ length: 21 }, (_, at) => `R-${at + 100}`);
    const { askedFor, stderr } = await cancel(many, false);
    expect(askedFor).toEqual(['Cancel 21 orders?']);
    expect(stderr).not.toContain('no such order');
  });
});
