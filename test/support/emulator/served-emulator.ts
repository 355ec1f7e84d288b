import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { type Served, type ServeOptions, serve } from '../../../src/emulator/server/serve.ts';
import { startTimer } from '../../../src/timers.ts';
import { closedAfterTest } from '../closing.ts';
import { openTestEmulator } from './emulator.ts';

/** An emulator on its own socket, closed after the test. */
export async function serveForTest(options: Partial<ServeOptions> = {}): Promise<Served> {
  const emulator = await openTestEmulator({ seed: 'empty', version: '1.2.3' });
  const served = await serve(emulator, { host: '127.0.0.1', port: 0, startTimer, ...options });
  closedAfterTest({
    async close() {
      await served.close();
      emulator.close();
    },
  });
  return served;
}

export interface SocketAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** One request to a served emulator, at the address that it reports. */
export async function ask(
  { origin, port }: Pick<Served, 'origin' | 'port'>,
  line: string,
  headers: Record<string, string> = {},
  options: RequestOptions & {
    readonly ca?: string;
    readonly servername?: string;
    readonly body?: string;
  } = {},
): Promise<SocketAnswer> {
  const [method = '', path = ''] = line.split(' ');
  const { body, ...rest } = options;
  const secure = origin.startsWith('https:');
  const send = secure ? httpsRequest : httpRequest;
  const request = send({ host: '127.0.0.1', port, method, path, headers, agent: false, ...rest });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: Buffer.concat(chunks).toString(),
  };
}

/** Everything that the server returns for these bytes until the connection ends. */
export async function sendBytes({ port }: Served, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(bytes);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}
