import { backoffMs, defaultRetryPolicy } from '../../client/retry.ts';
import type { Api } from '../../client/types.ts';
import { CfiError } from '../../errors.ts';
import type { Finding, Unanswered } from './work.ts';

/** How long a request whose answer was lost may still arrive. */
export interface LostWait {
  readonly ms: number;
  /** Called before people have to wait for it, with the time in ms that is left. */
  tell(leftMs: number): void;
}

/** Follows the bookings, and what else no reference keeps single, of one run whose answers were lost, by reference. */
export function createLateArrivals({ transport, commandFor }: Api, { ms, tell }: LostWait) {
  const untils = new Map<string, number>();
  const begun = transport.monotonicNow();
  const announced = new Set<string>();
  const leftMs = (reference: string): number => {
    const until = untils.get(reference);
    const left = until === undefined ? 0 : Math.max(0, until - transport.monotonicNow());
    if (left > 0 && !announced.has(reference)) {
      announced.add(reference);
      tell(left);
    }
    return left;
  };
  /** Waits before the next look, at most `left` ms; false if the signal ends it. */
  const waited = async (left: number, looks: number, signal: AbortSignal): Promise<boolean> => {
    try {
      await transport.wait(Math.min(left, backoffMs(defaultRetryPolicy, looks, 1)), signal);
      return true;
    } catch (error) {
      if (!signal.aborted) throw error;
      return false;
    }
  };
  return {
    /** The answer to this booking has been lost at this moment. */
    lost(reference: string): void {
      untils.set(reference, transport.monotonicNow() + ms);
      announced.delete(reference);
    },
    /** The answer to this booking was lost so many ms before the run began, unless one was lost since. */
    lostBefore(reference: string, before: number): void {
      // The embedded emulator ends with the process that called it.
      if (!transport.embedded && !untils.has(reference)) untils.set(reference, begun + ms - before);
    },
    /** Repeats a look-up that finds nothing as long as this booking may still arrive. */
    async whileAbsent<F extends Finding>(
      reference: string,
      signal: AbortSignal,
      lookUp: () => Promise<F>,
    ): Promise<F | Unanswered> {
      for (let looks = 0; ; looks++) {
        const found = await lookUp();
        const left = found.kind === 'absent' ? leftMs(reference) : 0;
        if (left === 0) return found;
        if (await waited(left, looks, signal)) continue;
        return { kind: 'failure', reason: 'aborted', message: 'the request was cancelled', maybeSent: true };
      }
    },
    /**
     * Looks for duplicates until none of the bookings can arrive any more. `find` returns undefined without a usable
     * answer; if that is so to the end, or after an interruption, nothing is checked, which is an error as well.
     */
    async findDuplicates(
      references: Iterable<string>,
      find: () => Promise<readonly string[] | undefined>,
      signal: AbortSignal,
    ): Promise<{ readonly isChecked: boolean; readonly errors: readonly CfiError[] }> {
      for (let looks = 0; ; looks++) {
        let left = 0;
        for (const reference of references) left = Math.max(left, leftMs(reference));
        const found = signal.aborted ? undefined : await find();
        const errors = (found ?? []).map((reference) =>
          duplicateError(reference, commandFor('slot', 'cancel', reference)),
        );
        if (errors.length > 0 || (left === 0 && found !== undefined)) return { isChecked: true, errors };
        if (left === 0 || signal.aborted)
          return { isChecked: false, errors: [notChecked(commandFor('slot', 'list'))] };
        await waited(left, looks, signal);
      }
    },
  };
}

const duplicateError = (reference: string, command: string): CfiError =>
  new CfiError('partial', `${reference} was booked as well: a request whose answer was lost arrived late`, {
    hint: `unless somebody else booked it, cancel it: ${command}`,
  });

const notChecked = (command: string): CfiError =>
  new CfiError('partial', 'it could not be checked whether a slot was booked twice', {
    hint: `look for two equal slots: ${command}`,
  });

export type LateArrivals = ReturnType<typeof createLateArrivals>;
