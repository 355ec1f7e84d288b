import type { Asked, Feature, SeenAnswer } from '../../emulator/conformance/probes/observations.ts';
import type { Fields } from '../../text/records.ts';

/** What has been seen of a service so far. */
export interface Notebook {
  readonly answers: Partial<Record<Asked, SeenAnswer>>;
  readonly features: Partial<Record<Feature, boolean>>;
  readonly orders: Fields[];
  readonly slots: Fields[];
  readonly purchaseOrders: Fields[];
  noteKept?: boolean;
  channelOrder?: string;
  ownOrder?: string;
  /** Why the writes ended. */
  stopped?: string;
}

/** An empty notebook. */
export const emptyNotebook = (): Notebook => ({
  ...{ answers: {}, features: {}, orders: [], slots: [], purchaseOrders: [] },
});

/** Records an answer, if there is one, under a name, and returns it. */
export function note(
  notebook: Notebook,
  name: Asked,
  answer: SeenAnswer | undefined,
): SeenAnswer | undefined {
  if (answer !== undefined) notebook.answers[name] = answer;
  return answer;
}
