import type { AssumptionTexts } from '../rule.ts';

/** Legacy inbound deliveries. */
export const deliveryAssumptions = {
  'A-13': [
    'states and record of a legacy delivery',
    'pending, then received; the request under its stored names, lines numbered',
    'lines instead of items',
  ],
  'A-14': ['a service-managed field sent to POST /inbound', '400 naming it', 'ignored'],
  'A-44': [
    'an ambiguous barcode on POST /inbound',
    '400 naming it, even if the SKU would settle it',
    'the SKU settles it',
  ],
} as const satisfies AssumptionTexts;
