/** The reasons for leaving out an order or a line, as `--include` takes them. */
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

/** A reason for leaving something out. */
export type Reason = (typeof leaveOutReasons)[number];

/** The values of `--include`: the reasons, and `free-lines`, which sends free lines at the lowest price. */
export const includable = [...leaveOutReasons, 'free-lines'] as const;

/** A value of `--include`. */
export type Includable = (typeof includable)[number];

/** Whether an order left out for this reason must be reported if it is already with the warehouse. */
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

/** A line that is left out of an order that is sent. */
export interface LeftOutLine {
  readonly SKU: string;
  readonly reason: Reason;
  /** The physical line of its row. */
  readonly line: number;
}
