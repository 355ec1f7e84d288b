import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { type Account, Refusal } from '../engine/context.ts';
import type { Core } from '../engine/core.ts';
import { domainFault, faultDelay, faultyAnswer, replacesAnswer } from '../faults/fault-answer.ts';
import type { FaultRule } from '../faults/fault-rule.ts';
import { pickFault } from '../faults/faults.ts';
import { toAnswer } from '../server/answers.ts';
import type { Answer, Exchange } from '../server/exchange.ts';
import { revokeTokens } from '../store/accounts.ts';
import { readMeta } from '../store/meta.ts';
import { readStanding } from '../store/request-start.ts';
import { readingOf } from '../time/clock.ts';
import { authenticate, tokenOf } from '../tokens/sign-in.ts';
import { applyRule } from './apply-rule.ts';
import { bareFailure, failed, MethodNotAllowed, refused } from './error-answers.ts';
import { countRequest } from './rate-limit.ts';
import { parseBody, referencesOf } from './request-body.ts';
import type { Passage } from './request-state.ts';
import type { Match } from './router.ts';

/** An unknown path is 404, another method of a known one 405 (or 404, A-38). */
function route({ core, exchange, parts, assumptions }: Passage): Match {
  const routing = core.route(exchange.method, parts);
  if ('match' in routing) return routing.match;
  assumptions.add('A-38');
  if (routing.allowed.length === 0 || core.variants.pick('A-38', [false, true]))
    throw new Refusal(404, 'Not found');
  throw new MethodNotAllowed(routing.allowed);
}

/** While the clock stands still, a minute passes by real time. */
function checkRate({ core, now, frozen }: Passage, client: Account): void {
  const { rateLimit } = core.behaviour;
  if (rateLimit === undefined) return;
  const at = frozen ? core.realNow() : now;
  core.db.transaction('write', () => countRequest(core.db, client.id, rateLimit, at));
}

function checkRole({ assumptions }: Passage, name: EndpointName, client: Account): void {
  if (client.role === 'full' || !endpoints[name].write) return;
  assumptions.add('A-34');
  throw new Refusal(403, 'Forbidden');
}

function drawFault(passage: Passage, params: Match['params']): FaultRule | undefined {
  const { core, exchange, parts, standing, client, body } = passage;
  if (!standing.hasFaults) return undefined;
  const named = (body.value as { client_id?: unknown } | null | undefined)?.client_id;
  const subject = {
    method: exchange.method,
    path: `/${parts.join('/')}`,
    client: client?.client_id ?? (typeof named === 'string' ? named : undefined),
    references: referencesOf(params, body.value),
  };
  return core.db.transaction('write', () => pickFault(core.db, subject));
}

/** Makes all tokens that the account has had so far invalid, the one of this request included. */
function revokeAll({ core, client }: Passage): never {
  if (client !== undefined) {
    core.db.transaction('write', () =>
      revokeTokens(core.db, client.id, Number(readMeta(core.db, 'next_token') ?? 0)),
    );
  }
  throw new Refusal(401, 'Unauthorized');
}

/** What a fault rule makes of an answer that it takes the place of. */
async function replacedAnswer(passage: Passage, match: Match, fault: FaultRule): Promise<Answer> {
  const failureOf = (status: number): Answer => bareFailure(passage, status);
  if (fault.phase !== 'after-commit') {
    return faultyAnswer(fault, toAnswer({ status: 200, body: { success: true, data: {} } }), failureOf);
  }
  const answer = await applyRule(passage, match).catch((error) => refused(passage, error));
  return faultyAnswer(fault, answer, failureOf);
}

/** The pipeline, in the order in which a request can be turned away, which it is by a throw. */
function turn(passage: Passage): Promise<Answer> {
  const { exchange } = passage;
  const match = route(passage);
  const { auth, method } = endpoints[match.name];
  if (auth) {
    passage.client = authenticate(passage);
    checkRate(passage, passage.client);
    checkRole(passage, match.name, passage.client);
  }
  passage.body = parseBody(exchange, method === 'POST');
  const fault = drawFault(passage, match.params);
  if (fault === undefined) return applyRule(passage, match);
  passage.fault = fault;
  if (replacesAnswer(fault)) return replacedAnswer(passage, match, fault);
  const effect = domainFault(fault);
  switch (effect) {
    case 'revoke-tokens':
      return revokeAll(passage);
    // The rule of the endpoint asks for its own effect; a delay comes after the answer.
    case 'slot-changed':
    case 'po-fails-after-claim':
    case 'snapshot-stale':
    case undefined:
      return applyRule(passage, match);
    default:
      return effect satisfies never;
  }
}

/** The answer or the refusal. Throws what nobody foresaw. */
async function pass(passage: Passage): Promise<Answer> {
  try {
    return await turn(passage);
  } catch (error) {
    return refused(passage, error);
  }
}

const longestLoggedBody = 4000;

/** The body as it is logged, as JSON: never a secret, and not at any length. */
function loggedBody({ exchange, body, parts }: Passage): string | undefined {
  if (exchange.body === undefined || exchange.body.length === 0) return undefined;
  if (parts[0] === 'auth') {
    const fields = (body.value ?? {}) as { client_id?: unknown };
    return JSON.stringify({ client_id: fields.client_id });
  }
  if (exchange.body.length > longestLoggedBody) return `"${exchange.body.length} bytes"`;
  return body.json ?? JSON.stringify(body.text);
}

function log(passage: Passage, status: number): void {
  const { core, exchange, now, parts, query, client, fault, assumptions } = passage;
  core.log.add({
    at: now,
    method: exchange.method,
    parts,
    query,
    client: client?.client_id,
    status,
    fault: fault?.do,
    assumptions,
    body: loggedBody(passage),
  });
}

function begin(core: Core, exchange: Exchange, parts: readonly string[], query: string): Passage {
  const token = tokenOf(exchange);
  const claims = core.tokens.claims(token);
  const standing = readStanding(core.db, claims?.sub);
  const { now, mode } = readingOf(standing.clock, core.realNow());
  const body = { wanted: false, value: undefined, json: undefined, text: '' };
  const frozen = mode === 'frozen';
  return { core, exchange, parts, query, standing, token, claims, now, frozen, assumptions: new Set(), body };
}

/** Answers a request below the base address. */
export async function answerService(
  core: Core,
  exchange: Exchange,
  parts: readonly string[],
  query: string,
): Promise<Answer> {
  const passage = begin(core, exchange, parts, query);
  const { standing, now, assumptions } = passage;
  let answer: Answer;
  try {
    if (standing.due !== null && standing.due <= now) await core.catchUp(now);
    answer = await pass(passage);
  } catch (error) {
    answer = failed(passage, error);
  }
  const { headers } = answer;
  headers.date ??= core.httpDate(now);
  if (assumptions.size > 0) headers['x-emulator-assumption'] = [...assumptions].sort().join(', ');
  log(passage, answer.status);
  const delayMs = core.behaviour.latencyMs + faultDelay(passage.fault);
  return delayMs === answer.delayMs ? answer : { ...answer, delayMs };
}
