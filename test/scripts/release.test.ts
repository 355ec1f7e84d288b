import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeVersion } from '../../scripts/executable/node.mjs';
import { makeHome } from '../support/cli.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const homepage = 'https://forge.example/acme/cfi';
const names = ['cfi-linux-x64', 'cfi-linux-arm64', 'cfi-darwin-arm64', 'cfi-darwin-x64', 'cfi-win32-x64.exe'];
const sumOf = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
/** A program instead of the executable, different for each platform. */
const programOf = (name: string): string => `#!/bin/sh\n# ${name}\necho ${version}\n`;

const isRoot = process.getuid?.() === 0;
const place = makeHome();
const folder = join(place, 'release');
const inRelease = (name: string): string => readFileSync(join(folder, name), 'utf8');
const make = () =>
  spawnSync(process.execPath, ['scripts/release.mjs', folder, homepage, join(place, 'man')], {
    encoding: 'utf8',
  });

let server: Server;

beforeAll(async () => {
  mkdirSync(folder);
  mkdirSync(join(place, 'man'));
  writeFileSync(join(place, 'man', 'cfi.1'), '.TH CFI 1\n');
  // As on the machine that builds the release.
  if (isRoot) chownSync(join(place, 'man', 'cfi.1'), 1001, 118);
  for (const name of names) {
    writeFileSync(join(folder, name), programOf(name));
    writeFileSync(join(folder, `${name}.sha256`), `${sumOf(programOf(name))}  ${name}\n`);
  }
  expect(make()).toMatchObject({ status: 0, stderr: '' });
  server = createServer(({ url = '' }, answer) => {
    const [, mirror, name = ''] = url.split('/');
    const isThere = readdirSync(folder).includes(name);
    const body =
      mirror === 'changed' ? '#!/bin/sh\necho stolen\n' : isThere && readFileSync(join(folder, name));
    answer.writeHead(body ? 200 : 404).end(body || 'no');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});

afterAll(() => server.close());

/** Runs the install script as on that system, with files from a local mirror. */
async function install(mirror: string, [system, machine]: readonly [string, string] = ['Linux', 'x86_64']) {
  const home = makeHome();
  const tools = join(home, 'tools');
  mkdirSync(tools);
  writeFileSync(join(tools, 'uname'), `#!/bin/sh\n[ "$1" = -m ] && echo ${machine} || echo ${system}\n`);
  chmodSync(join(tools, 'uname'), 0o755);
  const { port } = server.address() as AddressInfo;
  const env = {
    HOME: home,
    PATH: `${tools}:${process.env.PATH}`,
    CFI_INSTALL_FROM: `http://127.0.0.1:${port}/${mirror}`,
    no_proxy: '127.0.0.1',
  };
  const ran = await new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile('sh', [join(folder, 'install.sh')], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
  const files = readdirSync(home, { recursive: true, encoding: 'utf8' });
  return { ...ran, home, installed: files.filter((name) => name.startsWith('.local/')).sort() };
}

describe('the install script', () => {
  it.each([
    [['Linux', 'x86_64'], 'cfi-linux-x64'],
    [['Linux', 'aarch64'], 'cfi-linux-arm64'],
    [['Darwin', 'arm64'], 'cfi-darwin-arm64'],
    [['Darwin', 'x86_64'], 'cfi-darwin-x64'],
  ] as const)('on %j installs %s with its manual', async (machine, name) => {
    const { code, stdout, home, installed } = await install('mirror', machine);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`cfi ${version} is in ${home}/.local/bin`)]);
    expect(readFileSync(join(home, '.local/bin/cfi'), 'utf8')).toBe(programOf(name));
    expect(installed.filter((file) => /cfi/.test(file))).toEqual([
      '.local/bin/cfi',
      '.local/share/man/man1/cfi.1',
    ]);
  });

  it('gives every file to the user who installs', async () => {
    const { home, installed } = await install('mirror');
    const owners = installed.map((name) => statSync(join(home, name)).uid);
    expect(new Set(owners)).toEqual(new Set([process.getuid?.()]));
  });

  it('refuses a file other than the released one, and leaves nothing behind', async () => {
    const { code, stderr, installed } = await install('changed');
    expect([code, stderr]).toEqual([
      1,
      'install.sh: cfi-linux-x64 is not the file that was released: its checksum differs\n',
    ]);
    expect(installed.filter((file) => /cfi/.test(file))).toEqual([]);
  });

  it.each([
    ['FreeBSD', 'amd64', 'there is no executable for FreeBSD'],
    ['Linux', 'riscv64', 'there is no executable for linux on riscv64'],
  ])('suggests an alternative on %s %s', async (system, machine, reason) => {
    const { code, stderr, installed } = await install('mirror', [system, machine]);
    expect([code, stderr, installed]).toEqual([1, expect.stringContaining(reason), []]);
    expect(stderr).toContain('npm install -g channel-fulfilment-cli');
  });

  it('does nothing if it arrives incomplete', () => {
    const whole = inRelease('install.sh');
    const part = whole.slice(0, whole.lastIndexOf('main'));
    const home = makeHome();
    execFileSync('sh', { input: part, env: { PATH: process.env.PATH, HOME: home } });
    expect(readdirSync(home)).toEqual([]);
  });

  const hasShellcheck = spawnSync('shellcheck', ['--version']).status === 0;
  it.runIf(hasShellcheck)('passes shellcheck without findings', () => {
    const { stdout } = spawnSync('shellcheck', [join(folder, 'install.sh')], { encoding: 'utf8' });
    expect(stdout).toBe('');
  });
});

describe('a release', () => {
  const workflow = readFileSync('.github/workflows/release.yml', 'utf8');
  const url = `${homepage}/releases/download/v${version}`;

  it('lists the checksum of every file', () => {
    const lines = inRelease('SHA256SUMS').trim().split('\n');
    expect(lines).toContain(`${sumOf(programOf('cfi-linux-x64'))}  cfi-linux-x64`);
    for (const line of lines) {
      const [sum, name = ''] = line.split('  ');
      expect(sumOf(readFileSync(join(folder, name)))).toBe(sum);
    }
    expect(lines).toHaveLength(names.length + 4);
  });

  it('has a formula for Homebrew', () => {
    const formula = inRelease('cfi.rb');
    for (const name of names.filter((each) => !each.endsWith('.exe')))
      expect(formula).toContain(`url "${url}/${name}"\n      sha256 "${sumOf(programOf(name))}"`);
    expect(formula).toContain(`version "${version}"`);
    // Homebrew's audit refuses a longer one.
    expect(/desc "(.*)"/.exec(formula)?.[1]?.length).toBeLessThanOrEqual(80);
  });

  it('has a manifest for Scoop', () => {
    const name = 'cfi-win32-x64.exe';
    expect(JSON.parse(inRelease('cfi.json'))).toMatchObject({
      version,
      bin: 'cfi.exe',
      architecture: { '64bit': { url: `${url}/${name}#/cfi.exe`, hash: sumOf(programOf(name)) } },
    });
  });

  it('refuses an executable that changed since it was built', () => {
    const name = 'cfi-darwin-x64';
    writeFileSync(join(folder, name), 'other');
    const { status, stderr } = make();
    writeFileSync(join(folder, name), programOf(name));
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${name} has changed since it was built`)]);
  });

  it('is built with the Node version inside the executable', () => {
    const used = [...workflow.matchAll(/node-version: (\S+)/g)].map(([, which]) => which);
    expect(new Set(used)).toEqual(new Set([nodeVersion]));
    for (const name of names) expect(workflow).toContain(`executable: ${name} }`);
  });

  it('uses each action by its commit, which nobody can move to other code', () => {
    const used = [...workflow.matchAll(/uses: (.+)/g)].map(([, action]) => action);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('is published only after all checks and tests have passed', () => {
    const [, publish = ''] = workflow.split('\n  publish:\n');
    expect(publish).toContain('needs: [check, build]');
    const [check = ''] = workflow.split('\n  build:\n');
    expect(check).toContain(' .ci/run\n');
  });

  it('is not published with packages that have known vulnerabilities', () => {
    const steps = [...workflow.matchAll(/run: (.+)/g)].map(([, command = '']) => command);
    const audit = steps.indexOf('npm audit');
    expect(audit).toBeGreaterThan(-1);
    expect(steps.findIndex((command) => command.startsWith('gh release create'))).toBeGreaterThan(audit);
  });
});
