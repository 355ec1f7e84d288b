import type { Rule } from '../mapping/conditions.ts';
import type { Columns } from '../mapping/header.ts';

/** What shops call it if the buyer collects the goods: usual names, and WooCommerce's in other languages. */
const collected = [
  ...['pickup', 'pick up', 'pick-up', 'local_pickup', 'pickup_location'],
  ...[
    'click and collect',
    'click & collect',
    'collect in store',
    'collect in person',
    'collection in person',
  ],
  ...['abholung vor ort', 'selbstabholung', 'abholung im laden', 'retrait local', 'retrait en magasin'],
  ...['recogida local', 'recogida en tienda', 'ritiro in sede', 'ritiro in negozio', 'afhalen'],
];

/** Whether a way of delivery means that the buyer collects the goods. */
export const isCollected = (method: string): boolean =>
  collected.some((name) => method.toLowerCase().includes(name));

/** Leaves out orders that the buyer collects, by the columns that name the way of delivery. */
export const collectedBy = (column: Columns): Rule => ({ column, contains: collected, reason: 'pickup' });
