import { CfiError } from '../../errors.ts';
import { databaseErrorCode } from '../../storage/database-error.ts';
import { messageOf } from '../../text/thrown.ts';
import { ServiceError } from '../engine/context.ts';
import type { Engine } from '../engine/engine.ts';
import { MethodNotAllowed } from '../pipeline/error-answers.ts';
import { parseBody } from '../pipeline/request-body.ts';
import { listedMethods, matchPath } from '../pipeline/router.ts';
import { failureReply, toAnswer } from '../server/answers.ts';
import type { HttpAnswer, HttpRequest } from '../server/http-message.ts';
import { stateFileError, withHint } from '../store/database/state-errors.ts';
import type { ControlCall } from './control-call.ts';
import { controlCalls } from './control-calls.ts';
import { isPage, pageAnswer } from './page.ts';

/** The methods of a path below `/_emulator`; empty for an unknown path. */
export const methodsOfControl = (parts: readonly string[]): readonly string[] =>
  listedMethods(
    isPage(parts)
      ? ['GET']
      : controlCalls
          .filter(({ path }) => matchPath(path.split('/').slice(1), parts) !== undefined)
          .map(({ method }) => method),
  );

function find(
  { method: asked, headers }: HttpRequest,
  parts: readonly string[],
): { call: ControlCall; params: Record<string, string> } {
  const allowed: string[] = isPage(parts) ? ['GET'] : [];
  const method = asked === 'HEAD' ? 'GET' : asked;
  const admin = headers['x-emulator-admin'] === '1';
  for (const call of controlCalls) {
    const params = matchPath(call.path.split('/').slice(1), parts);
    if (params === undefined || !(admin || call.withoutToken)) continue;
    if (call.method === method) return { call, params };
    allowed.push(call.method);
  }
  if (allowed.length > 0) throw new MethodNotAllowed(listedMethods(allowed));
  if (!admin) throw new ServiceError(403, 'The header X-Emulator-Admin: 1 is required');
  throw new ServiceError(404, 'Not found');
}

/**
 * A refusal carries its own status. A `CfiError` means that the caller sent an invalid seed or state, or that the state
 * file cannot be written.
 */
function toFailure(engine: Engine, error: unknown): HttpAnswer {
  if (error instanceof ServiceError) {
    const allow = error instanceof MethodNotAllowed ? { allow: error.allowed } : {};
    return toAnswer(failureReply(error.status, error.message, error.extra), allow);
  }
  const message = messageOf(error);
  // The caller imported a state that contradicts itself; our state file is not damaged.
  if (databaseErrorCode(error).startsWith('SQLITE_CONSTRAINT'))
    return toAnswer(failureReply(400, `this is not an exported emulator state: ${message}`));
  const known = stateFileError(engine.file, error);
  if (!(known instanceof CfiError)) return toAnswer(failureReply(500, message));
  const unwritable = known.code === 'internal' || known.code === 'locked';
  if (!unwritable) return toAnswer(failureReply(400, known.message));
  return toAnswer(failureReply(503, withHint(known)));
}

function bodyOf({ envelope = 'data' }: ControlCall, result: unknown): unknown {
  switch (envelope) {
    case 'data':
      return { success: true, data: result };
    case 'page':
      return { success: true, ...(result as object) };
    case 'none':
      return result;
    default:
      return envelope satisfies never;
  }
}

async function perform(
  engine: Engine,
  http: HttpRequest,
  parts: readonly string[],
  query: string,
): Promise<HttpAnswer> {
  const { call, params } = find(http, parts);
  if (http.tooLarge) throw new ServiceError(413, 'The body is too large');
  const body = parseBody(http, http.method !== 'GET' && http.method !== 'HEAD', call.anyText);
  if (body.problem !== undefined) throw body.problem;
  const result = await call.run(engine, { params, query: new URLSearchParams(query), body: body.value });
  return toAnswer({ status: 200, body: bodyOf(call, result) });
}

/** Answers a request below `/_emulator`. Never throws. */
export async function answerControl(
  engine: Engine,
  http: HttpRequest,
  parts: readonly string[],
  query: string,
): Promise<HttpAnswer> {
  const page = await pageAnswer(http.method, parts);
  return page ?? (await perform(engine, http, parts, query).catch((error) => toFailure(engine, error)));
}
