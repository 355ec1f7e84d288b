import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
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
  const url = `${homepage}/releases/download/v${version}`;

  it('lists the checksum of every file', () => {
    const lines = inRelease('SHA256SUMS').trim().split('\n');
    expect(lines).toContain(`${sumOf(programOf('cfi-linux-x64'))}  cfi-linux-x64`);
    for (const line of lines) {
      const [sum, name = ''] = line.split('  ');
      expect(sumOf(readFileSync(join(folder, name)))).toBe(sum);
    }
    expect(lines).toHaveLength(2 * names.length + 4);
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
});

it('every install script of a package is allowed or refused', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Readonly<Record<string, { hasInstallScript?: true }>>;
  };
  const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const running = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript);
  expect(running.map((path) => path.replace(/.*node_modules\//, '')).sort()).toEqual(
    Object.keys(allowScripts).sort(),
  );
});

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly uses?: string;
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly include: readonly { readonly executable: string }[] } };
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

const runs = ({ steps = [] }: Job): string[] => steps.flatMap(({ run }) => run ?? []);
const actions = ({ steps = [] }: Job): string[] => steps.flatMap(({ uses }) => uses?.split('@')[0] ?? []);
const textOf = (name: string): string => readFileSync(`.github/workflows/${name}`, 'utf8');

describe.each(readdirSync('.github/workflows'))('the workflow %s', (name) => {
  const text = textOf(name);
  const { permissions, jobs } = parse(text) as Workflow;
  const all = Object.values(jobs);
  const stepsOf = (action: string): Step[] =>
    all.flatMap(({ steps = [] }) => steps.filter(({ uses }) => uses?.startsWith(`${action}@`)));

  it('uses each action by its commit, which nobody can move to other code', () => {
    const used = [...text.matchAll(/^ +(?:- )?uses: (.+)/gm)].map(([, action]) => action);
    expect(used).toHaveLength(all.flatMap((job) => [...actions(job), job.uses ?? []].flat()).length);
    for (const action of used)
      expect(action).toMatch(/^(?:(?:actions|github)\/[a-z/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\.\/.+\.yml)$/);
  });

  it('gives no job more than it needs', () => {
    expect(permissions).toEqual({});
    const writing = all.map(({ permissions: given }) => given).filter((given) => given?.contents !== 'read');
    expect(writing).toEqual(
      name === 'release.yml'
        ? [{ contents: 'write', 'id-token': 'write', attestations: 'write' }, { 'id-token': 'write' }]
        : [],
    );
  });

  it('leaves no token behind in a checkout, and takes no cache that others could fill', () => {
    for (const step of stepsOf('actions/checkout'))
      expect(step.with).toEqual({ 'persist-credentials': false });
    for (const step of stepsOf('actions/setup-node'))
      expect(step.with).toEqual({ 'node-version': nodeVersion, 'package-manager-cache': false });
  });

  it('runs scripts that a shell can read', () => {
    for (const script of all.flatMap(runs))
      expect([script, spawnSync('bash', ['-n'], { input: script }).status]).toEqual([script, 0]);
  });
});

describe('the workflow that releases', () => {
  const { jobs } = parse(textOf('release.yml')) as {
    jobs: Readonly<Record<'check' | 'build' | 'assemble' | 'publish' | 'npm', Job>>;
  };
  const { check, build, assemble, publish, npm } = jobs;

  it('runs nothing of the repository where it may publish', () => {
    expect(actions(publish)).toEqual(['actions/download-artifact', 'actions/attest-build-provenance']);
    expect(actions(npm)).toEqual(['actions/setup-node', 'actions/download-artifact']);
    const commands = [publish, npm].flatMap((job) => runs(job).flatMap((run) => run.trim().split('\n')));
    for (const command of commands)
      expect(command).toMatch(
        /^(echo "\$SUMS|sha256sum |test |cp "\$BUNDLE" |gh release create |npm publish )/,
      );
  });

  it('publishes what was assembled from tested executables, after all checks and tests have passed', () => {
    expect(publish.needs).toEqual(['check', 'assemble']);
    const { jobs: checks } = parse(textOf('check.yml')) as Workflow;
    expect(check.uses).toBe('./.github/workflows/check.yml');
    expect(Object.values(checks).flatMap(runs).join()).toContain(' .ci/run');
    expect(build.strategy?.matrix.include.map(({ executable }) => executable)).toEqual(names);
    const made = build.steps?.findIndex(({ run }) => run?.startsWith('node scripts/demo.mjs')) ?? -1;
    expect(build.steps?.slice(made + 1).map(({ uses }) => uses?.split('@')[0])).toEqual([
      'actions/upload-artifact',
    ]);
    expect(assemble.needs).toBe('build');
    expect(runs(assemble)).toContain('npm audit');
    expect(assemble.steps?.at(-1)?.with).toMatchObject({ name: 'release', path: 'release' });
    expect(publish.steps?.[0]?.with).toEqual({ name: 'release', path: 'release' });
  });

  it('publishes the package last, with its provenance and without a token', () => {
    expect([npm.needs, npm.environment]).toEqual([['assemble', 'publish'], 'npm']);
    expect(runs(npm).at(-1)).toBe(
      'npm publish --provenance --access public --ignore-scripts ./release/*.tgz',
    );
    expect(runs(npm)[0]).toBe(runs(publish)[0]);
    const named = runs(assemble).findIndex((run) =>
      run.includes('npm pkg set repository.type=git repository.url='),
    );
    expect(runs(assemble)[named + 1]).toBe('npm pack --pack-destination release');
    expect(textOf('release.yml')).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|_authToken/);
  });

  it('publishes no file that was changed or added after it was tested', () => {
    const [script = ''] = runs(publish);
    const SUMS = sumOf(inRelease('SHA256SUMS'));
    const passes = (sums = SUMS): boolean =>
      spawnSync('bash', ['-e', '-c', script], { cwd: folder, env: { ...process.env, SUMS: sums } }).status ===
      0;
    expect(passes()).toBe(true);
    expect(passes(sumOf('others'))).toBe(false);
    writeFileSync(join(folder, 'more'), '');
    expect(passes()).toBe(false);
    rmSync(join(folder, 'more'));
    const formula = inRelease('cfi.rb');
    writeFileSync(join(folder, 'cfi.rb'), 'other');
    expect(passes()).toBe(false);
    writeFileSync(join(folder, 'cfi.rb'), formula);
    expect(passes()).toBe(true);
  });
});
