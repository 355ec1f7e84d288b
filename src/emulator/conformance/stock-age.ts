import { specified } from './rule.ts';

/** Rules for stock ages. */
export const stockAgeRules = specified({
  'AGE-RECORD': 'a record holds the quantity, the average, oldest and newest age, age ranges and the lots',
  'AGE-FIFO': 'ages follow receipts and movements, assuming that the oldest stock ships first',
  'AGE-ORACLE': 'the lots are those left after moving the units one by one',
  'AGE-NONE': 'a SKU without stock has a record without ages or lots',
  'AGE-LOCATION': 'locationId scopes a record to one location',
  'AGE-AS-OF': 'as_of_date shows the snapshot of a past day',
  'AGE-SNAPSHOT': 'records come from a snapshot taken daily at 02:00 UTC',
  'AGE-LIVE': 'a SKU that the snapshot does not cover is computed live',
  'AGE-STALE': 'without a usable snapshot the record is computed live',
  'AGE-LIST': 'the list holds every SKU of the catalogue, sorted by SKU',
  'AGE-LIST-SCOPE': "the list holds only the caller's SKUs",
  'AGE-LIST-SHAPE': 'an entry of the list is the record of its SKU with stock_age_available',
  'AGE-LIST-AVAILABLE': 'stock_age_available is false until a snapshot covers the SKU',
  'AGE-LIST-STALE': 'a snapshot that was not taken covers no SKU',
  'AGE-LIST-STOCK': 'in_stock_only lists and pages only SKUs with stock; without it, all SKUs are listed',
  'AGE-LIST-LOCATION': 'a location scopes the lots and quantities of the list',
  'AGE-LIST-AS-OF': 'as_of_date is not available on the list',
  'AGE-LIST-PAGE': 'pages 1 to total_pages cover the catalogue',
  'AGE-LIST-PAGE-SIZE': 'page_size is 50 by default; values above 100 count as 100',
});
