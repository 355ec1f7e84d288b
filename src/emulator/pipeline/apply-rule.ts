import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { limits } from '../../contract/limits.ts';
import type { AssumptionId } from '../conformance/assumptions/assumptions.ts';
import { type Reply, type RuleContext, ServiceError } from '../engine/context.ts';
import { ruleContext } from '../engine/rule-context.ts';
import { domainFault } from '../faults/fault-answer.ts';
import { toAnswer } from '../server/answers.ts';
import type { HttpAnswer } from '../server/http-message.ts';
import type { LoadedRule } from './lazy-modules.ts';
import { type BodyCheck, checkBody } from './request-body.ts';
import type { RequestState } from './request-state.ts';
import type { Match } from './router.ts';
import { andThen, type Soon } from './soon.ts';

function contextOf({ engine, facts, now, assumptions, client, fault }: RequestState): RuleContext {
  const { db } = engine;
  const { variants } = facts;
  const context = ruleContext({ db, now, variants, assumptions, fault: domainFault(fault) });
  return client === undefined ? context : Object.assign(context, { client });
}

/** The assumption, if any, under which an endpoint refuses a body without this field. */
function missingUnder(name: EndpointName, field: string): AssumptionId | undefined {
  if (name === 'login') return 'A-40';
  return name === 'createPurchaseOrder' && field === 'items' ? 'A-42' : undefined;
}

const noQuery = new URLSearchParams();

function reply(
  request: RequestState,
  { name, params }: Match,
  { rule, many }: LoadedRule,
  body: BodyCheck | undefined,
): Soon<Reply> {
  const { engine, facts, http, query, assumptions } = request;
  if (http.tooLarge || (http.body?.length ?? 0) > limits.maxBodyBytes) {
    assumptions.add('A-37');
    throw new ServiceError(413, 'The body is larger than 10 MiB');
  }
  const missing = (field: string) => missingUnder(name, field);
  const value = request.body.wanted
    ? checkBody(request.body, body, { assumptions, variants: facts.variants, missing })
    : undefined;
  const input = {
    params,
    query: query === '' ? noQuery : new URLSearchParams(query),
    body: value,
    json: value === request.body.value ? request.body.json : undefined,
  };
  const context = contextOf(request);
  const run = (): Reply => rule(context, input);
  if (!endpoints[name].write && name !== 'login') return engine.db.transaction('read', run);
  if (many === undefined) return engine.write(run);
  const { together, mode } = many;
  return engine.write(run, { together, mode, call: { context, input } });
}

/** The service's own answer: validates the body, then runs the rule in one transaction. Throws what the rule throws. */
export function applyRule(request: RequestState, match: Match): Soon<HttpAnswer> {
  const { engine, body } = request;
  const schemas = body.wanted ? engine.schemasOf(match.name) : undefined;
  return andThen(schemas, (loadedSchemas) =>
    andThen(engine.ruleOf(match.name), (rule) =>
      andThen(reply(request, match, rule, loadedSchemas?.body), (made) => toAnswer(made)),
    ),
  );
}
