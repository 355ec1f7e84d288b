import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome } from '../support/cli.ts';
import { spawnCli } from '../support/processes/process.ts';
import { orderRow, ordersCsv } from '../support/upload/orders-csv.ts';

/** Little room for objects: all these problems together take more. */
const env = { CFI_EMULATOR: '1', NODE_OPTIONS: '--max-old-space-size=48' };

const documents = 10_500;
const problemsOfEach = 10;
const nothing = `[${Array.from({ length: documents }, () => '{"Currency":""}').join()}]`;
interface Problem {
  readonly line: number;
}

describe('a file with more problems than memory holds', () => {
  it('has each in the error for scripts', async () => {
    const home = makeHome();
    writeFileSync(join(home, 'orders.json'), nothing);
    const words = ['order', 'create', 'orders.json', '-o', 'json', '--dry-run'];
    const { code, stderr } = await spawnCli(words, { home, env }).done;
    expect(code, stderr.slice(0, 1000)).toBe(2);
    const { error } = JSON.parse(stderr) as { error: { message: string; errors: readonly Problem[] } };
    expect(error.message).toBe(`${documents} of ${documents} orders are invalid; nothing was sent`);
    expect(error.errors).toHaveLength(documents * problemsOfEach);
    const lines = error.errors.map(({ line }) => line);
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
  });

  it('goes to failed with a report of the first hundred thousand, and the file behind it is taken', async () => {
    const home = makeHome();
    const folder = join(home, 'in');
    mkdirSync(folder);
    writeFileSync(join(folder, 'a.json'), nothing);
    writeFileSync(join(folder, 'b.csv'), ordersCsv([orderRow('R-1')]));
    const drop = ['order', 'drop', folder, '--settle', '0s', '-o', 'json'];
    const { code, stdout, stderr } = await spawnCli(drop, { home, env }).done;
    expect(code, stderr.slice(0, 1000)).toBe(9);
    expect(JSON.parse(stdout).data.files).toMatchObject([{ outcome: 'failed' }, { outcome: 'done' }]);
    expect(readdirSync(join(folder, 'done'))).toEqual(['b.csv']);
    const report = (ending: string) =>
      readFileSync(join(folder, 'failed', `a.json.report.${ending}`), 'utf8');
    const [{ errors, moreErrors }] = JSON.parse(report('json')).data.errors;
    expect([errors.length, moreErrors]).toEqual([100_000, documents * problemsOfEach - 100_000]);
    expect(report('txt')).toContain(
      `and ${documents * problemsOfEach - 1000} more; the first 100000 of all are in report.json`,
    );
  });
}, 110_000);
