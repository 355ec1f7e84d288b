import type { AssumptionTexts } from '../rule.ts';

/** Stock age. */
export const stockAssumptions = {
  'A-30': [
    'field names of a stock-age record',
    'snake case, six ranges of days as a list, lots with receipt_date, quantity and age_days',
    'camel case',
    'ranges as an object',
  ],
  'A-31': [
    'envelope of the stock-age list and name of its location parameter',
    'skus in data, pagination beside data; locationId',
    'both in data',
    'both at the top level',
  ],
  'A-32': ['stock age of an unknown SKU', '404'],
  'A-41': ['an as_of_date that is malformed or in the future', '400'],
  'A-47': [
    'what a snapshot is',
    'the stock at 02:00 UTC, unchanged until the next snapshot; a new emulator starts with the latest one. A SKU first received after the snapshot has stock_age_available false and is computed live. as_of_date shows the stock at 02:00 UTC of that day; today is computed live before 02:00, and for a SKU first received after it',
  ],
  'A-48': ['how ages are counted', 'whole UTC calendar days; the average weighted by quantity'],
} as const satisfies AssumptionTexts;
