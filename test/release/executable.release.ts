import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeHome } from '../support/cli.ts';

const run = promisify(execFile);
const { platform, arch } = process;
const executable = resolve('dist-bin', `cfi-${platform}-${arch}`);

beforeAll(async () => {
  await run(process.execPath, ['scripts/package.mjs', '--if-changed']);
}, 300_000);

/** Runs the executable like on a machine without Node: no program is on the path, and the home is empty. */
async function alone(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const place = makeHome();
  const home = join(place, 'home');
  mkdirSync(home);
  const env = { PATH: '', HOME: home, CFI_HOME: join(place, 'cfi'), ...more };
  const { stdout, stderr } = await run(executable, args, { cwd: place, env, timeout: 60_000 });
  return { stdout, stderr, written: readdirSync(place, { recursive: true }).sort() };
}

describe('the single executable', () => {
  it('says which version it is and writes nothing', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(await alone(['--version'])).toEqual({ stdout: `${version}\n`, stderr: '', written: ['home'] });
    const { stdout } = await alone(['--version', '--json']);
    expect(JSON.parse(stdout).data).toMatchObject({ version, installed: 'executable', path: executable });
  });

  it('writes only in its own home', async () => {
    const { stdout, written } = await alone(['--emulator', 'inventory', '--json', '--page-size', '1']);
    expect(JSON.parse(stdout).data.client_name).toBe('Acme Outdoor');
    expect(written.filter((name) => !String(name).startsWith('cfi'))).toEqual(['home']);
    // The compiled code is in the executable, and so is SQLite: there is nothing to unpack.
    expect(written.filter((name) => String(name).includes('cache/'))).toEqual(['cfi/cache/names.json']);
  });

  it('serves the emulator, and acts as its client', async () => {
    const { stdout } = await alone(['emulator', 'exec', '--', executable, 'inventory', '--json']);
    expect(JSON.parse(stdout).data.client_name).toBe('Acme Outdoor');
  });

  it('comes with its checksum and a list of its contents', () => {
    const hash = createHash('sha256').update(readFileSync(executable)).digest('hex');
    const beside = (end: string): string => readFileSync(executable + end, 'utf8');
    expect(beside('.sha256')).toBe(`${hash}  cfi-${platform}-${arch}\n`);
    const bill = JSON.parse(beside('.bom.json'));
    const purls = bill.components.map(({ purl }: { purl?: string }) => purl);
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { type: 'application' } } });
    expect(bill.metadata.component.hashes).toEqual([{ alg: 'SHA-256', content: hash }]);
    for (const part of [/^pkg:npm\/undici@7/, /^pkg:npm\/%40inquirer\/core@/, /^pkg:generic\/node@26/])
      expect(purls).toContainEqual(expect.stringMatching(part));
    expect(beside('.licenses.txt')).toMatch(/undici 7[\s\S]*Node 26[\s\S]*Permission is hereby granted/);
  });
});
