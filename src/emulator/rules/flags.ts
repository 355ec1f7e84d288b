import { type Query, type RuleContext, ServiceError } from '../engine/context.ts';

/** Reads a query parameter that is `true` or `false`, and counts as false when absent. Throws a 400 for anything else. */
export function readFlag<Name extends string>(query: Query<Name>, name: Name): boolean {
  const value = query.get(name);
  if (value === null || value === 'false') return false;
  if (value === 'true') return true;
  throw new ServiceError(400, `${name} must be true or false`);
}

/** As `readFlag`, for an endpoint of the service, which does not say how it answers other values. */
export function flagAsked<Name extends string>(
  context: Pick<RuleContext, 'assume'>,
  query: Query<Name>,
  name: Name,
): boolean {
  try {
    return readFlag(query, name);
  } catch (error) {
    context.assume('A-39');
    throw error;
  }
}
