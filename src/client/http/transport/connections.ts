/** One request, as it goes out. */
export interface OutgoingRequest {
  readonly method: string;
  /** Path below the origin, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  /** Ends the request from our side. */
  readonly signal: AbortSignal;
}

/** An answer whose body is still arriving. */
export interface IncomingAnswer {
  readonly status: number;
  /** Names in lower case; repeated ones joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Connections to one service: undici's, or the one of Node's own client. */
export interface Connections {
  /**
   * Resolves when an answer has begun. `onStart` runs when the request has a connection: what is written from then on may
   * reach the service.
   */
  request(request: OutgoingRequest, onStart: () => void): Promise<IncomingAnswer>;
  /** Ends every request. */
  close(): Promise<void>;
}

/** How long an idle connection is kept; less if the service says so. */
export const keptIdleMs = 30_000;

/** The largest head of an answer that is read. */
export const maxHeaderBytes = 16 * 1024;

/** Headers by name, with the values of repeated ones joined. */
export const joinedHeaders = (
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : (value ?? []).join(', '),
    ]),
  );
