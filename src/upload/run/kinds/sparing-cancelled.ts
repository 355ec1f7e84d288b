import type { CancelledSince } from '../earlier-runs.ts';
import type { Task } from '../work.ts';
import type { Kind } from './document-kinds.ts';

/**
 * The kind, with look-ups that do not only say that a document is absent, but also whether it was cancelled since: another
 * terminal may cancel an order while its upload is unsure of it.
 */
export const sparingCancelled = (kind: Kind, cancelledSince: (task: Task) => CancelledSince): Kind => ({
  ...kind,
  async lookUp(api, task, signal) {
    const found = await kind.lookUp(api, task, signal);
    if (found.kind !== 'absent') return found;
    const cancelled = cancelledSince(task);
    return cancelled === 'no' ? found : { kind: 'absent', cancelled };
  },
});
