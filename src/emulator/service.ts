import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import { isoUtc } from '../text/time.ts';
import { failureReply, toAnswer } from './answers.ts';
import { parseClock, readingOf } from './clock.ts';
import { type Account, Refusal, type Reply, type Rule, type RuleContext } from './context.ts';
import type { Core } from './core.ts';
import type { Answer, Exchange } from './exchange.ts';
import { domainFault, faultDelay, replacesAnswer, spoil } from './fault-answer.ts';
import type { FaultRule } from './fault-rule.ts';
import { type FaultSubject, pickFault } from './faults.ts';
import { countRequest, RateLimited } from './rate-limit.ts';
import { checkBody, parseBody, type ReadBody, referencesOf } from './request-body.ts';
import type { Match } from './router.ts';
import { ruleContext } from './rule-context.ts';
import { authenticate } from './sign-in.ts';
import { revokeTokens } from './store/accounts.ts';
import { readMeta, readStanding, type Standing } from './store/meta.ts';

/** A request under way, filled in as it goes through the pipeline; what is known of it at the end is logged. */
interface Passage {
  readonly core: Core;
  readonly exchange: Exchange;
  readonly parts: readonly string[];
  readonly query: string;
  readonly standing: Standing;
  /** The emulator's clock, read once. */
  readonly now: number;
  readonly frozen: boolean;
  readonly assumptions: Set<string>;
  body: ReadBody;
  client?: Account;
  fault?: FaultRule;
}

/** An unknown path is 404, another method of a known one 405 (or 404, A-38). Shipping costs have no endpoint. */
function route({ core, exchange, parts, assumptions }: Passage): Match {
  const routing = core.route(exchange.method, parts);
  if ('match' in routing) return routing.match;
  assumptions.add('A-38');
  if (routing.allowed.length === 0 || core.variants.choice('A-38') === 1) throw new Refusal(404, 'Not found');
  throw new MethodNotAllowed(routing.allowed);
}

class MethodNotAllowed extends Refusal {
  readonly allowed: string;

  constructor(allowed: readonly string[]) {
    super(405, 'Method not allowed');
    this.allowed = allowed.join(', ');
  }
}

/** While the clock stands still, a minute passes by real time. */
function checkRate({ core, now, frozen }: Passage, client: Account): void {
  const { rateLimit } = core.behaviour;
  if (rateLimit === undefined) return;
  core.db.transaction('write', () =>
    countRequest({ db: core.db }, client.id, rateLimit, frozen ? core.realNow() : now),
  );
}

function checkRole({ assumptions }: Passage, name: EndpointName, client: Account): void {
  if (client.role === 'full' || !endpoints[name].write) return;
  assumptions.add('A-34');
  throw new Refusal(403, 'Forbidden');
}

function drawFault(
  { core, exchange, parts, standing, client, body }: Passage,
  params: Match['params'],
): FaultRule | undefined {
  if (standing.faults === null) return undefined;
  const value = body.value as { client_id?: unknown } | undefined;
  const named = typeof value?.client_id === 'string' ? value.client_id : undefined;
  const subject: FaultSubject = {
    method: exchange.method,
    path: `/${parts.join('/')}`,
    client: client?.client_id ?? named,
    references: referencesOf(params, body.value),
  };
  return core.db.transaction('write', () => pickFault(core.db, subject));
}

/** Makes all tokens that the account has had so far invalid, the one of this request included. */
function revokeAll({ core, client }: Passage): never {
  if (client !== undefined) {
    core.db.transaction('write', () => {
      revokeTokens(core.db, client.id, Number(readMeta(core.db, 'next_token') ?? 0));
    });
  }
  throw new Refusal(401, 'Unauthorized');
}

/** The service's own answer: body checked, rule run in one transaction. */
async function applyRule(passage: Passage, { name, params }: Match): Promise<Answer> {
  const { core, exchange, query, now, assumptions, client, fault } = passage;
  const schemas = passage.body.wanted || core.behaviour.checkAnswers ? await core.schemasOf(name) : undefined;
  const rule = (await core.ruleOf(name)) as Rule<RuleContext>;
  if (exchange.tooLarge) {
    assumptions.add('A-37');
    throw new Refusal(413, 'The body is larger than 10 MiB');
  }
  if (passage.body.wanted) checkBody(passage.body, schemas?.body, assumptions);
  const input = { params, query: new URLSearchParams(query), body: passage.body.value };
  const base = ruleContext({
    db: core.db,
    now,
    variants: core.variants,
    assumptions,
    fault: domainFault(fault),
  });
  const context = client === undefined ? base : Object.assign(base, { client });
  const mode = endpoints[name].write || name === 'login' ? 'write' : 'read';
  const reply = core.db.transaction(mode, () => rule(context, input));
  if (core.behaviour.checkAnswers && reply.status < 300) checkAnswer(name, reply, schemas?.response);
  return toAnswer(reply);
}

type Checkable = { safeParse(value: unknown): { success: boolean; error?: unknown } };

function checkAnswer(name: EndpointName, reply: Reply, schema: unknown): void {
  const checked = (schema as Checkable).safeParse(
    reply.json === undefined ? reply.body : JSON.parse(reply.json),
  );
  if (!checked.success)
    throw new Error(`the answer of ${name} breaks the contract: ${String(checked.error)}`);
}

/** The pipeline, in the order in which a request can be turned away. */
async function pass(passage: Passage): Promise<Answer> {
  const { core, exchange, standing, now } = passage;
  const match = route(passage);
  const endpoint = endpoints[match.name];
  if (endpoint.auth) {
    passage.client = authenticate(
      core.db,
      core.readToken,
      standing.token_secret,
      exchange.headers.authorization,
      now,
    );
    checkRate(passage, passage.client);
    checkRole(passage, match.name, passage.client);
  }
  passage.body = parseBody(exchange, endpoint.method === 'POST');
  const fault = drawFault(passage, match.params);
  if (fault === undefined) return applyRule(passage, match);
  passage.fault = fault;
  if (domainFault(fault) === 'revoke-tokens') revokeAll(passage);
  if (!replacesAnswer(fault)) return applyRule(passage, match);
  if (fault.phase !== 'after-commit')
    return spoil(fault, toAnswer({ status: 200, body: { success: true, data: {} } }));
  return spoil(fault, await applyRule(passage, match).catch((error) => refused(passage, error)));
}

/** Bodies of these are not published, beyond that they exist. */
const assumedBodies = new Set([404, 429, 500, 503]);

/** A refusal as the answer it is; how a 429 says when to try again is A-35. */
function refused({ assumptions, core, now }: Passage, error: unknown): Answer {
  if (!(error instanceof Refusal)) throw error;
  if (assumedBodies.has(error.status)) assumptions.add('A-35');
  const headers: Record<string, string> = {};
  if (error instanceof MethodNotAllowed) headers.allow = error.allowed;
  if (error instanceof RateLimited) {
    assumptions.add('A-36');
    const choice = core.variants.choice('A-35');
    const seconds = error.retryAfterSeconds;
    if (choice !== 2)
      headers['retry-after'] = choice === 1 ? new Date(now + seconds * 1000).toUTCString() : String(seconds);
  }
  return toAnswer(failureReply(error.status, error.message, error.extra), headers);
}

function failed(error: unknown): Answer {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof RangeError && /call stack/i.test(message)) {
    return toAnswer(failureReply(400, 'The body is nested too deeply'));
  }
  if (/^SQLITE_(BUSY|FULL|IOERR|READONLY)/.test(code)) {
    return toAnswer(failureReply(503, `The emulator cannot write its state: ${message}`));
  }
  return toAnswer(failureReply(500, `The emulator failed: ${message}`));
}

const longestLoggedBody = 4000;

function logged({ exchange, body, parts }: Passage): unknown {
  if (exchange.body === undefined || exchange.body.length === 0) return undefined;
  if (exchange.body.length > longestLoggedBody) return `${exchange.body.length} bytes`;
  if (parts[0] === 'auth') return { ...(body.value as object | undefined), client_secret: undefined };
  return body.value ?? body.text;
}

/** Answers a request below the base address. Never throws. */
export async function answerService(
  core: Core,
  exchange: Exchange,
  parts: readonly string[],
  query: string,
): Promise<Answer> {
  const standing = readStanding(core.db);
  const { now, mode } = readingOf(parseClock(standing.clock), core.realNow());
  const passage: Passage = {
    core,
    exchange,
    parts,
    query,
    standing,
    now,
    frozen: mode === 'frozen',
    assumptions: new Set(),
    body: { wanted: false, value: undefined, text: '' },
  };
  let answer: Answer;
  try {
    if (standing.due !== null && standing.due <= now) await core.catchUp(now);
    answer = await pass(passage).catch((error) => refused(passage, error));
  } catch (error) {
    answer = failed(error);
  }
  const { fault, client, assumptions } = passage;
  const headers: Record<string, string> = { date: new Date(now).toUTCString(), ...answer.headers };
  const ids = [...assumptions].sort();
  if (ids.length > 0) headers['x-emulator-assumption'] = ids.join(', ');
  const body = logged(passage);
  core.log.add({
    at: isoUtc(now),
    method: exchange.method,
    path: `/${parts.map(encodeURIComponent).join('/')}`,
    ...(query === '' ? {} : { query }),
    ...(client === undefined ? {} : { client: client.client_id }),
    status: answer.status,
    ...(fault === undefined ? {} : { fault: fault.do }),
    ...(ids.length === 0 ? {} : { assumptions: ids }),
    ...(body === undefined ? {} : { body }),
  });
  return { ...answer, headers, delayMs: answer.delayMs + core.behaviour.latencyMs + faultDelay(fault) };
}
