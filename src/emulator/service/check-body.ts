import * as z from 'zod/mini';
import type { EndpointName } from '../../contract/endpoints.ts';
import { beginningsOf, type Problem, problemsOf, withoutAbsentFields } from '../../contract/problems.ts';
import { schemas } from '../../contract/schemas.ts';
import type { AssumptionId } from '../conformance/assumptions.ts';
import { type RuleContext, ServiceError } from '../domain/context.ts';

/** The assumption that the refusal of a problem depends on; none where the specification decides. */
function restsOn(name: EndpointName, { field, missing, mismatch }: Problem): AssumptionId | undefined {
  if (!missing) return mismatch && (mismatch === 'list' ? 'A-21' : 'A-39');
  if (name === 'login') return 'A-40';
  return name === 'createPurchaseOrder' && field === 'items' ? 'A-42' : undefined;
}

/** The body that an endpoint's rule receives. Throws a 400 that names the first invalid field. */
export function checkBody(name: EndpointName, sent: unknown, context: RuleContext): unknown {
  const { body, bodyOptional } = schemas[name];
  if (body === undefined) return sent;
  const schema = bodyOptional ? z.optional(body) : body;
  for (const part of beginningsOf(sent)) checkPart(name, schema, part, context);
  return checkPart(name, schema, sent, context);
}

function checkPart(name: EndpointName, schema: z.core.$ZodType, sent: unknown, context: RuleContext) {
  if (z.safeParse(schema, sent).success) return sent;
  // Under the alternative, nulls remain in optional fields and are refused.
  const cleaned = withoutAbsentFields(schema, sent);
  const value = cleaned === sent ? sent : context.decide('A-39', [cleaned, sent]);
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return value;
  const problem = problemsOf(parsed.error, value)[0];
  const assumption = problem === undefined ? undefined : restsOn(name, problem);
  if (assumption !== undefined) context.assume(assumption);
  throw new ServiceError(400, problem?.message ?? 'The body is not valid');
}
