import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { closedAfterTest } from '../closing.ts';

/** A small proxy: tunnels https, forwards http; open until the test is over. With `status`, refuses tunnels with that status. */
export async function startProxy(status?: number) {
  /** Hosts and ports of tunnels, and addresses of forwarded requests. */
  const asked: string[] = [];
  const seen: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const { method, headers } = request;
    request.pipe(
      httpRequest(request.url ?? '', { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  server.on('connect', (request, client: Socket) => {
    asked.push(request.url ?? '');
    sockets.add(client);
    client.on('error', () => {});
    if (status !== undefined) return client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const [host, port] = (request.url ?? '').split(':');
    const target = connect(Number(port), host);
    sockets.add(target);
    target.on('error', () => {});
    target.once('connect', () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
    client.on('data', (chunk: Buffer) => seen.push(chunk));
    client.pipe(target).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return closedAfterTest({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    /** Everything that the client sent through a tunnel, as raw bytes. */
    seen: () => Buffer.concat(seen).toString('latin1'),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}
