import type { PurchaseOrder as PurchaseOrderRequest } from '../../../contract/purchase-order.ts';
import type { SlotRequest } from '../../../contract/slot.ts';
import { type ClientContext, ServiceError } from '../../engine/context.ts';
import type { PurchaseOrderBody } from '../../store/purchase-orders.ts';
import type { Slot } from '../../store/slots.ts';
import { checkVehicle } from '../slots/vehicle.ts';

const inherited = ['deliveryType', 'loadingType'] as const;

/** A purchase order may repeat what its slot declared but must not contradict it. */
function checkAgreement(
  context: ClientContext,
  request: PurchaseOrderRequest,
  declared: Partial<SlotRequest>,
): void {
  for (const field of inherited) {
    const [said, agreed] = [request[field], declared[field]];
    if (said === undefined || agreed === undefined || said === agreed) continue;
    context.assume('A-52');
    if (context.variants.pick('A-52', [true, false])) {
      throw new ServiceError(
        400,
        `${field} is ${said}, but slot ${request.slotReference} declared ${agreed}`,
      );
    }
  }
}

/** A purchase order has no field for the container size, so without a slot there is none. */
function checkContainerSize(context: ClientContext, vehicle: PurchaseOrderBody): void {
  if (vehicle.deliveryType !== 'container' || vehicle.containerSize !== null) return;
  context.assume('A-57');
  if (context.variants.pick('A-57', [false, true])) throw new ServiceError(400, 'containerSize is required');
}

const notBlank = (text: string | undefined): string | undefined => (text?.trim() ? text : undefined);

/**
 * The vehicle of a purchase order. It inherits what the slot declared, and the purchase order must supply the rest. A
 * purchase order may correct the pallet count and the registration; a blank registration is ignored. Throws a 400 that
 * names a field that is missing, not allowed or in conflict with the slot.
 */
export function vehicleOf(
  context: ClientContext,
  request: PurchaseOrderRequest,
  slot: Slot | undefined,
): PurchaseOrderBody {
  checkVehicle(context, { loadingType: request.loadingType });
  const declared: Partial<SlotRequest> = slot?.body ?? {};
  checkAgreement(context, request, declared);
  const deliveryType = declared.deliveryType ?? request.deliveryType;
  const loadingType = declared.loadingType ?? request.loadingType;
  for (const [field, value] of Object.entries({ deliveryType, loadingType })) {
    if (value !== undefined) continue;
    if (slot === undefined) context.assume('A-51');
    throw new ServiceError(400, `${field} is required`);
  }
  const vehicle = {
    deliveryType: deliveryType ?? null,
    containerSize: declared.containerSize ?? null,
    loadingType: loadingType ?? null,
    palletCount: request.palletCount ?? declared.palletCount ?? null,
    containerTruckNumber: notBlank(request.containerTruckNumber) ?? declared.containerTruckNumber ?? null,
  };
  checkContainerSize(context, vehicle);
  return vehicle;
}
