import { Pool } from 'undici';

export interface Load {
  readonly origin: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  /** Body of the n-th request. */
  body?(n: number): string;
  readonly connections: number;
  readonly requests: number;
  readonly status: number;
}

/** Requests per second over a number of connections; throws on any other status. */
export async function requestsPerSecond(load: Load): Promise<number> {
  const { origin, method, path, headers, connections, requests, status } = load;
  const pool = new Pool(origin, { connections, pipelining: 1 });
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < requests) {
      const body = load.body?.(next) ?? null;
      next++;
      const answer = await pool.request({ method, path, headers, body });
      if (answer.statusCode !== status)
        throw new Error(`${method} ${path}: ${answer.statusCode} ${await answer.body.text()}`);
      await answer.body.dump();
    }
  };
  const started = process.hrtime.bigint();
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  await pool.close();
  return requests / seconds;
}
