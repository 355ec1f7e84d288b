import { phraseTest, type Rule } from '../mapping/conditions.ts';
import type { Columns } from '../mapping/header.ts';

/** What shops call it if the buyer collects the goods from the seller: usual names, and WooCommerce's in other languages. */
const collected = [
  ...['pickup', 'pick up', 'pick-up'],
  ...[
    'click and collect',
    'click & collect',
    'collect in store',
    'collect in person',
    'collection in person',
    'collect from store',
    'collect from shop',
  ],
  ...['abholung', 'retrait local', 'retrait en magasin'],
  ...['recogida local', 'recogida en tienda', 'ritiro in sede', 'ritiro in negozio', 'afhalen'],
  ...['odbiór osobisty', 'levantamento na loja', 'recolha na loja', 'osobní odběr'],
];

/** Where a carrier keeps a parcel for the buyer: the warehouse ships such an order. */
const carrierPlaces = [
  ...['pickup point', 'pick up point', 'pickup points', 'pick up points', 'access point'],
  ...['parcel shop', 'parcelshop', 'locker', 'packstation', 'paketshop', 'postfiliale'],
];

const namesCarrierPlace = phraseTest(carrierPlaces);

/** Whether a way of delivery means that the buyer collects the goods from the seller. */
export const isCollected = (method: string): boolean => {
  const text = method.toLowerCase();
  return collected.some((name) => text.includes(name)) && !namesCarrierPlace(text);
};

/** Leaves out orders that the buyer collects from the seller, by the columns that name the way of delivery. */
export const collectedBy = (column: Columns): Rule => ({
  column,
  contains: collected,
  unless: { column, phrases: carrierPlaces },
  reason: 'pickup',
});
