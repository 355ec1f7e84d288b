import type { Deps } from '../../deps.ts';

/** What sending takes from outside: the world, three settings, and somebody to tell. */
export interface Outside {
  readonly deps: Deps;
  readonly settings: {
    readonly maxRetries: number;
    readonly timeoutMs: number;
    /** How long a booking whose answer was lost may still arrive. */
    readonly lostWaitMs: number;
  };
  notice(line: string): void;
  warn(line: string): void;
}

/** The limits of requests that a user may set. */
export interface Pace {
  readonly concurrency?: number | undefined;
  /** Requests per second. */
  readonly rate?: number | undefined;
}

/** Requests at the same time, unless the user says otherwise. */
export const defaultConcurrency = 8;

/** What to do about orders with too little stock; `ignore` does not check. */
export const stockChoices = ['ignore', 'warn', 'skip', 'stop'] as const;
export type StockChoice = (typeof stockChoices)[number];
