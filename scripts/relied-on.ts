// Which assumptions does our own client rely on? Plays the demo below `cfi emulator exec --report`, and again with every
// decision that `cfi verify` cannot see made otherwise: node scripts/run-ts.mjs scripts/relied-on.ts
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { probes } from '../src/emulator/conformance/probes.ts';
import { isVaried, variedAssumptions } from '../src/emulator/conformance/variants.ts';
import type { Report } from '../src/emulator/report.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'cfi-relied-on-'));
const file = join(folder, 'report.json');

/** Plays the demo on an emulator with these flags. Returns the report, or stops this script. */
function play(...flags: string[]): Report {
  const args = [join(root, 'bin/cfi.js'), 'emulator', 'exec', ...flags, '--report', file, '--'];
  const demo = [process.execPath, join(root, 'scripts/demo.mjs')];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args, ...demo], { encoding: 'utf8' });
  if (status === 0) return JSON.parse(readFileSync(file, 'utf8'));
  throw new Error(
    `the demo failed on an emulator with ${flags.join(' ') || 'no flags'}:\n${stdout}${stderr}`,
  );
}

function seenBy(id: string): string {
  if (!isVaried(id)) return 'has no alternative';
  const probe = probes[id];
  return 'why' in probe ? `verify cannot see it: ${probe.why}` : `verify sees it: ${probe.asks}`;
}

try {
  const { endpoints, assumptions } = play();
  const requests = endpoints.reduce((sum, each) => sum + each.requests, 0);
  console.log(`${requests} requests to ${endpoints.length} endpoints. Their answers rest on:`);
  for (const { id, question } of assumptions) console.log(`  ${id}  ${question}; ${seenBy(id)}`);
  const unseen = variedAssumptions.filter((id) => 'why' in probes[id]);
  play('--assume', unseen.map((id) => `${id}=1`).join());
  console.log(`The demo passes as well with the other answer for ${unseen.join(', ')}.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
