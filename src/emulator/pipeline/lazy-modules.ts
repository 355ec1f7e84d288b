import { acceptanceOf } from '../../contract/checks/acceptance.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Reply, RuleContext } from '../engine/context.ts';
import type { WriteMode } from '../store/database/value-cache.ts';
import type { BodyCheck } from './request-body.ts';
import { manyRoutes, routes } from './routes.ts';
import type { Soon } from './soon.ts';

/** A request of some endpoint: `params` from that endpoint's path, `body` valid by its schema. */
interface CheckedRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly json: string | undefined;
}

/** A request and what its rule receives besides. */
interface CheckedCall {
  /** With the account, if the endpoint requires a token. */
  readonly context: RuleContext;
  readonly input: CheckedRequest;
}

/** The rule that answers an endpoint. */
export interface LoadedRule {
  readonly rule: (context: RuleContext, input: CheckedRequest) => Reply;
  readonly many:
    | { readonly together: (calls: readonly CheckedCall[]) => readonly Reply[]; readonly mode: WriteMode }
    | undefined;
}

/** The schemas that validate an endpoint's requests. */
export interface LoadedSchemas {
  readonly body: BodyCheck | undefined;
}

/** Loads a value on first use, and then returns it without a promise. */
function once<K, V>(load: (key: K) => Promise<V>): (key: K) => Soon<V> {
  const loaded = new Map<K, Soon<V>>();
  return (key) => {
    const known = loaded.get(key);
    if (known !== undefined) return known;
    const loading = load(key).then((value) => {
      loaded.set(key, value);
      return value;
    });
    loaded.set(key, loading);
    return loading;
  };
}

/**
 * Loads the rules of endpoints on first use. The compiler cannot know that a request was routed and checked for the
 * very endpoint whose rule it meets, so this is the only place that says so with a cast.
 */
export const ruleLoader = (): ((name: EndpointName) => Soon<LoadedRule>) =>
  once(async (name) => {
    const [rule, many] = await Promise.all([routes[name](), manyRoutes[name]?.()]);
    return { rule, many } as LoadedRule;
  });

/** Loads the schemas of endpoints on first use. */
export const schemaLoader = (): ((name: EndpointName) => Soon<LoadedSchemas>) =>
  once(async (name) => {
    const { body } = (await import('../../contract/schemas.ts')).schemasOf(name);
    return { body: body === undefined ? undefined : { schema: body, accepts: acceptanceOf(body) } };
  });
