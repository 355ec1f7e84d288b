import type { Run } from '../../cli/command.ts';
import { wholeNumber } from '../../cli/values.ts';
import { type RawRequest, rawPath, sendRaw, type TokenSource } from '../../client/api/api.ts';
import { turnPages } from '../../client/api/lists.ts';
import { attemptError } from '../../client/api/request-errors.ts';
import { ensureSignedIn, openSession, type Session } from '../../client/auth/session.ts';
import { limits } from '../../contract/limits.ts';
import { usageError } from '../../errors.ts';
import { readNamed } from '../../storage/read-file.ts';
import { type apiDefinition, readMethods } from './definition.ts';

const decoder = new TextDecoder();

function withPage(path: string, page: number): string {
  const url = new URL(path, 'http://localhost');
  url.searchParams.set('page', String(page));
  return url.pathname + url.search;
}

/** The answer to one request, and its body without secrets. */
async function once(session: Session, tokens: TokenSource, request: RawRequest) {
  const last = await sendRaw(session, tokens, request);
  return { text: session.redactor.redact(decoder.decode(last.body)), last };
}

/** The bodies, page by page: signals are heard in between. */
async function allPages(session: Session, tokens: TokenSource, path: string) {
  const texts: string[] = [];
  const turner = await turnPages();
  const first = new URL(path, 'http://localhost').searchParams.get('page');
  let page = first === null ? limits.firstPage : wholeNumber(1)('page', first);
  let at = path;
  for (;;) {
    const { text, last } = await once(session, tokens, { method: 'GET', path: at, repeatable: true });
    if (last.outcome.kind !== 'answer') return { text, last };
    texts.push(text.trim() === '' ? 'null' : text);
    const next = await turner.after(last.outcome.answer, page, text.length);
    if (next === undefined) return { text: `[${texts.join(',')}]`, last };
    page = next;
    at = withPage(path, page);
  }
}

/** Calls any endpoint and prints the body unchanged but without tokens and secrets. The exit code depends on the status. */
export const run: Run<typeof apiDefinition> = async (context, options) => {
  const { method } = options;
  const repeatable = readMethods.some((read) => read === method);
  if (options.paginate === true && method !== 'GET') throw usageError('--paginate can only be used with GET');
  if (options.body !== undefined && repeatable) throw usageError(`--body cannot be used with ${method}`);
  const session = await openSession(context);
  try {
    const path = rawPath(options.path, session.account.address);
    const file = options.body;
    const body = file && (await readNamed(file, `--body ${file} cannot be read`, context.deps));
    const tokens = await ensureSignedIn(context, session);
    const { text, last } = options.paginate
      ? await allPages(session, tokens, path)
      : await once(session, tokens, { method, path, repeatable, ...(body && { body }) });
    const kind = { ...session.requestOptions, method, path, repeatable };
    const error = last.outcome.kind === 'answer' ? undefined : attemptError(last.outcome, kind);
    const failure = error === undefined ? {} : { errors: [error] };
    return { data: undefined, blocks: [], bare: text, ...failure };
  } finally {
    await session.transport.close();
  }
};
