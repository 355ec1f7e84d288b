// Which assumptions does our own client rely on? Uses every endpoint of the service below `cfi emulator exec --report`, and
// again with every decision that `cfi verify` cannot see made otherwise: node scripts/run-ts.mjs scripts/relied-on.ts
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints } from '../src/contract/endpoints.ts';
import { isVaried, variedAssumptions } from '../src/emulator/conformance/assumptions.ts';
import { probes } from '../src/emulator/conformance/probes.ts';
import type { Report } from '../src/emulator/service/usage.ts';

const path = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'cfi-relied-on-'));

const delivery = {
  ...{ PO_REFERENCE: 'IN-1', Warehouse_Name: 'Northgate FC' },
  items: [{ SKU: 'AC-TENT-2', barcode: 'none', Quantity: 7 }],
};
const deliveryFile = join(folder, 'delivery.json');

/** What the demo does not show. */
const commands = [
  ['stock-age', '--all'],
  ['stock-age', 'AC-TENT-2', '--lots'],
  ['order', 'list', '--ship-from', 'MSF', '--all'],
  ['order', 'list', '--channel-ref', 'WEB-1000'],
  ['order', 'get', 'SHARED-1'],
  ['inbound', 'create', deliveryFile],
  ['inbound', 'get', 'IN-1'],
  ['slot', 'list'],
  ['slot', 'cancel', 'SLOT-000002', '--yes'],
  ['po', 'get', 'LW-000001'],
];

/** The client: the demo, then these commands, with the environment of `emulator exec`. Returns the first exit code that is not 0. */
function useClient(): number {
  writeFileSync(deliveryFile, JSON.stringify(delivery));
  const env = { ...process.env, CFI_HOME: join(folder, 'home') };
  const lines = [[path('scripts/demo.mjs')], ...commands.map((words) => [path('bin/cfi.js'), ...words])];
  for (const line of lines) {
    const { status } = spawnSync(process.execPath, line, { env, stdio: 'inherit' });
    if (status !== 0) {
      console.error(`${line.join(' ')}: exit code ${status}`);
      return 1;
    }
  }
  return 0;
}

/** Runs this script as the client of an emulator with these flags. Returns the report; throws if the client fails. */
function report(...flags: string[]): Report {
  const file = join(folder, 'report.json');
  const exec = [path('bin/cfi.js'), 'emulator', 'exec', ...flags, '--report', file, '--'];
  const client = [process.execPath, path('scripts/run-ts.mjs'), path('scripts/relied-on.ts'), 'client'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...exec, ...client], { encoding: 'utf8' });
  if (status === 0) return JSON.parse(readFileSync(file, 'utf8'));
  const under = flags.join(' ') || 'no flags';
  throw new Error(`the client failed on an emulator with ${under}:\n${stdout}${stderr}`);
}

function seenBy(id: string): string {
  if (!isVaried(id)) return 'has no alternative';
  const probe = probes[id];
  return 'why' in probe ? `verify cannot see it: ${probe.why}` : `verify sees it: ${probe.asks}`;
}

function main(): void {
  const { endpoints: used, assumptions } = report();
  const isUsed = ({ method, path: template }: { method: string; path: string }): boolean =>
    used.some((each) => each.method === method && each.path === template);
  const missing = Object.values(endpoints).filter((endpoint) => !isUsed(endpoint));
  if (missing.length > 0)
    throw new Error(`the client did not use ${missing.map(({ path: template }) => template).join(', ')}`);
  const requests = used.reduce((sum, each) => sum + each.requests, 0);
  console.log(`${requests} requests to ${used.length} endpoints. Their answers rest on:`);
  for (const { id, question } of assumptions) console.log(`  ${id}  ${question}; ${seenBy(id)}`);
  const unseen = variedAssumptions.filter((id) => 'why' in probes[id]);
  report('--assume', unseen.map((id) => `${id}=1`).join());
  console.log(`Every command succeeds as well with the other answer for ${unseen.join(', ')}.`);
}

try {
  if (process.argv[2] === 'client') process.exitCode = useClient();
  else main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
