import { isClosedDay } from '../../contract/limits.ts';
import { suggestedContainerSizes, suggestedLoadingTypes } from '../../contract/slot.ts';
import { parseInstant, weekdayIndex } from '../../text/time/time.ts';
import { ukDate } from '../../text/time/zone.ts';
import type { AssumptionId } from '../conformance/assumptions.ts';
import { type ClientContext, type RuleContext, ServiceError } from '../domain/context.ts';
import type { Slot } from '../store/slots.ts';
import type { Warehouse } from '../store/warehouses.ts';

/** The loading types; the service publishes only `palletised`. */
const loadingTypes = (context: RuleContext): readonly string[] =>
  context.variants.pick('A-15', [suggestedLoadingTypes, ['palletised', 'floor_loaded', 'mixed']]);

/** The container sizes, which the service does not publish. */
const containerSizes = (context: RuleContext): readonly string[] =>
  context.variants.pick('A-16', [suggestedContainerSizes, ['20FT', '40FT', '40HC']]);

function requireOneOf(
  context: RuleContext,
  assumption: AssumptionId,
  field: string,
  value: string | undefined,
  allowed: readonly string[],
): void {
  if (value === undefined || allowed.includes(value)) return;
  context.assume(assumption, 'A-21');
  throw new ServiceError(400, `${field} must be one of ${allowed.join(', ')}`);
}

/** Refuses an unsupported loading type or container size, and lists the supported ones. */
export function checkVehicle(
  context: RuleContext,
  vehicle: { readonly loadingType?: string | undefined; readonly containerSize?: string | undefined },
): void {
  requireOneOf(context, 'A-15', 'loadingType', vehicle.loadingType, loadingTypes(context));
  requireOneOf(context, 'A-16', 'containerSize', vehicle.containerSize, containerSizes(context));
}

const weekend: readonly number[] = [0, 6];

/**
 * Checks the day and window of a new slot: `date` is a UK calendar day, `opens` the instant (ms) at which its window
 * opens. Throws a 400 for a day in the past and for a Monday at a warehouse closed on Mondays; A-20 decides about
 * weekends, A-54 about a window of today that has already opened.
 */
export function checkBooking(
  context: ClientContext,
  date: string,
  opens: number,
  warehouse: Warehouse,
): void {
  if (date < ukDate(context.now)) throw new ServiceError(400, `date ${date} must not be in the past`);
  if (isClosedDay(date, warehouse.accepts_monday === 1))
    throw new ServiceError(400, `date ${date} is a Monday, on which ${warehouse.name} takes no deliveries`);
  if (weekend.includes(weekdayIndex(date))) {
    context.assume('A-20');
    if (context.variants.pick('A-20', [false, true]))
      throw new ServiceError(400, `date ${date} is at a weekend`);
  }
  if (opens < context.now) {
    context.assume('A-54');
    if (context.variants.pick('A-54', [false, true]))
      throw new ServiceError(400, `the window of ${date} has already opened`);
  }
}

/**
 * Checks a client's counter-offer. Throws a 400 for a time in the past, or on a Monday at a warehouse closed on Mondays
 * (A-53).
 */
export function checkProposal(context: ClientContext, proposedTime: string, slot: Slot): void {
  const time = parseInstant(proposedTime);
  const problem =
    time < context.now
      ? 'must not be in the past'
      : isClosedDay(ukDate(time), slot.accepts_monday === 1)
        ? `falls on a Monday, on which ${slot.warehouse_name} takes no deliveries`
        : undefined;
  if (problem === undefined) return;
  context.assume('A-53');
  if (context.variants.pick('A-53', [true, false]))
    throw new ServiceError(400, `proposedTime ${proposedTime} ${problem}`);
}
