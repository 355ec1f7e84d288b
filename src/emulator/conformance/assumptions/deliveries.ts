import type { AssumptionTexts } from '../rule.ts';

/** Legacy inbound deliveries. */
export const deliveryAssumptions = {
  'A-13': [
    'states and record of a legacy delivery',
    'pending and received; the request under the stored names with lines numbered',
    'the lines under lines',
  ],
  'A-14': ['a field that the service manages, sent on POST /inbound', '400 naming it', 'ignored'],
  'A-44': [
    'an ambiguous barcode on POST /inbound',
    '400 naming it, also where the SKU would decide',
    'the SKU decides',
  ],
} as const satisfies AssumptionTexts;
