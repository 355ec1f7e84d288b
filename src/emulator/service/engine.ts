import type { Database } from '../../storage/sqlite/database.ts';
import type { FcPolicy } from '../store/warehouses.ts';
import type { RequestLog } from './request-log.ts';
import type { Usage } from './usage.ts';

/** How an emulator behaves, regardless of its state. */
export interface Behaviour {
  readonly version: string;
  /** Requests per minute for each account. */
  readonly rateLimit: number | undefined;
  /** Delay added to every answer of the service, in ms. */
  readonly latencyMs: number;
  readonly fcPolicy: FcPolicy | undefined;
}

/** The parts of an open emulator. */
export interface Engine {
  /** Name of the database file, or `:memory:`. */
  readonly file: string;
  readonly db: Database;
  /** Differs each time the state is opened. */
  readonly session: string;
  readonly behaviour: Behaviour;
  readonly log: RequestLog;
  readonly usage: Usage;
  /** Milliseconds since the epoch, real time. */
  realNow(): number;
  /** Milliseconds since the epoch, by the emulator's clock. */
  now(): number;
  /** The service or the control API as an OpenAPI document. */
  openApi(of: 'service' | 'control'): Promise<object>;
}
