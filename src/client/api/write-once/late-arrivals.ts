import { CfiError } from '../../../errors.ts';
import { backoffMs, defaultRetryPolicy } from '../../http/retry.ts';
import type { Api } from '../../types.ts';

/** How long a request whose answer was lost may still arrive. */
export interface LostWait {
  readonly ms: number;
  /** Called before people have to wait for it, with the time in ms that is left. */
  tell(leftMs: number): void;
}

/** The bookings whose answers were lost, by any name. */
export interface LateArrivals {
  /** The answer to this booking has been lost at this moment. */
  lost(name: string): void;
  /** How many ms this booking may still arrive; 0 if it cannot. */
  leftMs(name: string): number;
  /**
   * Looks for what arrived late until none of the bookings can arrive any more. `find` returns undefined if there is no
   * usable answer; if that is so to the end, or if this is interrupted, the result is an error as well.
   */
  twins(
    names: Iterable<string>,
    find: () => Promise<readonly string[] | undefined>,
    signal: AbortSignal | undefined,
  ): Promise<readonly CfiError[]>;
}

/** Follows the bookings of one command. */
export function createLateArrivals({ transport, commandFor }: Api, { ms, tell }: LostWait): LateArrivals {
  const untils = new Map<string, number>();
  const told = new Set<string>();
  const leftMs = (name: string): number => {
    const until = untils.get(name);
    const left = until === undefined ? 0 : Math.max(0, until - transport.monotonicNow());
    if (left > 0 && !told.has(name)) {
      told.add(name);
      tell(left);
    }
    return left;
  };
  return {
    lost(name) {
      untils.set(name, transport.monotonicNow() + ms);
      told.delete(name);
    },
    leftMs,
    async twins(names, find, signal) {
      for (let looks = 0; ; looks++) {
        const left = Math.max(0, ...[...names].map(leftMs));
        const found = signal?.aborted ? undefined : await find();
        if (found !== undefined && found.length > 0)
          return found.map((reference) => twinError(reference, commandFor('slot', 'cancel', reference)));
        if (left === 0 && found !== undefined) return [];
        if (left === 0 || signal?.aborted) return [notChecked(commandFor('slot', 'list'))];
        await transport
          .wait(Math.min(left, backoffMs(defaultRetryPolicy, looks, 1)), signal)
          .catch((error: unknown) => {
            if (!signal?.aborted) throw error;
          });
      }
    },
  };
}

const twinError = (reference: string, command: string): CfiError =>
  new CfiError('partial', `${reference} was booked as well: a request whose answer was lost arrived late`, {
    hint: `unless somebody else booked it, cancel it: ${command}`,
  });

const notChecked = (command: string): CfiError =>
  new CfiError('partial', 'it could not be checked whether a slot was booked twice', {
    hint: `look for two equal slots: ${command}`,
  });
