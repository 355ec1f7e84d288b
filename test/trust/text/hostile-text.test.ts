import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../../../src/processes.ts';
import { csvRows } from '../../support/output.ts';
import { emulatorAnswers } from '../../support/services/emulator-answers.ts';
import { placesOnce, replaced, stubService } from '../../support/services/stub-service.ts';
import { orderRow, ordersCsv } from '../../support/upload/orders-csv.ts';

const escapes = '\u001b[2J\u001b]0;owned\u0007\u009b31m\u202e\u2066\u0000\r';
const formula = '=HYPERLINK("http://evil.example")';
// biome-ignore lint/suspicious/noControlCharactersInRegex: this test is about control characters
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: what a spreadsheet may drop before it looks for a formula
const runs = /^[\s\u0000-\u001f\u202e\ufeff]*(\[0m)?=/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences of our own progress bar
const drawing = /\r|\u001b\[(\d*[GK]|\?25[lh]|1A|2K)/g;

/** Makes the document with one of its texts hostile, or with a hostile member beside one. */
type Spoil = (text: string) => unknown;

/** One for each text and each record of the document. */
function spoilsOf(document: unknown): Spoil[] {
  return placesOnce(document).flatMap((place): Spoil[] => {
    const value = place.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], document);
    if (typeof value === 'string') return [(text) => replaced(document, place, text)];
    const isRecord = value !== null && typeof value === 'object' && !Array.isArray(value);
    return isRecord && place.length > 0 ? [(text) => replaced(document, [...place, text], text)] : [];
  });
}

const lines: readonly (readonly [line: string, endpoint: string])[] = [
  ['inventory', 'inventory'],
  ['inventory --pivot', 'inventory'],
  ['inventory --location elsewhere', 'inventory'],
  ['stock-age', 'stockAgeList'],
  ['stock-age --lots', 'stockAgeList'],
  ['stock-age AC-STOVE --lots', 'stockAge'],
  ['order get R-1', 'getOrder'],
  ['order list --channel-ref x', 'listOrders'],
  ['order cancel R-2 --yes', 'cancelOrder'],
  ['inbound get IN-1', 'getInbound'],
  ['slot list', 'listSlots'],
  ['slot get SLOT-000001', 'getSlot'],
  ['slot watch SLOT-000001 --once', 'getSlot'],
  ['slot respond SLOT-000001 --accept --yes', 'getSlot'],
  ['slot cancel SLOT-000001 --yes', 'cancelSlot'],
  ['po get LW-000001', 'getPurchaseOrder'],
  ['po get LW-000001 --discrepancies', 'getPurchaseOrder'],
  ['api GET /x', 'inventory'],
];

const answers = await emulatorAnswers();

describe.each(lines)('cfi %s', (line, endpoint) => {
  const document = answers.get(endpoint);
  // The commands that show an endpoint take turns.
  const views = lines.filter(([, shown]) => shown === endpoint).map(([other]) => other);
  const spoils = spoilsOf(document).filter((_, at) => at % views.length === views.indexOf(line));
  let body = '';
  const { cfi, home } = stubService(() => ({ body }));

  it('controls no terminal with any text or name from the service, in any format', async () => {
    body = JSON.stringify(document);
    expect((await cfi(line.split(' '))).code).not.toBe(10);
    for (const [index, spoil] of spoils.entries()) {
      body = JSON.stringify(spoil(escapes));
      const output = ['table', 'csv', 'json', 'ndjson'][index % 4] as string;
      const args = [...line.split(' '), '--output', output, '--debug'];
      const { stdout, stderr } = await cfi(args, { tty: true, columns: 120, env: { NO_COLOR: '1' } });
      expect((stdout + stderr).replaceAll('\r\n', '\n'), `${output} of ${body}`).not.toMatch(control);
    }
  });

  it('gives a spreadsheet no formula, even behind characters that it drops', async () => {
    const isWritten = (): boolean => existsSync(join(home, 'out.csv'));
    const starts = ['', ' ', '\t', '\u0007', '\u202e', '\u001b[0m', '\ufeff'];
    for (const [at, start] of starts.entries()) {
      // At places all over the document: each cell gets its text in the same way.
      const spoil = spoils[Math.floor((at * spoils.length) / starts.length)];
      body = JSON.stringify(spoil?.(`${start}${formula}`));
      await cfi([...line.split(' '), '--output', 'csv', '--out', 'out.csv']);
      if (line.startsWith('api') || !isWritten()) continue;
      const rows = csvRows(readFileSync(join(home, 'out.csv'), 'utf8'));
      const cells = rows.flatMap((row) => [...Object.keys(row), ...Object.values(row)]);
      expect(cells.filter((cell) => runs.test(cell))).toEqual([]);
    }
    expect(isWritten()).toBe(!line.includes('elsewhere'));
  });
});

describe('what a hostile service answers to an upload', () => {
  const body = JSON.stringify({ success: false, error: `${formula}${escapes} at row` });

  it('is harmless on the terminal, in the failed file and in the results', async () => {
    const { cfi, home } = stubService(() => ({ status: 400, body }));
    writeFileSync(join(home, 'o.csv'), ordersCsv([orderRow('R-1'), orderRow('R-2')]));
    const args = ['order', 'create', 'o.csv', '--yes', '--results', 'r.csv'];
    const outcome = await cfi(args, { tty: true, columns: 100, env: { NO_COLOR: '1' } });
    expect(outcome.code).toBe(9);
    const shown = (outcome.stdout + outcome.stderr).replaceAll(drawing, '');
    expect(shown).not.toMatch(control);
    for (const file of ['r.csv', 'o.csv.failed.csv', 'o.failed.csv']) {
      if (!existsSync(join(home, file))) continue;
      const text = readFileSync(join(home, file), 'utf8');
      expect(text).not.toMatch(/(^|,)"?=/m);
    }
    expect(csvRows(readFileSync(join(home, 'r.csv'), 'utf8'))).toHaveLength(2);
  });

  it('does not come from a file either', async () => {
    const { cfi, home, requests } = stubService(() => ({ status: 400, body }));
    writeFileSync(
      join(home, `odd${escapes.replaceAll('\u0000', '')}.csv`),
      `${escapes},${escapes}\n${escapes},1\n`,
    );
    const name = `odd${escapes.replaceAll('\u0000', '')}.csv`;
    for (const output of ['table', 'json']) {
      const outcome = await cfi(['order', 'create', name, '-o', output], {
        tty: true,
        env: { NO_COLOR: '1' },
      });
      expect(outcome.code).toBe(2);
      expect(outcome.stdout + outcome.stderr).not.toMatch(control);
    }
    expect(requests).toEqual([]);
  });
});

describe('a slot with a dangerous reference', () => {
  const trap = "S-1'; rm -rf ~ #`id`$(id)";
  const slot = (more: object) =>
    JSON.stringify({
      success: true,
      data: { slotReference: trap, scheduleStatus: 'pending_customer', ...more },
    });

  it('is quoted in every suggested command line', async () => {
    const { cfi } = stubService(() => ({ body: slot({}) }));
    const { stderr } = await cfi(['slot', 'get', trap]);
    expect(stderr).toContain(`cfi slot respond 'S-1'"'"'; rm -rf ~ #\`id\`$(id)' --accept`);
  });

  it('reaches --exec as a value, without control characters or a shell', async () => {
    const reported: unknown[] = [];
    const { cfi } = stubService(() => ({ body: slot({ scheduleStatus: `pending_customer${escapes}` }) }));
    const run = async (command: string, args: readonly string[], env: Readonly<Record<string, string>>) => {
      reported.push([command, args, env]);
      return 0;
    };
    const line = ['slot', 'watch', trap, '--once', '--exec', 'notify "$CFI_SLOT_REFERENCE; id"'];
    await cfi(line, { deps: { run } });
    const env = {
      CFI_SLOT_REFERENCE: trap,
      CFI_SLOT_STATUS: 'pending_customer ',
      CFI_SLOT_PROPOSED_TIME: '',
    };
    expect(reported).toEqual([['notify', ['$CFI_SLOT_REFERENCE; id'], env]]);
  });

  it('reaches --exec cut, where the system would start no program with it', async () => {
    const proposals = [{ proposedBy: 'ops', proposedTime: 'x'.repeat(200_000) }];
    const { cfi } = stubService(() => ({ body: slot({ schedule: { proposals } }) }));
    const run = (...program: Parameters<typeof runProgram>) => runProgram(...program);
    const { code, stderr } = await cfi(['slot', 'watch', trap, '--max-wait', '0s', '--exec', 'true'], {
      deps: { run },
    });
    expect([code, stderr]).toEqual([12, expect.not.stringContaining('E2BIG')]);
  });
});
