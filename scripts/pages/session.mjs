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

/** Serves the account of fixtures/demo/account.json while the session lasts, at the address that pages give the service, and signs in to it. */
const signIn = `mkfifo ready
CFI_HOME="$HOME/served" cfi emulator start --port 0 --json --state :memory: --seed fixtures/demo/account.json \\
  --now ${startsAt} --freeze > ready 2> /dev/null &
trap "kill $!" EXIT
read -r ready < ready
service=$(node -p 'JSON.parse(process.argv[1]).base_url' "$ready")
echo not-a-real-secret | cfi login --base-url "$service" --client-id acme --client-secret-stdin > /dev/null 2>&1
rm ready
`;

/** What differs between runs although nothing has changed. */
const steady = (text, home, service) =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(home, '/home/ada')
    .replaceAll(/(\/emulator)#\d+-\d+/g, '$1')
    .replaceAll(service, 'https://service.example/v1')
    .replaceAll(new URL(service).host, 'service.example')
    .replaceAll(/127\.0\.0\.1:\d{5}\b/g, '127.0.0.1:40123')
    .replaceAll(/"pid":\d+/g, '"pid":4242')
    .replaceAll(/\bPID \d+|process \d+/gi, (found) => found.replace(/\d+/, '4242'));

const atTerminal = fileURLToPath(new URL('at-terminal.mjs', import.meta.url));

/** The line that runs a command; one with an answer runs in a terminal and asks. */
const lineOf = (command) =>
  typeof command === 'string'
    ? command
    : `node '${atTerminal}' 100 '${command.answer}' "$(cat <<'COMMAND'\n${command.command}\nCOMMAND\n)"`;

/**
 * Runs commands one after the other in one shell; returns what each printed, both streams as a terminal shows them. A
 * command is a line, or `{ command, answer }` for one that runs in a terminal and is answered. With `account`, somebody
 * is signed in to a service.
 */
export function session(commands, { color = false, account = false } = {}) {
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
      [account ? signIn : 'service=http://no.service/v1', 'echo "$service"', ...commands]
        .map((command) => `${lineOf(command)}\n{ s=$?; printf '${mark}'; (exit $s); }\n`)
        .join(''),
    );
    const { stdout, error } = spawnSync('bash', ['-c', `exec 2>&1; . "$0"`, script], {
      cwd: work,
      env,
      encoding: 'utf8',
    });
    if (error) throw error;
    const [, service, ...outputs] = stdout.split(mark);
    return commands.map((command, index) => ({
      command: command.command ?? command,
      output: steady(outputs[index] ?? '', home, service.trim()),
    }));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
