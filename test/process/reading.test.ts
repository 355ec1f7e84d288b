import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { spawnPausing } from '../support/processes/paused.ts';
import { programLine } from '../support/processes/process.ts';
import { homeWith } from '../support/upload/home-with.ts';
import { orderRow, ordersCsv } from '../support/upload/orders-csv.ts';

const network = { CFI_BASE_URL: 'http://127.0.0.1:9/v1', CFI_CLIENT_ID: 'x' };

/** Command lines that read the file INPUT: as it comes, whole, and as a secret. */
const lines: readonly (readonly [words: string, env: Readonly<Record<string, string>>])[] = [
  ['order create INPUT --dry-run', {}],
  ['order create orders.csv --map INPUT --dry-run', {}],
  ['login --client-secret-file INPUT', network],
];

function homeFor(words: string, given: Readonly<Record<string, string>>, input: string) {
  const home = homeWith('orders.csv', ordersCsv([orderRow('R-1')]));
  const filled = (text: string): string => text.replace('INPUT', input);
  const env = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, filled(value)]));
  return { home, args: filled(words).split(' '), env };
}

describe.skipIf(process.platform === 'win32')('the program', () => {
  it.each(lines)('is ended by a signal while it waits for the writer of a pipe: %s', async (words, given) => {
    const { home, args, env } = homeFor(words, given, './pipe');
    execFileSync('mkfifo', [join(home, 'pipe')]);
    const waiting = spawnPausing(args, { call: 'open', path: '/pipe$' }, { home, env });
    await waiting.reached;
    waiting.child.kill('SIGTERM');
    waiting.go();
    expect(await waiting.done).toMatchObject({ code: 143, signal: null });
  });

  it('reads what another program writes in its place on a command line', async () => {
    const { home } = homeFor('', {}, '');
    const script = `${programLine} order create <(cat orders.csv) --sku-map <(printf 'from,to\\nA,B\\n') --dry-run --json`;
    const { stdout } = await promisify(execFile)('bash', ['-c', script], {
      cwd: home,
      env: { PATH: process.env.PATH, CFI_HOME: home },
    });
    expect(JSON.parse(stdout).data.orders).toHaveLength(1);
  });
});
