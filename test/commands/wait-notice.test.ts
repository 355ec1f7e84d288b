import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { friday } from '../support/emulator/slots.ts';
import { serveLive, testbedForEach } from '../support/testbed.ts';

const testbed = testbedForEach();
let service: Awaited<ReturnType<typeof serveLive>>;
let reference: string;

beforeEach(async () => {
  service = await serveLive(testbed);
  reference = await testbed.bookOffered('2026-09-08T13:00:00+01:00');
});

afterEach(() => service.close());

/** The service refuses the first write, and asks to wait. */
const busy = (method: string, seconds = 45, error = 'Rate limited') =>
  testbed.admin.post('/faults', {
    match: { method, path: '*' },
    when: { skip: method === 'POST' ? 1 : 0, times: 1 },
    do: {
      status: 429,
      headers: { 'Retry-After': String(seconds) },
      body: { success: false, error },
    },
  });

const answer = (): string[] => ['slot', 'respond', reference, '--accept', '--yes'];
const notice = 'Rate limited; trying again in 45s';

it.each([
  ['slot respond', 'POST', answer],
  ['slot cancel', 'DELETE', () => ['slot', 'cancel', reference, '--yes']],
  ['api', 'GET', () => ['api', 'GET', '/inventory']],
  ['order cancel', 'POST', () => ['order', 'cancel', 'R-1', '--yes']],
  [
    'slot book',
    'POST',
    () => [
      ...['slot', 'book', '--date', friday, '--window', 'morning', '--warehouse', 'Northgate FC'],
      ...['--loading-type', 'palletised', '--number-of-skus', 'lt_10', '--yes'],
    ],
  ],
])('%s says on a terminal how long the service lets it wait', async (_, method, args) => {
  await busy(method);
  const { code, stderr } = await service.cfi(args(), { tty: true });
  expect([code, stderr]).toEqual([0, expect.stringContaining(`${notice}\n`)]);
});

it('says so before an answer at the prompt of a watch is repeated', async () => {
  await busy('POST');
  const { code, stderr } = await service.cfi(['slot', 'watch', reference], {
    tty: true,
    answers: ['accept', true],
  });
  expect([code, stderr]).toEqual([0, expect.stringContaining(`${notice}\n`)]);
});

it.each([
  ['without a terminal', {}, []],
  ['with --quiet', { tty: true }, ['--quiet']],
  ['with --json', { tty: true }, ['--json']],
])('says nothing of a wait %s', async (_, options, more) => {
  await busy('POST');
  const { code, stderr } = await service.cfi([...answer(), ...more], options);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('trying again')]);
});

it('says at once that it tries again, however soon', async () => {
  await busy('POST', 1);
  const { code, stderr } = await service.cfi(answer(), { tty: true });
  expect([code, stderr]).toEqual([0, expect.stringContaining('Rate limited; trying again\n')]);
});

it('says so if the sign-in is repeated', async () => {
  await testbed.admin.post('/faults', {
    match: { method: 'POST', path: '/auth/login' },
    when: { times: 1 },
    do: { status: 429, headers: { 'Retry-After': '45' }, body: { success: false, error: 'Rate limited' } },
  });
  const { code, stderr } = await service.cfi(answer(), { tty: true });
  expect([code, stderr]).toEqual([0, expect.stringContaining(`${notice}\n`)]);
});

it('says so if the list of slots is read before those of a file are booked', async () => {
  await busy('GET');
  const file = join(testbed.home, 'slots.csv');
  writeFileSync(
    file,
    `date,window,warehouse,loadingType,numberOfSkus\n${friday},morning,Northgate FC,loose,lt_10\n`,
  );
  const { code, stderr } = await service.cfi(['slot', 'book', file, '--yes'], { tty: true });
  expect([code, stderr]).toEqual([0, expect.stringContaining(`${notice}\n`)]);
});

it('says above the progress bar of an upload, once, that it tries again', async () => {
  await testbed.admin.post('/faults', {
    match: { method: 'POST', path: '/inbound' },
    when: { times: 3 },
    do: { status: 503, body: { success: false, error: 'Down for a moment' } },
  });
  const file = join(testbed.home, 'in.csv');
  writeFileSync(file, 'PO_REFERENCE,Warehouse_Name,barcode,Quantity\nIN-9,Northgate FC,2000000001012,3\n');
  const { code, stderr } = await service.cfi(['inbound', 'create', file, '--yes'], { tty: true });
  expect([code, stderr.match(/^.*trying again.*$/gm)]).toEqual([
    0,
    [expect.stringContaining('Down for a moment; trying again')],
  ]);
});

it('says so in the progress bar of an upload', async () => {
  await busy('POST');
  const file = join(testbed.home, 'in.csv');
  writeFileSync(file, 'PO_REFERENCE,Warehouse_Name,barcode,Quantity\nIN-9,Northgate FC,2000000001012,3\n');
  const { code, stderr } = await service.cfi(['inbound', 'create', file, '--yes'], { tty: true });
  expect([code, stderr]).toEqual([0, expect.stringMatching(/ waiting 4\ds as the service asks, 0 of 1 /)]);
});

it('neither obeys nor repeats at length what the service gives as its reason', async () => {
  await busy('POST', 45, `Slow\u001b[2J\r\ndown\u202e, ${'please '.repeat(60)}`);
  const { stderr } = await service.cfi(answer(), { tty: true });
  expect(stderr).toMatch(/^Slow down, (please\s+)+\w*…; trying again in 45s$/m);
  expect(stderr.match(/please/g)?.length).toBeLessThan(20);
  expect(stderr).not.toContain('\u001b[2J');
});
