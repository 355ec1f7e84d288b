import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const clientOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/**
 * Resets a client's connection, so that the client sees it break. Only the connection below a TLS socket can be reset: it
 * is found by the client's address.
 */
export function connectionReset(server: Server): (socket: Socket) => void {
  const connections = new Map<string, Socket>();
  server.on('connection', (connection) => {
    const client = clientOf(connection);
    connections.set(client, connection);
    connection.once('close', () => {
      if (connections.get(client) === connection) connections.delete(client);
    });
  });
  return (socket) => void connections.get(clientOf(socket))?.resetAndDestroy();
}
