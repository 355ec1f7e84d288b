import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const pages = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith('.md') && readFileSync(name, 'utf8').includes('```console\n'),
);

it.concurrent.each(pages)(
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
