import { limits } from '../contract/limits.ts';
import { corsHeaders, isPreflight, preflightHeaders, turnedAway } from './service/access.ts';
import { failure, type HttpAnswer, type HttpRequest, toAnswer } from './service/http.ts';
import { answerService, type Engine, methodsOfService } from './service/request.ts';
import { findEndpoint, readTarget, type Target } from './service/router.ts';

/** Identifies the emulator on every answer, so that a client knows it may poll as often as it likes. */
const emulatorHeader = 'x-emulator';

/** Answers one request. */
export async function answer(engine: Engine, http: HttpRequest): Promise<HttpAnswer> {
  const turned = turnedAway(http);
  const { origin } = http.headers;
  const target = readTarget(http.target);
  const made =
    turned === undefined
      ? await dispatch(engine, http, target)
      : failure(turned.status, turned.error, {}, turned.refused);
  if (origin !== undefined && turned === undefined) Object.assign(made.headers, corsHeaders(origin));
  made.headers[emulatorHeader] = engine.version;
  made.headers.date ??= new Date(engine.now()).toUTCString();
  engine.usage.add(http, target, made);
  return made;
}

async function dispatch(engine: Engine, http: HttpRequest, target: Target): Promise<HttpAnswer> {
  const { parts } = target;
  if (http.method === 'OPTIONS') return answerOptions(http, target);
  if (parts === undefined) return failure(400, 'The path is not percent-encoded UTF-8');
  if (parts[0] === 'v1') return answerService(engine, http, target);
  if (isFrontDoor(http, parts)) return toAnswer({ status: 302 }, { location: '/_emulator/' });
  if (parts[0] !== '_emulator') return notFound(parts);
  const { answerControl } = await import('./control/control.ts');
  return answerControl(engine, http, target);
}

/** Whether somebody opened the bare address in a browser; a program there has forgotten the version segment. */
const isFrontDoor = ({ method, headers: { accept = '' } }: HttpRequest, parts: readonly string[]): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  parts.length === 1 &&
  parts[0] === '' &&
  accept.includes('text/html');

const notFound = ([first]: readonly string[]): HttpAnswer =>
  failure(404, first === 'v1' || first === '_emulator' ? 'Not found' : 'Not found: the service is below /v1');

const everyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];

async function methodsOf({ parts, below }: Target): Promise<readonly string[]> {
  if (parts?.[0] === 'v1') return methodsOfService(below);
  if (parts?.[0] !== '_emulator') return [];
  return (await import('./control/control.ts')).methodsOfControl(below);
}

/** Answers OPTIONS, without a token: the methods of a path, and whether a browser may let a page use them. */
async function answerOptions(http: HttpRequest, target: Target): Promise<HttpAnswer> {
  // An allowed page must be able to read the answer, even a 404 or a 405.
  if (isPreflight(http)) return toAnswer({ status: 204 }, preflightHeaders(http, everyMethod));
  const methods = http.target === '*' ? everyMethod : await methodsOf(target);
  if (methods.length === 0) return notFound(target.parts ?? []);
  return toAnswer({ status: 204 }, { allow: methods.join(', ') });
}

/** How many bytes of a body are worth keeping, judged by the headers: none if the request is answered without it. */
export async function bytesTaken(http: HttpRequest): Promise<number> {
  const { parts, below } = readTarget(http.target);
  if (turnedAway(http) !== undefined) return 0;
  if (parts?.[0] === '_emulator')
    return (await import('./control/control.ts')).bytesTakenByControl(http, below);
  const takesBody = http.method === 'POST' && parts?.[0] === 'v1' && 'match' in findEndpoint('POST', below);
  return takesBody ? limits.maxBodyBytes : 0;
}
