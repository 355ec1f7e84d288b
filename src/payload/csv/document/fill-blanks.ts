import type { Body } from '../../document/check.ts';
import { fillDispatchBy } from '../../document/defaults.ts';
import type { Layout } from '../../document/layout.ts';
import type { ReadingOptions } from '../../document/types.ts';
import type { ColumnPlan } from '../columns/column-plan.ts';

/** Fills blank fields of a body from the command line. */
export function fillBlank(
  name: string,
  body: Body,
  layout: Layout,
  { warehouse, dispatchWithin }: Pick<ReadingOptions, 'warehouse' | 'dispatchWithin'>,
): void {
  if (name === layout.warehouse && warehouse !== undefined) body[name] = warehouse;
  if (name === 'DispatchBy') fillDispatchBy(body, dispatchWithin);
}

/** The result of filling the addresses of a body. */
interface FilledAddresses {
  /** The billing address is now the delivery address; members are in order. */
  readonly copiedBilling: boolean;
  /** Members may be out of the schema's order. */
  readonly moved: boolean;
  /** The schema must decide. */
  readonly doubtful: boolean;
}

/** Nothing was filled. */
export const sameAddresses: FilledAddresses = { copiedBilling: false, moved: false, doubtful: false };

/**
 * Whether part of an address without a street says that it is another place than `billing`. A country is no other place
 * if the billing address names none.
 */
function isElsewhere(address: unknown, billing: unknown): boolean {
  const differs = (name: string, known: unknown): boolean => {
    const part = (address as Body | undefined)?.[name];
    return part !== undefined && part !== known;
  };
  const parts = billing as Body;
  return (
    ['Address2', 'Town', 'PostCode'].some((name) => differs(name, parts[name])) ||
    ['CountryCode', 'Country'].some((name) => parts[name] !== undefined && differs(name, parts[name]))
  );
}

/** Fills blank addresses: billing from delivery, and, for some shops, delivery from billing. */
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
      street(body[billing]) !== undefined &&
      !isElsewhere(body[delivery], body[billing])
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
