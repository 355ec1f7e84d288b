import { expect, it } from 'vitest';
import type { Settings } from '../../src/cli/settings.ts';
import { retryCommand } from '../../src/report/upload-errors.ts';
import { wordsOf } from '../../src/upload/terms/outcomes.ts';

const settings = { profile: 'default', emulator: false } as Settings;
const csv = (name: string) => ({ name, format: 'csv' }) as const;
const json = (name: string) => ({ name, format: 'json' }) as const;

it.each([
  ['the names tell it', [csv('a.failed.csv'), json('b.failed.json')], {}, ''],
  ['the text tells it', [json('failed')], {}, ''],
  ['the name tells another', [json('failed.csv')], {}, ' --format json'],
  ['the names tell another', [csv('failed.json'), csv('failed.2.json')], {}, ' --format csv'],
  ['it was given', [json('failed.csv')], { format: 'json' }, ' --format json'],
  // One option cannot name both.
  ['the files have two', [csv('failed.csv'), json('failed.2.csv')], {}, ''],
] as const)('the command for failed files gives their format if it must: %s', (_, files, flags, said) => {
  const names = files.map(({ name }) => name).join(' ');
  expect(retryCommand(wordsOf('order'), files, flags, settings)).toBe(`cfi order create ${names}${said}`);
});

it('the command for failed files checks the stock as before', () => {
  const command = retryCommand(
    wordsOf('order'),
    [csv('a.failed.csv')],
    { stock: 'skip', include: ['pickup'] },
    settings,
  );
  expect(command).toBe('cfi order create a.failed.csv --include pickup --stock skip');
});

it('the command for failed files reads the file that is named like standard input', () => {
  expect(retryCommand(wordsOf('order'), [csv('-')], {}, settings)).toBe('cfi order create ./-');
});
