import type { Violation } from './scenarios.ts';
import { hangingMs, type Run } from './world.ts';

/** A run without a fault takes far less. */
const slowMs = 6000;

/** What no person should read. */
const raw =
  /ConnectionFailed|SQLITE_|SqliteError|database disk image|readonly database|unexpected failure|unable to open|disk I\/O|\bE[A-Z]{3,}\b|syscall|^\s+at .*:\d+:\d+/m;

/** What a message says of each error. */
const reasons: Readonly<Record<string, RegExp>> = {
  EIO: /the disk reports an error/,
  ENOSPC: /no space/,
  EMFILE: /too many files/,
};

/** An error that a file had: a connection has no file to name, and a program that was killed names nothing. */
const onFile = /^(E\w+) at \S+ ((?:home|in|tmp)\/.*)$/;

const usage = 2;

/** What is wrong with what the runs said: `faulted` is the one with faults, `happened` describes them. */
export function judgeRuns(
  faulted: Run,
  later: readonly Run[],
  happened: readonly string[],
  folder: string,
): Violation[] {
  const found: Violation[] = [];
  const add = (kind: Violation['kind'], what: string): void => void found.push({ kind, what });
  for (const { stderr } of [faulted, ...later]) {
    const [words] = raw.exec(stderr) ?? [];
    if (words !== undefined) add('text', `"${words}" in: ${firstLine(stderr)}`);
  }
  if (faulted.ms > hangingMs) add('slow', 'the run did not end');
  for (const { ms } of later) if (ms > slowMs) add('slow', `the next run took ${Math.round(ms / 1000)} s`);
  const last = later.at(-1);
  if (last !== undefined && last.code !== 0)
    add('unsettled', `exit ${last.code} without a fault: ${firstLine(last.stderr)}`);
  const { code, stderr } = faulted;
  if (code === 0 || code === null) return found;
  if (saysAllDone(faulted)) add('code', `exit ${code} although all is done: ${firstLine(stderr)}`);
  const [, kind = '', path = ''] =
    happened.map((each) => onFile.exec(each)).find((match) => match !== null) ?? [];
  if (kind === '') return found;
  if (code === usage) add('code', `exit 2 (usage) for a fault of the disk: ${firstLine(stderr)}`);
  const name = path.split('/').at(-1) ?? '';
  if (!stderr.includes(folder) && !stderr.includes(name))
    add('text', `no file is named: ${firstLine(stderr)}`);
  if (reasons[kind]?.test(stderr) === false) add('text', `${kind} is told as: ${firstLine(stderr)}`);
  return found;
}

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? '';

/** Whether the output says that every document is done. */
function saysAllDone({ stdout }: Run): boolean {
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
