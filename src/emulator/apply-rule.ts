import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import { limits } from '../contract/limits.ts';
import { toAnswer } from './answers.ts';
import { type ClientContext, Refusal, type Reply, type Rule, type RuleContext } from './context.ts';
import type { Answer } from './exchange.ts';
import { domainFault } from './faults/fault-answer.ts';
import type { Passage } from './passage.ts';
import { checkBody } from './request-body.ts';
import type { Match } from './router.ts';
import { ruleContext } from './rule-context.ts';

interface Checkable {
  safeParse(value: unknown): { success: boolean; error?: unknown };
}

function checkAnswer(name: EndpointName, { status, json, body }: Reply, schema: unknown): void {
  if (status >= 300) return;
  const checked = (schema as Checkable).safeParse(json === undefined ? body : JSON.parse(json));
  if (!checked.success)
    throw new Error(`the answer of ${name} breaks the contract: ${String(checked.error)}`);
}

function contextOf({ core, now, assumptions, client, fault }: Passage): RuleContext {
  const { db, variants } = core;
  const context = ruleContext({ db, now, variants, assumptions, fault: domainFault(fault) });
  return client === undefined ? context : Object.assign(context, { client });
}

/** The service's own answer: the body is checked, then the rule runs in one transaction. Throws what the rule throws. */
export async function applyRule(passage: Passage, { name, params }: Match): Promise<Answer> {
  const { core, exchange, query, assumptions, body } = passage;
  const schemas = body.wanted || core.behaviour.checkAnswers ? await core.schemasOf(name) : undefined;
  const rule = (await core.ruleOf(name)) as Rule<RuleContext>;
  if (exchange.tooLarge || (exchange.body?.length ?? 0) > limits.maxBodyBytes) {
    assumptions.add('A-37');
    throw new Refusal(413, 'The body is larger than 10 MiB');
  }
  if (body.wanted) checkBody(body, schemas?.body, assumptions, name === 'login' ? 'A-40' : undefined);
  const input = { params, query: new URLSearchParams(query), body: body.value };
  const run = (): Reply => rule(contextOf(passage), input);
  const writes = endpoints[name].write || name === 'login';
  const many = await core.manyOf(name);
  const shared =
    many === undefined
      ? undefined
      : { together: many, call: { context: contextOf(passage) as ClientContext, input } };
  const reply = writes ? await core.write(run, shared) : core.db.transaction('read', run);
  if (core.behaviour.checkAnswers) checkAnswer(name, reply, schemas?.response);
  return toAnswer(reply);
}
