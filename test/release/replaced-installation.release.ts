import {
  cpSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDropFolder } from '../commands/order/drop/drop-folder.ts';
import { makeHome } from '../support/cli.ts';
import { spawnCli } from '../support/processes/process.ts';

const damaged =
  'error: the program is being updated, or its installation is damaged\nhint: run the command again, or reinstall cfi\n';

type Copy = ReturnType<typeof copyProgram>;

/** Copies the built program, which a test may change, with `node_modules` as a link; `words` start it. */
function copyProgram() {
  const folder = mkdtempSync(join(tmpdir(), 'cfi-copy-'));
  for (const part of ['bin', 'dist']) cpSync(part, join(folder, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  return { folder, words: [process.execPath, join(folder, 'bin/cfi.js')] };
}

/** The files of the parts with a name, which end with a hash. */
function partsIn({ folder }: Copy, name: string): string[] {
  const parts = join(folder, 'dist', 'parts');
  const pattern = new RegExp(`^${name}-.{8}\\.js$`);
  return readdirSync(parts)
    .filter((file) => pattern.test(file))
    .map((file) => join(parts, file));
}

/** An update that leaves nothing of the files with which a program was started. */
function update({ folder }: Copy): void {
  unlinkSync(join(folder, 'node_modules'));
  rmSync(join(folder, 'dist'), { recursive: true });
}

describe('an installation', () => {
  it('that is not built says so', async () => {
    const copy = copyProgram();
    update(copy);
    const stderr = 'cfi is not built yet: run `npm run build` first\n';
    expect(await spawnCli(['--version'], { copy: copy.words }).done).toMatchObject({
      code: 1,
      stdout: '',
      stderr,
    });
  });

  it.each<[string, string, (file: string) => void]>([
    ['lacks what even the version needs', 'front-page', unlinkSync],
    ['lacks what every command needs', 'start', unlinkSync],
    ['has only a part of what every command needs', 'start', (file) => truncateSync(file, 1000)],
    ['lacks what this command needs', 'scripts', unlinkSync],
  ])('that %s is reported', async (_, part, damage) => {
    const copy = copyProgram();
    for (const file of partsIn(copy, part)) damage(file);
    const ended = await spawnCli(['completion', 'bash'], { copy: copy.words }).done;
    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: damaged });
  });
});

describe('an update does no harm to', () => {
  it('a folder that is followed', async () => {
    const copy = copyProgram();
    const { home, folder, service, put, inside } = await openDropFolder();
    const args = ['order', 'drop', folder, '--follow', '--settle', '0s', '--interval', '100ms'];
    const following = spawnCli([...args, '-o', 'ndjson'], { copy: copy.words, home, env: service.env });
    put('first.csv', 'R-1');
    await following.until('first.csv');
    update(copy);
    // Another kind of file needs more of the program.
    writeFileSync(join(folder, 'wrong.json'), '[{ "colour": "red" }]');
    await following.until('wrong.json');
    put('second.csv', 'R-2');
    await following.until('second.csv');
    following.child.kill('SIGINT');
    expect(await following.done).toMatchObject({ stderr: expect.not.stringContaining('damaged') });
    expect(service.posted()).toEqual(['R-1', 'R-2']);
    expect([inside(), inside('done')]).toEqual([
      ['done', 'failed'],
      ['first.csv', 'second.csv'],
    ]);
    expect(inside('failed')).toContain('wrong.json');
  });

  it('an emulator that serves', async () => {
    const [copy, home] = [copyProgram(), makeHome()];
    const serving = spawnCli(['emulator', 'start', '--port', '0', '-o', 'json'], { copy: copy.words, home });
    await serving.until('press Ctrl-C');
    update(copy);
    const { base_url, admin_url } = JSON.parse(serving.seen());
    const body = JSON.stringify({ client_id: 'emu-acme', client_secret: 'emu-acme-secret' });
    const headers = { 'content-type': 'application/json' };
    const login = await fetch(`${base_url}/auth/login`, { method: 'POST', headers, body });
    const { access_token } = ((await login.json()) as { data: { access_token: string } }).data;
    const get = async (url: string) =>
      (await fetch(url, { headers: { authorization: `Bearer ${access_token}` } })).status;
    const asked = ['/inventory', '/inventory/stock-age', '/inbound-slot'].map((path) => get(base_url + path));
    expect(await Promise.all(asked)).toEqual([200, 200, 200]);
    expect([await get(`${admin_url}/`), await get(`${admin_url}/openapi.json`)]).toEqual([200, 200]);
    serving.child.kill('SIGTERM');
    expect(await serving.done).toMatchObject({ stderr: expect.not.stringContaining('damaged') });
  });
});
