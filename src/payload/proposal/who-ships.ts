import type { Reason } from '../document/reasons.ts';
import { plainName } from './column-names.ts';

const list = (text: string): readonly string[] => text.split(', ');

/** Names of columns that say who ships an order. */
const whoName =
  / (?:(?:fulfilled|fulfilment|fulfillment|shipped) by|(?:fulfilment|fulfillment) (?:channel|entity|type|model|party|network)|forma de entrega|versand durch|expedie par|enviado por|spedito da|verzonden door) /;
const whoNames = new Set(list('fulfilment, fulfillment, logistics, logistics type, logistique'));

/** What marketplaces call the orders that they ship themselves. */
const programmes = new Set(
  list('afn, fba, wfs, fbt, fbc, fbb, lvb, zfs, fbe, castlegate, full, mercado envios full, marketplace'),
);
const marketplaces = list(
  'amazon, walmart, wfs, tiktok, tiktok shop, temu, shein, cdiscount, octopia, bol, zalando, emag, ankorstore, ' +
    'kaufland, onbuy, manomano, ebay, allegro, otto, faire, wayfair, mercado libre, mercado livre, marketplace',
);
const sellers = list(
  'merchant, seller, self, brand, vendor, retailer, partner, supplier, vendeur, marchand, vendedor, venditore, verkoper, ' +
    'handler, haendler, verkaufer, verkaeufer, sprzedawca, us, me',
);
/** What marketplaces call the orders that the seller ships. */
const ownWays = new Set(
  list('mfn, fbm, fbr, vvb, sfp, own, mercado envios, mercado envios flex, mercado envios colecta'),
);

const phrases = (names: readonly string[]): Set<string> =>
  new Set(
    names.flatMap((name) => [
      name,
      ...list('fulfilled, fulfilment, fulfillment, warehouse').map((word) => `${name} ${word}`),
      ...list(
        'fulfilled by, fulfilment by, fulfillment by, shipped by, ship by, expedie par, versand durch',
      ).map((word) => `${word} ${name}`),
    ]),
  );

const byMarketplace = phrases(marketplaces);
for (const name of list('ankorstore logistics, cdiscount logistique')) byMarketplace.add(name);
const bySeller = phrases(sellers);

/** Whether a column's plain name says that it may hold who ships an order. */
export const saysWhoShips = (name: string): boolean => whoNames.has(name) || whoName.test(` ${name} `);

/** What it means for sending an order that this cell says who ships it; undefined if it does not say. */
export function whoShips(cell: string): Reason | 'send' | undefined {
  const name = plainName(cell).replaceAll('tik tok', 'tiktok');
  if (programmes.has(name) || byMarketplace.has(name)) return 'fulfilled';
  return ownWays.has(name) || bySeller.has(name) ? 'send' : undefined;
}
