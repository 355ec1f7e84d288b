import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readingOptionsOf, repeatedOptions } from '../../src/cli/reading-options.ts';
import { namedReferences } from '../../src/cli/references.ts';

describe('the options that a failed file needs again', () => {
  it('are those used to read the first file, with its encoding only for the lists beside it', () => {
    const flags = {
      format: 'csv',
      encoding: 'windows-1252',
      preset: 'shopify',
      set: [['Currency', 'GBP'] as const, ['PaymentStatus', 'PAID'] as const],
      timezone: 'Europe/London',
      decimal: 'comma',
      warehouse: 'Northgate FC',
      dispatchWithin: 36 * 3_600_000,
      include: ['unpaid', 'free-lines'],
      skuMap: 'skus.csv',
      prices: 'prices.csv',
      dryRun: true,
      skipInvalid: true,
    } as const;
    expect(repeatedOptions(flags).join(' ')).toBe(
      '--format csv --encoding windows-1252 --preset shopify --set Currency=GBP --set PaymentStatus=PAID --timezone Europe/London' +
        ' --decimal comma --warehouse Northgate FC --dispatch-within 36h' +
        ' --include unpaid --include free-lines --sku-map skus.csv --prices prices.csv',
    );
    expect(repeatedOptions({ map: 'my map.json' })).toEqual(['--map', 'my map.json']);
    expect(repeatedOptions({ encoding: 'windows-1252', prices: 'inventory' })).toEqual([
      '--prices',
      'inventory',
    ]);
    expect(repeatedOptions({})).toEqual([]);
  });

  it.each([
    [86_400_000, '1d'],
    [5_400_000, '90m'],
    [1500, '1500ms'],
    [0, '0ms'],
  ])('gives %d ms as %s', (dispatchWithin, text) => {
    expect(repeatedOptions({ dispatchWithin })).toEqual(['--dispatch-within', text]);
  });
});

describe('a SKU map, a price list and a map', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'cfi-'));
  const file = (name: string, bytes: Buffer): string => {
    writeFileSync(join(cwd, name), bytes);
    return name;
  };
  const deps = { cwd, now: () => 0 };

  it('may be UTF-16 as spreadsheets and shells write it', async () => {
    const utf16 = (name: string, text: string) => file(name, Buffer.from(`\uFEFF${text}`, 'utf16le'));
    const read = await readingOptionsOf(
      {
        skuMap: utf16('skus.txt', 'from\tto\r\nÄ-1\tA-1\r\n'),
        prices: utf16('prices.txt', 'SKU\tPricePerUnit\r\nÄ-1\t12.5\r\n'),
        map: utf16('map.json', '{"SKU": "Stück"}'),
      },
      deps,
    );
    expect([read.skuMap, read.prices?.('Ä-1'), read.map]).toEqual([
      new Map([['Ä-1', 'A-1']]),
      12.5,
      { SKU: 'Stück' },
    ]);
  });

  it('is refused with a member twice, of which JSON would keep the last', async () => {
    const rules = '[{"column": "Status", "in": ["cancelled"], "reason": "cancelled"}]';
    const map = file('twice.json', Buffer.from(`{"SKU": "SKU", "$leaveOut": ${rules}, "$leaveOut": []}`));
    await expect(readingOptionsOf({ map }, deps)).rejects.toThrow(
      '--map twice.json: $leaveOut appears twice in the same object',
    );
  });

  it('is refused in an encoding that would change it, or read in the one of --encoding', async () => {
    const skuMap = file('latin.csv', Buffer.from('from,to\nÄ-1,A-1\n', 'latin1'));
    await expect(readingOptionsOf({ skuMap }, deps)).rejects.toThrow(
      '--sku-map latin.csv:2: the byte 0xc4 is not UTF-8; the text reads as words in windows-1252',
    );
    const { skuMap: read } = await readingOptionsOf({ skuMap, encoding: 'windows-1252' }, deps);
    expect(read).toEqual(new Map([['Ä-1', 'A-1']]));
  });
});

describe('a signal ends the reading of a list that is in memory already', () => {
  /** A folder with a long list, and a signal that comes as soon as the file is read. */
  function listAndSignal(lines: (at: number) => string) {
    const cwd = mkdtempSync(join(tmpdir(), 'list-'));
    writeFileSync(join(cwd, 'list.csv'), Array.from({ length: 100_000 }, (_, at) => lines(at)).join(''));
    const controller = new AbortController();
    const interrupted = controller.signal;
    const leave = interrupted.removeEventListener.bind(interrupted);
    interrupted.removeEventListener = (...listener: Parameters<typeof leave>) => {
      leave(...listener);
      setImmediate(() => controller.abort('SIGINT'));
    };
    return { cwd, interrupted, now: () => 0, stdin: process.stdin };
  }
  const ended = { exitCode: 130, message: 'stopped by Ctrl-C; nothing was sent' };

  it('of references', () =>
    expect(
      namedReferences(
        { refs: 'list.csv' },
        listAndSignal((at) => `R-${at}\n`),
      ),
    ).rejects.toMatchObject(ended));

  it.each([
    ['SKUs', 'skuMap', 'from,to'],
    ['prices', 'prices', 'SKU,PricePerUnit'],
  ])('of %s', (_, option, header) => {
    const deps = listAndSignal((at) => (at === 0 ? `${header}\n` : `A-${at},${at}\n`));
    return expect(readingOptionsOf({ [option]: 'list.csv' }, deps)).rejects.toMatchObject(ended);
  });
});
