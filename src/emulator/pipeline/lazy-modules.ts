import { acceptanceOf } from '../../contract/checks/acceptance.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { BodyCheck } from './request-body.ts';
import { type AnyRule, type ManyRule, manyRoutes, routes } from './routes.ts';

/** Something loaded on its first use: a promise only until it has loaded. */
export type Soon<T> = T | Promise<T>;

/** What answers an endpoint. */
export interface LoadedRule {
  readonly rule: AnyRule;
  readonly many: ManyRule | undefined;
}

/** What an endpoint's requests are checked by. */
export interface LoadedSchemas {
  readonly body: BodyCheck | undefined;
}

/** Keeps what is loaded on first use and returns it without a promise from then on: each wait would cost every request. */
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

/** Loads the rules of endpoints. */
export const ruleLoader = (): ((name: EndpointName) => Soon<LoadedRule>) =>
  once(async (name) => ({ rule: await routes[name](), many: await manyRoutes[name]?.() }));

/** Loads the schemas of endpoints. */
export const schemaLoader = (): ((name: EndpointName) => Soon<LoadedSchemas>) =>
  once(async (name) => {
    const { body } = (await import('../../contract/schemas.ts')).schemas[name];
    return { body: body === undefined ? undefined : { schema: body, accepts: acceptanceOf(body) } };
  });
