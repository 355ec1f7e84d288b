import type { DocumentProblem } from '../document/reading.ts';
import { type Includable, type LeftOutLine, mustNotShip, type Reason } from '../document/reasons.ts';
import type { Row } from '../document/row.ts';
import { type BoundRule, bindConditions, bindRules, type Rule, unreadDays } from '../mapping/conditions.ts';
import type { Clock } from '../mapping/future.ts';
import { type BoundSource, findColumns, firstFilled, type Header } from '../mapping/header.ts';
import { conditionsOf, type Mapping, rulesOf } from '../mapping/mapping.ts';
import type { Preset } from '../presets/preset.ts';

type Cells = readonly string[];

/** Binds the cautions of a preset whose columns are in the header: they give warnings about the rows of an order. */
export function findCautions(preset: Preset | undefined, header: Header, clock: Clock) {
  const bound = (preset?.cautions ?? []).flatMap((caution) =>
    bindConditions([caution], header, clock).map(({ holds }) => ({
      holds,
      warning: caution.warning,
      columns: findColumns(header, caution.column),
    })),
  );
  return (rows: readonly Row[]): DocumentProblem[] =>
    bound.flatMap(({ holds, warning, columns }) => {
      const row = rows.find(({ cells }) => holds([cells]));
      if (row === undefined) return [];
      const column = header.names[columns[0] as number] as string;
      const found = firstFilled(row.cells, columns);
      return [{ line: row.line, column, found, expected: 'an order that is safe to ship', message: warning }];
    });
}

/**
 * The reason of the first rule that matches. Reasons that must be reported if the order is already with the warehouse
 * take precedence over the others, except over `fulfilled`, because a shipped order cannot be stopped.
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

/** Whether a quantity is nothing: `0`, `0.00`. */
const isNoQuantity = (text: unknown): boolean => typeof text === 'string' && /^0+(?:[.,]0*)?$/.test(text);

/** Whether an order has something that holds it back beside what the mapping says. */
type Holds = (rows: readonly Cells[]) => boolean;

/** A rule of ours that holds orders. */
const holding = (holds: Holds): BoundRule => ({
  ...{ holds, holdsOfSome: holds, isExcepted: () => false, isContradicted: () => false },
  ...{ reason: 'on-hold', isCatchAll: false, always: false, partly: false, byLine: false },
});

/**
 * Binds a mapping's rules for leaving out to a header. Reasons in `include` do not leave anything out. `isHeld`: whether an
 * order is held by an option.
 */
export function leaveOutRules(
  mapping: Mapping | undefined,
  header: Header,
  include: readonly Includable[],
  clock: Clock,
  isHeld?: Holds,
) {
  const { keep = [], skipRows = [], orderRows = [] } = mapping ?? {};
  const rules = rulesOf(mapping ?? {});
  const counts = (all: readonly BoundRule[]): BoundRule[] =>
    all.filter(({ reason, always }) => always || !include.includes(reason));
  const bound = (all: readonly Rule[]) => bindRules(all, header, clock, rules.shipping);
  const orders = counts([...bound(rules.orders), ...(isHeld === undefined ? [] : [holding(isHeld)])]);
  const kept = bindConditions(include.includes('not-kept') ? [] : keep, header, clock);
  /** What nobody can read decides nothing: it is an error of its order. */
  const unread = unreadDays(keep, header, clock);
  const isUnread: Holds = (rows) => rows.some((cells) => unread(cells).length > 0);
  const contradiction = (rows: readonly Cells[]): Reason | undefined =>
    kept.some(({ isContradicted }) => isContradicted(rows)) ? 'not-kept' : undefined;
  const whyNotKept = (rows: readonly Cells[]): Reason | undefined => {
    if (isUnread(rows)) return undefined;
    return kept.every(({ holds }) => holds(rows)) ? contradiction(rows) : 'not-kept';
  };
  const later = orders.map((rule) => ({ ...rule, holds: rule.holdsOfSome }));
  const laterIfExcepted = later.filter(({ byLine }) => !byLine);
  const lines = counts(bound(rules.lines));
  const skipped = bindConditions(skipRows, header, clock);
  const ofOrder = bindConditions(orderRows, header, clock);
  return {
    /** Whether the row is not an order: a title, a total, a footer. */
    isSkipped: (cells: Cells): boolean => skipped.some(({ holds }) => holds([cells])),
    hasOrderRows: ofOrder.length > 0,
    /** Whether the rows of items lack the order's cells. */
    itemsNeedOrderRow: ofOrder.length > 0 && mapping?.itemsRepeatOrder !== true,
    /** Whether the row is for the order as a whole and not a line. */
    isOrderRow: (cells: Cells): boolean => ofOrder.some(({ holds }) => holds([cells])),
    orderReason: (rows: readonly Cells[]): Reason | undefined => reasonOf(orders, rows) ?? whyNotKept(rows),
    /** Whether some of an order with these rows has shipped, and the file does not say how much. */
    isPartly: (rows: readonly Cells[]): boolean => orders.some(({ partly, holds }) => partly && holds(rows)),
    /** Whether a line of these rows excepts the order from a rule, so that later rows need not. */
    isExcepted: (rows: readonly Cells[]): boolean =>
      orders.some(({ byLine, isExcepted }) => byLine && isExcepted(rows)),
    /** Why an order is left out after all, because of rows that come later; `isExcepted`: see above, of its first rows. */
    laterReason: (rows: readonly Cells[], isExcepted: boolean): Reason | undefined =>
      reasonOf(isExcepted ? laterIfExcepted : later, rows) ??
      (isUnread(rows) ? undefined : contradiction(rows)),
    /** Why a line is left out; `quantity` is where its quantity comes from. */
    lineReason: (cells: Cells, quantity: BoundSource | undefined): Reason | undefined =>
      reasonOf(lines, [cells]) ??
      quantity?.ranOut?.(cells) ??
      (mapping !== undefined && isNoQuantity(quantity?.text(cells)) ? 'cancelled' : undefined),
    /** The days of a row that decide something and cannot be read. */
    unreadDays: unreadDays(conditionsOf(mapping ?? {}), header, clock),
  };
}

/** Whether a cell that is no value would decide what is left out. */
export const isUndecided = ({ remarks }: Row): boolean =>
  remarks?.some(({ isError, decides }) => isError && decides === true) === true;

/** Why an order is left out if all of its lines are: the most serious of their reasons. */
export function reasonOfLines(lines: readonly LeftOutLine[]): Reason {
  const order: readonly Reason[] = ['cancelled', 'refunded', 'on-hold', 'unpaid', 'pickup', 'fulfilled'];
  const found = new Set(lines.map(({ reason }) => reason));
  return order.find((reason) => found.has(reason)) ?? lines[0]?.reason ?? 'not-goods';
}
