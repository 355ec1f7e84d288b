import { databaseErrorCode } from '../../storage/sqlite/database-file.ts';
import { messageOf } from '../../text/records.ts';
import { ServiceError } from '../domain/context.ts';
import { noBody, parseBody } from '../service/body.ts';
import { failure, type HttpAnswer, type HttpRequest, toAnswer } from '../service/http.ts';
import type { Engine, Part } from '../service/request.ts';
import { methodNotAllowed, routeFinder, type Target, withMethod } from '../service/router.ts';
import { stateFileError, withHint } from '../store/state-file.ts';
import { controlCalls } from './calls.ts';

/** The page may only run its own script and call its own origin, and no other page may embed it. */
const policy = [
  "default-src 'none'",
  ...["script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
  ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
].join('; ');

const headers = {
  'cache-control': 'no-store',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** The page's file at a path below `/_emulator`; undefined for any other path. */
function fileAt(parts: readonly string[]): string | undefined {
  const [name = '', ...more] = parts;
  if (more.length > 0) return undefined;
  return name === '' ? 'index.html' : ['page.js', 'page.css', 'icon.svg'].find((each) => each === name);
}

/** Serves a file of the warehouse page from a path below `/_emulator`; undefined for any other path. */
async function pageAnswer(method: string, parts: readonly string[]): Promise<HttpAnswer | undefined> {
  const name = fileAt(parts);
  if (name === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined;
  // The page's relative links need the trailing slash.
  if (parts.length === 0) return { status: 308, headers: { location: '/_emulator/' }, body: '', delayMs: 0 };
  const { pageFiles } = await import('../page/built.ts');
  const file = pageFiles[name];
  if (file === undefined) return undefined;
  return { status: 200, headers: { ...headers, 'content-type': file.type }, body: file.text, delayMs: 0 };
}

const callsAt = routeFinder(Object.values(controlCalls));

function find({ method, headers }: HttpRequest, parts: readonly string[]) {
  const admin = headers['x-emulator-admin'] === '1';
  const calls = callsAt(parts).filter(({ withoutToken }) => admin || withoutToken);
  const found = withMethod(method, calls);
  if (found !== undefined) return found;
  const allowed = [...(fileAt(parts) ? ['GET'] : []), ...calls.map((call) => call.method)];
  if (allowed.length > 0) throw methodNotAllowed(allowed);
  if (!admin) throw new ServiceError(403, 'The header X-Emulator-Admin: 1 is required');
  throw new ServiceError(404, 'Not found');
}

/** A refusal has its own status; a `CfiError` is about an invalid seed or state, or a state that cannot be written. */
function toFailure(engine: Engine, error: unknown): HttpAnswer {
  if (error instanceof ServiceError) return failure(error.status, error.message, error.headers);
  const message = messageOf(error);
  // The caller imported a state that contradicts itself; our state file is not damaged.
  if (databaseErrorCode(error).startsWith('SQLITE_CONSTRAINT'))
    return failure(400, `not an exported emulator state: ${message}`);
  const known = stateFileError(engine.file, error);
  if (known === undefined) return failure(500, message);
  const unwritable = known.code === 'internal' || known.code === 'locked';
  return unwritable ? { ...failure(503, withHint(known)), failure: known } : failure(400, withHint(known));
}

async function perform(engine: Engine, http: HttpRequest, { below, query }: Target): Promise<HttpAnswer> {
  const call = find(http, below);
  if (http.tooLarge) throw new ServiceError(413, 'The body is too large');
  const body = call.method === 'GET' ? noBody : parseBody(http, call.anyText);
  if (body.problem !== undefined) throw body.problem;
  // What the call shows includes every request that was answered.
  engine.log.store();
  const input = { params: call.params, query: new URLSearchParams(query), body: body.value };
  const result = await call.run(engine, input);
  return toAnswer({ status: 200, body: call.whole ? result : { success: true, data: result } });
}

/** The control API and the warehouse page, below `/_emulator`. Its answer to a call never throws. */
export const control: Part = {
  async answer(engine, http, target) {
    const page = await pageAnswer(http.method, target.below);
    return page ?? (await perform(engine, http, target).catch((error) => toFailure(engine, error)));
  },
  methodsAt: (parts) => (fileAt(parts) ? ['GET'] : callsAt(parts).map(({ method }) => method)),
};
