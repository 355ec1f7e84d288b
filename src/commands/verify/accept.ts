import type { SeenAnswer } from '../../emulator/conformance/probes/observations.ts';
import { fieldsOf } from '../../text/records.ts';

/** The result of a request that may be refused. */
export type Tried =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly message: string }
  /** Nothing more may be sent: it is not known what came of it, or nothing of the kind is taken. */
  | { readonly kind: 'stopped' };

/** Which features a service accepts together, and which it refuses; those of which nothing is known are in neither. */
export interface Accepted<F> {
  readonly accepted: readonly F[];
  readonly refused: readonly F[];
}

/** The service's words; they only say which feature to leave out first, never what was refused. */
export const messageOf = ({ body }: SeenAnswer): string => {
  const { error, message } = fieldsOf(body);
  return [error, message].filter((text) => typeof text === 'string').join(' ');
};

/**
 * Sends a request with all features, then without those that are refused, until one is accepted; that one takes effect,
 * and is the only one. A feature counts as refused only where the same request was accepted without it, and refused
 * with it. Undefined when none was accepted.
 */
export async function findAccepted<F extends string>(
  features: readonly F[],
  attempt: (set: readonly F[]) => Promise<Tried>,
  hints: Readonly<Record<F, string>>,
): Promise<Accepted<F> | undefined> {
  const removed: F[] = [];
  let set = [...features];
  for (;;) {
    // Whether those that were left out earlier are refused by themselves; the last one was, a moment ago.
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
