import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../src/emulator/openapi/document.ts';
import { testNow } from '../../support/time.ts';

const document = await openApiDocument({ version: '1.2.3', now: testNow });
const run = promisify(execFile);

describe('the OpenAPI document', () => {
  const redocly = async (text: string) => {
    const config = await createConfig({ extends: ['recommended'] });
    const found = await lintFromString({ source: text, config });
    return found.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
  };
  const spectral = async (value: unknown) => {
    const linter = new spectralCore.Spectral();
    linter.setRuleset(new spectralCore.Ruleset({ extends: [spectralRulesets.oas] }));
    const found = await linter.run(JSON.stringify(value));
    return found.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`);
  };

  it('has nothing that redocly would change', async () => {
    expect(await redocly(JSON.stringify(document))).toEqual([]);
    expect(await redocly(JSON.stringify({ ...document, servers: [] }))).not.toEqual([]);
  });

  it('has nothing that spectral would change', async () => {
    expect(await spectral(document)).toEqual([]);
    expect(await spectral({ ...document, tags: undefined })).not.toEqual([]);
  });
});

describe('a client that openapi-typescript generates', () => {
  it('refuses a field of another type and a missing one when it is compiled', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cfi-client-'));
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
    const generator = resolve('test/generated-client/node_modules/openapi-typescript/bin/cli.js');
    await run(process.execPath, [generator, 'openapi.json', '-o', 'service.ts'], { cwd: folder });
    const lines = [
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
    writeFileSync(join(folder, 'use.ts'), lines.join('\n'));
    const compiler = resolve('node_modules/typescript/bin/tsc');
    const options = [
      '--strict',
      '--noEmit',
      '--module',
      'nodenext',
      '--allowImportingTsExtensions',
      'use.ts',
    ];
    const output = await run(process.execPath, [compiler, ...options], { cwd: folder }).then(
      ({ stdout }) => stdout,
      ({ stdout }) => String(stdout),
    );
    const wrong = [...output.matchAll(/^(\S+)\((\d+),\d+\): error TS/gm)].map(
      ([, file, line]) => `${file} ${line}`,
    );
    const expected = lines.flatMap((line, at) => (line.includes('const wrong') ? [`use.ts ${at + 1}`] : []));
    expect([output, [...new Set(wrong)]]).toEqual([output, expected]);
  });
});
