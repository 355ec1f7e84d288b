import type { Body } from '../../document/check.ts';
import { fillDispatchBy } from '../../document/defaults.ts';
import type { Layout } from '../../document/layout.ts';
import type { ReadingOptions } from '../../types.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';

/** Puts what the command line gives for a field that is blank into a body. */
export function fillBlank(
  name: string,
  body: Body,
  layout: Layout,
  { warehouse, dispatchWithin }: Pick<ReadingOptions, 'warehouse' | 'dispatchWithin'>,
): void {
  if (name === layout.warehouse && warehouse !== undefined) body[name] = warehouse;
  if (name === 'DispatchBy') fillDispatchBy(body, dispatchWithin);
}

/** What filling the addresses of a body came to. */
interface FilledAddresses {
  /** A blank billing address became the delivery address; members keep their order. */
  readonly copiedBilling: boolean;
  /** Members may be out of the schema's order. */
  readonly moved: boolean;
  /** The schema has to be asked. */
  readonly doubtful: boolean;
}

/** Nothing was filled. */
export const sameAddresses: FilledAddresses = { copiedBilling: false, moved: false, doubtful: false };

/** Fills blank addresses: billing from delivery, and delivery from billing where the shop means it so. */
export function addressFiller(plan: ColumnPlan, layout: Layout) {
  const [delivery, billing] = ['DeliveryAddress', 'BillingAddress'] as const;
  const hasAddresses = layout.sections.includes(billing);
  const street = (address: unknown): unknown => (address as Body | undefined)?.Address1;

  return function fill(body: Body): FilledAddresses {
    if (!hasAddresses) return sameAddresses;
    let moved = false;
    if (
      plan.deliveryFromBilling &&
      street(body[delivery]) === undefined &&
      street(body[billing]) !== undefined
    ) {
      body[delivery] = { ...(body[billing] as Body), ...(body[delivery] as Body | undefined) };
      moved = true;
    }
    let copiedBilling = false;
    if (street(body[billing]) === undefined && body[delivery] !== undefined) {
      copiedBilling = true;
      body[billing] = body[delivery];
    }
    const doubtful = layout.sections.some((name) => {
      const address = body[name] as Body | undefined;
      return address === undefined || (address.Country ?? address.CountryCode) === undefined;
    });
    return { copiedBilling, moved, doubtful };
  };
}
