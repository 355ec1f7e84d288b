import { specified } from './rule.ts';

/** Rules for marketplace (MSF) orders. */
export const msfRules = specified({
  'MSF-LIST': 'ship_from=MSF lists all MSF orders of the client, sorted by reference',
  'MSF-SCOPE': "the list holds only the caller's MSF orders",
  'MSF-ONLY': 'any ship_from other than MSF gives 400',
  'MSF-WINS': 'ship_from takes precedence over channel_ref',
  'MSF-PAGED':
    'page or page_size selects a page with a pagination block; without either, the list is complete',
  'MSF-STABLE': 'reading all pages shows each MSF order once, in order',
  'MSF-PAGE': 'page is a whole number of at least 1; anything else counts as 1',
  'MSF-PAGE-SIZE': 'page_size is 1 to 200; anything else counts as 100',
});
