import { phraseTest, type Rule } from '../mapping/conditions.ts';
import type { Columns } from '../mapping/header.ts';

/** What shops call it if the buyer collects the goods from the seller: usual names, and WooCommerce's in other languages. */
const collected = [
  ...['pickup', 'pick up', 'pick-up'],
  ...[
    'click and collect',
    'click & collect',
    // As WooCommerce stores it.
    'click &amp; collect',
    'click&collect',
    'click + collect',
    'collect in store',
    'collect in person',
    'collection in person',
    'collect from store',
    'collect from shop',
    'collect from warehouse',
    'collection from store',
    'collection from shop',
    'collection from warehouse',
  ],
  ...['customer collect', 'local collection', 'store collection', 'shop collection', 'collection only'],
  ...['abholung', 'abholer', 'abholen'],
  ...['retrait local', 'retrait en magasin', 'retrait au magasin', 'retrait magasin', 'retrait sur place'],
  ...['retrait en boutique', 'retrait boutique', 'enlèvement sur place'],
  ...['recogida local', 'recogida en tienda', 'recogida en persona', 'recoger en tienda', 'retiro en tienda'],
  ...['ritiro in sede', 'ritiro in negozio', 'ritiro a mano', 'ritiro di persona', 'ritiro in magazzino'],
  ...['afhalen', 'zelf ophalen', 'ophalen in de winkel', 'ophalen in winkel'],
  ...['odbiór osobisty', 'levantamento na loja', 'recolha na loja', 'retirada na loja', 'osobní odběr'],
];

/** The same, if a shop calls it so and says no more: `DPD Collection` is something else. */
const collectedAlone = [
  ...['collection', 'collect', 'collected', 'free collection', 'in store', 'in-store', 'will call'],
  ...['retrait', 'recogida', 'ritiro', 'ophalen', 'odbiór', 'levantamento', 'recolha'],
];

/** Where a carrier keeps a parcel for the buyer: the warehouse ships such an order. */
const carrierPlaces = [
  ...['pickup point', 'pick up point', 'pickup points', 'pick up points', 'access point'],
  ...['collection point', 'collection points', 'service point', 'servicepoint', 'post office'],
  ...['parcel shop', 'parcelshop', 'locker', 'packstation', 'paketshop', 'postfiliale'],
  ...['dhl filiale', 'post filiale', 'postnl punt', 'postkantoor', 'paczkomat', 'point relais'],
];

const namesCarrierPlace = phraseTest(carrierPlaces);

/** Whether a way of delivery means that the buyer collects the goods from the seller. */
export const isCollected = (method: string): boolean => {
  const text = method.trim().toLowerCase();
  const isNamed = collectedAlone.includes(text) || collected.some((name) => text.includes(name));
  return isNamed && !namesCarrierPlace(text);
};

/** Leaves out orders that the buyer collects from the seller, by the columns that name the way of delivery. */
export const collectedBy = (column: Columns): readonly Rule[] => [
  { column, contains: collected, unless: { column, phrases: carrierPlaces }, reason: 'pickup' },
  { column, in: collectedAlone, reason: 'pickup' },
];
