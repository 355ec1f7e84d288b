import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

export const bin = resolve('bin/cfi.js');

/** A temporary home, removed afterwards. */
export async function withHome<T>(work: (home: string) => Promise<T>): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'cfi-bench-'));
  try {
    return await work(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

type Env = Readonly<Record<string, string>>;

/**
 * The environment of every process, ours and the yardstick's; `NODE_EXTRA_CA_CERTS` alone would double the cost of a
 * bare node.
 */
export function cleanEnvironment(env: Env = {}): Env {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, ...env };
}

/** Milliseconds of a whole Node process from start to exit; throws when it fails. */
export const wall = (args: readonly string[], env: Env = {}): Promise<number> =>
  wallOf(process.execPath, args, env);

/** The same for any program. */
export async function wallOf(program: string, args: readonly string[], env: Env = {}): Promise<number> {
  const started = process.hrtime.bigint();
  const child = spawn(program, args, { env: cleanEnvironment(env), stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`);
  return Number(process.hrtime.bigint() - started) / 1e6;
}

/** Peak memory of a whole process in MB; the process reports it, because not every system has a command for it. */
export async function peakMb(args: readonly string[], env: Env = {}): Promise<number> {
  return withHome(async (folder) => {
    const peak = join(folder, 'peak');
    const hook =
      "data:text/javascript,import{writeFileSync}from'node:fs';" +
      `process.on('exit',()=>writeFileSync(${JSON.stringify(peak)},String(process.resourceUsage().maxRSS)))`;
    await wall(['--import', hook, ...args], env);
    return Number(readFileSync(peak, 'utf8')) / 1024;
  });
}

/** The number that a process prints about itself. */
export async function printed(args: readonly string[]): Promise<number> {
  const { line, child } = await start(args);
  if (child.exitCode === null) await once(child, 'exit');
  return Number(line);
}

export interface Started {
  readonly child: ChildProcess;
  /** First line it printed. */
  readonly line: string;
  readonly readyMs: number;
  stop(): Promise<void>;
}

/** Starts a process and waits for its first line of output. */
export async function start(args: readonly string[], env: Env = {}): Promise<Started> {
  const started = process.hrtime.bigint();
  const child = spawn(process.execPath, args, {
    env: cleanEnvironment(env),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const exited = once(child, 'exit');
  const line = await Promise.race([
    once(lines, 'line').then(([text]) => String(text)),
    exited.then(([code]) => Promise.reject(new Error(`node ${args.join(' ')} ended with ${code}`))),
  ]);
  return {
    child,
    line,
    readyMs: Number(process.hrtime.bigint() - started) / 1e6,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** A served emulator with its address and a token of the first client. */
export async function startEmulator(
  args: readonly string[],
  env: Env,
): Promise<Started & { baseUrl: string; token: string }> {
  const started = await start(
    [bin, 'emulator', 'start', '--quiet', '--port', '0', '--output', 'json', ...args],
    env,
  );
  const { base_url: baseUrl, clients } = JSON.parse(started.line);
  const client_id = clients[0].client_id;
  const response = await fetch(`${baseUrl}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id, client_secret: `${client_id}-secret` }),
  });
  const { data } = (await response.json()) as { data: { access_token: string } };
  return { ...started, baseUrl, token: data.access_token };
}

/** The yardstick server; `file` holds the bytes of its answer to a GET. */
export async function startBareServer(file?: string): Promise<Started> {
  const server = resolve('bench/yardsticks/bare-server.mjs');
  return start(file === undefined ? [server] : [server, file]);
}
