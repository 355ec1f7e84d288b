import type { AssumptionTexts } from '../rule.ts';

/** Stock age. */
export const stockAssumptions = {
  'A-30': [
    'names within a stock-age record',
    'snake case, six ranges of days as a list, lots with receipt_date, quantity and age_days',
    'camel case',
    'the ranges as an object',
  ],
  'A-31': [
    'envelope of the stock-age list and name of its location parameter',
    'skus in data, pagination beside data; locationId',
    'both in data',
    'both at the top',
  ],
  'A-32': ['stock age of an unknown SKU', '404'],
  'A-41': ['an as_of_date that is malformed or in the future', '400'],
  'A-47': [
    'what a snapshot is',
    'the stock as at 02:00 UTC of its day, stale until the next; one is made at the start for the last 02:00. A SKU first received after it has stock_age_available false and is read live. as_of_date shows 02:00 UTC of its day; today is read live before 02:00, and for a SKU first received after it',
  ],
  'A-48': ['how ages are counted', 'whole UTC calendar days; the average weighted by quantity'],
} as const satisfies AssumptionTexts;
