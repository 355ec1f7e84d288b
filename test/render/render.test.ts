import { describe, expect, it } from 'vitest';
import { render, renderLive } from '../../src/render/render.ts';
import type { Block, OutputFormat, Result } from '../../src/render/result.ts';
import { captured } from '../support/cli.ts';

const table: Block = {
  kind: 'table',
  columns: [
    { header: 'Ref', value: (row: { ref: string }) => row.ref },
    { header: 'At', value: () => '2026-09-04T08:00:00Z', time: true },
    { header: 'Only', value: () => 'csv', csvOnly: true },
  ],
  rows: [{ ref: 'R-1' }, { ref: '=R' }],
};
const result: Result = { data: [{ ref: 'R-1', extra: { kept: true } }, { ref: '=R' }], blocks: [table] };

const redact = (text: string): string => text.replaceAll('the-token', '[removed]');

async function shown(what: Result, format: OutputFormat, width?: number): Promise<string> {
  const { stream, text } = captured();
  await render(what, { format, color: false, redact, ...(width === undefined ? {} : { width }) }, stream);
  return text();
}

async function* numbers(upTo: number): AsyncIterable<number> {
  for (let at = 1; at <= upTo; at++) yield at;
}

describe('a result', () => {
  it('is one document in json, with the pagination beside the data', async () => {
    const text = await shown({ ...result, pagination: { current_page: 1 } }, 'json');
    expect(JSON.parse(text)).toEqual({ data: result.data, pagination: { current_page: 1 } });
    expect(JSON.parse(await shown(result, 'json'))).toEqual({ data: result.data });
  });

  it('is one item per line in ndjson', async () => {
    expect(await shown(result, 'ndjson')).toBe('{"ref":"R-1","extra":{"kept":true}}\n{"ref":"=R"}\n');
    expect(await shown({ ...result, items: [1, 2] }, 'ndjson')).toBe('1\n2\n');
    expect(await shown({ data: { a: 1 }, blocks: [] }, 'ndjson')).toBe('{"a":1}\n');
  });

  it('has all columns of the table in csv, with unchanged times', async () => {
    expect(await shown(result, 'csv')).toBe(
      "Ref,At,Only\r\nR-1,2026-09-04T08:00:00Z,csv\r\n'=R,2026-09-04T08:00:00Z,csv\r\n",
    );
  });

  it('is a row of its fields in csv if it has no table', async () => {
    const fields = [
      ['Slot', 'S-1'],
      ['At', { time: '2026-09-04T08:00:00Z' }],
    ] as const;
    expect(await shown({ data: {}, blocks: [{ kind: 'fields', fields }] }, 'csv')).toBe(
      'Slot,At\r\nS-1,2026-09-04T08:00:00Z\r\n',
    );
  });

  it.each(['json', 'ndjson', 'csv'] as const)('makes no blocks for %s, which shows none', async (format) => {
    const csv = { columns: [], rows: [] };
    const lazy = {
      ...{ data: {}, csv },
      get blocks(): readonly Block[] {
        throw new Error('made');
      },
    };
    await expect(shown(lazy, format)).resolves.toEqual(expect.any(String));
  });

  it.each(['table', 'json', 'ndjson', 'csv'] as const)('is bare in %s when it is bare', async (output) => {
    expect(await shown({ data: 1, blocks: [], bare: 'a\u001b[1m,b\r\n' }, output)).toBe('a\u001b[1m,b\r\n');
  });

  it('ends its last line on a terminal, and only there, when it is bare', async () => {
    const body = { data: 1, blocks: [], bare: '{"success":false}' };
    expect(await shown(body, 'table', 80)).toBe('{"success":false}\n');
    expect(await shown(body, 'table')).toBe('{"success":false}');
    expect(await shown({ ...body, bare: '' }, 'table', 80)).toBe('');
  });

  it('cannot control the terminal even when it is bare', async () => {
    expect(await shown({ data: 1, blocks: [], bare: 'a\u001b[1mb\n' }, 'json', 80)).toBe('ab\n');
  });

  it('writes iterable parts piece by piece', async () => {
    const data = { total: 3, orders: numbers(3), none: numbers(0), last: null };
    expect(JSON.parse(await shown({ data, blocks: [] }, 'json'))).toEqual({
      data: { total: 3, orders: [1, 2, 3], none: [], last: null },
    });
    expect(JSON.parse(await shown({ data: numbers(2), blocks: [], pagination: { p: 1 } }, 'json'))).toEqual({
      data: [1, 2],
      pagination: { p: 1 },
    });
  });

  it('asks for no more items than are read', async () => {
    let asked = 0;
    async function* endless(): AsyncIterable<string> {
      while (true) {
        asked += 1;
        yield 'x'.repeat(1000);
      }
    }
    const { stream } = captured({ closed: true });
    stream.on('error', () => {});
    await render(
      { data: null, blocks: [], items: endless() },
      { format: 'ndjson', color: false, redact },
      stream,
    );
    expect(asked).toBeLessThan(100);
  });
});

it('a signal is heard between the blocks of a table, whose secrets are looked for one block at a time', async () => {
  const blocks = Array.from({ length: 200 }, (): Block => ({ kind: 'text', text: 'x' }));
  let done = 0;
  let heardAfter = Number.POSITIVE_INFINITY;
  const slow = (text: string): string => {
    if (done === 0)
      setTimeout(() => {
        heardAfter = done;
      });
    done += 1;
    const start = performance.now();
    while (performance.now() - start < 1);
    return text;
  };
  const { stream } = captured();
  await render({ data: null, blocks }, { format: 'table', color: false, redact: slow }, stream);
  expect(done).toBe(blocks.length);
  expect(heardAfter).toBeLessThan(blocks.length / 2);
});

describe('events as they happen', () => {
  const end: Result = { data: [1, 2], blocks: [], exitCode: 12 };
  const live = { events: numbers(2), line: (event: unknown) => `event ${event}\u001b[1m`, end: () => end };

  it.each([
    ['table', 'event 1\nevent 2\n'],
    ['ndjson', '1\n2\n'],
    ['json', ''],
    ['csv', ''],
  ] as const)('%s', async (format, text) => {
    const { stream, text: written } = captured();
    expect(
      await renderLive({ ...live, events: numbers(2) }, { format, color: false, redact }, stream),
    ).toEqual({
      last: end,
      taken: true,
    });
    expect(written()).toBe(text);
  });

  it('end early, and say so, when the reader has gone', async () => {
    const { stream } = captured({ closed: true });
    stream.on('error', () => {});
    const { taken } = await renderLive(
      { ...live, events: numbers(2) },
      { format: 'ndjson', color: false, redact },
      stream,
    );
    expect(taken).toBe(false);
  });
});
