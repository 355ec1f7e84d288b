import { expect, it } from 'vitest';
import { CfiError } from '../src/errors.ts';

it('a hint to run a command again can name another command, until it is replaced', () => {
  const full = new CfiError('internal', 'full', { again: (how) => `free some space and ${how}` });
  expect(full.details.hint).toBe('free some space and run the same command again');
  expect(full.with({ status: 500 }).details.again?.('run cfi')).toBe('free some space and run cfi');
  const other = full.with({ hint: 'ask somebody' });
  expect([other.details.hint, other.details.again]).toEqual(['ask somebody', undefined]);
});
