import type { FcPolicy } from '../warehouse/fc-policies.ts';
import type { Choices } from './variants.ts';

/** What an emulator is opened with. */
export interface EmulatorOptions {
  /** A folder, or `:memory:`. */
  readonly state: string;
  /** Name of a built-in seed, or a seed object; only for a state that holds nothing yet. Default `default`. */
  readonly seed?: unknown;
  /** Where the clock starts, ms; not before the state's own time. */
  readonly now?: number;
  /** Stops the clock; otherwise it stays as the state has it, running at first. */
  readonly freeze?: boolean;
  readonly fcPolicy?: FcPolicy;
  /** Requests a minute for each client. */
  readonly rateLimit?: number;
  readonly latencyMs?: number;
  /** Replaces the state's choices where the specification is silent by those of this number; 0 for the defaults. */
  readonly varyAssumptions?: number;
  /** Single choices, over those of the state. */
  readonly assume?: Choices;
  /** Milliseconds since the epoch, real time. */
  readonly realNow: () => number;
  /** Shown by `/_emulator/health`. */
  readonly version?: string;
}
