import type { SeenAnswer } from '../../emulator/conformance/probes/observations.ts';
import { fieldsOf } from '../../text/records.ts';

/** The result of a request that the service may refuse. */
export type Tried =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly message: string }
  /** Nothing more may be sent: the outcome is unknown, or nothing of this kind is accepted. */
  | { readonly kind: 'stopped' };

/** The features that a service accepts together, and those that it refuses; unknown ones are in neither. */
export interface Accepted<F> {
  readonly accepted: readonly F[];
  readonly refused: readonly F[];
}

/** The service's message, used only to choose which feature to leave out first, never as evidence. */
export const messageOf = ({ body }: SeenAnswer): string => {
  const { error, message } = fieldsOf(body);
  return [error, message].filter((text) => typeof text === 'string').join(' ');
};

/**
 * Sends a request with all features, and then without those that are refused, until one is accepted; only that one takes
 * effect. A feature counts as refused only if the same request was accepted without it and refused with it. Undefined if
 * no request was accepted.
 */
export async function findAccepted<F extends string>(
  features: readonly F[],
  attempt: (set: readonly F[]) => Promise<Tried>,
  hints: Readonly<Record<F, string>>,
): Promise<Accepted<F> | undefined> {
  const removed: F[] = [];
  let set = [...features];
  for (;;) {
    // Tests whether each feature left out earlier is refused on its own; the last one was just tested.
    const proven = removed.slice(-1);
    for (const feature of removed.slice(0, -1)) {
      const tried = await attempt([...set, feature]);
      if (tried.kind === 'stopped') return undefined;
      if (tried.kind === 'accepted') return { accepted: [...set, feature], refused: proven };
      proven.push(feature);
    }
    const tried = await attempt(set);
    if (tried.kind === 'stopped') return undefined;
    if (tried.kind === 'accepted') return { accepted: set, refused: proven };
    const blamed = set.find((feature) => tried.message.includes(hints[feature])) ?? set[0];
    if (blamed === undefined) return undefined;
    removed.push(blamed);
    set = set.filter((feature) => feature !== blamed);
  }
}
