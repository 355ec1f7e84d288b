import type { Settled } from '../outcomes.ts';
import type { Group, Outcomes } from './journal.ts';
import { packed } from './packed-rows.ts';

/** What is recorded about a document besides its outcome. */
interface Recorded {
  readonly reference: string;
  readonly document: { digest(): string };
}

/** Outcomes to record together. */
interface PendingOutcomes extends Outcomes {
  add(recorded: Recorded, settled: Settled): void;
}

const jsonOf = (value: string | number | bigint | undefined): string =>
  typeof value === 'bigint' ? String(value) : value === undefined ? 'null' : JSON.stringify(value);

/** An empty collection. It builds the JSON of rows by hand, which takes half the time. */
export function collectOutcomes(): PendingOutcomes {
  const groups: (Group & { readonly packed: string[]; readonly rows: string[] })[] = [];
  const explained: string[] = [];
  const refused: string[] = [];

  const groupOf = (state: string, status: number | null): (typeof groups)[number] => {
    let group = groups.find((each) => each.state === state && each.status === status);
    if (group === undefined) {
      group = { state, status, packed: [], rows: [] };
      groups.push(group);
    }
    return group;
  };

  return {
    groups,
    explained,
    refused,
    add({ reference, document }, { outcome, uuid, number, status = null, error, fields, keepsRecord }) {
      const digest = document.digest();
      const isExplained = error !== undefined || fields !== undefined || keepsRecord === true;
      const text = isExplained ? undefined : packed({ reference, digest, uuid, number });
      if (text !== undefined) {
        groupOf(outcome, status).packed.push(text);
        return;
      }
      const ids = `${JSON.stringify(reference)},"${digest}",${jsonOf(uuid)},${jsonOf(number)}`;
      if (!isExplained) {
        groupOf(outcome, status).rows.push(`[${ids}]`);
        return;
      }
      const row = `[${ids},"${outcome}",${status},${jsonOf(error)},${jsonOf(fields?.join(', '))}]`;
      (keepsRecord === true ? refused : explained).push(row);
    },
  };
}
