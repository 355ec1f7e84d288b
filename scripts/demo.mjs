// Two days of a seller and a morning of a coordinator: real commands on the embedded emulator, each shown
// before it runs. Given the name of an executable, the demo runs that instead, with an empty PATH and an empty home.
// Below `cfi emulator exec`, it uses the emulator that serves it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'cfi-demo-'));
const work = join(home, 'shop');
const executable = process.argv[2] === undefined ? undefined : resolve(process.argv[2]);
const [command, ...first] =
  executable === undefined ? [process.execPath, join(root, 'bin/cfi.js')] : [executable];
const bare = executable === undefined ? {} : { PATH: '', HOME: join(home, 'empty') };
const { CFI_BASE_URL, CFI_CLIENT_ID, CFI_CLIENT_SECRET } = process.env;
const emulator =
  process.env.CFI_EMULATOR_ADMIN === undefined
    ? { CFI_EMULATOR: '1' }
    : { CFI_BASE_URL, CFI_CLIENT_ID, CFI_CLIENT_SECRET };
const outside = Object.entries(process.env).filter(([name]) => !name.startsWith('CFI_'));
const env = { ...Object.fromEntries(outside), ...bare, ...emulator, CFI_HOME: home, FORCE_HYPERLINK: '0' };

const dim =
  process.stdout.isTTY && !process.env.NO_COLOR ? (text) => `\u001b[2m${text}\u001b[0m` : (text) => text;
const bold =
  process.stdout.isTTY && !process.env.NO_COLOR ? (text) => `\u001b[1m${text}\u001b[0m` : (text) => text;
const shown = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

function start(args, options) {
  return spawnSync(command, [...first, ...args], { cwd: work, env, ...options });
}

/** Runs a command as a person would, and stops the demo if it ends with an unexpected exit code. */
function run(args, { input, exitCode = 0 } = {}) {
  const before = input === undefined ? '' : 'printf %s "$SECRET" | ';
  console.log(`\n${bold(`$ ${before}cfi ${args.map(shown).join(' ')}`)}`);
  const stdin = input === undefined ? 'inherit' : 'pipe';
  const { status } = start(args, { input, stdio: [stdin, 'inherit', 'inherit'] });
  if (status !== exitCode) throw new Error(`that ended with exit code ${status}, not ${exitCode}`);
}

/** Runs a command that the demo does not show, and returns its data. */
function quietly(args) {
  const { status, stdout, stderr } = start([...args, '--json'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`cfi ${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout).data;
}

/** Says what comes next, in lines that fit the terminal. */
function say(text) {
  const lines = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? '' : `${lines.at(-1)} ${word}`;
    if (longer !== '' && longer.length < (process.stdout.columns ?? 80)) lines[lines.length - 1] = longer;
    else lines.push(`# ${word}`);
  }
  console.log(`\n${lines.map(dim).join('\n')}`);
}

const dayMs = 86_400_000;
const dateOf = (ms) => new Date(ms).toISOString().slice(0, 10);

/** A weekday some days ahead on which every warehouse takes deliveries. */
function deliveryDay(daysAhead) {
  let day = Date.now() + daysAhead * dayMs;
  while ([0, 1, 6].includes(new Date(day).getUTCDay())) day += dayMs;
  return dateOf(day);
}

/** A shop's export for each day, with the dates of yesterday and today instead of the file's own. */
function writeExports() {
  for (const day of ['monday', 'tuesday']) {
    const text = readFileSync(join(root, `fixtures/demo/shop-export-${day}.csv`), 'utf8');
    const now = Date.now();
    writeFileSync(
      join(work, `${day}.csv`),
      text.replaceAll('2026-08-31', dateOf(now - dayMs)).replaceAll('2026-09-01', dateOf(now)),
    );
  }
}

const warehouse = 'Northgate FC';
const sku = 'AC-TENT-2';

function seller() {
  say('Sign in. The token is saved for a day; the secret is not.');
  run(['login', '--client-id', 'emu-acme', '--client-secret-stdin'], { input: 'emu-acme-secret' });
  say("Monday: the shop's own export, as messy as they come. What would be sent, and what would not?");
  for (const [key, value] of [
    ['preset', 'shopify'],
    ['warehouse', warehouse],
    ['dispatch_within', '72h'],
  ])
    quietly(['config', 'set', key, value]);
  run(['order', 'create', 'monday.csv', '--stock', 'skip', '--dry-run'], { exitCode: 9 });
  say(
    'Send it, each order exactly once. Exit code 9: one order is left out because there is not enough stock.',
  );
  run(['order', 'create', 'monday.csv', '--stock', 'skip'], { exitCode: 9 });
  say('The warehouse dispatches one of the orders.');
  quietly([
    ...['emulator', 'fc', 'dispatch', '#1041'],
    ...['--carrier', 'Royal Mail', '--tracking', 'AB123456789GB'],
  ]);
  console.log('#1041 has shipped with Royal Mail.');
  say(
    'Tuesday: the same export, a day later. One order has been paid, one is new, and one has been cancelled.',
  );
  run(['order', 'create', 'tuesday.csv', '--stock', 'skip'], { exitCode: 9 });
  say('It is already with the warehouse, so cancel it there.');
  run(['order', 'cancel', '#1047', '--yes']);
  say('What happened to the orders? With --out tracking.csv, you can import the result into the shop.');
  run(['order', 'track', '--fields', 'ReferenceNumber,Status,ShippingVendor,TrackingNumber']);
}

function coordinator() {
  const [day, other] = [deliveryDay(3), deliveryDay(5)];
  const booking = ['--loading-type', 'palletised', '--number-of-skus', 'lt_10', '--delivery-type', 'truck'];
  const book = (date, window) =>
    quietly([...['slot', 'book', '--date', date, '--window', window, '--warehouse', warehouse], ...booking])
      .slotReference;
  const slot = book(day, 'morning');
  book(other, 'afternoon');
  quietly([
    ...['emulator', 'fc', 'counter', slot, '--time', `${day} 13:00`],
    ...['--comment', 'The morning is full, can you make 13:00?'],
  ]);
  say("The coordinator's morning: what needs an answer comes first.");
  run(['today']);
  const [{ proposedTime }] = quietly(['slot', 'get', slot]).schedule.proposals.slice(-1);
  say(
    'Accept exactly the offer that you have read: if it had changed in the meantime, the exit code would be 6.',
  );
  run(['slot', 'respond', slot, '--accept', '--offer', proposedTime]);
  say('Create the purchase order on the confirmed slot. The truck arrives one tent short.');
  run(['po', 'create', '--slot', slot, '--item', `${sku}=40`, '--item', 'AC-STOVE-GAS=120']);
  const po = quietly(['slot', 'get', slot]).usedByPoReference;
  quietly(['emulator', 'clock', 'set', proposedTime]);
  quietly(['emulator', 'fc', 'receive', po, '--short', `${sku}=1`]);
  run(['today']);
  say('The stock has increased by what was delivered.');
  run([
    'inventory',
    '--sku',
    sku,
    '--location',
    warehouse,
    '--fields',
    'sku,StockLevel,InOrderBook,Available',
  ]);
}

try {
  mkdirSync(work);
  writeExports();
  seller();
  coordinator();
} catch (error) {
  console.error(`\nThe demo stopped: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}
