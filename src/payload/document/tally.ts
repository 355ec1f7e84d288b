import { counted, shownFile } from '../../text/words.ts';
import { leaveOutReasons, type Reason } from './reasons.ts';

export type Tally = ReturnType<typeof newTally>;

/** The counts that are not zero, by what they count. */
export const countsOf = (counts: Readonly<Record<string, number>>): string[] =>
  Object.entries(counts).flatMap(([one, count]) => (count > 0 ? [counted(count, one)] : []));

/** How many references a notice names. */
const maxNamed = 5;

interface Counter {
  orders: number;
  lines: number;
  references: string[];
  /** There are more than the named ones. */
  hasMore: boolean;
}

const noCounts = (): Counter => ({ orders: 0, lines: 0, references: [], hasMore: false });

const named = ({ references, hasMore }: Counter): string =>
  references.length === 0 ? '' : `: ${references.join(', ')}${hasMore ? ', …' : ''}`;

/** Reasons that leave out whole orders come first, otherwise in the order of the list of reasons. */
const rankOf = ([reason, { orders }]: [Reason, Counter]): number =>
  leaveOutReasons.indexOf(reason) + (orders > 0 ? 0 : leaveOutReasons.length);

/** Creates the counts of a reading of documents called so. Only of orders is something copied, free or partly shipped. */
export function newTally({ one, many }: { readonly one: string; readonly many: string }) {
  const billing = { noColumns: 0, blank: 0 };
  const free = noCounts();
  const inPart = noCounts();
  const reasons = new Map<Reason, Counter>();
  const remarks: string[] = [];
  const counterOf = (reason: Reason): Counter => {
    const counter = reasons.get(reason) ?? noCounts();
    reasons.set(reason, counter);
    return counter;
  };
  /** Counts an order or a line, and names its order. */
  const count = (counter: Counter, what: 'orders' | 'lines', reference: string): void => {
    counter[what]++;
    if (counter.references.includes(reference)) return;
    if (counter.references.length < maxNamed) counter.references.push(reference);
    else counter.hasMore = true;
  };
  const tally = {
    total: 0,
    invalid: 0,
    /** How many of the invalid documents are this run's own and not in the sink. */
    ownElsewhere: 0,
    /** Whether the header of a file has problems. */
    hasWrongHeader: false,
    /** Whether a document has notes. */
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
    freeLine: (reference: string): void => count(free, 'orders', reference),
    /** An order is left out although not all of it has shipped. */
    shippedInPart: (reference: string): void => count(inPart, 'orders', reference),
    leftOut: (reason: Reason, reference: string): void => count(counterOf(reason), 'orders', reference),
    /** Takes back the count of a document that turns out otherwise. */
    takeBack({ invalid, leftOut }: { invalid: boolean; leftOut?: Reason }, reference: string): void {
      if (leftOut === undefined) {
        tally.total--;
        if (invalid) tally.invalid--;
        return;
      }
      const counter = counterOf(leftOut);
      counter.orders--;
      counter.references = counter.references.filter((each) => each !== reference);
    },
    leftOutLine: (reason: Reason, reference: string): void => count(counterOf(reason), 'lines', reference),
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
      if (billing.noColumns > 0) notices.push(`no BillingAddress columns: ${copied(billing.noColumns)}`);
      if (billing.blank > 0) notices.push(`blank billing address: ${copied(billing.blank)}`);
      if (free.orders > 0)
        notices.push(`${counted(free.orders, 'order')} with free lines, sent at 0.01 each${named(free)}`);
      for (const [reason, counter] of [...reasons].sort((a, b) => rankOf(a) - rankOf(b))) {
        const documents = counter.orders > 0 ? [counted(counter.orders, one, many)] : [];
        const counts = [...documents, ...countsOf({ line: counter.lines })];
        if (counts.length > 0) notices.push(`${counts.join(' and ')} left out as ${reason}${named(counter)}`);
      }
      if (inPart.orders > 0)
        notices.push(
          `${counted(inPart.orders, 'order')} shipped in part; the file does not say what is left to send${named(inPart)}`,
        );
      return notices;
    },
  };
  return tally;
}
