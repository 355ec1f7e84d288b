import type { Reason } from '../document/reasons.ts';
import { phraseTest } from '../mapping/mapping.ts';
import type { NameTest } from './other-names.ts';

const list = (text: string): readonly string[] => text.split(', ');

const having = (...phrases: readonly string[]): NameTest => ({ test: phraseTest(list(phrases.join(', '))) });

/** Each of the first words with each of the second ones. */
const pairs = (first: string, second: string): string =>
  list(first)
    .flatMap((word) => list(second).map((other) => `${word} ${other}`))
    .join(', ');

/** A status; `state` may be a part of an address. */
export const statusName = having('status, substatus, state, zustand, statut, estado, stato, etat, stav');

/** A payment. */
export const paymentName = having(
  'payment, checkout, financial, paid, zahlung, zahlungs, bezahlt, paiement, paye, pago, pagado, pagamento, pagato',
  'betaling, betalings, betaal, betaald, platnosc, platnosci, zaplacone, zaplacono, oplacone, oplacono, zaplaceno',
);

/** The shipment or the delivery of an order. */
export const fulfilmentName = having(
  'fulfilment, fulfillment, shipping, shipment, shipped, dispatch, dispatched, despatched, delivery, versand',
  'lieferung, liefer, expedition, envio, spedizione, verzending, verzend, wysylka, wysylki',
);

const cancelledName = having(
  'cancelled, canceled, cancellation, voided, storniert, annule, cancelado, annullato, geannuleerd, anulowane, anulowano',
);

/** What keeps a shop from shipping an order for now. */
const heldName = having(
  'hold, hold until, parked, locked, blocked, gesperrt, bloque, bloqueado, bloccato, geblokkeerd, wstrzymane',
  'fraud, fraudulent, dispute, disputed, claim open, open claim, reclamo abierto, reclamacao aberta',
  'pre order, preorder, vorbestellung, precommande, preventa, preordine, preorden',
  'backorder, backordered, back order, back ordered, test order, test, testbestellung, is test',
);

/** A figure that may be high without anything being held. */
const figureName = having('score, level, risk, rating, limit');

/** A buyer's request, which the shop may still decline. */
const cancelRequestName = having(
  pairs('cancel, cancelled, canceled, cancellation, cancelation', 'request, requested, requests'),
  pairs('request, requested', 'cancel, cancellation, cancelation'),
  'intent to cancel, annuleringsverzoek, stornoanfrage',
  'stornierungsanfrage, demande d annulation, solicitud de cancelacion, richiesta di annullamento',
);

const doneName = having(
  'shipped, dispatched, despatched, fulfilled, sent, delivered, completed, versendet, versandt, verschickt',
  'geliefert, zugestellt, expedie, livre, enviado, entregado, entregue, spedito, consegnato, verzonden, geleverd',
  'bezorgd, wyslane, wyslano, dostarczone, dostarczono',
);

/** The way of delivery. */
export const methodName = having(
  pairs('shipping, delivery, postage, fulfilment, fulfillment', 'method, service, option, type'),
  'versandart, lieferart',
  'mode de livraison, metodo de envio, metodo di spedizione, verzendmethode, sposob dostawy, metoda wysylki',
  'sposob wysylki, forma de entrega, forma de envio',
);

/** That, or when, an order was paid. */
export const paidName = having(
  'paid, payment date, zahlungsdatum, bezahldatum, betaaldatum, bezahlt, paye, pagado, pagato, betaald, data platnosci',
);

const refundedName = having(
  'refunded, refund, refunds, returned, erstattet, erstattung, ruckerstattung, rembourse, remboursement, reembolsado',
  'reembolso, rimborsato, rimborso, terugbetaald, terugbetaling, zwrot, zwrocono, anulaciones y reembolsos',
  'cancelamentos e reembolsos',
);

/** Why or by whom an order was cancelled. */
export const refusalName = having(
  pairs('cancel, cancelled, canceled, cancellation, cancelation', 'reason, by'),
  pairs('reason for', 'cancel, cancellation, cancelation'),
  'stornogrund, motif d annulation, motivo de cancelacion, powod anulowania',
);

/** The buyer's collection; the date of a pick-up may be the carrier's. */
const pickupName = having(
  pairs('local, store, in store', 'pickup, pick up, collection'),
  'click collect, click and collect, collect in store, selbstabholung',
  'retrait en magasin, recogida en tienda, ritiro in negozio, afhalen, odbior osobisty',
);

/** Whether a line needs shipping. */
export const goodsName = having('requires shipping, needs shipping, shipping required, shippable');

const digitalName = having('virtual, downloadable, digital, gift card, porto artikel');

/** A gift card with which an order was paid is no line of it. */
const moneyName = having('amount, total, value, balance, code, used, redeemed, applied, discount, payment');

/** That others ship an order. */
const elsewhereName = having(
  pairs('fulfilment, fulfillment', 'program, programme, order'),
  'is fba, is afn, is wfs',
);

/** Something of a line rather than of the order. */
export const lineName = having(
  'line, lineitem, item, items, product, artikel, position, qty, quantity, menge',
);

/** What is only about a status, not a status itself. */
export const detailName = having(
  'by, via, with, to, from, note, notes, comment, message, reason, id, link, url',
);

/** What a person may have written about an order. */
export const remarkName = having(
  'note, notes, comment, comments, remark, remarks, bemerkung, bemerkungen, notiz, notizen, anmerkung, info',
  'commentaire, commentaires, remarque, notas, nota, comentario, comentarios, opmerking, opmerkingen, uwagi',
);

/** A date. */
export const dateName = having(
  'at, on, date, time, until, datum, zahlungsdatum, bezahldatum, betaaldatum, am, le, fecha, data, op',
);

/**
 * The meaning of a yes, of an amount or of a date in a column, from its plain name between two spaces; undefined if there
 * is none.
 */
export function reasonOfFlag(name: string): Reason | undefined {
  if (cancelRequestName.test(name)) return 'on-hold';
  if (cancelledName.test(name)) return 'cancelled';
  if (heldName.test(name) && !figureName.test(name)) return 'on-hold';
  if (pickupName.test(name) && !dateName.test(name)) return 'pickup';
  if (refundedName.test(name)) return 'refunded';
  if (digitalName.test(name) && !moneyName.test(name)) return 'not-goods';
  if (elsewhereName.test(name)) return 'fulfilled';
  return doneName.test(name) && !paymentName.test(name) ? 'fulfilled' : undefined;
}

/** Whether a column's plain name, between two spaces, says that the order is held. */
export const saysHeld = (name: string): boolean => heldName.test(name) && !figureName.test(name);
