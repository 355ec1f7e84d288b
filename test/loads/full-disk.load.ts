import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { splitWords } from '../../src/text/words.ts';
import { makeHome, runCli } from '../support/cli.ts';
import { programLine } from '../support/processes/process.ts';
import { manyOrders } from '../support/upload/orders-csv.ts';
import { workbook } from '../support/workbooks/parts.ts';

/** Root mounts in a private namespace; an ordinary user first becomes root in one. */
const namespace = process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount'];

const work = makeHome();
writeFileSync(join(work, 'orders.csv'), manyOrders(300, 'T-'));
writeFileSync(join(work, 'few.csv'), manyOrders(300, 'F-'));
// Long references: what is read of each order needs room.
writeFileSync(join(work, 'many.csv'), manyOrders(1500, `M-${'x'.repeat(900)}-`));
writeFileSync(join(work, 'large.csv'), manyOrders(3000, `L-${'x'.repeat(900)}-`));

/**
 * Runs shell lines with `$disk` a file system of 6 MB, the home on it, and as commands `cfi`, which prints its exit
 * code, `fill`, which leaves so many kB, and `full`, which leaves none. Returns their output.
 */
async function onSmallDisk(...lines: string[]): Promise<string> {
  const script = [
    `disk=${work}/disk; mkdir -p $disk; mount -t tmpfs -o size=6000k none $disk || exit`,
    'export NODE_DISABLE_COMPILE_CACHE=1 CFI_HOME=$disk/home CFI_EMULATOR=1 CFI_EMULATOR_STATE=:memory:; mkdir -m 700 $CFI_HOME',
    `cd ${work}`,
    `cfi() { ${programLine} "$@"; echo "exit $?"; }`,
    `fill() { head -c ${'$((6000 - $1))'}k /dev/zero > $disk/fill 2>/dev/null; }`,
    // The system counts free space separately for each core, so the first writer may leave a little of it.
    'full() { for again in 1 2 3; do cat /dev/zero >> $disk/fill 2>/dev/null; done; }',
    ...lines,
  ].join('\n');
  const { stdout, stderr } = await promisify(execFile)('unshare', [
    ...namespace,
    'sh',
    '-c',
    `(${script}) 2>&1`,
  ]);
  expect(stdout + stderr).not.toMatch(/\n\s+at |unexpected failure/);
  return stdout;
}

const space = 'no space is left';

/** The data of a document that a command has written into a file, before its exit code. */
const dataIn = (name: string) =>
  JSON.parse(readFileSync(join(work, name), 'utf8').split('\nexit')[0] ?? '').data;

/** A slot in the emulator's state on the small disk; the home is elsewhere. */
const bookedSlot = [
  'export CFI_HOME=$PWD/other CFI_EMULATOR_STATE=$disk/state; rm -rf $CFI_HOME',
  'cp -r booked $CFI_EMULATOR_STATE',
];

/** Prepares what a home or a state holds before its disk is full. */
async function prepare(line: string, env: Readonly<Record<string, string>>): Promise<void> {
  const { code, stderr } = await runCli(splitWords(line) ?? [], {
    home: join(work, 'prepared'),
    cwd: work,
    env: { CFI_EMULATOR: '1', ...env },
  });
  expect(code, stderr).toBe(0);
}

beforeAll(async () => {
  const strings = Array.from({ length: 200 }, () => `<t>${'x'.repeat(100_000)}</t>`);
  writeFileSync(join(work, 'texts.xlsx'), await workbook({ sheets: [{ rows: [['SKU'], ['A']] }], strings }));
  await prepare(
    'slot book --date 2099-09-09 --window morning --warehouse "Northgate FC" --number-of-skus lt_10 ' +
      '--loading-type palletised --delivery-type truck --vehicle AB12',
    { CFI_EMULATOR_STATE: join(work, 'booked') },
  );
  await prepare('inventory', { CFI_EMULATOR_STATE: join(work, 'fresh') });
  await prepare('order create few.csv', { CFI_EMULATOR_STATE: ':memory:' });
});

describe('a full disk', () => {
  it('keeps the existing settings intact, and says why the new ones are not saved', async () => {
    const said = await onSmallDisk(
      'cfi config set timeout 9s; full',
      `cfi config set warehouse "$(head -c 5000 /dev/zero | tr '\\0' x)"`,
      'cfi config get timeout; ls -A $CFI_HOME',
    );
    expect(said).toMatch(
      new RegExp(
        `cannot write .*config.json: ${space} on the device\nexit 1\n9s\nexit 0\nconfig.json\nlocks\n$`,
      ),
    );
  });

  it('leaves no partial result', async () => {
    const said = await onSmallDisk(
      'fill 20',
      'cfi inventory --all --json --out $disk/out.json',
      'ls -A $disk',
    );
    expect(said).toContain(`${space} on the device","exitCode":1`);
    expect(said).toMatch(/exit 1\nfill\nhome\n$/);
  });

  it('stops an upload before it starts if the ledger cannot be created', async () => {
    const said = await onSmallDisk('full', 'cfi order create orders.csv --json', 'ls -A $CFI_HOME');
    expect(said).toContain(`${space} for the run ledger`);
    expect(said).toContain('"hint":"free some disk space and run the same command again');
    expect(said).toContain('exit 1\n');
  });

  it('stops an upload before it starts if the ledger cannot be used', async () => {
    const said = await onSmallDisk('cp -r prepared/* $CFI_HOME', 'full; cfi order create few.csv --json');
    expect(said).toContain(`${space} for the run ledger`);
    expect(said).toMatch(/exit 1\n$/);
  });

  it('stops an upload midway, which later continues where it stopped', async () => {
    const said = await onSmallDisk(
      'export CFI_EMULATOR_STATE=state; fill 80',
      'cfi order create orders.csv --quiet | tail -1',
      'rm $disk/fill; cfi order create orders.csv --json > again.json 2>/dev/null; tail -1 again.json',
    );
    expect(said).toMatch(/exit 1\n/);
    expect(said).toMatch(/exit 0\n$/);
    const { total, created, existing, skipped } = dataIn('again.json');
    expect([total, created + existing + skipped]).toEqual([300, 300]);
  });

  it('stops reading when the temporary files do not fit, and leaves none of them', async () => {
    const said = await onSmallDisk(
      'export TMPDIR=$disk CFI_HOME=$PWD/elsewhere; fill 100',
      'cfi order create large.csv --dry-run --json; ls -A $disk',
    );
    expect(said).toContain(`a temporary file cannot grow: ${space}`);
    expect(said).toMatch(/exit 1\nfill\nhome\n$/);
  });

  it('stops reading when the texts of a workbook do not fit either', async () => {
    const said = await onSmallDisk(
      'export TMPDIR=$disk CFI_HOME=$PWD/elsewhere; full; cfi order create texts.xlsx --dry-run --json',
    );
    expect(said).toMatch(new RegExp(`"a temporary file cannot grow: ${space}.*\\nexit 1\\n$`));
  });

  it('stops tracking when what was read of the orders does not fit, and does not blame the ledger', async () => {
    const said = await onSmallDisk(
      'export CFI_HOME=$PWD/tracked CFI_EMULATOR_STATE=$PWD/tracked/state; full',
      'cfi order create many.csv --quiet > /dev/null',
      'export TMPDIR=$disk; cfi order track --all --quiet --json',
    );
    expect(said).toMatch(new RegExp(`"a temporary file cannot grow: ${space}.*\nexit 1\n$`));
  });

  it('reports unwritten results and failures, and still the true outcome', async () => {
    const said = await onSmallDisk(
      'export CFI_HOME=$PWD/home; fill 4',
      'cfi order create orders.csv --results $disk/results.csv --json > out.json; tail -1 out.json; ls -A $disk',
    );
    expect(said).toContain(space);
    expect(said).not.toMatch(/results\.csv$/m);
  });

  it('is reported by the emulator with its state file', async () => {
    const said = await onSmallDisk('full', 'export CFI_EMULATOR_STATE=$disk/state', 'cfi inventory');
    expect(said).toMatch(/state\.sqlite cannot grow: no space is left\nhint: .*\nexit 1\n/);
  });

  it.each(['emulator clock advance 1d', 'slot cancel SLOT-000001 --yes'])(
    'is reported by %s, with its state file',
    async (line) => {
      const said = await onSmallDisk(...bookedSlot, 'rm -f $disk/state/*-journal; full', `cfi ${line}`);
      // The embedded emulator finds out when it opens the state, or when it writes to it: then its answer says so.
      expect(said).toMatch(
        /state\.sqlite cannot grow: no space is left(\nhint:|;) free some disk space\nexit 1\n$/,
      );
    },
  );

  it('does not keep from a change for which the files of the state have room', async () => {
    const said = await onSmallDisk(
      ...bookedSlot,
      'full; cfi slot cancel SLOT-000001 --yes; cfi slot list --json',
    );
    expect(said).toMatch(/SLOT-000001 is cancelled\.\nexit 0\n.*"SLOT-000001".*"cancelled"/);
  });

  it('stops an upload to the emulator when the state file is full, with the true outcome of every order', async () => {
    const said = await onSmallDisk(
      'export CFI_HOME=$PWD/elsewhere CFI_EMULATOR_STATE=$disk/state; cp -r fresh $CFI_EMULATOR_STATE',
      'fill 450; cfi order create few.csv --quiet --json > stopped.json 2> stopped.txt; tail -1 stopped.json; tail -1 stopped.txt',
      'rm $disk/fill; cfi order create few.csv --json > again.json 2> /dev/null; tail -1 again.json',
    );
    expect(said).toMatch(/^exit 1\n.*\nexit 0\n/);
    expect(said).toMatch(
      /"code":"internal","message":"[^"]*state\.sqlite cannot grow: no space is left\. \d+ orders were not sent\."/,
    );
    expect(said).toContain(
      '"hint":"free some disk space; run the same command again to continue where it stopped"',
    );
    const [stopped, again] = [dataIn('stopped.json'), dataIn('again.json')];
    expect(stopped.total).toBeGreaterThan(0);
    expect(stopped.total).toBeLessThan(300);
    expect(stopped.created).toBe(stopped.total);
    expect([again.total, again.skipped]).toEqual([300, stopped.created]);
    expect(again.created + again.skipped).toBe(300);
  });
});
