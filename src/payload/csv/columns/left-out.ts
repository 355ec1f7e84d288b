import { type BoundRule, bindConditions, bindRules, type Condition } from '../../mapping/conditions.ts';
import type { BoundSource } from '../../mapping/field-source.ts';
import { cellAt, type Header } from '../../mapping/header.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { type Includable, type LeftOutLine, mustNotShip, type Reason } from '../../reasons.ts';

type Cells = readonly string[];

/** Which rows, lines and orders of a file are not sent, and why. */
export interface LeaveOutRules {
  /** Whether the row holds nothing: a title, a total, a footer. */
  isSkipped(cells: Cells): boolean;
  /** Whether there are rows that speak of an order as a whole. */
  readonly hasOrderRows: boolean;
  /** Whether the row speaks of the order as a whole, and is no line. */
  isOrderRow(cells: Cells): boolean;
  /** Why an order with all these rows is not sent. */
  orderReason(rows: readonly Cells[]): Reason | undefined;
  /** Why an order that would be sent is not after all, by rows of it that come later in the file. */
  laterReason(rows: readonly Cells[]): Reason | undefined;
  lineReason(cells: Cells): Reason | undefined;
}

const nothing: LeaveOutRules = {
  isSkipped: () => false,
  hasOrderRows: false,
  isOrderRow: () => false,
  orderReason: () => undefined,
  laterReason: () => undefined,
  lineReason: () => undefined,
};

/** Whether a condition can hold because of what other rows lack: then it needs all rows of an order. */
const needsAllRows = (condition: Condition): boolean =>
  ('empty' in condition && condition.empty) || (condition.and !== undefined && needsAllRows(condition.and));

/** What a later row must not say of an order that was kept. */
const against = (condition: Condition): Condition[] =>
  'in' in condition ? [{ column: condition.column, notIn: condition.in }] : [];

/**
 * The reason of the first rule that holds. One that says that the order must not be with the warehouse goes before those
 * that only say that it is not to be sent, because an earlier upload may have brought it there. What has left has left.
 */
function reasonOf(rules: readonly BoundRule[], rows: readonly Cells[]): Reason | undefined {
  let first: Reason | undefined;
  for (const { reason, holds, isCatchAll } of rules) {
    if ((first !== undefined && isCatchAll) || !holds(rows)) continue;
    if (mustNotShip(reason)) return reason;
    if (reason === 'fulfilled') return first ?? reason;
    first ??= reason;
  }
  return first;
}

/** Binds what a mapping leaves out to a header. Nothing is left out for a reason that is in `include`. */
export function leaveOutRules(
  mapping: Mapping | undefined,
  header: Header,
  include: readonly Includable[],
  quantity: BoundSource | undefined,
): LeaveOutRules {
  if (mapping === undefined) return nothing;
  const { keep = [], leaveOut = [], dropLines = [], skipRows = [], orderRows = [] } = mapping;
  const counts = (rules: readonly BoundRule[]): BoundRule[] =>
    rules.filter(({ reason }) => !include.includes(reason));
  const orders = counts(bindRules(leaveOut, header));
  const kept = include.includes('not-kept') ? [] : bindConditions(keep, header);
  const later = counts([
    ...bindRules(
      leaveOut.filter((rule) => !needsAllRows(rule)),
      header,
    ),
    ...bindRules(
      keep.flatMap((condition) =>
        against(condition).map((rule) => ({ ...rule, reason: 'not-kept' as const })),
      ),
      header,
    ),
  ]);
  const lines = counts(bindRules(dropLines, header));
  const skipped = bindConditions(skipRows, header);
  const ofOrder = bindConditions(orderRows, header);
  // A quantity of which nothing is left was not nothing in the file.
  const { Qty } = mapping.fields;
  const canRunOut =
    Qty !== undefined && 'less' in Qty && quantity?.index !== undefined && !include.includes('refunded');
  const ranOut = (cells: Cells): boolean =>
    canRunOut && quantity.text(cells) === '0' && cellAt(cells, quantity.index ?? 0) !== '0';
  return {
    isSkipped: (cells) => skipped.some((holds) => holds([cells])),
    hasOrderRows: ofOrder.length > 0,
    isOrderRow: (cells) => ofOrder.some((holds) => holds([cells])),
    orderReason: (rows) =>
      reasonOf(orders, rows) ?? (kept.every((holds) => holds(rows)) ? undefined : 'not-kept'),
    laterReason: (rows) => reasonOf(later, rows),
    lineReason: (cells) => reasonOf(lines, [cells]) ?? (ranOut(cells) ? 'refunded' : undefined),
  };
}

/** Why an order is not sent of which all lines are left out: the gravest of their reasons. */
export function reasonOfLines(lines: readonly LeftOutLine[]): Reason {
  const order: readonly Reason[] = ['cancelled', 'refunded', 'on-hold', 'unpaid', 'pickup', 'fulfilled'];
  const found = new Set(lines.map(({ reason }) => reason));
  return order.find((reason) => found.has(reason)) ?? lines[0]?.reason ?? 'not-goods';
}
