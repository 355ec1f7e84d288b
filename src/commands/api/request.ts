import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { OptionsOf } from '../../cli/command.ts';
import type { Context } from '../../cli/settings.ts';
import { oneOf, wholeNumber } from '../../cli/values.ts';
import type { TokenSource } from '../../client/api/api.ts';
import { nextPage } from '../../client/api/pages.ts';
import { type RawAnswer, type RawRequest, rawPath, sendRaw } from '../../client/api/raw-request.ts';
import { failureError, type RequestKind, refusalError } from '../../client/api/refusal.ts';
import { type Connection, openConnection, signedIn } from '../../client/auth/session.ts';
import { limits } from '../../contract/limits.ts';
import { CfiError, usageError } from '../../errors.ts';
import type { Result } from '../../render/result.ts';
import { fileError } from '../../storage/file-errors.ts';
import type { apiDefinition } from './definition.ts';

type ApiOptions = OptionsOf<typeof apiDefinition>;

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

/** What the status stands for, beside the body that is printed; undefined for a success. */
function errorOf({ outcome }: RawAnswer, kind: RequestKind, redact: (text: string) => string) {
  if (outcome.kind === 'answer') return undefined;
  const error = outcome.kind === 'refusal' ? refusalError(outcome, kind) : failureError(outcome, kind);
  return new CfiError(error.code, redact(error.message), error.details);
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

async function allPages(connection: Connection, tokens: TokenSource, path: string): Promise<Shown> {
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

/** Any endpoint: prints the body as it came, with an exit code by its status; tokens and secrets in it are removed. */
export async function run(context: Context, options: ApiOptions): Promise<Result> {
  const method = oneOf('METHOD', options.method, methods);
  if (options.paginate === true && method !== 'GET') throw usageError('--paginate goes with GET only');
  if (options.body !== undefined && method === 'GET') throw usageError('--body does not go with GET');
  const connection = await openConnection(context);
  const { redact } = connection.redactor;
  try {
    const baseUrl = connection.account.address;
    const path = rawPath(options.path, baseUrl);
    const body = options.body === undefined ? {} : { body: await bodyOf(context, options.body) };
    const tokens = await signedIn(context, connection);
    const { text, last } = options.paginate
      ? await allPages(connection, tokens, path)
      : await once(connection, tokens, { method, path, ...body });
    const kind = { method, path, repeatable: method === 'GET', baseUrl, signIn: tokens.signIn };
    const error = errorOf(last, kind, redact);
    return {
      data: undefined,
      blocks: [],
      bare: redact(text),
      ...(error === undefined ? {} : { errors: [error], exitCode: error.exitCode }),
    };
  } finally {
    await connection.transport.close();
  }
}

async function once(connection: Connection, tokens: TokenSource, request: RawRequest): Promise<Shown> {
  const last = await sendRaw(connection, tokens, request);
  return { text: decoder.decode(last.answer.body), last };
}
