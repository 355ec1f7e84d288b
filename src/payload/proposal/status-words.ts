import type { Reason } from '../reasons.ts';

const words = (text: string): readonly string[] => text.split(',').map((word) => word.trim());

/** The words of shops for the status of an order, by meaning. */
const stated: Readonly<Record<Reason | 'send', readonly string[]>> = {
  send: words(
    'processing, paid, new, open, opened, unfulfilled, ready, ready to ship, to ship, to be shipped, awaiting shipment, awaiting dispatch, awaiting fulfillment, ' +
      'awaiting fulfilment, confirmed, accepted, approved, authorized, authorised, authorised payment, in progress, received, payment received, pick, picking, yes, y, true, 1, ' +
      'neu, offen, bezahlt, in bearbeitung, bestatigt, bestätigt, versandbereit, ja, nouveau, nouvelle, paye, payé, payée, payee, en cours, en cours de préparation, confirmee, confirmée, oui, ' +
      'nuevo, pagado, procesando, en proceso, confirmado, si, sí, nuovo, pagato, in lavorazione, confermato, sì, nieuw, betaald, in behandeling, bevestigd',
  ),
  cancelled: words(
    'cancelled, canceled, cancel, void, voided, failed, declined, trash, deleted, storniert, abgebrochen, annule, annulé, annulée, annulee, cancelado, anulado, ' +
      'annullato, cancellato, geannuleerd',
  ),
  refunded: words(
    'refunded, fully refunded, returned, return, chargeback, erstattet, zuruckerstattet, zurückerstattet, retourniert, rembourse, remboursé, remboursée, reembolsado, devuelto, rimborsato, reso, terugbetaald, geretourneerd',
  ),
  'partly-refunded': words(
    'partially refunded, partly refunded, partial refund, teilweise erstattet, partiellement remboursé, parcialmente reembolsado',
  ),
  fulfilled: words(
    'fulfilled, shipped, dispatched, despatched, completed, complete, closed, delivered, sent, done, partially shipped, partially fulfilled, partial, in transit, ' +
      'versendet, versandt, verschickt, abgeschlossen, erledigt, geliefert, zugestellt, expedie, expédié, expédiée, envoye, envoyé, livre, livré, livrée, termine, terminé, terminée, enviado, ' +
      'completado, entregado, spedito, completato, consegnato, evaso, verzonden, afgerond, bezorgd, voltooid',
  ),
  unpaid: words(
    'unpaid, not paid, pending, pending payment, awaiting payment, waiting for payment, payment pending, overdue, expired, partially paid, no, n, false, 0, draft, checkout-draft, ' +
      'unbezahlt, offene zahlung, zahlung ausstehend, nein, impaye, impayé, en attente, en attente de paiement, non, pendiente, pendiente de pago, no pagado, ' +
      'in attesa, in attesa di pagamento, non pagato, onbetaald, wacht op betaling, nee',
  ),
  'on-hold': words(
    'on hold, on-hold, hold, held, parked, locked, rejected, backorder, backordered, back order, fraud, suspected fraud, manual review, payment review, angehalten, ' +
      'zuruckgestellt, zurückgestellt, en espera, bloque, bloqué, retenido, sospeso, in de wacht',
  ),
  pickup: words(
    'pickup, pick up, local pickup, collection, click & collect, click and collect, collect in store, ready for collection, ready for pickup, abholung, selbstabholung, retrait, retrait en magasin, recogida, ' +
      'recogida en tienda, ritiro, ritiro in negozio, afhalen',
  ),
  'not-goods': [],
  'not-kept': [],
};

const meaning = new Map(
  Object.entries(stated).flatMap(([reason, texts]) =>
    texts.map((text) => [text, reason as Reason | 'send'] as const),
  ),
);

/** What a status means for sending an order; undefined for an unknown word. */
export const statusMeaning = (text: string): Reason | 'send' | undefined =>
  meaning.get(text.trim().toLowerCase().replaceAll('_', ' '));
