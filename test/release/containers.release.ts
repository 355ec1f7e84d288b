import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net';
import { expect, it } from 'vitest';
import { closedAfterTest } from '../support/closing.ts';
import { spawnCli } from '../support/processes/process.ts';

const page = readFileSync(new URL('../../docs/containers.md', import.meta.url), 'utf8');

/** A list of words as the page shows it after `before`. */
function wordsAfter(before: string): string[] {
  const [, list = '[]'] = new RegExp(`${before} (\\[.*\\])`).exec(page) ?? [];
  return JSON.parse(list);
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closedAfterTest(server);
  return (server.address() as AddressInfo).port;
}

interface Request {
  readonly port: number;
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask({ port, method = 'GET', path, headers = {} }: Request) {
  const sent = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer) text += chunk;
  return { status: answer.statusCode, headers: answer.headers, text };
}

/** The program as the image and the compose file of the page start it, on a free port. */
async function startAsInContainer() {
  const [, ...entry] = wordsAfter('ENTRYPOINT');
  const spawned = spawnCli([...entry, ...wordsAfter('command:'), '--port', '0', '--output', 'json']);
  closedAfterTest({
    async close() {
      spawned.child.kill('SIGTERM');
      expect((await spawned.done).code).toBe(0);
    },
  });
  await spawned.until('\n');
  return Number(new URL(JSON.parse(spawned.seen()).base_url).port);
}

async function unusedPort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

it('shows an image that is pinned to minor versions and does not run as root', () => {
  const [, containerfile = ''] = /```dockerfile\n([\s\S]*?)```/.exec(page) ?? [];
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(containerfile).toMatch(/^FROM \S+:\d+\.\d+-slim$/m);
  expect(containerfile).toContain(`channel-fulfilment-cli@${version.split('.').slice(0, 2).join('.')} `);
  expect(containerfile).toMatch(/^USER (?!root)\w+$/m);
  const tags = [...page.matchAll(/cfi-emulator:([\d.]+)/g)].map(([, tag]) => tag);
  expect(new Set(tags)).toEqual(new Set([version.split('.').slice(0, 2).join('.')]));
});

it.each(['java', 'python', 'csharp', 'go'])('has an example in %s of at most 20 lines', (language) => {
  const [, example = ''] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
  const lines = example.trimEnd().split('\n').length;
  expect(lines).toBeGreaterThan(10);
  expect(lines).toBeLessThanOrEqual(20);
  expect(example).toMatch(/X-Emulator-Admin.*1/);
});

it('serves a container as the page starts it: by its name, through a port mapping, a proxy and a tunnel', async () => {
  const port = await startAsInContainer();

  const [, ...health] = wordsAfter('CMD');
  const codeAt = async (checked: number): Promise<number | null> => {
    const words = health.map((word) => word.replace('4650', String(checked)));
    const [code] = await once(spawn(process.execPath, words, { stdio: 'ignore' }), 'exit');
    return code;
  };
  expect([await codeAt(port), await codeAt(await unusedPort())]).toEqual([0, 1]);

  // What wget --spider and wait-on send from another container.
  const named = { host: 'emulator:4650' };
  const head = await ask({ port, method: 'HEAD', path: '/_emulator/health', headers: named });
  expect([head.status, head.text]).toEqual([200, '']);

  const mapping = createTcpServer((socket) => {
    const inside = connect(port, '127.0.0.1');
    for (const end of [socket, inside]) end.on('error', () => {});
    socket.pipe(inside).pipe(socket);
  });
  const mapped = await listening(mapping);
  const origin = `http://localhost:${mapped}`;
  const outside = { host: `localhost:${mapped}`, origin };
  expect((await ask({ port: mapped, path: '/_emulator/', headers: outside })).status).toBe(200);
  expect((await ask({ port: mapped, path: '/v1/inventory', headers: outside })).status).toBe(401);

  const proxy = createServer(({ method, url, headers }, response) => {
    const host = headers['x-wanted-host'] ?? 'emulator';
    const forwarded = { ...headers, host: String(host), 'x-forwarded-for': '192.0.2.1' };
    const inside = httpRequest({
      host: '127.0.0.1',
      port,
      method,
      path: url,
      headers: forwarded,
      agent: false,
    });
    inside.on('response', (answer) =>
      answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.headers)),
    );
    inside.end();
  });
  const proxied = await listening(proxy);
  expect((await ask({ port: proxied, path: '/v1/inventory' })).status).toBe(401);
  const tunnel = { 'x-wanted-host': 'my-team.tunnel.example' };
  const refused = await ask({ port: proxied, path: '/v1/inventory', headers: tunnel });
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
    403,
    { error: expect.stringContaining('--allow-host my-team.tunnel.example'), refused: 'host' },
  ]);
});
