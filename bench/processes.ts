import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

export const bin = resolve('bin/cfi.js');

/** The path of a script of `bench/yardsticks`. */
export const yardstick = (name: string): string => resolve('bench/yardsticks', name);

/** A temporary folder, removed afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'cfi-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes homes without orders, which share the compiled code that the first of them keeps. */
export function homesIn(folder: string): () => string {
  let first: string | undefined;
  return () => {
    const home = mkdtempSync(join(folder, 'home-'));
    first ??= home;
    const kept = join(first, 'cache');
    if (first !== home && existsSync(kept)) cpSync(kept, join(home, 'cache'), { recursive: true });
    return home;
  };
}

type Env = Readonly<Record<string, string>>;

/** The environment of every process, ours and the yardstick's: what else is set here may slow down any Node. */
const cleanEnvironment = (env: Env): Env => {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, ...env };
};

/** Milliseconds of a whole Node process from start to exit; throws when it fails. */
export const wall = (args: readonly string[], env: Env = {}): Promise<number> =>
  wallOf(process.execPath, args, env);

/** The same for any program. */
export async function wallOf(program: string, args: readonly string[], env: Env = {}): Promise<number> {
  const started = performance.now();
  const child = spawn(program, args, { env: cleanEnvironment(env), stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`);
  return performance.now() - started;
}

/** Peak memory of a whole process in MB; the process reports it, because not every system has a command for it. */
export async function peakMb(args: readonly string[], env: Env): Promise<number> {
  return withFolder(async (folder) => {
    const peak = join(folder, 'peak');
    const hook =
      "data:text/javascript,import{writeFileSync}from'node:fs';" +
      `process.on('exit',()=>writeFileSync(${JSON.stringify(peak)},String(process.resourceUsage().maxRSS)))`;
    await wall(['--import', hook, ...args], env);
    return Number(readFileSync(peak, 'utf8')) / 1024;
  });
}

/** What a process prints. */
export async function printed(args: readonly string[], env: Env = {}): Promise<string> {
  const child = spawn(process.execPath, args, {
    env: cleanEnvironment(env),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let text = '';
  for await (const piece of child.stdout.setEncoding('utf8')) text += piece;
  const [code] = await exited;
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}`);
  return text;
}

export interface Started {
  /** The first line that it printed. */
  readonly line: string;
  readonly readyMs: number;
  stop(): Promise<void>;
}

/** Starts a process and waits for its first line of output. */
export async function start(args: readonly string[], env: Env = {}): Promise<Started> {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    env: cleanEnvironment(env),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([text]) => String(text)),
    exited.then(([code]) => Promise.reject(new Error(`node ${args.join(' ')} ended with ${code}`))),
  ]);
  const readyMs = performance.now() - started;
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exited;
  };
  return { line, readyMs, stop };
}

export interface Emulator extends Started {
  readonly origin: string;
  readonly token: string;
}

/** A served emulator, and a token of its first client. */
export async function startEmulator(home: string, args: readonly string[]): Promise<Emulator> {
  const started = await start(
    [bin, 'emulator', 'start', '--quiet', '--port', '0', '--output', 'json', ...args],
    { CFI_HOME: home },
  );
  const { base_url: baseUrl, clients } = JSON.parse(started.line);
  const client_id = clients[0].client_id;
  const response = await fetch(`${baseUrl}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id, client_secret: `${client_id}-secret` }),
  });
  const { data } = (await response.json()) as { data: { access_token: string } };
  return { ...started, origin: new URL(baseUrl).origin, token: data.access_token };
}
