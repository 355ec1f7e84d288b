import { CfiError, interruption } from '../../errors.ts';
import { highest } from '../../text/records.ts';
import { backoffMs, defaultRetryPolicy } from '../retry.ts';
import type { Api } from '../types.ts';

/** What a look-up shows about a write that no answer confirmed. */
type LookedUp<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** `isSettled` if nothing that was sent can have an effect any more. */
  | { readonly kind: 'not-done'; readonly isSettled?: true }
  /** It has had no effect so far, but may have one within this time. */
  | { readonly kind: 'not-yet'; readonly leftMs: number }
  /** The answer proves nothing, for the reason given. */
  | { readonly kind: 'unclear'; readonly why: string };

/** A write that must take effect exactly once. */
interface Write<T> {
  /**
   * Sends it, `retry` from 0. Throws a `CfiError`, or returns undefined when the service accepted it without showing
   * its effect; it is then not sent again.
   */
  send(retry: number): Promise<T | undefined>;
  lookUp(): Promise<LookedUp<T>>;
  /** The end of the error message if the write certainly had no effect. */
  readonly notDone: string;
  /** The end of the error message if the outcome is unknown. */
  readonly notKnown: string;
  /** The remedy in that case. */
  readonly hint: string;
}

const accepted = new CfiError('network', 'the service accepted the request without showing its effect');

/**
 * Sends a write until it takes effect. If no answer confirms it, looks it up before sending it again, within the retry
 * policy, so that it never takes effect twice. Throws the `CfiError` of a refusal, or one that says whether the write may
 * have taken effect (`maybeSent`).
 */
export async function writeOnce<T>(api: Api, write: Write<T>): Promise<T> {
  const { policy, random, signal } = api.retrying;
  /** Whether an attempt may still have an effect. */
  let isOpen = false;
  for (let retry = 0; ; retry++) {
    let doubt = accepted;
    try {
      const value = await write.send(retry);
      if (value !== undefined) return value;
    } catch (error) {
      if (!(error instanceof CfiError)) throw error;
      // Also where it was to be sent again: an attempt before this one may have taken effect.
      if (retry > 0 && signal?.aborted)
        throw failed(interrupted(error, signal), write.notKnown, true, write.hint);
      if (error.details.maybeSent !== true) {
        if (!isOpen || ['conflict', 'not-found'].includes(error.code)) throw error;
        // It says nothing of the attempt before it, which may arrive late.
        throw failed(error, write.notKnown, true, write.hint);
      }
      doubt = error;
    }
    /** How long the next wait may be. */
    let mostMs = Number.POSITIVE_INFINITY;
    let asked = retry;
    for (let looks = retry; ; looks++) {
      await waitOrEnd(api, Math.min(backoffMs(policy, looks, 0.5 + random() / 2), mostMs), signal);
      // Whoever interrupts the command must know that it may have taken effect.
      if (signal?.aborted) throw failed(interrupted(doubt, signal), write.notKnown, true, write.hint);
      const found = await lookedUp(write);
      if (found.kind === 'done') return found.value;
      if (found.kind === 'not-yet') {
        mostMs = found.leftMs;
        continue;
      }
      mostMs = Number.POSITIVE_INFINITY;
      const last = asked >= policy.maxRetries;
      asked += 1;
      if (found.kind === 'not-done' && doubt !== accepted) {
        isOpen = found.isSettled !== true;
        if (!last) break;
        throw failed(doubt, write.notDone, false, 'run the command again later');
      }
      if (!last || signal?.aborted) continue;
      const why = found.kind === 'unclear' ? ` (${found.why})` : '';
      throw failed(doubt, write.notKnown + why, true, write.hint);
    }
  }
}

/** Waits; ends early, without an error, when it is interrupted. */
const waitOrEnd = ({ transport }: Pick<Api, 'transport'>, ms: number, signal?: AbortSignal): Promise<void> =>
  transport.wait(ms, signal).catch((error: unknown) => {
    if (!signal?.aborted) throw error;
  });

/** The doubt as an interruption, with its exit code. */
const interrupted = ({ details }: CfiError, signal: AbortSignal): CfiError => {
  const { message, exitCode } = interruption(signal.reason);
  return new CfiError('cancelled', message, { ...details, reason: message, exitCode });
};

/** A look-up that fails or is refused proves nothing. */
async function lookedUp<T>(write: Write<T>): Promise<LookedUp<T>> {
  try {
    return await write.lookUp();
  } catch (error) {
    if (!(error instanceof CfiError)) throw error;
    return { kind: 'unclear', why: error.details.reason ?? error.message };
  }
}

function failed(doubt: CfiError, ending: string, maybeSent: boolean, hint: string): CfiError {
  const { reason = doubt.message, ...details } = doubt.details;
  return new CfiError(doubt.code, `${reason}; ${ending}`, {
    ...(maybeSent ? {} : { retryable: true }),
    ...details,
    maybeSent,
    hint,
  });
}

/** How long a request whose answer was lost may still arrive. */
export interface LostWait {
  readonly ms: number;
  /** Called before people have to wait for it, with the time in ms that is left. */
  tell(leftMs: number): void;
}

/** The bookings of one command whose answers were lost, by any name. */
export type LateArrivals = ReturnType<typeof createLateArrivals>;

/** Follows the bookings of one command. */
export function createLateArrivals({ transport, commandFor }: Api, { ms, tell }: LostWait) {
  const untils = new Map<string, number>();
  const begun = transport.monotonicNow();
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
    /** The answer to this booking has been lost at this moment. */
    lost(name: string): void {
      untils.set(name, transport.monotonicNow() + ms);
      told.delete(name);
    },
    /** The answer to this booking was lost so many ms before the command began. */
    lostBefore(name: string, before: number): void {
      // The embedded emulator ends with the process that called it.
      if (!transport.embedded) untils.set(name, begun + ms - before);
    },
    /** How many ms this booking may still arrive; 0 if it cannot. */
    leftMs,
    /**
     * Looks for what arrived late until none of the bookings can arrive any more. `find` returns undefined if there is no
     * usable answer; if that is so to the end, or if this is interrupted, the result is an error as well.
     */
    async twins(
      names: Iterable<string>,
      find: () => Promise<readonly string[] | undefined>,
      signal: AbortSignal | undefined,
    ): Promise<readonly CfiError[]> {
      for (let looks = 0; ; looks++) {
        const left = highest([...names].map(leftMs), 0);
        const found = signal?.aborted ? undefined : await find();
        if (found !== undefined && found.length > 0)
          return found.map((reference) => twinError(reference, commandFor('slot', 'cancel', reference)));
        if (left === 0 && found !== undefined) return [];
        if (left === 0 || signal?.aborted) return [notChecked(commandFor('slot', 'list'))];
        await waitOrEnd({ transport }, Math.min(left, backoffMs(defaultRetryPolicy, looks, 1)), signal);
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
