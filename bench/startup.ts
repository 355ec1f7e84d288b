import { existsSync } from 'node:fs';
import module from 'node:module';
import { join, resolve } from 'node:path';
import Libsql from 'libsql';
import { bin, start, startEmulator, wall, wallOf, withHome } from './processes.ts';
import { atMost, type Goal, inPairs, type Row } from './row.ts';

const rounds = 25;
const ms = (value: number): string => `${value.toFixed(0)} ms`;
const yardstick = (name: string): string => resolve('bench/yardsticks', name);

/** The single executable, if `npm run package` has built it. */
const executable = resolve('dist-bin', `cfi-${process.platform}-${process.arch}`);

/** Whether this Node keeps compiled code between runs (22.8 or later). */
const keepsCode = 'enableCompileCache' in module;
const atMostOn = (node20: number, newest: number): Goal => atMost(keepsCode ? newest : node20);

async function compare(
  name: string,
  goal: Goal,
  ours: () => Promise<number>,
  script: string,
  bare: () => Promise<number>,
): Promise<Row> {
  const measured = await inPairs(rounds, ours, bare);
  const theirs = `${ms(measured.yardstick)} (${script})`;
  return { name, ours: ms(measured.ours), yardstick: theirs, ratio: measured.ratio, goal };
}

/** Milliseconds until a server reports its address. */
async function ready(args: readonly string[], home: string): Promise<number> {
  const server = await start(args, { CFI_HOME: home });
  await server.stop();
  return server.readyMs;
}

/** Version and help, which make no request. */
async function printing(flag: string): Promise<Row> {
  const script = 'print.cjs';
  const ours = () => withHome((home) => wall([bin, flag], { CFI_HOME: home }));
  return compare(`cfi ${flag}`, atMostOn(1.2, 1.1), ours, script, () => wall([yardstick(script)]));
}

/** A page of stock from a served emulator. */
async function overHttp(home: string): Promise<Row[]> {
  const emulator = await startEmulator(['--state', ':memory:'], { CFI_HOME: home });
  const env = { CFI_HOME: home, CFI_BASE_URL: emulator.baseUrl, CFI_TOKEN: emulator.token };
  const script = 'get-page.cjs';
  const bare = () => wall([yardstick(script), `${emulator.baseUrl}/inventory`, emulator.token]);
  const ours = (format: string) => () => wall([bin, 'inventory', '-o', format], env);
  const single = () => wallOf(executable, ['inventory', '-o', 'json'], env);
  try {
    return [
      await compare('cfi inventory -o json, served', atMostOn(1.6, 1.4), ours('json'), script, bare),
      await compare('cfi inventory, served', atMostOn(1.8, 1.5), ours('table'), script, bare),
      // On an older Node the yardstick would not be the same program on the same Node.
      ...(keepsCode && existsSync(executable)
        ? [await compare('the executable, the same', atMost(1), single, 'bin/cfi.js', ours('json'))]
        : []),
    ];
  } finally {
    await emulator.stop();
  }
}

/** The same page from the emulator within the process. */
async function embedded(home: string): Promise<Row> {
  const file = join(home, 'rows.sqlite');
  const db = new Libsql(file);
  db.exec(`
    CREATE TABLE stock (sku TEXT PRIMARY KEY, title TEXT, qty INTEGER);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
    INSERT INTO stock SELECT 'AC-' || i, 'Product ' || i, i FROM n`);
  db.close();
  const script = 'read-rows.cjs';
  const ours = () => wall([bin, '--emulator', 'inventory', '-o', 'json'], { CFI_HOME: home });
  return compare('cfi --emulator inventory -o json', atMostOn(1.9, 1.6), ours, script, () =>
    wall([yardstick(script), file]),
  );
}

/** How long short commands take as whole processes, compared with minimal scripts that do the same work. */
export async function* startupRows(): AsyncGenerator<Row> {
  yield await printing('--version');
  yield await printing('--help');
  yield* await withHome(overHttp);
  yield await withHome(embedded);
  yield await withHome((home) => {
    const serving = [bin, 'emulator', 'start', '--quiet', '--port', '0', '--state', ':memory:'];
    const script = 'listen.cjs';
    const bare = () => ready([yardstick(script)], home);
    return compare('emulator ready', atMostOn(4, 3.5), () => ready(serving, home), script, bare);
  });
}
