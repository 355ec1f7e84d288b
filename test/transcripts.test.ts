import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const pages = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)];

it.concurrent.each(pages.filter((name) => name.endsWith('.md')))(
  'shows in %s what the built program prints (npm run docs)',
  { timeout: 120_000 },
  async (page) => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      'scripts/transcripts.mjs',
      '--check',
      page,
    ]);
    expect(stdout).toBe('');
  },
);
