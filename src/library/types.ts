/// <reference lib="esnext.disposable" />

/**
 * Options for starting an emulator. They match those of `cfi emulator start`, except that the state is in memory and
 * the port is free by default.
 */
export interface StartOptions {
  /** A built-in seed (`default`, `empty`, `large`), the path of a seed file, or a seed object. Default `default`. */
  readonly seed?: string | object;
  /** Where the clock starts. Default: the seed's time, or the current time. */
  readonly now?: string | Date;
  /** Stops the clock until it is moved. */
  readonly freeze?: boolean;
  /** Default 0, which picks a free port. */
  readonly port?: number;
  /** A folder that keeps the state; default `:memory:`. */
  readonly state?: string;
  /** How warehouses answer slots; `manual` leaves it to `warehouse`. */
  readonly fcPolicy?: 'manual' | 'auto' | 'counter';
  /** Requests per minute for each client: a number, or a string such as `60/m`. */
  readonly rateLimit?: number | string;
  /** Delay of every answer: milliseconds, or a string such as `2s`. */
  readonly latency?: number | string;
  /**
   * Alternative answers where the specification is silent: choices by id, for example `{ 'A-22': 1 }` or `A-06=1,A-22=2`,
   * or what `cfi verify --save` wrote, as the path of the file or its parsed content.
   */
  readonly assume?: string | Readonly<Record<string, number>> | SavedAssumptions;
}

/** What `cfi verify --save` writes. */
export interface SavedAssumptions {
  readonly version: number;
  readonly assume: Readonly<Record<string, number>>;
}

/** A client that can sign in. */
export interface EmulatorClient {
  readonly id: string;
  readonly secret: string;
  readonly name: string;
}

/** The state of the clock. */
export interface ClockReading {
  /** ISO 8601, UTC. */
  readonly now: string;
  readonly mode: 'running' | 'frozen';
  /** What fell due while the clock moved. */
  readonly fired: readonly { readonly at: string; readonly job: string; readonly ref: string }[];
}

/** A record of the service with the fields that it returns. */
export interface ServiceRecord {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into records without narrowing each field first
  readonly [field: string]: any;
}

/** A rule that makes requests fail; see "Failures on demand" in the emulator's guide. */
export interface FaultRule {
  readonly match?: {
    readonly method?: string;
    readonly path?: string;
    readonly client?: string;
    readonly reference?: string;
  };
  readonly when?: { readonly skip?: number; readonly times?: number; readonly probability?: number };
  readonly phase?: 'before' | 'after-commit';
  readonly do:
    | {
        readonly status: number;
        readonly headers?: Readonly<Record<string, string>>;
        readonly body?: unknown;
      }
    | { readonly latency: string }
    | { readonly socket: 'reset' | 'empty' | 'truncate' }
    | { readonly body: 'malformed' | 'html' }
    | { readonly domain: 'slot-changed' | 'po-fails-after-claim' | 'snapshot-stale' | 'revoke-tokens' };
}

/** Selects requests in the journal; all conditions must match. */
export interface RequestFilter {
  readonly method?: string;
  /** Without `/v1`; `*` matches any characters. */
  readonly path?: string;
  readonly status?: number;
  /** The client_id. */
  readonly client?: string;
  /** A time on the emulator's clock. */
  readonly since?: string | Date;
}

/** A request in the journal; secrets are left out. */
export interface RequestEntry {
  readonly id: number;
  /** The time on the emulator's clock. */
  readonly at: string;
  readonly method: string;
  /** Without `/v1`. */
  readonly path: string;
  readonly query?: string | undefined;
  readonly client?: string | undefined;
  readonly status: number;
  /** The message of a refusal. */
  readonly error?: string | undefined;
  /** How a fault rule changed it. */
  readonly fault?: unknown;
  /** Ids of the assumptions that the answer depends on. */
  readonly assumptions?: readonly string[] | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies without narrowing each field first
  readonly body?: any;
  /** The answer's body, or the beginning of its text when it is long. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly answer?: any;
}

/** What the requests to an emulator relied on. */
export interface Report {
  readonly endpoints: readonly {
    readonly method: string;
    /** As in the OpenAPI document, for example `/order/{referenceNumber}`; an unknown path as it was sent. */
    readonly path: string;
    readonly requests: number;
    /** How many answers had each status. */
    readonly statuses: Readonly<Record<string, number>>;
  }[];
  readonly assumptions: readonly {
    readonly id: string;
    readonly question: string;
    /** The number of the answer that the emulator gave; 0 is its default. */
    readonly choice: number;
    readonly requests: number;
    /** `same` if `assume` is a file of `cfi verify --save` that has this choice. */
    readonly service: 'same' | 'unknown';
  }[];
}

/** A running emulator. Calls reject with an `EmulatorError` if the emulator refuses them. */
export interface RunningEmulator extends AsyncDisposable {
  /** The address of the service, ending in `/v1`. */
  readonly baseUrl: string;
  /** The address of the control API. */
  readonly adminUrl: string;
  /** The clients of the seed, in the same order. */
  readonly clients: readonly EmulatorClient[];
  readonly clock: {
    /** ISO 8601, UTC. */
    now(): string;
    /** Moves the clock forward to that time. */
    set(iso: string | Date): Promise<ClockReading>;
    /** Moves the clock forward by a duration, for example `36h`, `30m` or `PT15M`. */
    advance(duration: string): Promise<ClockReading>;
    freeze(): Promise<ClockReading>;
    resume(): Promise<ClockReading>;
  };
  /** The warehouse's actions; each takes the reference and the body of the control call. */
  readonly warehouse: {
    /** Without `time`, confirms the time last asked for. */
    confirmSlot(reference: string, body?: { readonly time?: string }): Promise<ServiceRecord>;
    counterSlot(
      reference: string,
      body: { readonly proposedTime: string; readonly comment?: string },
    ): Promise<ServiceRecord>;
    /** Without `lines`, everything arrives in full. */
    receivePo(
      number: string,
      body?: {
        readonly lines?: readonly { readonly SKU: string; readonly delivered: number }[];
        readonly complete?: boolean;
      },
    ): Promise<ServiceRecord>;
    receiveInbound(deliveryNumber: string, body?: { readonly client?: string }): Promise<ServiceRecord>;
    dispatchOrder(
      reference: string,
      body?: {
        readonly client?: string;
        readonly ShippingVendor?: string;
        readonly TrackingNumber?: string;
      },
    ): Promise<ServiceRecord>;
  };
  readonly faults: {
    add(rule: FaultRule): Promise<{ readonly id: number }>;
    list(): Promise<readonly (FaultRule & { readonly id: number })[]>;
    clear(): Promise<{ readonly cleared: number }>;
  };
  /** The last 1,000 requests of the service, oldest first. */
  requests(filter?: RequestFilter & { readonly count?: false }): Promise<readonly RequestEntry[]>;
  /** Counts the requests. */
  requests(filter: RequestFilter & { readonly count: true }): Promise<{ readonly count: number }>;
  /** What all requests so far relied on, however many, and across resets. */
  report(): Promise<Report>;
  /**
   * Starts over from a seed, by default the first one, with the seed's time, the ids counting from the start, and no
   * requests. A clock that is frozen, or was at the start, is frozen afterwards.
   */
  reset(seed?: string | object): Promise<{ readonly now: string }>;
  readonly state: {
    /** Returns the whole state as JSON values. */
    export(): Promise<object>;
    /** Replaces the whole state with an exported one. */
    import(state: object): Promise<void>;
  };
  /** Waits for open requests and closes everything. Further calls have no effect. */
  stop(): Promise<void>;
}

/** The error for a call that the emulator refused. */
export declare class EmulatorError extends Error {
  /** HTTP status, for example 404 or 409. */
  readonly status: number;
}

/** Starts an emulator in this process. Rejects if an option, the seed or the state is invalid, or the port is in use. */
export declare function startEmulator(options?: StartOptions): Promise<RunningEmulator>;
