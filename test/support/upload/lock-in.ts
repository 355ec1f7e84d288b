import type { Deps } from '../../../src/deps.ts';
import type { Lock } from '../../../src/storage/sqlite/lock.ts';
import { lockFor } from '../../../src/upload/ledger/run-lock.ts';
import { testNow } from '../time.ts';

/** Takes the lock with this name in a home, as process 4711 that uploads `orders.csv`; `said` gets what it says. */
export function lockIn(
  home: string,
  name: string,
  waitMs: number,
  clock: Pick<Deps, 'monotonicNow' | 'sleep'>,
  said: string[] = [],
): Promise<Lock> {
  const world = { env: { CFI_HOME: home }, platform: 'linux', cwd: '/', pid: 4711, now: () => testNow };
  const deps = { ...world, ...clock, interrupted: new AbortController().signal } as unknown as Deps;
  const say = (line: string): void => void said.push(line);
  return lockFor({ deps, notice: say, warn: say }, name, 'orders.csv', waitMs);
}
