import { describe, expect, it } from 'vitest';
import { readEach } from '../../src/client/api/lookups.ts';
import { failureOf, get, open, timerByHand, transports } from '../client/transport/opened-transport.ts';
import { runCli } from '../support/cli.ts';
import { startDocumentService } from '../support/services/document-service.ts';
import { json, startRawServer } from '../support/services/http-server.ts';

const largestBody = Buffer.alloc(64 * 1024 * 1024, 'x');

describe.each(transports)('the network transport %s', (_, connections) => {
  it.each([
    ['with its length', (length: number) => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`],
    ['without its length', () => 'HTTP/1.1 200 OK\r\n\r\n'],
  ])('reads an answer of exactly 64 MiB %s', async (_, head) => {
    const server = await startRawServer((socket) => {
      socket.write(head(largestBody.length));
      socket.end(largestBody);
    });
    const transport = await open(server.baseUrl, connections, timerByHand().startTimer);
    expect((await transport.send(get('/inventory'))).body).toHaveLength(largestBody.length);
  });

  it.each([
    ['that says so', `HTTP/1.1 200 OK\r\nContent-Length: ${100 * 1024 * 1024}\r\n\r\n`],
    ['that does not say so', 'HTTP/1.1 200 OK\r\n\r\n'],
  ])('stops reading an answer of 100 MB %s', async (_, head) => {
    let sent = 0;
    const server = await startRawServer((socket) => {
      socket.write(head);
      const piece = Buffer.alloc(1024 * 1024, 'x');
      const more = (): void => {
        while (sent < 100 && !socket.destroyed) {
          sent += 1;
          if (!socket.write(piece)) return void socket.once('drain', more);
        }
        socket.end();
      };
      more();
    });
    const transport = await open(server.baseUrl, connections, timerByHand().startTimer);
    const failure = await failureOf(transport.send(get('/inventory')));
    expect(failure).toMatchObject({ kind: 'excessive', message: 'the answer is larger than 64 MiB' });
    expect(sent).toBeLessThan(100);
  });
});

/** More than the arguments that a call can have. */
const many = 150_000;

it('a service may answer with all of its inventory in one page', async () => {
  const sku = Array.from({ length: many }, (_, index) => ({ sku: `N-${index}` }));
  const data = { locations: [{ location_name: 'Northgate FC', location_filter: 'a', sku }] };
  const { env } = await startDocumentService((_, response) => json(response, 200, { success: true, data }));
  const { code, stdout } = await runCli(['inventory', '--all', '--output', 'ndjson'], { env });
  expect([code, stdout.split('\n').length]).toEqual([0, many + 1]);
});

it('records that are read one by one have no more text than a list may have, however few they are', async () => {
  const text = 'x'.repeat(10_000_000);
  const references = Array.from({ length: 26 }, (_, at) => `R-${at}`);
  const { records, result } = await readEach(references, async () => ({
    ...{ status: 200, received: { headers: {} }, data: { text }, body: {} },
  }));
  expect(records).toHaveLength(24);
  const problems = result.errors?.[0]?.details.errors?.map(({ message }) => message) ?? [];
  expect(problems.join()).toContain('the records have more than 250,000,000 characters');
});
