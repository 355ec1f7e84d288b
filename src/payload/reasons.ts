/** Why an order or a line of an export is not sent, by the words that `--include` takes. */
export const leaveOutReasons = [
  'cancelled',
  'refunded',
  'partly-refunded',
  'fulfilled',
  'unpaid',
  'on-hold',
  'pickup',
  'not-goods',
  'not-kept',
] as const;

/** Why an export leaves something out. */
export type Reason = (typeof leaveOutReasons)[number];

/** What `--include` takes: reasons, and `free-lines`, which sends lines that cost nothing for the smallest price. */
export const includable = [...leaveOutReasons, 'free-lines'] as const;

/** A value of `--include`. */
export type Includable = (typeof includable)[number];

/** Whether a text is a reason. */
export const isReason = (text: string): text is Reason => leaveOutReasons.some((reason) => reason === text);

/** Whether an order that is left out for this reason must not be with the warehouse. */
export function mustNotShip(reason: Reason): boolean {
  switch (reason) {
    case 'cancelled':
    case 'refunded':
    case 'on-hold':
      return true;
    case 'partly-refunded':
    case 'fulfilled':
    case 'unpaid':
    case 'pickup':
    case 'not-goods':
    case 'not-kept':
      return false;
  }
}

/** A line of an order that is not sent although the order is. */
export interface LeftOutLine {
  readonly SKU: string;
  readonly reason: Reason;
  /** Physical line of its row. */
  readonly line: number;
}
