import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('shows in the pages what the built program prints (npm run docs)', { timeout: 120_000 }, () => {
  expect(execFileSync(process.execPath, ['scripts/transcripts.mjs', '--check'], { encoding: 'utf8' })).toBe(
    '',
  );
});
