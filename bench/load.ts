import { Pool } from 'undici';

interface Load {
  readonly origin: string;
  readonly path: string;
  readonly token: string;
  /** The body of the n-th request, which is then a POST. */
  readonly body?: (n: number) => string;
  readonly connections: number;
  readonly requests: number;
}

/** Requests per second over a number of connections; throws if one fails. */
export async function requestsPerSecond(load: Load): Promise<number> {
  const { origin, path, token, body, connections, requests } = load;
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const method = body === undefined ? 'GET' : 'POST';
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < requests) {
      const n = next++;
      const answer = await pool.request({ method, path, headers, body: body?.(n) ?? null });
      if (answer.statusCode >= 300)
        throw new Error(`${method} ${path}: ${answer.statusCode} ${await answer.body.text()}`);
      await answer.body.dump();
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, worker));
  const took = performance.now() - started;
  await pool.close();
  return (requests * 1000) / took;
}
