import { phraseTest } from '../mapping/mapping.ts';

/** Whether a column's plain name has one of some phrases, as whole words. */
export interface NameTest {
  readonly test: (name: string) => boolean;
}

const having = (...words: readonly string[]): NameTest => ({
  test: phraseTest(words.join(', ').split(', ')),
});

/** Quantities of the whole order, or of something that has happened to a line. */
export const otherQuantity = having(
  'total, refunded, returned, shipped, dispatched, despatched, fulfilled, cancelled, canceled, backordered, invoiced',
  'allocated, delivered, packed, picked, gesamt, totale',
);

/** Numbers that are not quantities. */
export const otherNumber = having(
  'no, nr, num, number, numer, numero, nummer, id, code, line, pos, position, row, house, haus, hausnummer, huisnummer',
  'weight, gewicht, poids, peso, waga, day, days, tage, jours, dias, dni, age, priority, rate, version, boxes, parcels',
  'parcel, packages, pakete, colis, score, discount, tax, vat, rabatt, floor, stock, bestand, lager',
);

/** Codes of something other than an order or its goods. */
export const otherCode = having(
  'node, location, warehouse, store, shop, channel, tracking, carrier, shipment, parcel, package, payment, transaction',
  'customer, client, buyer, user, batch, currency, rate, exchange, vat, tax, coupon, discount, country, region, phone, tel',
  'kunde, lager, sendung, wechselkurs, position, version, campaign, coupons',
);

/** Dates that are not that of the order. */
export const otherDate = having(
  'latest, earliest, delivery, delivered, deliver, arrival, due, expected, estimated, ship, shipping, shipped, shipment',
  'dispatch, dispatched, despatch, despatched, deadline, until, by, before, birth, birthday, updated, modified, changed',
  'refund, refunded, return, returned, cancel, cancelled, canceled, hold, release, schedule, scheduled, requested',
  'liefer, lieferung, liefertermin, versand, livraison, expedition, entrega, envio, consegna, spedizione, levering',
  'verzend, dostawy, wysylki, fulfilled, completed, geandert, aktualisiert',
);

/** Amounts that are not the price of the goods. */
export const otherMoney = having(
  'total, subtotal, shipping, delivery, postage, tax, vat, fee, fees, discount, coupon, refund, refunded, paid, due',
  'balance, tip, weight, commission, cost of, versand, versandkosten, mwst, rabatt, gesamt, provision, tva, remise, iva',
  'frais, descuento, ingresos, cargo, cargos, costo, coste, costos, comision, anulaciones, sconto, spese, receita',
  'tarifa, tarifas, btw, korting, koszt, wysylki, dostawy, rabat, prowizja, wartosc',
);
