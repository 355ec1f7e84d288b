import type { Settled } from '../outcomes.ts';
import type { Group, Outcomes } from './journal.ts';

/** What is noted of a document besides its outcome. */
interface Noted {
  readonly reference: string;
  readonly document: { digest(): string };
}

/** Outcomes that are noted together. */
interface Gathering extends Outcomes {
  add(noted: Noted, settled: Settled): void;
}

const jsonOf = (value: string | number | undefined): string =>
  value === undefined ? 'null' : JSON.stringify(value);

/** Nothing gathered yet. The JSON is put together by hand: most outcomes are alike, and it takes half the time. */
export function gathering(): Gathering {
  const groups: (Group & { readonly rows: string[] })[] = [];
  const explained: string[] = [];
  return {
    groups,
    explained,
    add({ reference, document }, { outcome, uuid, number, status = null, error, fields }) {
      const ids = `${JSON.stringify(reference)},"${document.digest()}",${jsonOf(uuid)},${jsonOf(number)}`;
      if (error !== undefined || fields !== undefined) {
        explained.push(`[${ids},"${outcome}",${status},${jsonOf(error)},${jsonOf(fields?.join(', '))}]`);
        return;
      }
      const group = groups.find((each) => each.state === outcome && each.status === status);
      if (group === undefined) groups.push({ state: outcome, status, rows: [`[${ids}]`] });
      else group.rows.push(`[${ids}]`);
    },
  };
}
