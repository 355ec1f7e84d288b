import type { Engine } from '../engine/engine.ts';
import { turnedAway } from '../server/access.ts';
import { failureReply, toAnswer } from '../server/answers.ts';
import { corsHeaders, isPreflight, preflightHeaders } from '../server/cors.ts';
import type { HttpAnswer, HttpRequest } from '../server/http-message.ts';
import { decodePath } from './router.ts';
import { answerService, methodsOfService } from './service.ts';
import { andThen, type Soon } from './soon.ts';

const refuse = (status: number, error: string): HttpAnswer => toAnswer(failureReply(status, error));

/** Identifies the emulator on every answer, so that a client knows it may poll as often as it likes. */
const emulatorHeader = 'x-emulator';

/** Answers one request. */
export function answer(engine: Engine, http: HttpRequest): Soon<HttpAnswer> {
  const turned = turnedAway(http);
  const { origin } = http.headers;
  const plain =
    turned === undefined
      ? dispatch(engine, http)
      : toAnswer(failureReply(turned.status, turned.error, turned.refused && { refused: turned.refused }));
  return andThen(plain, (made) => {
    if (origin !== undefined && turned === undefined) Object.assign(made.headers, corsHeaders(origin));
    made.headers[emulatorHeader] = engine.behaviour.version;
    made.headers.date ??= engine.httpDate(engine.now());
    return made;
  });
}

/** `/v1` is the service, `/_emulator` the control API. */
function dispatch(engine: Engine, http: HttpRequest): Soon<HttpAnswer> {
  if (http.method === 'OPTIONS') return answerOptions(engine, http);
  const [path = '', query = ''] = splitTarget(http.target);
  const parts = decodePath(path);
  if (parts === undefined) return refuse(400, 'The path is not percent-encoded UTF-8');
  if (parts[0] === 'v1') return answerService(engine, http, parts.slice(1), query);
  if (parts[0] === '_emulator') return answerControls(engine, http, parts.slice(1), query);
  return refuse(404, 'Not found: the service is below /v1');
}

async function answerControls(
  engine: Engine,
  http: HttpRequest,
  parts: readonly string[],
  query: string,
): Promise<HttpAnswer> {
  const { answerControl } = await import('../control/control.ts');
  return answerControl(engine, http, parts, query);
}

const everyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];

/** The methods of a path: every method of the emulator for `*`, none for an unknown path. */
async function methodsOf(engine: Engine, target: string): Promise<readonly string[]> {
  if (target === '*') return everyMethod;
  const [first, ...parts] = decodePath(splitTarget(target)[0]) ?? [];
  if (first === 'v1') return methodsOfService(engine, parts);
  if (first !== '_emulator') return [];
  return (await import('../control/control.ts')).methodsOfControl(parts);
}

/** Answers OPTIONS, without a token: the methods of a path, and whether a browser may let a page use them. */
async function answerOptions(engine: Engine, http: HttpRequest): Promise<HttpAnswer> {
  // An allowed page must be able to read the answer, even a 404 or a 405.
  if (isPreflight(http)) return toAnswer({ status: 204 }, preflightHeaders(http, everyMethod));
  const methods = await methodsOf(engine, http.target);
  if (methods.length === 0) return refuse(404, 'Not found: the service is below /v1');
  return toAnswer({ status: 204 }, { allow: methods.join(', ') });
}

function splitTarget(target: string): [string, string] {
  const at = target.indexOf('?');
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
}
