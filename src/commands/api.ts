import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Context } from '../cli/settings.ts';
import { oneOf, wholeNumber } from '../cli/values.ts';
import { nextPage } from '../client/pages.ts';
import { type RawAnswer, rawPath, sendRaw } from '../client/raw.ts';
import { refusalError } from '../client/refusal.ts';
import { type Connection, openConnection, signedIn } from '../client/session.ts';
import type { OpenTokens } from '../client/tokens.ts';
import { fileError } from '../config/file.ts';
import { limits } from '../contract/limits.ts';
import { exitCodes, usageError } from '../errors.ts';
import type { Result } from '../render/result.ts';
import { sanitizeText } from '../text/sanitize.ts';

export interface ApiOptions {
  readonly method: string;
  readonly path: string;
  /** A file, or `-` for standard input. */
  readonly body?: string;
  readonly paginate?: boolean;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const decoder = new TextDecoder();

async function bodyOf({ deps }: Context, name: string): Promise<Uint8Array> {
  if (name === '-') {
    const chunks: Buffer[] = [];
    for await (const chunk of deps.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
    return Buffer.concat(chunks);
  }
  const file = resolve(deps.cwd, name);
  return readFile(file).catch((error: unknown) => {
    throw fileError('read', file, error, 'invalid-input');
  });
}

/** The exit code that the answer's status stands for. */
function exitCodeOf({ outcome }: RawAnswer, method: string): number {
  if (outcome.kind === 'answer') return exitCodes.ok;
  if (outcome.kind === 'failure') return exitCodes.network;
  return refusalError(outcome, { method, path: '', repeatable: true, baseUrl: '', signIn: '' }).exitCode;
}

function withPage(path: string, page: number): string {
  const url = new URL(path, 'http://localhost');
  url.searchParams.set('page', String(page));
  return url.pathname + url.search;
}

interface Shown {
  readonly text: string;
  readonly last: RawAnswer;
}

async function allPages(connection: Connection, tokens: OpenTokens, path: string): Promise<Shown> {
  const texts: string[] = [];
  const first = new URL(path, 'http://localhost').searchParams.get('page');
  let page = first === null ? limits.firstPage : wholeNumber(1)('page', first);
  let at = path;
  for (;;) {
    const last = await sendRaw(connection, tokens, { method: 'GET', path: at });
    const text = decoder.decode(last.answer.body);
    if (last.outcome.kind !== 'answer') return { text, last };
    texts.push(text.trim() === '' ? 'null' : text);
    const next = nextPage(last.outcome.answer, page);
    if (next === undefined) return { text: `[${texts.join(',')}]`, last };
    page = next;
    at = withPage(path, page);
  }
}

async function send(
  context: Context,
  connection: Connection,
  options: ApiOptions,
  method: string,
): Promise<Shown> {
  const path = rawPath(options.path, connection.account.address);
  const body = options.body === undefined ? undefined : await bodyOf(context, options.body);
  const tokens = await signedIn(context, connection);
  if (options.paginate === true) return allPages(connection, tokens, path);
  const last = await sendRaw(connection, tokens, { method, path, ...(body === undefined ? {} : { body }) });
  return { text: decoder.decode(last.answer.body), last };
}

/** Any endpoint: prints the body as it came, with an exit code by its status; tokens and secrets in it are removed. */
export async function run(context: Context, options: ApiOptions): Promise<Result> {
  const method = oneOf('METHOD', options.method, methods);
  if (options.paginate === true && method !== 'GET') throw usageError('--paginate goes with GET only');
  if (options.body !== undefined && method === 'GET') throw usageError('--body does not go with GET');
  const connection = await openConnection(context);
  try {
    const { text, last } = await send(context, connection, options, method);
    const { status } = last.answer;
    if (last.outcome.kind === 'failure') context.warn(`status ${status}: ${last.outcome.message}`);
    if (last.outcome.kind === 'refusal') context.warn(`the service answered with status ${status}`);
    const clean = connection.redactor.redact(text);
    const bare = context.deps.stdout.isTTY === true ? sanitizeText(clean) : clean;
    return { data: undefined, blocks: [], bare, exitCode: exitCodeOf(last, method) };
  } finally {
    await connection.transport.close();
  }
}
