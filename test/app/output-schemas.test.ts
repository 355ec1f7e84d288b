import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { allCommands } from '../../src/app/tree.ts';
import { leaves } from '../../src/cli/command.ts';
import { documents } from '../../src/output-schemas/documents.ts';
import { checkOutput, commandOf } from '../support/answers/output-documents.ts';
import { runCli } from '../support/cli.ts';

const commands = allCommands;

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

const published = (name: string) =>
  ajv.compile(JSON.parse(readFileSync(`docs/schemas/${name}.json`, 'utf8')) as object);

describe('the published schemas', () => {
  it('are the documents that commands print', () => {
    const printed = [...leaves(commands)].flatMap(({ command }) => command.document ?? []);
    expect([...new Set(printed)].sort()).toEqual(Object.keys(documents).sort());
  });

  it.each([
    ['order find WEB', 'order-find', { data: { orders: [] } }, { data: [] }],
    ['config path', 'config-path', { data: 'x' }, { data: 1 }],
  ])('accept only what they describe: %s', (_, name, good, bad) => {
    const accepts = published(name);
    expect([accepts(good), accepts(bad)]).toEqual([true, false]);
  });

  it('accept real output in an independent validator', async () => {
    const { stdout, home } = await runCli(['--emulator', 'inventory', '--json']);
    expect(published('inventory')(JSON.parse(stdout))).toBe(true);
    const missing = await runCli(['--emulator', 'order', 'get', 'NO-SUCH', '--json'], { home });
    const line = missing.stderr.split('\n').find((text) => text.startsWith('{'));
    expect(published('error')(JSON.parse(line ?? ''))).toBe(true);
  });
});

describe('every command that a test runs', () => {
  it('is recognised by its words, whatever comes between them', () => {
    expect(commandOf(['--emulator', 'order', '--profile', 'x', 'create', 'a.csv'])).toBe('order create');
    expect(commandOf(['inbound', 'a.csv'])).toBe('inbound create');
  });

  it('fails its test if its output does not match the schema', () => {
    const streams = { stdout: '{"data":{"orders":[{"ReferenceNumber":1}]}}\n', stderr: '' };
    expect(() => checkOutput(['order', 'find', 'x', '--json'], streams)).toThrow('does not fit its schema');
    const failed = { stdout: '', stderr: '{"error":{"code":"no-such-code","message":"x","exitCode":1}}\n' };
    expect(() => checkOutput(['order', 'find', 'x', '--json'], failed)).toThrow('does not fit its schema');
    const unnamed = { stdout: '{"data":{}}\n', stderr: '' };
    expect(() => checkOutput(['order', 'template'], unnamed)).toThrow('order template names no document');
  });
});
