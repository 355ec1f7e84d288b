import { fromShops } from '../document/layout.ts';
import { type DocumentProblem, problemOfColumn } from '../document/reading.ts';
import { type LeftOutLine, mustNotShip, type Reason } from '../document/reasons.ts';
import type { Row } from '../document/row.ts';
import type { Sources } from '../mapping/column-sources.ts';
import {
  type BoundRule,
  bindConditions,
  bindRules,
  isAppeal,
  isNone,
  type Rule,
  unreadDays,
} from '../mapping/conditions.ts';
import { columnsOf } from '../mapping/field-source.ts';
import { type BoundSource, cellAt, findColumns, foldedText, type Header } from '../mapping/header.ts';
import { conditionsOf, rulesOf } from '../mapping/mapping.ts';
import { summaryTest } from '../presets/find.ts';
import type { CheckInput, NoteReader } from './order-checks.ts';

type Cells = readonly string[];

/**
 * The reason of the first rule that matches. Reasons that must be reported if the order is already with the warehouse
 * take precedence over the others, except over `fulfilled`, because a shipped order cannot be stopped. That an order has
 * shipped is not said by a tracking number of `-`.
 */
function reasonOf(rules: readonly BoundRule[], rows: readonly Cells[]): Reason | undefined {
  let first: Reason | undefined;
  for (const { reason, holds, isCatchAll, saysNothing } of rules) {
    if ((first !== undefined && isCatchAll) || !holds(rows)) continue;
    if (mustNotShip(reason)) return reason;
    if (reason === 'fulfilled' && !saysNothing(rows)) return first ?? reason;
    first ??= reason;
  }
  return first;
}

/** Whether a quantity is nothing: `0`, `0.00`. */
const isNoQuantity = (text: unknown): boolean => typeof text === 'string' && /^0+(?:[.,]0*)?$/.test(text);

type Holds = (rows: readonly Cells[]) => boolean;

/** Which rows count, and which documents are sent. */
export function rowChoice(header: Header, input: CheckInput, sources: Sources, notes: NoteReader) {
  const { layout, options, preset, mapping } = input;
  const { keep = [], skipRows = [], orderRows = [] } = mapping ?? {};
  const { include = [] } = options;
  const isHeld: Holds = (rows) => {
    const isNoted = notes(rows.map((cells) => ({ cells, line: 0 }))).length > 0;
    if (isNoted) options.decided?.('notes');
    return isNoted;
  };
  const holding: BoundRule = {
    ...{ holds: isHeld, isContradicted: () => false, saysNothing: () => false },
    ...{ reason: 'on-hold', isCatchAll: false, always: false, partly: false },
  };
  const rules = rulesOf(mapping ?? {});
  const counts = (all: readonly BoundRule[]): BoundRule[] =>
    all.filter(({ reason, always }) => always || !include.includes(reason));
  const bind = (all: readonly Rule[]) => bindRules(all, header, options, rules.shipping);
  const orders = counts([...bind(rules.orders), ...(options.notes === 'hold' ? [holding] : [])]);
  const kept = bindConditions(include.includes('not-kept') ? [] : keep, header, options);
  /** A day that cannot be read leaves nothing out: it is an error of its order. */
  const unread = unreadDays(keep, header, options);
  const isUnread: Holds = (rows) => rows.some((cells) => unread(cells).length > 0);
  const isKept: Holds = (rows) =>
    kept.every(({ holds, isContradicted }) => holds(rows) && !isContradicted(rows));
  const whyNotKept = (rows: readonly Cells[]): Reason | undefined =>
    isUnread(rows) || isKept(rows) ? undefined : 'not-kept';
  const lines = counts(bind(rules.lines));
  const ofOrders = (mapping?.statuses ?? []).filter(({ ofLine }) => !ofLine);
  /** Whether a status of the order says of some rows that they have shipped, and of others that they are to. */
  const isMixed = (rows: readonly Cells[]): boolean =>
    rows.length > 1 &&
    ofOrders.some(({ column, meanings }) => {
      const [index = -1] = findColumns(header, column);
      const texts = rows.map((cells) => foldedText(cellAt(cells, index))).filter((text) => text !== '');
      const found = new Set(texts.map((text) => meanings.get(text)));
      return found.has('fulfilled') && found.has('ship');
    });
  const skipped = bindConditions(skipRows, header, options);
  const blank = (input.map?.mapping.skipRows ?? []).filter((each) => 'empty' in each && each.empty);
  const blankRows = bindConditions(blank, header, options);
  /** A map skips the row because it has next to nothing in it, but that asks not to ship: it is for a person. */
  const isForPeople = (cells: Cells): boolean =>
    isAppeal(cells) && blankRows.some(({ holds }) => holds([cells]));
  const ofOrder = bindConditions(orderRows, header, options);
  const named = ['SKU', 'ItemTitle', 'DeliveryAddress.FullName', 'DeliveryAddress.Address1'];
  const contents = named.flatMap((name) => sources.get(name) ?? []);
  return {
    /** Whether the row is not an order: a title, a total, a footer. */
    isSkipped: (cells: Cells): boolean => skipped.some(({ holds }) => holds([cells])) && !isForPeople(cells),
    isSummary:
      preset === undefined
        ? () => false
        : summaryTest(sources.get(layout.reference), contents, header.names.length),
    hasOrderRows: ofOrder.length > 0,
    /** Whether the row is for the order as a whole and not a line. */
    isOrderRow: (cells: Cells): boolean => ofOrder.some(({ holds }) => holds([cells])),
    orderReason: (rows: readonly Cells[]): Reason | undefined => reasonOf(orders, rows) ?? whyNotKept(rows),
    /** Whether some of an order with these rows has shipped, and the file does not say how much. */
    isPartly: (rows: readonly Cells[]): boolean =>
      orders.some(({ partly, holds }) => partly && holds(rows)) || isMixed(rows),
    /** Why a line is left out; `quantity` is where its quantity comes from. */
    lineReason: (cells: Cells, quantity: BoundSource | undefined): Reason | undefined =>
      reasonOf(lines, [cells]) ??
      quantity?.ranOut?.(cells) ??
      (mapping !== undefined && isNoQuantity(quantity?.text(cells)) ? 'cancelled' : undefined),
    emptyWords: emptyWords(input, header),
    /** The days of a row that decide something and cannot be read. */
    unreadDays: unreadDays(conditionsOf(mapping ?? {}), header, options),
    /** Whether a map reads the file, so that a column that has values needs a name. */
    needsNames: input.map !== undefined,
  };
}

/**
 * Finds the cells of a row that leave out its order, or its line, because they are not blank, though they say that there is
 * nothing: `-`, `N/A`. The map's word holds, and a person hears of it.
 */
function emptyWords({ map }: CheckInput, header: Header) {
  const { leaveOut = [], dropLines = [] } = map?.mapping ?? {};
  const columns = [...leaveOut, ...dropLines].flatMap((rule) =>
    'empty' in rule && !rule.empty
      ? findColumns(header, rule.column).map((index) => ({ index, reason: rule.reason }))
      : [],
  );
  return ({ cells, line }: Row, why: Reason): DocumentProblem[] =>
    columns.flatMap(({ index, reason }) => {
      const found = cellAt(cells, index);
      if (reason !== why || found === '' || !isNone(found)) return [];
      const column = header.names[index] as string;
      const message = `${column} is ${found}, and the map leaves out what has a value there (${reason}): check that it is not to be sent`;
      return [problemOfColumn({ line, column, found }, 'a blank cell, or a value', message)];
    });
}

/** The columns that fill the fields of a line; those of a status or a rule do not tell goods apart. */
function lineColumns(header: Header, { layout, mapping }: CheckInput): number[] {
  const { fields = {}, items = [] } = mapping ?? {};
  const sources = [fields, ...items].flatMap((each) =>
    Object.entries(each).flatMap(([name, source]) => (layout.targets.get(name)?.perLine ? [source] : [])),
  );
  return findColumns(header, sources.flatMap(columnsOf));
}

/** How rows that come twice are recognised in a shop's export, which needs a preset or a map; undefined for a user's own file. */
export function repeatsOf(header: Header, sources: Sources, input: CheckInput) {
  const { layout, preset, mapping } = input;
  if (mapping === undefined || !fromShops[layout.kind]) return undefined;
  const isComplete = mapping.unused !== undefined;
  const number = sources.get('OrderLineNumber');
  return {
    /** The map's rule for rows that say the same of a line. */
    rule: mapping.repeated ?? (isComplete ? ('error' as const) : undefined),
    lineColumns: lineColumns(header, input),
    number: number?.header === undefined ? undefined : number,
    remedy: input.remedy,
    preset: preset && {
      /** A row identifies its line if it has a cell in one column of each list. */
      lineId: (preset.lineId ?? []).map((columns) => findColumns(header, columns)),
      lineNumber: findColumns(header, preset.lineNumber ?? []),
      firstRowOnly: findColumns(header, preset.firstRowOnly ?? []),
    },
  };
}

export type Repeats = NonNullable<ReturnType<typeof repeatsOf>>;

/** Whether a cell without a readable value would decide what is left out. */
export const isUndecided = ({ remarks }: Row): boolean =>
  remarks?.some(({ isError, decides }) => isError && decides === true) === true;

/** Why an order is left out if all of its lines are: the most serious of their reasons. */
export function reasonOfLines(lines: readonly LeftOutLine[]): Reason {
  const order: readonly Reason[] = ['cancelled', 'refunded', 'on-hold', 'unpaid', 'pickup', 'fulfilled'];
  const found = new Set(lines.map(({ reason }) => reason));
  return order.find((reason) => found.has(reason)) ?? lines[0]?.reason ?? 'not-goods';
}
