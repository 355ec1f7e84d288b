import type { Asked, Feature, SeenAnswer } from '../../emulator/conformance/probes/observations.ts';
import type { Fields } from '../../text/records.ts';

/** What was seen of a service so far; it grows as more is asked. */
export interface Notebook {
  readonly answers: Partial<Record<Asked, SeenAnswer>>;
  readonly features: Partial<Record<Feature, boolean>>;
  readonly orders: Fields[];
  readonly slots: Fields[];
  readonly purchaseOrders: Fields[];
  noteKept?: boolean;
  channelOrder?: string;
  ownOrder?: string;
  /** Why nothing more may be written. */
  stopped?: string;
}

/** A notebook of a service that was not asked yet. */
export const emptyNotebook = (): Notebook => ({
  ...{ answers: {}, features: {}, orders: [], slots: [], purchaseOrders: [] },
});

/** Keeps an answer under its name, where there is one, and gives it back. */
export function note(
  notebook: Notebook,
  name: Asked,
  answer: SeenAnswer | undefined,
): SeenAnswer | undefined {
  if (answer !== undefined) notebook.answers[name] = answer;
  return answer;
}
