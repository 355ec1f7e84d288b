import { counted, firstFew, listed, shownFile } from '../../text/words.ts';
import { type LeftOutLine, leaveOutReasons, type Reason } from './reasons.ts';

export type Tally = ReturnType<typeof newTally>;

/** The counts that are not zero, by what they count. */
export const countsOf = (counts: Readonly<Record<string, number>>): string[] =>
  Object.entries(counts).flatMap(([one, count]) => (count > 0 ? [counted(count, one)] : []));

const maxNamed = 5;

const noCounts = () => ({ orders: 0, lines: 0, references: [] as string[] });
type Counter = ReturnType<typeof noCounts>;

const named = ({ references }: Counter, orders: number): string =>
  references.length === 0 ? '' : `: ${firstFew(references, maxNamed, orders)}`;

const byRank = <Value>([a]: readonly [Reason, Value], [b]: readonly [Reason, Value]): number =>
  leaveOutReasons.indexOf(a) - leaveOutReasons.indexOf(b);

/** Creates the counts of a reading of documents called so. Only of orders is something copied, free or partly shipped. */
export function newTally({ one, many }: { readonly one: string; readonly many: string }) {
  const billing = { noColumns: 0, blank: 0 };
  const free = noCounts();
  const inPart = noCounts();
  const reasons = new Map<Reason, Counter>();
  const remarks: string[] = [];
  const counterOf = <Key>(counters: Map<Key, Counter>, key: Key): Counter => {
    const counter = counters.get(key) ?? noCounts();
    counters.set(key, counter);
    return counter;
  };
  const countOrder = (counter: Counter, reference: string): void => {
    counter.orders++;
    if (counter.references.length < maxNamed) counter.references.push(reference);
  };
  /** Lines left out of orders that stay, by all reasons of their order: each order once. */
  const lines = new Map<string, Counter>();
  const tally = {
    total: 0,
    invalid: 0,
    /** How many of the invalid documents are this run's own and not in the sink. */
    ownElsewhere: 0,
    hasWrongHeader: false,
    hasNotes: false,
    document(isInvalid: boolean): void {
      tally.total++;
      if (isInvalid) tally.invalid++;
    },
    /** An invalid document that is not in the sink; `isOwn`: this run answers for it. */
    elsewhere(isOwn: boolean): void {
      tally.document(true);
      if (isOwn) tally.ownElsewhere++;
    },
    /** `noColumns`: the whole file, not only this order, has no billing address. */
    billingCopied(noColumns: boolean): void {
      billing[noColumns ? 'noColumns' : 'blank']++;
    },
    freeLine: (reference: string): void => countOrder(free, reference),
    /** An order is left out; `inPart`: although not all of it has shipped. */
    leftOut(reason: Reason, reference: string, isInPart = false): void {
      const counter = counterOf(reasons, reason);
      if (isInPart) {
        counter.orders++;
        countOrder(inPart, reference);
      } else countOrder(counter, reference);
    },
    /** Takes back the count of a document that turns out otherwise. */
    takeBack({ invalid, leftOut }: { invalid: boolean; leftOut?: Reason }, reference: string): void {
      if (leftOut === undefined) {
        tally.total--;
        if (invalid) tally.invalid--;
        return;
      }
      const counter = counterOf(reasons, leftOut);
      counter.orders--;
      const at = counter.references.indexOf(reference);
      if (at >= 0) counter.references.splice(at, 1);
    },
    /** The lines that are left out of one order, which is sent. */
    leftOutLines(reference: string, leftOut: readonly Pick<LeftOutLine, 'reason'>[]): void {
      if (leftOut.length === 0) return;
      for (const { reason } of leftOut) counterOf(reasons, reason).lines++;
      const found = leaveOutReasons.filter((reason) => leftOut.some((line) => line.reason === reason));
      const counter = counterOf(lines, listed(found));
      countOrder(counter, reference);
      counter.lines += leftOut.length;
    },
    remark(file: string, what: string): void {
      remarks.push(`${shownFile(file)}${what}`);
    },
    leftOutCounts: () =>
      [...reasons]
        .filter(([, { orders, lines }]) => orders + lines > 0)
        .map(([reason, { orders, lines, references }]) => ({ reason, orders, lines, references })),
    notices(): string[] {
      const notices = [...remarks];
      const copied = (orders: number): string =>
        `the delivery address was copied for ${counted(orders, 'order')}`;
      if (billing.noColumns > 0) notices.push(`no billing address in the file: ${copied(billing.noColumns)}`);
      if (billing.blank > 0) notices.push(`blank billing address: ${copied(billing.blank)}`);
      const note = (count: number, what: string, counter: Counter): void => {
        if (count > 0) notices.push(`${counted(count, one, many)} ${what}${named(counter, count)}`);
      };
      note(free.orders, 'with free lines, sent at 0.01 each', free);
      for (const [reason, counter] of [...reasons].sort(byRank)) {
        const partly = reason === 'fulfilled' ? inPart.orders : 0;
        note(counter.orders - partly, `left out as ${reason}`, counter);
      }
      const inPartOnly = 'but shipped only in part; the file does not say what is left to send';
      note(inPart.orders, `left out as fulfilled, ${inPartOnly}`, inPart);
      for (const [which, counter] of lines) {
        const { orders, references } = counter;
        const [of, all] =
          orders === 1 ? [references[0], ''] : [counted(orders, one, many), named(counter, orders)];
        notices.push(`${counted(counter.lines, 'line')} of ${of} left out as ${which}${all}`);
      }
      return notices;
    },
  };
  return tally;
}
