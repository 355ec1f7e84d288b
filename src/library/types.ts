/// <reference lib="esnext.disposable" />

/**
 * How an emulator starts. The same as the options of `cfi emulator start`, but in memory and on a free port by default.
 */
export interface StartOptions {
  /** A built-in seed (`default`, `empty`, `large`), the path of a seed file, or a seed object. Default `default`. */
  readonly seed?: string | object;
  /** Where the clock starts. Default: where the seed says, else the present. */
  readonly now?: string | Date;
  /** Stops the clock until it is moved. */
  readonly freeze?: boolean;
  /** Default 0: a free one. */
  readonly port?: number;
  /** A folder that keeps the state; default `:memory:`. */
  readonly state?: string;
  /** How warehouses answer slots; `manual` leaves it to `warehouse`. */
  readonly fcPolicy?: 'manual' | 'auto' | 'counter';
  /** Requests a minute for each client: a number, or text such as `60/m`. */
  readonly rateLimit?: number | string;
  /** How long every answer of the service is held back: milliseconds, or text such as `2s`. */
  readonly latency?: number | string;
  /**
   * Other answers where the specification is silent: choices by id, for example `{ 'A-22': 1 }`, or the path of a file
   * that `cfi verify --save` wrote.
   */
  readonly assume?: string | Readonly<Record<string, number>>;
}

/** A client that can sign in. */
export interface EmulatorClient {
  readonly id: string;
  readonly secret: string;
  readonly name: string;
}

/** What the clock shows. */
export interface ClockReading {
  /** ISO 8601, UTC. */
  readonly now: string;
  readonly mode: 'running' | 'frozen';
  /** What fell due on the way. */
  readonly fired: readonly { readonly at: string; readonly job: string; readonly ref: string }[];
}

/** A record of the service, with the fields that it answers. */
export interface ServiceRecord {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into records without narrowing each field first
  readonly [field: string]: any;
}

/** A rule that makes the emulator fail; see "Failures on demand" in the emulator's guide. */
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

/** Which requests of the journal are wanted; all of these must hold. */
export interface RequestFilter {
  readonly method?: string;
  /** Without `/v1`; `*` matches any text. */
  readonly path?: string;
  readonly status?: number;
  /** The client's id. */
  readonly client?: string;
  /** By the emulator's clock. */
  readonly since?: string | Date;
}

/** One request of the journal; secrets are left out. */
export interface RequestEntry {
  readonly id: number;
  /** By the emulator's clock. */
  readonly at: string;
  readonly method: string;
  /** Without `/v1`. */
  readonly path: string;
  readonly query?: string;
  readonly client?: string;
  readonly status: number;
  /** What a fault rule did to it. */
  readonly fault?: unknown;
  /** Ids of the assumptions that the answer rests on. */
  readonly assumptions?: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies without narrowing each field first
  readonly body?: any;
}

/** A running emulator. What a call is refused for rejects with an `EmulatorError`. */
export interface RunningEmulator extends AsyncDisposable {
  /** Address of the service, ending in `/v1`. */
  readonly baseUrl: string;
  /** Address of the control API. */
  readonly adminUrl: string;
  /** The clients of the seed, in its order. */
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
  /** The warehouse's side; each takes the reference and the body of the control call. */
  readonly warehouse: {
    /** Without `time`, at the time last asked for. */
    confirmSlot(reference: string, body?: { readonly time?: string }): Promise<ServiceRecord>;
    counterSlot(
      reference: string,
      body: { readonly proposedTime: string; readonly comment?: string },
    ): Promise<ServiceRecord>;
    /** Without `lines`, everything is delivered in full. */
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
  /** How many of them there are. */
  requests(filter: RequestFilter & { readonly count: true }): Promise<{ readonly count: number }>;
  /** Starts over from a seed, or without one from the first, with its time and its ids. */
  reset(seed?: string | object): Promise<{ readonly now: string }>;
  readonly state: {
    /** The whole state, as JSON values. */
    export(): Promise<object>;
    /** Replaces the whole state by an exported one. */
    import(state: object): Promise<void>;
  };
  /** Lets requests under way finish and closes everything. Again: the same, without effect. */
  stop(): Promise<void>;
}

/** A call that the emulator refused. */
export declare class EmulatorError extends Error {
  /** Status of the refusal, for example 404 or 409. */
  readonly status: number;
}

/** Starts an emulator within this process. Rejects for a bad option, seed or state, and for a port that is taken. */
export declare function startEmulator(options?: StartOptions): Promise<RunningEmulator>;
