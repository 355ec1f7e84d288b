/** A page of a list, as the control API returns it. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly pagination: { readonly current_page: number; readonly has_more: boolean };
}

/** The emulator refused a call, or did not answer. */
export class CallError extends Error {}

/** The emulator did not answer; the page header says so. */
export class NoAnswer extends CallError {}

interface Answer {
  readonly success?: boolean;
  readonly error?: string;
}

/** Calls the control API; paths are relative to the page. Rejects with a `CallError` whose message suits people. */
async function call(method: string, path: string, body?: unknown): Promise<unknown> {
  const headers = { 'X-Emulator-Admin': '1', 'Content-Type': 'application/json' };
  let answer: Answer;
  try {
    const response = await fetch(path, {
      method,
      headers,
      signal: AbortSignal.timeout(10_000),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    answer = await response.json();
  } catch {
    throw new NoAnswer('The emulator is not responding.');
  }
  if (answer.success !== true) throw new CallError(answer.error ?? 'The emulator refused the request.');
  return answer;
}

/** Returns the `data` of an answer. */
export const read = async <T>(path: string): Promise<T> => ((await call('GET', path)) as { data: T }).data;

/** Returns one page of a list. */
export const readPage = async <T>(path: string): Promise<Page<T>> => (await call('GET', path)) as Page<T>;

/** Sends a change. */
export const post = async (path: string, body: unknown = {}): Promise<unknown> => call('POST', path, body);

/** Deletes what the path names. */
export const remove = async (path: string): Promise<unknown> => call('DELETE', path);

/** Builds a control API path from parts such as references, which it encodes. */
export const pathTo = (...parts: readonly string[]): string => parts.map(encodeURIComponent).join('/');

/** Adds the query parameters that have a value to a path. */
export function withQuery(path: string, parameters: Readonly<Record<string, string | number>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== '');
  const separator = path.includes('?') ? '&' : '?';
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length === 0 ? path : `${path}${separator}${query}`;
}
