import { minuteMs } from '../../text/time/units.ts';
import { ServiceError } from '../engine/context.ts';
import type { Database } from '../store/database/database.ts';

interface Row {
  readonly started_at: number;
  readonly used: number;
}

/** Thrown when an account exceeds its requests per minute. */
export class RateLimited extends ServiceError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(429, 'Too many requests');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Counts a request of the account against `perMinute` at `at` (ms). The minute begins with its first request, or again
 * when the clock goes back. Throws when the limit is exceeded.
 */
export function countRequest(db: Database, client: number, perMinute: number, at: number): void {
  const row = db.get<Row>('SELECT started_at, used FROM rate_windows WHERE client = ?', client);
  const fresh = row === undefined || at < row.started_at || at >= row.started_at + minuteMs;
  if (!fresh && row.used >= perMinute)
    throw new RateLimited(Math.ceil((row.started_at + minuteMs - at) / 1000));
  db.run(
    `INSERT INTO rate_windows (client, started_at, used) VALUES (?, ?, ?)
     ON CONFLICT (client) DO UPDATE SET started_at = excluded.started_at, used = excluded.used`,
    client,
    fresh ? at : row.started_at,
    fresh ? 1 : row.used + 1,
  );
}
