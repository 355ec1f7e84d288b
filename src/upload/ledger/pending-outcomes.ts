import type { Settled } from '../outcomes.ts';
import type { Group, Outcomes } from './journal.ts';

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

/** An empty collection. It builds the JSON by hand, which takes half the time. */
export function collectOutcomes(): PendingOutcomes {
  const groups: (Group & { readonly rows: string[] })[] = [];
  const explained: string[] = [];
  const refused: string[] = [];
  return {
    groups,
    explained,
    refused,
    add({ reference, document }, { outcome, uuid, number, status = null, error, fields, keepsRecord }) {
      const ids = `${JSON.stringify(reference)},"${document.digest()}",${jsonOf(uuid)},${jsonOf(number)}`;
      if (error !== undefined || fields !== undefined || keepsRecord === true) {
        const row = `[${ids},"${outcome}",${status},${jsonOf(error)},${jsonOf(fields?.join(', '))}]`;
        (keepsRecord === true ? refused : explained).push(row);
        return;
      }
      const group = groups.find((each) => each.state === outcome && each.status === status);
      if (group === undefined) groups.push({ state: outcome, status, rows: [`[${ids}]`] });
      else group.rows.push(`[${ids}]`);
    },
  };
}
