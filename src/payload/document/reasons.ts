import { keysOf } from '../../text/records.ts';

/** The reasons for leaving out, and whether an order left out must be reported if it is already with the warehouse. */
const reasons = {
  cancelled: true,
  refunded: true,
  'partly-refunded': false,
  fulfilled: false,
  unpaid: false,
  'on-hold': true,
  pickup: false,
  'not-goods': false,
  'not-kept': false,
};

export type Reason = keyof typeof reasons;

/** The reasons as `--include` takes them. */
export const leaveOutReasons = keysOf(reasons);

/** The values of `--include`: the reasons, and `free-lines`, which sends free lines at the lowest price. */
export const includable = [...leaveOutReasons, 'free-lines'] as const;

export type Includable = (typeof includable)[number];

/** Whether an order left out for this reason must be reported if it is already with the warehouse. */
export const mustNotShip = (reason: Reason): boolean => reasons[reason];

/** A line that is left out of an order that is sent. */
export interface LeftOutLine {
  readonly SKU: string;
  readonly reason: Reason;
  readonly line: number;
}
