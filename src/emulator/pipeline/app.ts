import type { Engine } from '../engine/engine.ts';
import { turnedAway } from '../server/access.ts';
import { failureReply, toAnswer } from '../server/answers.ts';
import { corsHeaders, isPreflight, preflightHeaders } from '../server/cors.ts';
import type { HttpAnswer, HttpRequest } from '../server/http-message.ts';
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
  const { parts, below, query } = engine.readTarget(http.target);
  if (parts === undefined) return refuse(400, 'The path is not percent-encoded UTF-8');
  if (parts[0] === 'v1') return answerService(engine, http, below, query);
  if (parts[0] === '_emulator') return answerControls(engine, http, below, query);
  return notFound(parts);
}

const notFound = ([first]: readonly string[]): HttpAnswer =>
  refuse(404, first === 'v1' || first === '_emulator' ? 'Not found' : 'Not found: the service is below /v1');

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
  const { parts, below } = engine.readTarget(target);
  if (parts?.[0] === 'v1') return methodsOfService(engine, below);
  if (parts?.[0] !== '_emulator') return [];
  return (await import('../control/control.ts')).methodsOfControl(below);
}

/** Answers OPTIONS, without a token: the methods of a path, and whether a browser may let a page use them. */
async function answerOptions(engine: Engine, http: HttpRequest): Promise<HttpAnswer> {
  // An allowed page must be able to read the answer, even a 404 or a 405.
  if (isPreflight(http)) return toAnswer({ status: 204 }, preflightHeaders(http, everyMethod));
  const methods = await methodsOf(engine, http.target);
  if (methods.length === 0) return notFound(engine.readTarget(http.target).parts ?? []);
  return toAnswer({ status: 204 }, { allow: methods.join(', ') });
}
