import { acceptanceOf } from '../../contract/checks/acceptance.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { BodyCheck } from './request-body.ts';
import { type AnyRule, type ManyRule, manyRoutes, routes } from './routes.ts';

/** A value that is loaded on first use: a promise only until it has loaded. */
export type Soon<T> = T | Promise<T>;

/** The rule that answers an endpoint. */
export interface LoadedRule {
  readonly rule: AnyRule;
  readonly many: ManyRule | undefined;
}

/** The schemas that validate an endpoint's requests. */
export interface LoadedSchemas {
  readonly body: BodyCheck | undefined;
}

/** Loads a value on first use and then returns it without a promise, because awaiting one would slow every request. */
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

/** Loads the rules of endpoints on first use. */
export const ruleLoader = (): ((name: EndpointName) => Soon<LoadedRule>) =>
  once(async (name) => ({ rule: await routes[name](), many: await manyRoutes[name]?.() }));

/** Loads the schemas of endpoints on first use. */
export const schemaLoader = (): ((name: EndpointName) => Soon<LoadedSchemas>) =>
  once(async (name) => {
    const { body } = (await import('../../contract/schemas.ts')).schemas[name];
    return { body: body === undefined ? undefined : { schema: body, accepts: acceptanceOf(body) } };
  });
