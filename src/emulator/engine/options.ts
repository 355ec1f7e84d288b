import type { FcPolicy } from '../warehouse/fc-policies.ts';
import type { Choices } from './variants.ts';

/** Options for opening an emulator. */
export interface EmulatorOptions {
  /** A folder, or `:memory:`. */
  readonly state: string;
  /** Name of a built-in seed, or a seed object; only for an empty state. Default `default`. */
  readonly seed?: unknown;
  /** Start time of the clock, in ms; not before the state's own time. */
  readonly now?: number;
  /** Stops the clock. Otherwise the clock keeps the state's mode; a new state's clock runs. */
  readonly freeze?: boolean;
  readonly fcPolicy?: FcPolicy;
  /** Requests per minute for each client. */
  readonly rateLimit?: number;
  readonly latencyMs?: number;
  /** Draws the state's choices, where the specification is silent, from this number; 0 restores the defaults. */
  readonly varyAssumptions?: number;
  /** Single choices that override those of the state. */
  readonly assume?: Choices;
  /** Called before a state file is created; what it throws prevents that. */
  readonly beforeNewState?: () => Promise<void>;
  /** Milliseconds since the epoch, real time. */
  readonly realNow: () => number;
  /** Shown by `/_emulator/health`. */
  readonly version?: string;
}
