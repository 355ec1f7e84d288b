import { specified } from './rule.ts';

/** Rules for marketplace (MSF) orders. */
export const msfRules = specified({
  'MSF-LIST': 'ship_from=MSF lists all MSF orders of the client, sorted by reference',
  'MSF-SCOPE': 'the list holds the MSF orders of the caller alone',
  'MSF-ONLY': 'any ship_from other than MSF gives 400',
  'MSF-WINS': 'of channel_ref and ship_from sent together ship_from decides',
  'MSF-PAGED':
    'sending page or page_size brings a page and a pagination block; sending neither the whole list',
  'MSF-STABLE': 'reading all pages shows each MSF order once, in order',
  'MSF-PAGE': 'page is a whole number from 1, else 1',
  'MSF-PAGE-SIZE': 'page_size is from 1 to 200; anything else falls back to 100',
});
