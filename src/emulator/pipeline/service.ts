import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { fieldsOf } from '../../text/records.ts';
import { counted } from '../../text/words.ts';
import { type ClientAccount, ServiceError } from '../engine/context.ts';
import type { Engine } from '../engine/engine.ts';
import { isVaried } from '../engine/variants.ts';
import { domainFault, faultDelay, faultyAnswer, replacesAnswer } from '../faults/fault-answer.ts';
import type { FaultRule } from '../faults/fault-rule.ts';
import { pickFault } from '../faults/faults.ts';
import { jsonType, toAnswer } from '../server/answers.ts';
import type { HttpAnswer, HttpRequest } from '../server/http-message.ts';
import { revokeTokens } from '../store/accounts.ts';
import { readMeta } from '../store/meta.ts';
import { readRequestFacts } from '../store/request-facts.ts';
import { readingOf } from '../time/clock.ts';
import { authenticate } from '../tokens/sign-in.ts';
import { publishAnswered } from './answered.ts';
import { applyRule } from './apply-rule.ts';
import { failureAnswer, MethodNotAllowed, refusalAnswer, statusFailure } from './error-answers.ts';
import { countRequest } from './rate-limit.ts';
import { parseBody, referencesOf } from './request-body.ts';
import type { RequestState } from './request-state.ts';
import { listedMethods, type Match } from './router.ts';
import { andThen, rescued, type Soon } from './soon.ts';

/** The methods of a path below the base address; empty for an unknown path. */
export function methodsOfService({ route }: Engine, parts: readonly string[]): readonly string[] {
  const routing = route('OPTIONS', parts);
  return 'match' in routing ? [] : listedMethods(routing.allowed);
}

/** Throws a 404 for an unknown path, and a 405 (or 404, A-38) for an unsupported method. */
function route({ engine, http, parts, assumptions, facts }: RequestState): Match {
  const routing = engine.route(http.method, parts);
  if ('match' in routing) return routing.match;
  assumptions.add('A-38');
  if (routing.allowed.length === 0 || facts.variants.pick('A-38', [false, true]))
    throw new ServiceError(404, 'Not found');
  throw new MethodNotAllowed(listedMethods(routing.allowed));
}

/** While the clock is frozen, the rate limit counts minutes in real time. */
function checkRate({ engine, now, frozen }: RequestState, client: ClientAccount): void {
  const { rateLimit } = engine.behaviour;
  if (rateLimit === undefined) return;
  const at = frozen ? engine.realNow() : now;
  engine.db.transaction('write', () => countRequest(engine.db, client.id, rateLimit, at));
}

function checkRole({ assumptions }: RequestState, name: EndpointName, client: ClientAccount): void {
  if (client.role === 'full' || !endpoints[name].write) return;
  assumptions.add('A-34');
  throw new ServiceError(403, 'Forbidden');
}

function drawFault(request: RequestState, params: Match['params']): FaultRule | undefined {
  const { engine, http, parts, facts, client, body } = request;
  if (!facts.hasFaults) return undefined;
  const named = fieldsOf(body.value).client_id;
  const subject = {
    method: http.method,
    path: `/${parts.join('/')}`,
    client: client?.client_id ?? (typeof named === 'string' ? named : undefined),
    references: referencesOf(params, body.value),
  };
  return engine.db.transaction('write', () => pickFault(engine.db, subject));
}

/** Revokes all tokens of the account, including the one of this request. */
function revokeAll({ engine, client }: RequestState): never {
  if (client !== undefined) {
    engine.db.transaction('write', () =>
      revokeTokens(engine.db, client.id, Number(readMeta(engine.db, 'next_token') ?? 0)),
    );
  }
  throw new ServiceError(401, 'Unauthorized');
}

/** The answer that a fault rule gives instead of the service's own. */
function replacedAnswer(request: RequestState, match: Match, fault: FaultRule): Soon<HttpAnswer> {
  const failureOf = (status: number): HttpAnswer => statusFailure(request, status);
  if (fault.phase !== 'after-commit') {
    return faultyAnswer(fault, toAnswer({ status: 200, body: { success: true, data: {} } }), failureOf);
  }
  const real = rescued(
    () => applyRule(request, match),
    (error) => refusalAnswer(request, error),
  );
  return andThen(real, (answer) => faultyAnswer(fault, answer, failureOf));
}

/** The pipeline, in the order in which it checks a request. Throws a refusal. */
function runPipeline(request: RequestState): Soon<HttpAnswer> {
  const { http } = request;
  const match = route(request);
  const { auth, method } = endpoints[match.name];
  if (auth) {
    request.client = authenticate(request);
    checkRate(request, request.client);
    checkRole(request, match.name, request.client);
  }
  request.body = parseBody(http, method === 'POST');
  const fault = drawFault(request, match.params);
  if (fault === undefined) return applyRule(request, match);
  request.fault = fault;
  if (replacesAnswer(fault)) return replacedAnswer(request, match, fault);
  const effect = domainFault(fault);
  switch (effect) {
    case 'revoke-tokens':
      return revokeAll(request);
    // The endpoint's rule applies its own faults; a delay is applied after the answer.
    case 'slot-changed':
    case 'po-fails-after-claim':
    case 'snapshot-stale':
    case undefined:
      return applyRule(request, match);
    default:
      return effect satisfies never;
  }
}

const answerOrRefusal = (request: RequestState): Soon<HttpAnswer> =>
  rescued(
    () => runPipeline(request),
    (error) => refusalAnswer(request, error),
  );

/** Like `answerOrRefusal`, after the jobs that are due; an unexpected error becomes an answer as well. */
const answerOrFailure = (request: RequestState): Soon<HttpAnswer> =>
  rescued(
    () => {
      const { engine, facts, now } = request;
      const jobs = facts.due !== null && facts.due <= now ? engine.catchUp(now) : undefined;
      return andThen(jobs, () => answerOrRefusal(request));
    },
    (error) => failureAnswer(request, error),
  );

const longestLoggedBody = 4000;

/** Whether a request may contain the secret of a client, in any part of it. */
const isSignIn = ({ parts }: RequestState): boolean => parts[0] === 'auth';

/** The request body as logged JSON, without secrets; only the length of a long one, or of one that was not read. */
function loggedBody(request: RequestState): string | undefined {
  const { http, body } = request;
  if (http.body === undefined || http.body.length === 0) return undefined;
  const wasRead = body.text !== '';
  if (!wasRead || http.body.length > longestLoggedBody) return `"${counted(http.body.length, 'byte')}"`;
  if (isSignIn(request)) return JSON.stringify({ client_id: fieldsOf(body.value).client_id });
  return body.json ?? JSON.stringify(body.text);
}

const longestKeptAnswer = 65_536;

/**
 * The answer's body as it is logged, without a token. A very long one is logged as a copy of its beginning, so that the
 * rest can be freed.
 */
function loggedAnswer(request: RequestState, { status, body }: HttpAnswer): string | undefined {
  if (isSignIn(request) && status < 400) return undefined;
  if (body.length <= longestKeptAnswer) return body;
  return Buffer.from(body.slice(0, longestLoggedBody)).toString();
}

function log(request: RequestState, answer: HttpAnswer): void {
  const { engine, http, now, parts, query, client, fault, assumptions } = request;
  engine.log.add({
    at: now,
    method: http.method,
    parts,
    query: isSignIn(request) ? '' : query,
    client: client?.client_id,
    status: answer.status,
    fault: fault?.do,
    assumptions,
    body: loggedBody(request),
    answer: loggedAnswer(request, answer),
    // A fault may have changed the body to anything.
    isJson: fault === undefined && answer.headers['content-type'] === jsonType,
  });
}

/** The assumptions that an answer depends on: `A-07` for the default, `A-07=1` for the first alternative. */
function shownAssumptions({ facts, assumptions }: RequestState): string {
  const shown = [...assumptions].sort().map((id) => {
    const choice = isVaried(id) ? facts.variants.choice(id) : 0;
    return choice === 0 ? id : `${id}=${choice}`;
  });
  return shown.join(', ');
}

function startRequest(
  engine: Engine,
  http: HttpRequest,
  parts: readonly string[],
  query: string,
): RequestState {
  const token = engine.tokens(http.headers.authorization);
  const facts = readRequestFacts(engine.db, token?.claims.sub);
  const { now, mode } = readingOf(facts.clock, engine.realNow());
  const body = { wanted: false, value: undefined, json: undefined, text: '' };
  const frozen = mode === 'frozen';
  return { engine, http, parts, query, facts, token, now, frozen, assumptions: new Set(), body };
}

/** Adds the headers of every answer and logs the request. */
function finish(request: RequestState, answer: HttpAnswer): HttpAnswer {
  const { engine, http, now, assumptions } = request;
  const { headers } = answer;
  headers.date ??= engine.httpDate(now);
  if (answer.status === 401) headers['www-authenticate'] ??= 'Bearer';
  if (assumptions.size > 0) headers['x-emulator-assumption'] = shownAssumptions(request);
  log(request, answer);
  if (request.fault === undefined || !replacesAnswer(request.fault)) publishAnswered({ http, answer });
  const delayMs = engine.behaviour.latencyMs + faultDelay(request.fault);
  return delayMs === answer.delayMs ? answer : { ...answer, delayMs };
}

/** Answers a request below the base address. */
export function answerService(
  engine: Engine,
  http: HttpRequest,
  parts: readonly string[],
  query: string,
): Soon<HttpAnswer> {
  const request = startRequest(engine, http, parts, query);
  return andThen(answerOrFailure(request), (answer) => finish(request, answer));
}
