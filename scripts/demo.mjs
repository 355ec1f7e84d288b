// The main job from sign-in to stock on the shelf: real commands on the embedded emulator, each shown before it runs.
// With the name of an executable the demo runs that, with nothing else in reach: an empty PATH and an empty home.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'cfi-demo-'));
const executable = process.argv[2] === undefined ? undefined : resolve(process.argv[2]);
const [command, ...first] =
  executable === undefined ? [process.execPath, join(root, 'bin/cfi.js')] : [executable];
const bare = executable === undefined ? {} : { PATH: '', HOME: join(home, 'empty') };
const env = { ...process.env, ...bare, CFI_HOME: home, CFI_EMULATOR: '1', FORCE_HYPERLINK: '0' };
for (const name of Object.keys(env)) {
  if (/^CFI_(?!HOME$|EMULATOR$)/.test(name)) delete env[name];
}

const dim =
  process.stdout.isTTY && !process.env.NO_COLOR ? (text) => `\u001b[2m${text}\u001b[0m` : (text) => text;
const bold =
  process.stdout.isTTY && !process.env.NO_COLOR ? (text) => `\u001b[1m${text}\u001b[0m` : (text) => text;
const shown = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

function start(args, options) {
  return spawnSync(command, [...first, ...args], { cwd: root, env, ...options });
}

/** Runs a command as a person would, and stops the demo when it does not succeed. */
function run(args, input) {
  const before = input === undefined ? '' : 'printf %s "$SECRET" | ';
  console.log(`\n${bold(`$ ${before}cfi ${args.map(shown).join(' ')}`)}`);
  const stdin = input === undefined ? 'inherit' : 'pipe';
  const { status } = start(args, { input, stdio: [stdin, 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`that ended with exit code ${status}`);
}

/** What a command says in JSON, for the values that the next one needs. */
function ask(args) {
  const { status, stdout, stderr } = start([...args, '--json'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`cfi ${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout).data;
}

const say = (text) => console.log(`\n${dim(`# ${text}`)}`);

/** A weekday some days ahead on which every warehouse takes deliveries. */
function deliveryDay(daysAhead) {
  const day = new Date(Date.now() + daysAhead * 86_400_000);
  while ([0, 1, 6].includes(day.getUTCDay())) day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

const csv = 'fixtures/csv/orders.csv';
const poFile = 'fixtures/csv/po.csv';
const firstCells = (file) => {
  const [header, row] = readFileSync(join(root, file), 'utf8').split('\n');
  const names = header.trim().split(',');
  return Object.fromEntries(
    row
      .trim()
      .split(',')
      .map((cell, index) => [names[index], cell]),
  );
};
const reference = firstCells(csv).ReferenceNumber;
const { SKU: sku, Warehouse_Name: warehouse } = firstCells(poFile);
const day = deliveryDay(4);

try {
  say('Sign in. The token is kept for the day; the secret is not.');
  run(['login', '--client-id', 'emu-acme', '--client-secret-stdin'], 'emu-acme-secret');
  run(['whoami']);
  say('What is in stock?');
  run(['inventory', '--page-size', '4']);
  say(`Upload the orders of ${csv}, each exactly once; running it again would send nothing twice.`);
  run(['order', 'create', csv]);
  run(['order', 'get', reference]);
  say('Book a delivery slot. The warehouse proposes another time.');
  run([
    ...['slot', 'book', '--date', day, '--window', 'morning', '--warehouse', warehouse],
    ...['--loading-type', 'palletised', '--number-of-skus', 'lt_10'],
    ...['--delivery-type', 'truck', '--pallet-count', '6', '--vehicle', 'AB12 CDE'],
  ]);
  const slot = ask(['slot', 'list', '--status', 'waiting']).at(-1).slotReference;
  const counter = [
    '--time',
    `${day}T13:00:00+00:00`,
    '--comment',
    'The morning is full, can you make 13:00?',
  ];
  run(['emulator', 'fc', 'counter', slot, ...counter]);
  run(['slot', 'get', slot]);
  say('The coordinator accepts; the slot is confirmed.');
  run(['slot', 'respond', slot, '--accept']);
  say('Create the purchase order on the confirmed slot.');
  run(['po', 'create', poFile, '--slot', slot]);
  const po = ask(['slot', 'get', slot]).usedByPoReference;
  run(['inventory', '--sku', sku, '--location', warehouse]);
  say(`The warehouse receives it, one ${sku} short.`);
  run(['emulator', 'fc', 'receive', po, '--short', `${sku}=1`]);
  run(['po', 'get', po]);
  say('Stock has risen by what was delivered.');
  run(['inventory', '--sku', sku, '--location', warehouse]);
} catch (error) {
  console.error(`\nThe demo stopped: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}
