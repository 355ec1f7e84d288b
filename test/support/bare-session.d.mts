/** One request of the session. */
export interface SeenByBareClient {
  /** The answer. */
  readonly shown: {
    readonly request: string;
    readonly status: number;
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly body: unknown;
  };
  /** The decisions that the answer depends on, as the emulator names them: `A-07`, `A-22=1`. */
  readonly restsOn: readonly string[];
}

/** Plays a session with every endpoint against the service at an origin, as a client that is not ours. */
export function bareSession(origin: string): Promise<SeenByBareClient[]>;
