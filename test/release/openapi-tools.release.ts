import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTS from 'openapi-typescript';
import { expect, it } from 'vitest';
import { documented } from '../../src/emulator/emulator.ts';
import { testNow } from '../support/time.ts';

const document = await documented('service', '1.2.3', testNow);
const control = await documented('control', '1.2.3', testNow);
const run = promisify(execFile);

it('the OpenAPI document passes redocly without findings', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const findings = async (value: unknown) => {
    const found = await lintFromString({ source: JSON.stringify(value), config });
    return found.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
  };
  expect(await findings(document)).toEqual([]);
  expect(await findings(control)).toEqual([]);
  const small = { ...document, components: {}, paths: {} };
  expect(await findings({ ...small, servers: [] })).toEqual([expect.stringMatching(/^no-empty-servers/)]);
  expect(await findings({ ...small, openapi: '3.1.0', paths: { '/a': { get: {} } } })).toContainEqual(
    expect.stringMatching(/^operation-operationId/),
  );
});

/** A program that uses the types of a document. */
interface Use {
  readonly document: object;
  readonly lines: readonly string[];
}

/**
 * Compiles programs in strict TypeScript, each in its folder. Returns the compiler's output, and the lines in which it
 * found something.
 */
async function compiled(uses: Readonly<Record<string, Use>>) {
  const folder = mkdtempSync(join(tmpdir(), 'cfi-client-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const files: string[] = [];
  for (const [name, { document, lines }] of Object.entries(uses)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'service.ts'), await openapiTS(JSON.parse(JSON.stringify(document))));
    writeFileSync(join(folder, name, 'use.ts'), lines.join('\n'));
    files.push(`${name}/use.ts`);
  }
  const compiler = resolve('node_modules/typescript/bin/tsc');
  const options = [
    '--strict',
    '--noEmit',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--allowImportingTsExtensions',
  ];
  const output = await run(process.execPath, [compiler, ...options, ...files], { cwd: folder }).then(
    ({ stdout }) => stdout,
    ({ stdout }) => String(stdout),
  );
  const wrong = [...output.matchAll(/^(\S+)\((\d+),\d+\): error TS/gm)].map(
    ([, file, line]) => `${file} ${line}`,
  );
  return { output, wrong: [...new Set(wrong)].sort() };
}

/** The lines that are meant to be wrong. */
const meantWrong = (uses: Readonly<Record<string, Use>>): string[] =>
  Object.entries(uses)
    .flatMap(([name, { lines }]) =>
      lines.flatMap((line, at) => (line.includes('const wrong') ? [`${name}/use.ts ${at + 1}`] : [])),
    )
    .sort();

const ofService = [
  "import type { components } from './service.ts';",
  "type Order = components['schemas']['CreateOrderRequest'];",
  "type Slot = components['schemas']['BookSlotRequest'];",
  "type Answer = components['schemas']['GetSlotAnswer'];",
  'declare const order: Order;',
  'declare const answer: Answer;',
  "const address = { FullName: 'Jo', Address1: '1', Town: 'York', PostCode: 'YO1', CountryCode: 'GB' };",
  'export const right: Order = { ...order, DeliveryAddress: address };',
  'export const proposed: string | undefined = answer.data.schedule.proposals[0]?.proposedTime;',
  "const slot = { date: '2026-09-04', window: 'morning', warehouse: 'N', loadingType: 'mixed' } as const;",
  "export const booking: Slot = { ...slot, numberOfSkus: 'lt_10' };",
  'export const wrong1: Order = { ...order, DeliveryAddress: 42 };',
  'export const wrong2: Order = { ...order, ReferenceNumber: undefined };',
  "export const wrong3: Order = { ...order, DeliveryAddress: { FullName: 'Jo' } };",
  "export const wrong4: Order = { ...order, Currency: 'CHF' };",
  'export const wrong5: Slot = slot;',
  "export const wrong6: Slot = { ...slot, numberOfSkus: 'lt_10', deliveryType: 'container' };",
  'export const wrong7: number = answer.data.scheduleStatus;',
];

const ofControl = [
  "import type { components, paths } from './service.ts';",
  "type Body<P extends keyof paths> = paths[P] extends { post: { requestBody?: { content: { 'application/json': infer B } } } } ? B : never;",
  "type Data<P extends keyof paths, M extends keyof paths[P]> = paths[P][M] extends { responses: { 200: { content: { 'application/json': infer A } } } } ? A : never;",
  "const origin = 'http://127.0.0.1:4650/_emulator';",
  'async function post<P extends keyof paths>(path: P, body: Body<P>): Promise<Data<P, "post" & keyof paths[P]>> {',
  "  const headers: paths['/clock']['post']['parameters']['header'] = { 'X-Emulator-Admin': '1' };",
  "  const answer = await fetch(origin + path, { method: 'POST', headers: { ...headers }, body: JSON.stringify(body) });",
  '  return (await answer.json()) as Data<P, "post" & keyof paths[P]>;',
  '}',
  "export const moved = (await post('/clock', { advance: '36h' })).data.fired[0]?.job.length;",
  "export const slot = (await post('/fc/slots/{ref}/confirm', {})).data.schedule.confirmedTime;",
  "export const fault = (await post('/faults', { do: { status: 429, headers: { 'Retry-After': '3' } } })).data.id + 1;",
  "export const seed: components['schemas']['Seed'] = { version: 1, warehouses: [], clients: [] };",
  "export const now: string = (await post('/reset', { seed })).data.now;",
  "declare const listed: Data<'/fc/stock', 'get'>;",
  'export const level: number | undefined = listed.data[0]?.Available;',
  "export const wrong1 = post('/clock', { advance: 36 });",
  "export const wrong2 = post('/faults', { do: { socket: 'sometimes' } });",
  "export const wrong3 = post('/fc/slots/{ref}/counter', {});",
  "export const wrong4: components['schemas']['Seed'] = { version: 2, warehouses: [], clients: [] };",
  "export const wrong5: paths['/clock']['get']['parameters']['header'] = {};",
];

it('types generated by openapi-typescript give clients of both APIs, and let none compile with a field of the wrong type or a missing one', async () => {
  const uses = { service: { document, lines: ofService }, control: { document: control, lines: ofControl } };
  const { output, wrong } = await compiled(uses);
  expect([output, wrong]).toEqual([output, meantWrong(uses)]);
});
