import { describe, expect, it } from 'vitest';
import { mapped } from '../mapping/mapped.ts';
import { csv, read } from '../support.ts';

const received = (...dates: readonly string[]): string =>
  csv(dates.map((date, at) => ({ ReferenceNumber: `R-${at + 1}`, ReceivedDate: date })));

describe('a date as a spreadsheet shows it', () => {
  it.each([
    ['dmy', '02/08/2026', '2026-08-01T23:00:00Z'],
    ['mdy', '02/08/2026', '2026-02-08T00:00:00Z'],
    ['dmy', '02.08.2026 09:30', '2026-08-02T08:30:00Z'],
    ['dmy', '2-8-26 9:30 PM', '2026-08-02T20:30:00Z'],
  ] as const)('is read by --dates %s: %s', async (dates, cell, instant) => {
    const { bodies, problems } = await read(received(cell), {
      options: { dates, timezone: 'Europe/London' },
    });
    expect(problems).toEqual([]);
    expect(bodies[0]?.ReceivedDate).toBe(instant);
  });

  it.each([
    ['a value of --set', {}, { set: [['DispatchBy', '02/12/2026 09:30']] }],
    ['two columns of a map', { DispatchBy: { join: ['Day', 'Hour'] } }, {}],
    ['a constant of a map', { DispatchBy: { const: '02/12/2026 09:30' } }, {}],
  ] as const)('is read from %s', async (_, map, options) => {
    const rows = [{ DispatchBy: '', Day: '02/12/2026', Hour: '09:30' }];
    const { bodies, problems } = await mapped(map, rows, { timezone: 'UTC', dates: 'dmy', ...options });
    expect(problems).toEqual([]);
    expect(bodies[0]?.DispatchBy).toBe('2026-12-02T09:30:00Z');
  });

  it('is read where a cell of its column leaves no doubt, even far below', async () => {
    const many = Array.from({ length: 600 }, () => '02/08/2026');
    const { bodies, problems } = await read(received(...many, '25/08/2026'), {
      options: { timezone: 'UTC' },
      pieceSize: 1024,
    });
    expect(problems).toEqual([]);
    expect(bodies[0]?.ReceivedDate).toBe('2026-08-02T00:00:00Z');
  });

  it('is read alike from standard input, which cannot be read twice', async () => {
    const content = received(...Array.from({ length: 600 }, () => '02/08/2026'), '08/25/2026');
    const { bodies } = await read(content, { name: '-', options: { timezone: 'UTC' }, pieceSize: 1024 });
    expect(bodies).toHaveLength(601);
    expect(bodies[0]?.ReceivedDate).toBe('2026-02-08T00:00:00Z');
  });

  it.each([
    ['nothing decides', ['02/08/2026', '03/08/2026']],
    ['cells contradict each other', ['25/08/2026', '08/25/2026', '02/08/2026']],
  ])('is an error that names the option where %s', async (_, dates) => {
    const { bodies, problems } = await read(received(...dates), { options: { timezone: 'UTC' } });
    expect(bodies).toEqual([]);
    expect(problems.at(-1)?.message).toContain('give --dates dmy if the day comes first, or --dates mdy');
  });

  it('needs a zone like any local time', async () => {
    const { problems } = await read(received('25/08/2026'));
    expect(problems[0]?.message).toContain('has no time zone');
  });

  it('of a dispatch without a time is the end of the day', async () => {
    const content = csv([{ DispatchBy: '25/09/2026' }]);
    const { bodies } = await read(content, { options: { timezone: 'UTC' } });
    expect(bodies[0]?.DispatchBy).toBe('2026-09-25T23:59:59Z');
  });

  it('is the day of a slot', async () => {
    const header = 'Date,Window,Warehouse,Loading type,Number of SKUs';
    const content = `${header}\n02/12/2026,morning,Northgate FC,palletised,lt_10\n`;
    const { bodies } = await read(content, { kind: 'slot', options: { dates: 'dmy' } });
    expect(bodies).toMatchObject([{ date: '2026-12-02', loadingType: 'palletised', numberOfSkus: 'lt_10' }]);
    const { problems } = await read(content, { kind: 'slot' });
    expect(problems[0]?.message).toContain('--dates dmy');
  });
});
