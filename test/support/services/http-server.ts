import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { closedAfterTest } from '../closing.ts';
import { testNow } from '../time.ts';

/** A request as the server received it. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type TestServer = Awaited<ReturnType<typeof listening>>;

export type Answering = (request: Received, response: ServerResponse) => void;

/** An answer in the service's envelope. */
export const json = (response: ServerResponse, status: number, body: unknown, headers: object = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? '' : JSON.stringify(body));
};

/** Reads each request completely before it is answered, and records it. */
export function collecting(received: Received[], answer: Answering): RequestListener {
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const got = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') };
      received.push(got);
      answer(got, response);
    });
  };
}

/** A real HTTP server on a free port of this machine. */
export async function openServer(answer: Answering): Promise<TestServer> {
  const received: Received[] = [];
  const server = createServer(collecting(received, answer));
  return listening(server, received, () => server.closeAllConnections());
}

/** The same, open until the test is over. */
export const startServer = async (answer: Answering): Promise<TestServer> =>
  closedAfterTest(await openServer(answer));

/** A server that listens on a free port; `closeConnections` closes those still open. */
async function listening(server: Server, received: Received[], closeConnections: () => void) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    /** Base address, ending in `/v1`. */
    baseUrl: `http://127.0.0.1:${port}/v1`,
    port,
    received,
    async close() {
      closeConnections();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}

/** A server that writes its own raw bytes as soon as a request arrives, open until the test is over. */
export async function startRawServer(answer: (socket: Socket) => void): Promise<TestServer> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
  });
  const raw = await listening(server, [], () => {
    for (const socket of sockets) socket.destroy();
  });
  return closedAfterTest(raw);
}

export const testToken = 'header.payload-of-a-test-token.signature';
export const testSecret = 'a-very-"secret"-secret/+%';

/** A small service, at that time: signs in `acme`, counts its sign-ins, and answers everything else with `answer`. */
export async function openService(
  answer: Answering = (_, response) => json(response, 200, { success: true, data: { fine: true } }),
  now = () => testNow,
): Promise<TestServer & { signIns(): number }> {
  let signIns = 0;
  const server = await openServer((request, response) => {
    response.setHeader('date', new Date(now()).toUTCString());
    if (request.url !== '/v1/auth/login') return answer(request, response);
    const sent = JSON.parse(request.body) as { client_id?: string; client_secret?: string };
    if (sent.client_secret !== testSecret)
      return json(response, 401, { success: false, error: `Invalid credentials: ${sent.client_secret}` });
    signIns += 1;
    const data = { access_token: `${testToken}-${signIns}`, expires_in: 86400, client_id: sent.client_id };
    json(response, 200, { success: true, data });
  });
  return { ...server, signIns: () => signIns };
}

/** The same, open until the test is over. */
export const startService = async (answer?: Answering): ReturnType<typeof openService> =>
  closedAfterTest(await openService(answer));
