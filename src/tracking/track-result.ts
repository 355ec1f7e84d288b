import type { CommandContext } from '../cli/settings.ts';
import { commandFor } from '../client/auth/account.ts';
import { CfiError, exitCodes } from '../errors.ts';
import { type Block, type Column, exitCodeOf, formats, type Result } from '../render/result.ts';
import { stopError } from '../report/upload-errors.ts';
import { firstOf, present } from '../text/records.ts';
import { formatDuration, hourMs, minuteMs } from '../text/time/time.ts';
import { counted } from '../text/words.ts';
import type { RunEnd } from '../upload/run/run.ts';
import { exitCodeOfFailed, outcomeWidth } from '../upload/terms/outcomes.ts';
import type { Look, Looks, OrderRow } from './follow.ts';
import { isCancelledStatus, isEnd, missing } from './order-state.ts';
import type { ShopFiles } from './shop-file.ts';

interface ReadOrders {
  readonly looks: Looks;
  readonly end: RunEnd;
  readonly total: number;
  readonly named: readonly string[] | undefined;
}

export interface Tracking extends ReadOrders {
  /** What people see if there is no order to read. */
  readonly nothing: string;
  readonly changed: boolean;
  /** Only orders that are late by more than this at this time, both in ms, are shown. */
  readonly late?: { readonly by: number; readonly now: number } | undefined;
  /** Whether the exit code says that one is late. */
  readonly lateExit?: boolean;
  /** Remembers what was shown for the next check. */
  remember(shown: Iterable<Look>): void;
  close(): void;
}

/** Most rows shown to people; scripts get all. */
const mostShown = 1000;

/** An order that is late has its lateness in whole hours. */
type Row = OrderRow & { readonly lateHours?: number };

function tone({ Status, error }: Row) {
  if (error !== undefined || Status === missing) return 'bad';
  if (!isEnd(Status)) return undefined;
  return isCancelledStatus(Status) ? 'dim' : 'good';
}

/** The csv columns of tracked orders. */
export const trackColumns: readonly Column<Row>[] = [
  { header: 'ReferenceNumber', value: (row) => row.ReferenceNumber, priority: 1 },
  { header: 'Status', value: (row) => row.Status, priority: 1, tone },
  { header: 'ShippingVendor', value: (row) => row.ShippingVendor, priority: 3 },
  { header: 'TrackingNumber', value: (row) => row.TrackingNumber, priority: 2 },
  { header: 'ProcessedOn', value: (row) => row.ProcessedOn, priority: 4, time: true },
  { header: 'CheckedAt', value: (row) => row.CheckedAt, priority: 5, time: true },
  { header: 'DispatchBy', value: (row) => row.DispatchBy, priority: 4, time: true },
];

/** The csv columns of late orders. */
export const lateColumns: readonly Column<Row>[] = [
  ...trackColumns,
  { header: 'lateHours', value: (row) => row.lateHours, align: 'right' },
];

/** Of several parcels, how many there are. */
const trackingText = ({ TrackingNumber }: Row): string | null => {
  const count = TrackingNumber?.split(', ').length ?? 0;
  return count > 1 ? `${TrackingNumber} (${count} parcels)` : TrackingNumber;
};

/** For people; the reason replaces the status of an order that could not be read, unless it ended the run, said once. */
export const trackTable = ({ stop }: Pick<RunEnd, 'stop'>): readonly Column<Row>[] => [
  { header: 'Reference', value: (row) => row.ReferenceNumber, priority: 1 },
  {
    header: 'Status',
    value: ({ error, Status }) => (isWhyStopped(stop, error) ? 'not looked up' : (error ?? Status)),
    priority: 1,
    least: outcomeWidth,
    tone,
  },
  { header: 'Tracking', value: trackingText, priority: 2 },
  { header: 'Carrier', value: (row) => row.ShippingVendor, priority: 3 },
  { header: 'Dispatched', value: (row) => row.ProcessedOn, priority: 4, time: true },
  { header: 'Dispatch by', value: (row) => row.DispatchBy, priority: 4, time: true },
  { header: 'Checked', value: (row) => row.CheckedAt, priority: 5, time: true },
];

/** Whether an order could not be read for the reason that ended the run. */
const isWhyStopped = (stop: RunEnd['stop'], error: string | undefined): boolean =>
  error !== undefined && stop?.cause === error;

/** How late an order is, for people: `2d 4h`, `35m`. */
export function lateText(ms: number): string {
  const exact = ms < hourMs ? minuteMs : hourMs;
  return ms < minuteMs ? 'just now' : formatDuration(Math.floor(ms / exact) * exact);
}

/** For people. */
const lateColumn = (now: number): Column<Look> => ({
  header: 'Late',
  value: ({ due = now }) => lateText(now - due),
  priority: 1,
  least: outcomeWidth,
  tone: () => 'bad',
});

const ofLook = ({ value, tone: toneOf, short: _, ...column }: Column<Row>): Column<Look> => ({
  ...column,
  value: ({ row }) => value(row),
  ...(toneOf === undefined ? {} : { tone: ({ row }: Look) => toneOf(row) }),
});

/** The state of the orders, and what to remember once it has been shown. */
export function trackResult(context: CommandContext, tracking: Tracking): Result {
  const { looks, changed, total, nothing, late } = tracking;
  const { counts } = looks;
  const checked = counts.found + counts.missing;
  const lateAt = late === undefined ? undefined : late.now - late.by;
  const shownLooks = (): Generator<Look> => looks.among(changed ? 'changes' : 'all', lateAt);
  const shown = function* (): Generator<Row> {
    for (const { row, due } of shownLooks()) {
      const isDue = late !== undefined && due !== undefined;
      yield isDue ? { ...row, lateHours: Math.floor((late.now - due) / hourMs) } : row;
    }
  };
  const read = formats[context.settings.output].forPeople ? firstOf(shownLooks(), mostShown + 1) : [];
  const first = read.slice(0, mostShown);
  const isCut = read.length > mostShown;
  const gone = changed ? countWhere(shownLooks(), ({ outcome }) => outcome === 'missing') : counts.missing;
  const errors = errorsOf(context, tracking, gone);
  const failed = exitCodeOf({ errors });
  const isLate = late !== undefined && tracking.lateExit === true && hasAny(looks.among('all', lateAt));
  // That an order is late goes before that another is missing.
  const exitCode =
    isLate && (failed === exitCodes.ok || failed === exitCodes.partial) ? exitCodes.answerNeeded : failed;
  // Without news there is nothing to write, not even a header.
  const isEmpty = changed && !hasAny(shownLooks());
  const table = trackTable(tracking.end).map(ofLook);
  // How late each is comes first.
  const columns = late === undefined ? table : table.toSpliced(1, 0, lateColumn(late.now));
  const empty = total === 0 ? nothing : late && 'No order is late.';
  const found: Block = { kind: 'table', columns, rows: first, ...present({ empty }) };
  return {
    data: { orders: shown(), checked, changed: counts.changed, missing: counts.missing },
    items: shown(),
    blocks: isEmpty ? [] : [found],
    csv: isEmpty
      ? { columns: [], rows: [] }
      : { columns: late === undefined ? trackColumns : lateColumns, rows: shown() },
    errors,
    notices: isCut ? [`only the first ${mostShown} orders are shown; -o csv shows all`] : [],
    exitCode,
    shown: () => tracking.remember(printed(looks, isCut ? first : shownLooks())),
    close: tracking.close,
  };
}

/** The result of writing a shop's file: the orders in it for scripts, and notices for people. */
export function shopResult(context: CommandContext, read: ReadOrders, files: ShopFiles): Result {
  const { rows, notices, close } = files;
  const { found, missing: gone, changed } = read.looks.counts;
  const errors = errorsOf(context, read);
  return {
    data: { orders: rows(), checked: found + gone, changed, missing: gone },
    items: rows(),
    blocks: [],
    csv: { columns: [], rows: [] },
    errors,
    notices,
    wroteOut: true,
    close,
  };
}

const hasAny = (rows: Iterable<unknown>): boolean => firstOf(rows, 1).length > 0;

function countWhere(looks: Iterable<Look>, holds: (look: Look) => boolean): number {
  let count = 0;
  for (const look of looks) if (holds(look)) count += 1;
  return count;
}

/** What to remember: everything except changes that were not printed. */
function* printed(looks: Looks, shown: Iterable<Look>): Generator<Look> {
  const changes = new Set<number>();
  for (const { index, changed } of shown) if (changed) changes.add(index);
  for (const look of looks.among('news')) if (!look.changed || changes.has(look.index)) yield look;
}

/** What is missing or unread, then what ended the run, whose exit code counts. `gone`: how many missing are shown. */
export function errorsOf(context: CommandContext, read: ReadOrders, gone = read.looks.counts.missing) {
  const { end, looks, named, total } = read;
  const { stop } = end;
  const whyStopped =
    stop?.cause === undefined
      ? 0
      : countWhere(looks.among('changes'), ({ row }) => isWhyStopped(stop, row.error));
  const left = end.left + whyStopped;
  const unreadable = looks.counts.unreadable - whyStopped;
  const partial = named?.length === 1 ? undefined : partialError(gone, unreadable, total, looks);
  const errors = partial === undefined ? [] : [partial];
  if (stop !== undefined) {
    const rest = left === 0 ? '' : `${left} ${left === 1 ? 'order was' : 'orders were'} not read.`;
    errors.push(stopError(context, stop, rest, (remedy = 'run the same command again') => remedy));
  }
  if (named?.length !== 1) return errors;
  const [look] = looks.among('all');
  if (look?.outcome === 'missing')
    errors.push(
      new CfiError('not-found', `the service has no order ${look.row.ReferenceNumber}`, {
        hint: `marketplace orders are listed only by ${commandFor(context.settings, 'order', 'list', '--ship-from', 'MSF')}`,
        status: look.status ?? 404,
      }),
    );
  // What ended the run early has already said why it could not be read.
  if (look?.outcome === 'unreadable' && stop === undefined)
    errors.push(
      new CfiError('unavailable', `${look.row.ReferenceNumber}: ${look.row.error}`, {
        status: look.status,
        exitCode: exitCodeOfFailed(look.status),
      }),
    );
  return errors;
}

/** How many of several orders are missing or could not be read; undefined if none. */
function partialError(gone: number, unreadable: number, total: number, looks: Looks): CfiError | undefined {
  const said = [
    gone === 0 ? undefined : `${counted(gone, 'is', 'are')} missing at the service`,
    unreadable === 0 ? undefined : `${unreadable} could not be read`,
  ].filter((part) => part !== undefined);
  if (said.length === 0) return undefined;
  const named = unreadable === 0 ? [] : firstOf(unreadableNamed(looks), mostNamed);
  const hint = [...named, ...(unreadable > mostNamed ? ['…'] : [])].join('; ') || undefined;
  return new CfiError('partial', `of ${counted(total, 'order')}, ${said.join(', and ')}`, { hint });
}

const mostNamed = 3;

/** `R-1: status 503`; csv has no column for it. */
function* unreadableNamed(looks: Looks): Generator<string> {
  for (const { outcome, row } of looks.among('changes'))
    if (outcome === 'unreadable') yield `${row.ReferenceNumber}: ${row.error}`;
}
