// A session of real commands in its own shell, for pages and pictures: a fresh home, the built program as `cfi`, and a
// stopped emulator clock, so that the same commands print the same every time.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const startsAt = '2026-09-01T08:00:00Z';
const mark = '\u001e';

/** What differs between runs although nothing has changed. */
const steady = (text, home) =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(home, '/home/ada')
    .replaceAll(/(\/emulator)#\d+-\d+/g, '$1')
    .replaceAll(/127\.0\.0\.1:\d{5}\b/g, '127.0.0.1:40123')
    .replaceAll(/"pid":\d+/g, '"pid":4242')
    .replaceAll(/\bPID \d+|process \d+/gi, (found) => found.replace(/\d+/, '4242'));

/** Runs commands one after the other in one shell; returns what each printed, both streams as a terminal shows them. */
export function session(commands, { color = false } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'cfi-session-'));
  try {
    const bin = join(home, 'bin');
    const work = join(home, 'work');
    for (const folder of [bin, work]) mkdirSync(folder);
    symlinkSync(join(root, 'bin/cfi.js'), join(bin, 'cfi'));
    symlinkSync(join(root, 'fixtures'), join(work, 'fixtures'));
    const env = {
      PATH: `${bin}:${process.env.PATH}`,
      HOME: home,
      CFI_HOME: join(home, '.cfi'),
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      ...(color ? { FORCE_COLOR: '1' } : {}),
    };
    const start = ['emulator', 'exec', '--state', join(home, '.cfi/emulator'), '--now', startsAt, '--freeze'];
    spawnSync(join(bin, 'cfi'), [...start, '--', 'true'], { env, stdio: 'inherit' });
    const script = join(home, 'script.sh');
    writeFileSync(
      script,
      commands.map((command) => `${command}\n{ s=$?; printf '${mark}'; (exit $s); }\n`).join(''),
    );
    const { stdout, error } = spawnSync('bash', ['-c', `exec 2>&1; . "$0"`, script], {
      cwd: work,
      env,
      encoding: 'utf8',
    });
    if (error) throw error;
    const outputs = stdout.split(mark).map((text) => steady(text, home));
    return commands.map((command, index) => ({ command, output: outputs[index] ?? '' }));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
