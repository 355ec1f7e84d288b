import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openDatabase } from '../src/storage/sqlite/database.ts';
import { type Comparison, inPairs, ms, type Row, rowOf } from './measure.ts';
import { bin, start, startEmulator, wall, wallOf, withFolder, yardstick } from './processes.ts';

const rounds = 25;

async function compare(
  what: string,
  atMost: number,
  ours: () => Promise<number>,
  script: string,
  theirs: () => Promise<number>,
): Promise<Row> {
  const comparison: Comparison = { what, yardstick: script, unit: ms, ratio: ['≤', atMost] };
  return rowOf(comparison, await inPairs(rounds, ours, theirs));
}

/** How long short commands take as whole processes, compared with scripts that do the same work. */
export async function* startRows(): AsyncGenerator<Row> {
  for (const flag of ['--version', '--help']) {
    const script = 'print.cjs';
    yield await withFolder((home) =>
      compare(
        `cfi ${flag}`,
        1.4,
        () => wall([bin, flag], { CFI_HOME: home }),
        script,
        () => wall([yardstick(script)]),
      ),
    );
  }
  yield* await withFolder(overHttp);
  yield await withFolder(embedded);
  yield await withFolder((home) => {
    const serving = [bin, 'emulator', 'start', '--quiet', '--port', '0', '--state', ':memory:'];
    const script = 'listen.cjs';
    const ready = async (args: readonly string[]): Promise<number> => {
      const server = await start(args, { CFI_HOME: home });
      await server.stop();
      return server.readyMs;
    };
    return compare(
      'emulator ready',
      4,
      () => ready(serving),
      script,
      () => ready([yardstick(script)]),
    );
  });
}

/** A page of stock from a served emulator, also with the single executable if it is built from this Node. */
async function overHttp(home: string): Promise<Row[]> {
  const emulator = await startEmulator(home, ['--state', ':memory:']);
  const env = { CFI_HOME: home, CFI_BASE_URL: `${emulator.origin}/v1`, CFI_TOKEN: emulator.token };
  const script = 'get-page.cjs';
  const bare = () => wall([yardstick(script), `${env.CFI_BASE_URL}/inventory`, emulator.token]);
  const ours = (format: string) => () => wall([bin, 'inventory', '-o', format], env);
  const rows = [
    await compare('cfi inventory -o json, served', 2.4, ours('json'), script, bare),
    await compare('cfi inventory, served', 2.4, ours('table'), script, bare),
  ];
  const executable = resolve('dist-bin', `cfi-${process.platform}-${process.arch}`);
  if (existsSync(executable) && nodeOf([executable]) === nodeOf([process.execPath, bin])) {
    const single = () => wallOf(executable, ['inventory', '-o', 'json'], env);
    rows.push(await compare('the executable, inventory -o json', 1.2, single, 'bin/cfi.js', ours('json')));
  }
  await emulator.stop();
  return rows;
}

/** The Node that runs a program. */
function nodeOf([program = '', ...args]: readonly string[]): string {
  const { data } = JSON.parse(execFileSync(program, [...args, '--version', '--json'], { encoding: 'utf8' }));
  return data.node;
}

/** The same page from the emulator within the process. */
async function embedded(home: string): Promise<Row> {
  const file = join(home, 'rows.sqlite');
  const db = openDatabase(file);
  db.script(`
    CREATE TABLE stock (sku TEXT PRIMARY KEY, title TEXT, qty INTEGER);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
    INSERT INTO stock SELECT 'AC-' || i, 'Product ' || i, i FROM n`);
  db.close();
  const script = 'read-rows.cjs';
  const ours = () => wall([bin, '--emulator', 'inventory', '-o', 'json'], { CFI_HOME: home });
  return compare('cfi --emulator inventory -o json', 3, ours, script, () => wall([yardstick(script), file]));
}
