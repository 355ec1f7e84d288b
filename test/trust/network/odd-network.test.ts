import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { startRawServer, startServer, type TestServer } from '../../support/services/http-server.ts';

const reads = [
  ['inventory'],
  ['inventory', '--all'],
  ['stock-age'],
  ['stock-age', 'AC-1'],
  ['order', 'get', 'R-1'],
  ['order', 'list', '--ship-from', 'MSF', '--all'],
  ['inbound', 'get', 'IN-1'],
  ['slot', 'list'],
  ['slot', 'get', 'SLOT-1'],
  ['slot', 'watch', 'SLOT-1', '--once'],
  ['po', 'get', 'LW-1'],
];

const good = JSON.stringify({
  success: true,
  data: { scheduleStatus: 'confirmed', skus: [], locations: [] },
});
const type = { 'content-type': 'application/json' };

/** A scripted answer; `runOut` makes the requests in progress time out. */
type Misbehaviour = (response: ServerResponse, runOut: () => void) => void;

/** How a service can fail below the JSON level, with the code and part of the message. */
const misbehaviours: readonly (readonly [string, number, string, Misbehaviour])[] = [
  [
    'a page of HTML',
    10,
    'a web page: Maintenance',
    (r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<title>Maintenance</title>'),
  ],
  [
    'a page with 503',
    10,
    'Maintenance',
    (r) => r.writeHead(503, { 'content-type': 'text/html' }).end('<title>Maintenance</title>'),
  ],
  ['nothing at all', 10, 'an empty answer', (r) => r.writeHead(200, type).end()],
  ['no answer, ever', 10, 'no complete answer within 30s', (_, runOut) => runOut()],
  [
    'half an answer, then silence',
    10,
    'no complete answer within 30s',
    (r, runOut) => void r.writeHead(200, type).write('{"su', runOut),
  ],
  ['a closed connection', 10, 'closed before the answer was complete', (r) => void r.socket?.destroy()],
  [
    'a broken promise of length',
    10,
    '',
    (r) => {
      r.writeHead(200, { ...type, 'content-length': '500' }).write('{');
      r.socket?.end();
    },
  ],
  [
    'a body said to be 100 MB',
    10,
    'larger than 64 MiB',
    (r) => {
      r.writeHead(200, { ...type, 'content-length': String(100e6) }).write('{');
    },
  ],
  [
    'packed bytes',
    10,
    'the answer is compressed with "gzip"',
    (r) => r.writeHead(200, { ...type, 'content-encoding': 'gzip' }).end('not gzip'),
  ],
  [
    'headers without end',
    10,
    'headers',
    (r) => r.writeHead(200, { ...type, 'x-long': 'x'.repeat(100_000) }).end(good),
  ],
  ['status 999', 10, '999', (r) => r.writeHead(999).end()],
  [
    'a redirect to another origin',
    10,
    'redirects are not followed',
    (r) => r.writeHead(302, { location: 'https://evil.example/' }).end(),
  ],
  ['a redirect to nowhere', 10, '', (r) => r.writeHead(307).end()],
];

async function ask(server: TestServer, args: readonly string[], limits: (() => void)[] = []) {
  const env = { CFI_BASE_URL: server.baseUrl, CFI_TOKEN: 'a-token', CFI_MAX_RETRIES: '0' };
  const startTimer = (_: number, callback: () => void) => {
    limits.push(callback);
    return () => {};
  };
  return runCli([...args, '--json'], { env, deps: { startTimer } });
}

describe.each(misbehaviours)('a service that answers %s', (_, code, said, answer) => {
  it('is reported in one line with its code, whatever was read', async () => {
    /** The time limits of the requests in progress. */
    const limits: (() => void)[] = [];
    const runOut = () => void setImmediate(() => limits.splice(0).forEach((end) => void end()));
    const server = await startServer((_request, response) => answer(response, runOut));
    const outcomes = await Promise.all(reads.map((args) => ask(server, args, limits)));
    for (const [index, outcome] of outcomes.entries()) {
      expect(outcome, reads[index]?.join(' ')).toMatchObject({ code, stdout: '' });
      const lines = outcome.stderr.trim().split('\n');
      expect(lines).toHaveLength(1);
      expect(JSON.parse(lines[0] ?? '').error).toMatchObject({
        message: expect.stringContaining(said),
        exitCode: code,
      });
    }
  });
});

it.each([
  ['SSH', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['noise', '\u0000\u0001\u0002\u0003'],
  ['HTTP of no kind', 'HTTP/9.9 abc def\r\n\r\n'],
])('a service that is not this one but %s is exit 10', async (_, bytes) => {
  const server = await startRawServer((socket) => socket.end(bytes));
  expect(await ask(server, ['inventory'])).toMatchObject({ code: 10, stdout: '' });
});

it.each(['text/plain', 'text/html', 'application/octet-stream', 'x', ''])(
  'a wrong content type %j does not matter if the body is JSON',
  async (name) => {
    const server = await startServer((_request, response) => {
      response.writeHead(200, name === '' ? {} : { 'content-type': name }).end(good);
    });
    expect((await ask(server, ['inventory'])).code).toBe(0);
  },
);
