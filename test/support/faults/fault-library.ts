import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What can happen to one system call. On a socket, an error is a reset connection. */
export const callFaults = ['EIO', 'ENOSPC', 'EMFILE', 'kill', 'torn'] as const;

type CallFault = (typeof callFaults)[number];

/** A system call of a run. */
export interface Call {
  readonly at: number;
  readonly name: string;
  /** Below the run's folder, or `socket`. */
  readonly path: string;
  /** The faults that it can have. */
  readonly faults: readonly CallFault[];
}

/** Why faults cannot be injected on this machine; undefined if they can. */
export function whyNoFaults(): string | undefined {
  if (process.platform !== 'linux') return 'LD_PRELOAD is only known on Linux';
  return spawnSync('cc', ['--version']).status === 0 ? undefined : 'there is no C compiler (cc)';
}

/** Compiles the library into a folder, and returns its path. */
export function compileFaultLibrary(folder: string): string {
  const source = fileURLToPath(new URL('./fault.c', import.meta.url));
  const library = join(folder, 'fault.so');
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl']);
  return library;
}

/** The environment that loads the library; `plan` are faults such as `EIO:17`.
 * Without any it logs every call. */
export const faultEnvironment = (library: string, root: string, log: string, plan: readonly string[]) => ({
  LD_PRELOAD: library,
  FAULT_ROOT: root,
  FAULT_LOG: log,
  FAULT_AT: plan.join(','),
  UV_USE_IO_URING: '0',
});

const linesOf = (log: string, what: string): string[][] =>
  readFileSync(log, 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([first]) => first === what);

/** The calls in a log. */
export const callsIn = (log: string): Call[] =>
  linesOf(log, 'call').map(([, at, name = '', kinds = '', ...path]) => ({
    at: Number(at),
    name,
    path: path.join(' '),
    faults: callFaults.filter((fault) => {
      if (fault === 'EMFILE') return kinds.includes('o');
      if (fault === 'ENOSPC') return kinds.includes('g');
      return fault !== 'torn' || kinds.includes('w');
    }),
  }));

/** The faults that happened, as `EIO at write home/ledger.sqlite`. */
export const happenedIn = (log: string): string[] =>
  linesOf(log, 'fault').map(([, , kind, name, ...path]) => `${kind} at ${name} ${path.join(' ')}`);
