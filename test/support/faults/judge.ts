import type { Ended } from '../storms/client.ts';
import type { Violation } from './scenarios.ts';
import { hangingMs } from './world.ts';

/** A run without a fault takes far less, even where a booking that may arrive late is waited for. */
const slowMs = 9000;

/** What no person should read. */
const raw =
  /ConnectionFailed|SQLITE_|SqliteError|database disk image|readonly database|unexpected failure|unable to open|disk I\/O|\bE[A-Z]{3,}\b|syscall|^\s+at .*:\d+:\d+/m;

/** What a message says of each error; another one's words in place of its own are untrue. */
const reasons: Readonly<Record<string, RegExp>> = {
  EIO: /the disk reports an error/,
  ENOSPC: /no space/,
  EMFILE: /too many files/,
  other: /permission denied|read-only|damaged|malformed/,
};

/** An error that a file had: a connection has no file to name, and a program that was killed names nothing. */
const onFile = /^(E\w+) at (\S+) ((?:home|in|tmp)\/.*)$/;

/** A call that only takes away what is needed no longer. */
const cleaning = / at (?:unlink|unlinkat|remove|rmdir|close) /;

const usage = 2;

/** What is wrong with what a run without a fault says after one with a fault, and how it ends. */
export function judgeLater(runs: readonly Ended[], patience: number): Violation[] {
  const last = runs.at(-1);
  return [
    ...runs.flatMap(({ stderr }) => judgeText(stderr)),
    ...runs.flatMap(({ ms }): Violation[] =>
      ms > slowMs * patience ? [{ kind: 'slow', what: `the next run took ${Math.round(ms / 1000)} s` }] : [],
    ),
    ...(last === undefined || last.code === 0
      ? []
      : [{ kind: 'unsettled', what: `exit ${last.code} without a fault: ${errorOf(last.stderr)}` } as const]),
  ];
}

function judgeText(stderr: string): Violation[] {
  const [words] = raw.exec(stderr) ?? [];
  return words === undefined ? [] : [{ kind: 'text', what: `"${words}" in: ${errorOf(stderr)}` }];
}

/** What is wrong with what a run says when this has happened to it, and how it ends. */
export function judgeFaulted(
  faulted: Ended,
  happened: readonly string[],
  folder: string,
  patience: number,
): Violation[] {
  const found = judgeText(faulted.stderr);
  const add = (kind: Violation['kind'], what: string): void => void found.push({ kind, what });
  if (faulted.ms > hangingMs * patience) add('slow', 'the run did not end');
  const { code, stderr } = faulted;
  if (code === 0 || code === null) return found;
  const message = errorOf(stderr);
  if (saysAllDone(faulted) && happened.every((each) => cleaning.test(each)))
    add('code', `exit ${code} although all is done: ${message}`);
  const faults = happened.map((each) => onFile.exec(each));
  const [, kind = '', call = '', path = ''] = faults[0] ?? [];
  // After several faults, nobody knows which of them ended the run.
  if (kind === '' || faults.length > 1) return found;
  if (code === usage) add('code', `exit 2 (usage) for a fault of the disk: ${message}`);
  if (!message.includes(folder) && !message.includes(targetOf(path)))
    add('text', `no file is named: ${message}`);
  const reported = Object.keys(reasons).filter((name) => reasons[name]?.test(message));
  // SQLite does not say why a sync failed, or why it could not open a journal.
  const mayBeAny = /^f(?:data)?sync$/.test(call) || (call.startsWith('open') && path.endsWith('-journal'));
  if (reported.length > 0 && !reported.includes(kind) && !mayBeAny)
    add('text', `${kind} is reported as: ${message}`);
  return found;
}

/** The file that a temporary one is for, or SQLite's beside a database. */
const targetOf = (path: string): string =>
  (path.split('/').at(-1) ?? '')
    .replace(/^\./, '')
    .replace(/\.[0-9a-f]{12}-\d+-[0-9a-f-]{45}\.tmp$|-(?:wal|shm|journal)$/, '');

/** The line of the error, which notices may precede. */
const errorOf = (stderr: string): string =>
  stderr.split('\n').find((line) => /^error:|^\{"error"/.test(line)) ?? stderr.trim();

/** Whether the output says that every document is done. */
function saysAllDone({ stdout }: Ended): boolean {
  try {
    const { data } = JSON.parse(stdout) as { data: Record<string, unknown> };
    const done = ['created', 'existing', 'skipped'].reduce((sum, name) => sum + Number(data[name] ?? 0), 0);
    return done > 0 && done === data.total;
  } catch {
    return false;
  }
}

/** Files that a run without a fault does not leave behind. */
export const judgeNames = (names: ReadonlySet<string>, clean: ReadonlySet<string>): Violation[] =>
  [...names].filter((name) => !clean.has(name)).map((name) => ({ kind: 'left', what: name }));
