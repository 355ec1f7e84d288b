import { counted, shownFile } from '../../text/words.ts';
import { leaveOutReasons, type Reason } from './reasons.ts';
import type { LeftOutCount } from './types.ts';

/** The counts of a reading, and the notices about them. */
export interface Tally {
  document(invalid: boolean): void;
  /** An invalid document that is not in the sink; `isOwn`: this run answers for it. */
  elsewhere(isOwn: boolean): void;
  becameInvalid(): void;
  /** A document that was counted as invalid is valid with its later rows. */
  becameValid(): void;
  /** `noColumns`: the whole file, not only this order, has no billing address. */
  billingCopied(noColumns: boolean): void;
  freeLine(reference: string): void;
  /** An order is left out. */
  leftOut(reason: Reason, reference: string): void;
  /** An order counted as left out is sent or invalid after all. */
  notLeftOut(reason: Reason, reference: string): void;
  /** An order counted as a document is left out after all. */
  becameLeftOut(invalid: boolean, reason: Reason, reference: string): void;
  /** A line is left out of an order that is sent. */
  leftOutLine(reason: Reason, reference: string): void;
  /** The header of a file has problems. */
  wrongHeader(): void;
  /** Whether a file has such a header. */
  readonly hasWrongHeader: boolean;
  /** Why a file has no documents. */
  nothingIn(reason: string): void;
  /** The preset that was detected for a file. */
  detected(file: string, title: string, preset: string): void;
  /** The export lacks the columns that say what must not be shipped. */
  withoutStatus(file: string): void;
  /** The export lacks the columns that say what has been shipped, of which this is the usual one. */
  withoutShipped(file: string, column: string): void;
  /** What is hidden in a sheet, which is read all the same. */
  hidden(
    file: string,
    sheet: string,
    what: { readonly sheet: boolean; readonly rows: number; readonly columns: number },
  ): void;
  /** A map or preset was ignored for a JSON file, which has the service's own field names. */
  unused(file: string, option: 'map' | 'preset'): void;
  readonly total: number;
  readonly invalid: number;
  /** How many of the invalid documents are this run's own and not in the sink. */
  readonly ownElsewhere: number;
  leftOutCounts(): LeftOutCount[];
  notices(): string[];
}

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

/** Creates the counts of a reading. The notices speak of orders: only they are copied, free or left out. */
export function newTally(): Tally {
  let total = 0;
  let invalid = 0;
  let ownElsewhere = 0;
  const billing = { noColumns: 0, blank: 0 };
  let hasWrongHeader = false;
  const free = noCounts();
  const reasons = new Map<Reason, Counter>();
  const remarks: string[] = [];
  const counterOf = (reason: Reason): Counter => {
    const counter = reasons.get(reason) ?? noCounts();
    reasons.set(reason, counter);
    return counter;
  };
  const name = (counter: Counter, reference: string): void => {
    if (counter.references.includes(reference)) return;
    if (counter.references.length < maxNamed) counter.references.push(reference);
    else counter.hasMore = true;
  };
  const tally: Tally = {
    document(isInvalid) {
      total++;
      if (isInvalid) invalid++;
    },
    elsewhere(isOwn) {
      tally.document(true);
      if (isOwn) ownElsewhere++;
    },
    becameInvalid() {
      invalid++;
    },
    becameValid() {
      invalid--;
    },
    billingCopied(noColumns) {
      billing[noColumns ? 'noColumns' : 'blank']++;
    },
    freeLine(reference) {
      free.orders++;
      name(free, reference);
    },
    leftOut(reason, reference) {
      const counter = counterOf(reason);
      counter.orders++;
      name(counter, reference);
    },
    notLeftOut(reason, reference) {
      const counter = counterOf(reason);
      counter.orders--;
      counter.references = counter.references.filter((each) => each !== reference);
    },
    becameLeftOut(wasInvalid, reason, reference) {
      total--;
      if (wasInvalid) invalid--;
      tally.leftOut(reason, reference);
    },
    leftOutLine(reason, reference) {
      const counter = counterOf(reason);
      counter.lines++;
      name(counter, reference);
    },
    wrongHeader() {
      hasWrongHeader = true;
    },
    get hasWrongHeader() {
      return hasWrongHeader;
    },
    nothingIn(reason) {
      remarks.push(`${reason}: nothing to do`);
    },
    detected(file, title, preset) {
      remarks.push(`${shownFile(file)} is ${title}: read with --preset ${preset}`);
    },
    withoutStatus(file) {
      remarks.push(`${shownFile(file)} has no status column: orders are sent whatever their status`);
    },
    withoutShipped(file, column) {
      const says = 'orders are sent even if they have been shipped';
      remarks.push(`${shownFile(file)} has no column ${column}: ${says}`);
    },
    hidden(file, sheet, what) {
      const hidden = [
        ...(what.sheet ? ['the sheet itself'] : []),
        ...(what.rows > 0 ? [counted(what.rows, 'row')] : []),
        ...(what.columns > 0 ? [counted(what.columns, 'column')] : []),
      ];
      if (hidden.length > 0)
        remarks.push(`${shownFile(file)}, ${sheet}: ${hidden.join(' and ')} hidden, and read like the rest`);
    },
    unused(file, option) {
      remarks.push(`${shownFile(file)} is JSON: read without the ${option}, which is for CSV`);
    },
    get total() {
      return total;
    },
    get invalid() {
      return invalid;
    },
    get ownElsewhere() {
      return ownElsewhere;
    },
    leftOutCounts: () =>
      [...reasons]
        .filter(([, { orders, lines }]) => orders + lines > 0)
        .map(([reason, { orders, lines, references }]) => ({ reason, orders, lines, references })),
    notices() {
      const notices = [...remarks];
      const copied = (orders: number): string =>
        `the delivery address was copied for ${counted(orders, 'order')}`;
      if (billing.noColumns > 0) notices.push(`no BillingAddress columns: ${copied(billing.noColumns)}`);
      if (billing.blank > 0) notices.push(`blank billing address: ${copied(billing.blank)}`);
      if (free.orders > 0) {
        const which = named(free);
        notices.push(`${counted(free.orders, 'order')} with free lines, sent at 0.01 each${which}`);
      }
      for (const [reason, counter] of [...reasons].sort((a, b) => rankOf(a) - rankOf(b))) {
        const { orders, lines } = counter;
        const counts = [
          ...(orders > 0 ? [counted(orders, 'order')] : []),
          ...(lines > 0 ? [counted(lines, 'line')] : []),
        ];
        if (counts.length > 0) notices.push(`${counts.join(' and ')} left out as ${reason}${named(counter)}`);
      }
      return notices;
    },
  };
  return tally;
}
