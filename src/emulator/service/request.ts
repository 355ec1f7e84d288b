import { channel } from 'node:diagnostics_channel';
import { limits } from '../../contract/limits.ts';
import type { Database } from '../../storage/sqlite/database.ts';
import { fieldsOf } from '../../text/records.ts';
import { isoUtc, minuteMs } from '../../text/time/time.ts';
import { counted } from '../../text/words.ts';
import { type AssumptionId, isVaried, variantsOf } from '../conformance/assumptions.ts';
import { choicesKept } from '../domain/choices.ts';
import { readingOf } from '../domain/clock.ts';
import { type RuleContext, refusal, ruleContext, ServiceError } from '../domain/context.ts';
import type { FaultRule } from '../domain/fault-rule.ts';
import { pickFault } from '../domain/faults.ts';
import { runDueJobs } from '../domain/jobs.ts';
import { authenticate, type BearerToken, readToken, type tokenVerifier } from '../domain/tokens.ts';
import { type AnyRule, ruleOf } from '../rules/routes.ts';
import {
  type ClientAccount,
  type FcPolicy,
  factTables,
  readRequestFacts,
  revokeTokens,
} from '../store/clients.ts';
import { readMeta } from '../store/tables.ts';
import { noBody, parseBody, type ReadBody, referencesOf } from './body.ts';
import {
  domainFault,
  failureAnswer,
  faultDelay,
  faultyAnswer,
  rateLimited,
  refusalAnswer,
  replacesAnswer,
} from './failures.ts';
import { type HttpAnswer, type HttpRequest, toAnswer } from './http.ts';
import { errorOf, type requestLog } from './request-log.ts';
import { type EndpointCall, endpointsAt, methodNotAllowed, type Target, withMethod } from './router.ts';
import type { inTurns } from './turns.ts';
import type { usageCount } from './usage.ts';

export interface Engine {
  /** Name of the database file, or `:memory:`. */
  readonly file: string;
  readonly db: Database;
  /** Differs each time the state is opened. */
  readonly session: string;
  readonly version: string;
  /** Requests per minute for each account. */
  readonly rateLimit: number | undefined;
  /** Delay added to every answer of the service, in ms. */
  readonly latencyMs: number;
  readonly fcPolicy: FcPolicy | undefined;
  readonly isGenuine: ReturnType<typeof tokenVerifier>;
  readonly inTurns: ReturnType<typeof inTurns>;
  readonly log: ReturnType<typeof requestLog>;
  readonly usage: ReturnType<typeof usageCount>;
  /** Milliseconds since the epoch, real time. */
  realNow(): number;
  /** Milliseconds since the epoch, by the emulator's clock. */
  now(): number;
  openApi(of: 'service' | 'control'): Promise<object>;
}

/** A part of the emulator with paths of its own: the service, or the control API. */
export interface Part {
  answer(engine: Engine, http: HttpRequest, target: Target): Promise<HttpAnswer>;
  /** The methods of a path below it; empty for an unknown path. */
  methodsAt(parts: readonly string[]): readonly string[];
}

/** The endpoint that a request asks for, and what it takes to answer it. */
interface Call extends EndpointCall {
  readonly rule: AnyRule;
  /** Loaded only for requests that have a body. */
  readonly checkBody: typeof import('./check-body.ts').checkBody | undefined;
}

interface Arrived {
  readonly engine: Engine;
  readonly http: HttpRequest;
  /** The decoded path below the base address. */
  readonly parts: readonly string[];
  readonly query: string;
  /** Absent for an unknown path, and for a method that the path does not support. */
  readonly call: Call | undefined;
  /** Not yet verified. */
  readonly token: BearerToken | undefined;
}

/** A request in progress, with what was read for it. */
interface ServiceRequest extends Arrived {
  readonly facts: ReturnType<typeof factsOf>;
  readonly context: RuleContext;
  readonly frozen: boolean;
  /** Ids of the assumptions that the answer depends on. */
  readonly assumptions: Set<AssumptionId>;
  body: ReadBody;
  client: ClientAccount | undefined;
  fault: FaultRule | undefined;
}

const methodsAt = (parts: readonly string[]): string[] => endpointsAt(parts).map(({ method }) => method);

async function callOf({ method }: HttpRequest, parts: readonly string[]): Promise<Call | undefined> {
  const endpoint = withMethod(method, endpointsAt(parts));
  if (endpoint === undefined) return undefined;
  const rule = await ruleOf(endpoint.name);
  const checkBody = method === 'POST' ? (await import('./check-body.ts')).checkBody : undefined;
  return { rule, checkBody, ...endpoint };
}

/** What a request whose token names that client needs to know before all else. */
const factsOf = (db: Database, clientId: string | undefined) =>
  db.kept(factTables, clientId ?? '', () => {
    const facts = readRequestFacts(db, clientId);
    return { ...facts, variants: variantsOf(choicesKept(facts.choices)) };
  });

function start(arrived: Arrived): ServiceRequest {
  const { engine, token } = arrived;
  const { db } = engine;
  const facts = factsOf(db, token?.claims.sub);
  const { variants } = facts;
  const { now, mode } = readingOf(facts.clock, engine.realNow());
  const assumptions = new Set<AssumptionId>();
  const fault = () => request.fault && domainFault(request.fault);
  const request: ServiceRequest = {
    context: ruleContext({ db, now, variants }, assumptions, fault),
    ...{ body: noBody, client: undefined, fault: undefined },
    ...{ facts, assumptions, frozen: mode === 'frozen', ...arrived },
  };
  return request;
}

/** The call of a known endpoint. Throws a 404 for an unknown path, a 405 (or 404, A-38) for an unsupported method. */
function route({ call, context, parts }: ServiceRequest): Call {
  if (call !== undefined) return call;
  const hidden = context.decide('A-38', [false, true]);
  const allowed = methodsAt(parts);
  if (allowed.length === 0 || hidden) throw new ServiceError(404, 'Not found');
  throw methodNotAllowed(allowed);
}

/**
 * Counts a request of the account against the limit. The minute begins with its first request, or again when the clock
 * goes back; while the clock is frozen, minutes pass in real time. Throws when the limit is exceeded.
 */
function checkRate(request: ServiceRequest, client: number): void {
  const { engine, context, frozen } = request;
  const { db, rateLimit } = engine;
  if (rateLimit === undefined) return;
  const at = frozen ? engine.realNow() : context.now;
  const row = db.get<Record<'started_at' | 'used', number>>(
    'SELECT started_at, used FROM rate_windows WHERE client = ?',
    [client],
  );
  const fresh = row === undefined || at < row.started_at || at >= row.started_at + minuteMs;
  if (!fresh && row.used >= rateLimit)
    throw rateLimited(context, Math.ceil((row.started_at + minuteMs - at) / 1000));
  db.run(
    `INSERT INTO rate_windows (client, started_at, used) VALUES (?, ?, ?)
     ON CONFLICT (client) DO UPDATE SET started_at = excluded.started_at, used = excluded.used`,
    [client, fresh ? at : row.started_at, fresh ? 1 : row.used + 1],
  );
}

function drawFault(request: ServiceRequest, params: Call['params']): FaultRule | undefined {
  const { engine, http, parts, facts, client, body } = request;
  if (facts.faults === 0) return undefined;
  const named = fieldsOf(body.value).client_id;
  return pickFault(engine.db, {
    method: http.method,
    path: `/${parts.join('/')}`,
    client: client?.client_id ?? (typeof named === 'string' ? named : undefined),
    references: referencesOf(params, body.value),
  });
}

/** The service's own answer: validates the body, then runs the rule. Throws what the rule throws. */
function applyRule(request: ServiceRequest, { name, method, params, rule, checkBody }: Call): HttpAnswer {
  const { engine, http, query, context, client, body } = request;
  if (http.tooLarge || (http.body?.length ?? 0) > limits.maxBodyBytes)
    throw refusal(context, 'A-37', 413, 'The body is larger than 10 MiB');
  if (body.problem !== undefined) throw body.problem;
  const value = checkBody?.(name, body.value, context);
  const input = { params, query: new URLSearchParams(query), body: value };
  const run = () => rule(client === undefined ? context : { client, ...context }, input);
  // A refusal undoes what the rule wrote, but not what the request counted before.
  return toAnswer(method === 'GET' ? run() : engine.db.part(run));
}

/** Revokes all tokens of the account, including the one of this request. */
function revokeAll({ engine, client }: ServiceRequest): never {
  if (client !== undefined)
    revokeTokens(engine.db, client.id, Number(readMeta(engine.db, 'next_token') ?? 0));
  throw new ServiceError(401, 'Unauthorized');
}

/** Answers under a fault rule: it replaces the answer, or has an effect on the service. */
function answerWithFault(request: ServiceRequest, call: Call, fault: FaultRule): HttpAnswer {
  if (!replacesAnswer(fault)) {
    // The endpoint's rule applies its own faults; a delay is applied after the answer.
    return domainFault(fault) === 'revoke-tokens' ? revokeAll(request) : applyRule(request, call);
  }
  const real =
    fault.phase === 'after-commit'
      ? orRefusal(request, () => applyRule(request, call))
      : toAnswer({ status: 200, body: { success: true, data: {} } });
  return faultyAnswer(request.context, fault, real);
}

function orRefusal(request: ServiceRequest, work: () => HttpAnswer): HttpAnswer {
  try {
    return work();
  } catch (error) {
    return refusalAnswer(request.context, error);
  }
}

/** All steps of a request, in the order in which they are checked. Throws a refusal. */
function perform(request: ServiceRequest): HttpAnswer {
  const { engine, http, facts, context, token } = request;
  const { now } = context;
  if (facts.due !== null && facts.due <= now) runDueJobs(engine.db, now);
  const call = route(request);
  if (call.auth) {
    request.client = authenticate(token, facts, now, engine.isGenuine);
    checkRate(request, request.client.id);
    if (request.client.role !== 'full' && call.method !== 'GET')
      throw refusal(context, 'A-34', 403, 'Forbidden');
  }
  if (call.method === 'POST') request.body = parseBody(http);
  const fault = drawFault(request, call.params);
  if (fault === undefined) return applyRule(request, call);
  request.fault = fault;
  return answerWithFault(request, call, fault);
}

/** Answers a request, in one transaction with others; an unexpected error undoes it. Throws if the state cannot be read. */
function answerInTurn(arrived: Arrived) {
  const { engine, http } = arrived;
  let request: ServiceRequest | undefined;
  return engine.inTurns({
    writes: http.method !== 'GET' && http.method !== 'HEAD',
    run() {
      const started = start(arrived);
      request = started;
      return { request, answer: orRefusal(started, () => perform(started)) };
    },
    failed(error) {
      request ??= start(arrived);
      return { request, answer: failureAnswer(request.context, engine.file, error) };
    },
  });
}

const longestLoggedBody = 4000;

/** Whether a request may contain the secret of a client, in any part of it. */
const isSignIn = ({ parts }: Arrived): boolean => parts[0] === 'auth';

/** The request body as logged JSON, without secrets; only the length of a long one, or of one that was not read. */
function loggedBody(request: ServiceRequest): string | undefined {
  const { http, body } = request;
  const length = http.body?.length ?? 0;
  if (length === 0) return undefined;
  const wasRead = body.text !== '';
  if (!wasRead || length > longestLoggedBody) return `"${counted(length, 'byte')}"`;
  if (isSignIn(request)) return JSON.stringify({ client_id: fieldsOf(body.value).client_id });
  return body.json ?? JSON.stringify(body.text);
}

function log(request: ServiceRequest, { status, body: answer }: HttpAnswer): void {
  const { engine, http, context, parts, query, client, fault, assumptions } = request;
  const entry = {
    at: isoUtc(context.now),
    method: http.method,
    path: `/${parts.map(encodeURIComponent).join('/')}`,
    query: query === '' || isSignIn(request) ? undefined : query,
    client: client?.client_id,
    status,
    error: errorOf(status, answer),
    fault: fault?.do,
    assumptions: assumptions.size === 0 ? undefined : [...assumptions],
  };
  // A token is never logged.
  engine.log.add(entry, loggedBody(request), isSignIn(request) && status < 400 ? '' : answer);
}

/** The assumptions that an answer depends on: `A-07` for the default, `A-07=1` for the first alternative. */
function shownAssumptions({ context, assumptions }: ServiceRequest): string {
  const shown = [...assumptions].sort().map((id) => {
    const choice = isVaried(id) ? context.variants.choice(id) : 0;
    return choice === 0 ? id : `${id}=${choice}`;
  });
  return shown.join(', ');
}

/** A request to the service with its final answer. */
export interface Answered {
  readonly http: HttpRequest;
  readonly answer: HttpAnswer;
}

/** Publishes each answer that no fault replaced: the tests check it against the document. Else it costs nothing. */
const answered = channel('cfi:emulator:answer');

function finish(request: ServiceRequest, answer: HttpAnswer): HttpAnswer {
  const { engine, http, context, assumptions, fault } = request;
  const { headers } = answer;
  headers.date ??= new Date(context.now).toUTCString();
  if (answer.status === 401) headers['www-authenticate'] ??= 'Bearer';
  if (assumptions.size > 0) headers['x-emulator-assumption'] = shownAssumptions(request);
  if (answered.hasSubscribers && !(fault !== undefined && replacesAnswer(fault)))
    answered.publish({ http, answer } satisfies Answered);
  const delayMs = engine.latencyMs + (fault === undefined ? 0 : faultDelay(fault));
  return { ...answer, delayMs };
}

/** The service, below the base address. */
export const service: Part = {
  async answer(engine, http, { below: parts, query }) {
    const call = await callOf(http, parts);
    const token = readToken(http.headers.authorization);
    const { request, answer } = await answerInTurn({ engine, http, parts, query, call, token });
    log(request, answer);
    return finish(request, answer);
  },
  methodsAt,
};
