import type { EndpointName, endpoints } from '../../contract/endpoints.ts';
import type { BodyOf, PathParameter, QueryOf } from '../../contract/schemas.ts';
import type { ClientContext, Reply, RuleContext } from '../domain/context.ts';

/** The query parameters of an endpoint, as sent: of each the first value, or null. */
export interface Query<Parameter extends string> {
  readonly get: (name: Parameter) => string | null;
}

interface RuleInput<Name extends EndpointName> {
  /** Decoded. */
  readonly params: Readonly<Record<PathParameter<Name>, string>>;
  readonly query: Query<QueryOf<Name>>;
  /** Already validated against the endpoint's schema. */
  readonly body: BodyOf<Name>;
}

/** What the rule of an endpoint receives: the account, too, if the endpoint requires a token. */
type ContextOf<Name extends EndpointName> = (typeof endpoints)[Name]['auth'] extends true
  ? ClientContext
  : RuleContext;

/** The rule of an endpoint. It depends only on its arguments: no HTTP, no clock of its own. */
export type Rule<Name extends EndpointName> = (context: ContextOf<Name>, input: RuleInput<Name>) => Reply;
