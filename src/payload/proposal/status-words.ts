import { keysOf } from '../../text/records.ts';
import type { Reason } from '../document/reasons.ts';
import type { ExpectedValue } from './status-column.ts';
import { isYes, isYesOrNo } from './yes-or-no.ts';

type Meaning = Reason | 'send';
type Words = Readonly<Record<Exclude<Meaning, 'not-goods' | 'not-kept'>, readonly string[]>>;

const list = (text: string): readonly string[] => text.split(', ');

/** The words of shops for the status of an order, by meaning; the most usual first. */
const english: Words = {
  send: list(
    'processing, paid, new, open, opened, unfulfilled, ready, ready to ship, to ship, to be shipped, awaiting shipment, awaiting dispatch, ' +
      'awaiting fulfillment, awaiting fulfilment, confirmed, accepted, approved, authorized, authorised, authorised payment, in progress, order received, ' +
      'payment received, payment accepted, remote payment accepted, processing in progress, acknowledged, sales order, to invoice, invoiced, fully invoiced, nothing to invoice, need to be sent, processing awaiting shipment, pick, picking, unshipped, not shipped, not delivered, to deliver, awaiting processing, captured, settled, succeeded, cleared, paid in full, ' +
      'fully paid, invoice, sales invoice, normal, released for shipment, acknowledged by seller, accept, yes, y, true, 1',
  ),
  cancelled: list(
    'cancelled, canceled, voided, cancel, void, failed, declined, denied, trash, deleted, will not deliver',
  ),
  refunded: list(
    'refunded, returned, fully refunded, return, chargeback, reversed, credit note, sales credit note, credit memo, credit, return in progress',
  ),
  'partly-refunded': list('partially refunded, partly refunded, partial refund'),
  fulfilled: list(
    'fulfilled, shipped, dispatched, despatched, completed, complete, closed, delivered, sent, done, completed shipped, completed picked up, partially shipped, partially dispatched, partially fulfilled, fully delivered, partially delivered, partial, in transit, out for delivery',
  ),
  unpaid: list(
    'unpaid, not paid, pending, pending payment, awaiting payment, waiting for payment, payment pending, overdue, expired, partially paid, incomplete, payment error, awaiting check payment, awaiting cheque payment, awaiting bank wire payment, ' +
      'quotation, quotation sent, processing awaiting payment, no, n, false, 0, draft, checkout-draft',
  ),
  'on-hold': list(
    'on hold, on-hold, hold, held, parked, locked, rejected, backorder, backordered, back order, fraud, suspected fraud, manual review, payment review, investigate, disputed, pre-order, preorder, pre order, test',
  ),
  pickup: list(
    'pickup, pick up, local pickup, collection, click & collect, click and collect, collect in store, ready for collection, ready for pickup, awaiting pickup, processing awaiting pickup, processing ready for pickup',
  ),
};

const languages: readonly Words[] = [
  english,
  {
    send: list(
      'neu, offen, bezahlt, in bearbeitung, bestatigt, bestätigt, versandbereit, versandfertig, zu versenden, in vorbereitung, wird bearbeitet, freigegeben, freigabe versand, nicht versandt, nicht versendet, ja',
    ),
    cancelled: list('storniert, abgebrochen, storno, storniert durch kunde, storniert durch partner'),
    refunded: list(
      'erstattet, retourniert, zurückerstattet, zuruckerstattet, gutschrift, rechnungskorrektur, retoure',
    ),
    'partly-refunded': list('teilweise erstattet'),
    fulfilled: list(
      'versendet, versandt, verschickt, abgeschlossen, erledigt, geliefert, zugestellt, warenausgang gebucht, teilweise versandt, teilweise versendet, teilweise geliefert',
    ),
    unpaid: list(
      'unbezahlt, nicht bezahlt, offene zahlung, zahlung ausstehend, ausstehend, warten auf zahlung, teilweise bezahlt, nein',
    ),
    'on-hold': list('angehalten, zuruckgestellt, zurückgestellt, angelegt, vorbestellt, vorbestellung'),
    pickup: list('abholung, selbstabholung'),
  },
  {
    send: list(
      'paiement accepté, paiement à distance accepté, prêt à expédier, prête à expédier, validé, validée, non expédié, non expédiée, non livré, non livrée, préparation en cours, en préparation, à préparer, à expédier, nouveau, nouvelle, paye, payé, payée, payee, en cours, en cours de préparation, confirmee, confirmée, acceptee, acceptée, facture, ' +
        "en attente d'expédition, oui",
    ),
    cancelled: list(
      'annulée, annulé, annulee, annule, annulée par le client, annulée par le vendeur, refusée, refusée par le vendeur',
    ),
    refunded: list('remboursée, remboursé, rembourse, avoir, retournée, retourné'),
    'partly-refunded': list('partiellement remboursé'),
    fulfilled: list(
      'expedie, expédié, expédiée, partiellement expédié, partiellement expédiée, partiellement livré, partiellement livrée, envoye, envoyé, livre, livré, livrée, termine, terminé, terminée, clôturée, clôturé',
    ),
    unpaid: list(
      'impaye, impayé, non payé, non payée, en attente, en attente de paiement, en attente du paiement par chèque, en attente de virement bancaire, erreur de paiement, non',
    ),
    'on-hold': list(
      "bloque, bloqué, en attente de réapprovisionnement, en attente d'acceptation, précommande, réclamation, litige",
    ),
    pickup: list('retrait, retrait en magasin'),
  },
  {
    send: list(
      'nuevo, pagado, procesando, en proceso, confirmado, listo para enviar, pendiente de envío, en preparación, factura, si, sí',
    ),
    cancelled: list('cancelado, anulado'),
    refunded: list('reembolsado, devuelto, devolución, nota de crédito, abono'),
    'partly-refunded': list('parcialmente reembolsado'),
    fulfilled: list('enviado, completado, entregado, en camino, parcialmente enviado'),
    unpaid: list('pendiente, pendiente de pago, no pagado'),
    'on-hold': list('en espera, retenido'),
    pickup: list('recogida, recogida en tienda'),
  },
  {
    send: list('nuovo, da spedire, pagato, in lavorazione, in preparazione, confermato, sì'),
    cancelled: list('annullato, cancellato'),
    refunded: list('rimborsato, reso, nota di credito'),
    'partly-refunded': [],
    fulfilled: list('spedito, spedito parzialmente, completato, consegnato, evaso'),
    unpaid: list('in attesa, in attesa di pagamento, non pagato'),
    'on-hold': list('sospeso'),
    pickup: list('ritiro, ritiro in negozio'),
  },
  {
    send: list(
      'nieuw, niet verzonden, te verzenden, klaar voor verzending, betaald, in behandeling, bevestigd',
    ),
    cancelled: list('geannuleerd'),
    refunded: list('terugbetaald, geretourneerd'),
    'partly-refunded': [],
    fulfilled: list('verzonden, deels verzonden, gedeeltelijk verzonden, afgerond, bezorgd, voltooid'),
    unpaid: list('onbetaald, niet betaald, wacht op betaling, nee'),
    'on-hold': list('in de wacht'),
    pickup: list('afhalen'),
  },
  {
    send: list(
      'nowe, nowe zamówienie, nowe zamówienia, w realizacji, w trakcie realizacji, do wysłania, do wysyłki, gotowe do wysyłki, opłacone, zapłacone, zapłacono, potwierdzone, przyjęte, niewysłane, tak',
    ),
    cancelled: list('anulowane, anulowano, anulowany'),
    refunded: list('zwrócone, zwrócono, zwrot'),
    'partly-refunded': list('częściowy zwrot, częściowo zwrócone'),
    fulfilled: list('wysłane, wysłano, zrealizowane, dostarczone, zakończone, częściowo wysłane'),
    unpaid: list(
      'nieopłacone, niezapłacone, oczekuje na płatność, oczekuje na wpłatę, oczekujące, częściowo opłacone, nie',
    ),
    'on-hold': list('wstrzymane, wstrzymano, przedsprzedaż'),
    pickup: list('odbiór osobisty'),
  },
  {
    send: list(
      'novo, nova, em processamento, em preparação, pago, paga, confirmado, a enviar, por enviar, sim',
    ),
    cancelled: list('cancelado, cancelada, anulado, anulada'),
    refunded: list('reembolsado, reembolsada, devolvido, devolvida'),
    'partly-refunded': list('parcialmente reembolsado'),
    fulfilled: list('enviado, enviada, entregue, concluído, concluída, expedido, parcialmente enviado'),
    unpaid: list('pendente, por pagar, não pago, aguarda pagamento, aguardando pagamento, não'),
    'on-hold': list('em espera, retido, pré-venda'),
    pickup: list('levantamento na loja, recolha na loja'),
  },
  {
    send: list('nová, přijatá, vyřizuje se, nevyřízena, zaplaceno, zaplacená, připravena k odeslání, ano'),
    cancelled: list('stornována, storno, stornováno, zrušena, zrušeno'),
    refunded: list('vrácena, vráceno, dobropis'),
    'partly-refunded': [],
    fulfilled: list('vyřízena, odeslána, odesláno, expedována, doručena, doručeno'),
    unpaid: list('nezaplaceno, nezaplacená, čeká na platbu, ne'),
    'on-hold': list('pozastavena'),
    pickup: list('osobní odběr'),
  },
];

/** In lower case, and without the number before it, as in `[8] Storniert`. */
const spelt = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^\[[\d.]{1,6}\] ?/, '')
    .replaceAll('_', ' ')
    .replaceAll('’', "'");

/** The same without accents, which capitals often lack. */
const plain = (text: string): string =>
  spelt(text).normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ł', 'l');

const meanings = new Map(
  languages.flatMap((words) =>
    keysOf(words).flatMap((meaning) => words[meaning].map((word) => [plain(word), meaning] as const)),
  ),
);

/** What a status means for sending an order; undefined for an unknown word. */
export const statusMeaning = (text: string): Meaning | undefined => meanings.get(plain(text));

/** Whether this status means a refund: a shop that calls what is shipped complete calls what is refunded closed. */
export const isRefundedWhenClosed = (value: string, seen: readonly string[]): boolean =>
  plain(value) === 'closed' && seen.some((other) => plain(other) === 'complete');

/** What a payment says before there is one, although an order with these words would be sent. */
const beforePayment = new Set(
  list(
    'new, open, opened, processing, in progress, neu, offen, in bearbeitung, nouveau, nouvelle, en cours, nuevo, procesando, en proceso, nuovo, ' +
      'in lavorazione, nieuw, in behandeling',
  ),
);

/** What a payment status means for sending an order: an open payment is not made yet, and a completed one is. */
export function paymentMeaning(text: string): Meaning | undefined {
  if (isYesOrNo(text)) return isYes(text) ? 'send' : 'unpaid';
  const meaning = statusMeaning(text);
  if (meaning === 'fulfilled') return 'send';
  return meaning === 'send' && beforePayment.has(plain(text)) ? 'unpaid' : meaning;
}

/**
 * The usual words for what must not be shipped, in the languages of the words of a column, or in English: such a status
 * may appear in a later file only.
 */
export function wordsToStop(seen: readonly string[]): ExpectedValue[] {
  const found = new Set(seen.map(plain));
  const listed = new Set(seen.map(spelt));
  const spoken = languages.filter((words) =>
    Object.values(words)
      .flat()
      .some((word) => found.has(plain(word))),
  );
  const usual = (spoken.length > 0 ? spoken : [english]).flatMap((words) =>
    (['cancelled', 'refunded'] as const).flatMap((reason) =>
      words[reason]
        .slice(0, 3)
        .filter((value) => !listed.has(value))
        .map((value) => [value, reason] as const),
    ),
  );
  // Languages share words.
  return [...new Map(usual)].map(([value, meaning]) => ({ value, meaning }));
}
