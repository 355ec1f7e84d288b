import { expect } from 'vitest';
import { openNetwork } from '../../../src/client/transport/network.ts';
import { type HttpRequest, type Transport, TransportFailure } from '../../../src/client/types.ts';
import { closedAfterTest } from '../../support/closing.ts';

/** Calls back after so many milliseconds; returns what cancels it. */
export const realTimer = (ms: number, callback: () => void): (() => void) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

/** A timer that fires when the test says so. */
export function timerByHand() {
  let fire = (): void => {};
  const startTimer: typeof realTimer = (_, callback) => {
    fire = callback;
    return () => {};
  };
  return { startTimer, fire: () => fire() };
}

/** A transport to that address, closed after the test. */
export const open = async (
  baseUrl: string,
  connections: number,
  startTimer = realTimer,
): Promise<Transport> =>
  closedAfterTest(
    await openNetwork({
      baseUrl,
      env: {},
      connections,
      now: () => 0,
      monotonicNow: () => 0,
      sleep: async () => {},
      startTimer,
    }),
  );

/** A GET below the base address. */
export const get = (path: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  path,
  headers: {},
  timeoutMs: 10_000,
  ...more,
});

/** The failure of a request; throws when it is answered. */
export const failureOf = (sent: Promise<unknown>): Promise<TransportFailure> =>
  sent.then(
    () => Promise.reject(new Error('an answer came')),
    (error: unknown) => {
      expect(error).toBeInstanceOf(TransportFailure);
      return error as TransportFailure;
    },
  );

/** Node's own client sends one request at a time; undici sends as many as configured. Both meet the same cases. */
export const transports: readonly (readonly [string, number])[] = [
  ['of one connection', 1],
  ['of several connections', 2],
];
