import { accessRefusal, corsHeaders, isPreflight, preflightHeaders } from './service/access.ts';
import { failure, type HttpAnswer, type HttpRequest, toAnswer } from './service/http.ts';
import { type Engine, type Part, service } from './service/request.ts';
import { listedMethods, readTarget, type Target } from './service/router.ts';

/** Answers one request. */
export async function answer(engine: Engine, http: HttpRequest): Promise<HttpAnswer> {
  const refusal = accessRefusal(http);
  const { origin } = http.headers;
  const target = readTarget(http.target);
  const made =
    refusal === undefined
      ? await dispatch(engine, http, target)
      : failure(refusal.status, refusal.error, {}, refusal.refused);
  if (origin !== undefined && refusal === undefined) Object.assign(made.headers, corsHeaders(origin));
  // A client knows by it that it may poll as often as it likes.
  made.headers['x-emulator'] = engine.version;
  made.headers.date ??= new Date(engine.now()).toUTCString();
  engine.usage.add(http, target, made);
  return made;
}

async function dispatch(engine: Engine, http: HttpRequest, target: Target): Promise<HttpAnswer> {
  const { parts } = target;
  const part = await partAt(parts);
  if (http.method === 'OPTIONS') return answerOptions(http, target, part);
  if (parts === undefined) return failure(400, 'The path is not percent-encoded UTF-8');
  if (part !== undefined) return part.answer(engine, http, target);
  if (isFrontDoor(http, parts)) return toAnswer({ status: 302 }, { location: '/_emulator/' });
  return notFound(part);
}

/** What answers a path: the service, the control API, which is loaded only then, or neither. */
async function partAt([first]: readonly string[] = []): Promise<Part | undefined> {
  if (first === 'v1') return service;
  return first === '_emulator' ? (await import('./control/control.ts')).control : undefined;
}

/** Whether somebody opened the bare address in a browser; a program there has forgotten the version segment. */
const isFrontDoor = ({ method, headers: { accept = '' } }: HttpRequest, parts: readonly string[]): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  parts.length === 1 &&
  parts[0] === '' &&
  accept.includes('text/html');

const notFound = (part: Part | undefined): HttpAnswer =>
  failure(404, part === undefined ? 'Not found: the service is below /v1' : 'Not found');

const everyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];

/** Answers OPTIONS, without a token: the methods of a path, and whether a browser may let a page use them. */
function answerOptions(http: HttpRequest, { below }: Target, part: Part | undefined): HttpAnswer {
  // An allowed page must be able to read the answer, even a 404 or a 405.
  if (isPreflight(http)) return toAnswer({ status: 204 }, preflightHeaders(http, everyMethod));
  const methods = http.target === '*' ? everyMethod : listedMethods(part?.methodsAt(below) ?? []);
  if (methods.length === 0) return notFound(part);
  return toAnswer({ status: 204 }, { allow: methods.join(', ') });
}
