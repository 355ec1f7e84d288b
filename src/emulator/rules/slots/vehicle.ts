import { suggestedContainerSizes, suggestedLoadingTypes } from '../../../contract/slot.ts';
import type { AssumptionId } from '../../conformance/assumptions/assumptions.ts';
import { type RuleContext, ServiceError } from '../../engine/context.ts';

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
