import { listOf } from '../../text/words.ts';

/** A status as it is stored and as a plug-in writes it (`wc-in-transit`), and as its title. */
const spellings = (text: string): readonly string[] =>
  listOf(text).flatMap((title) => {
    const stored = title.replaceAll(' ', '-');
    return stored === title ? [title, `wc-${title}`] : [title, stored, `wc-${stored}`];
  });

/** Statuses of orders that ship, in the languages of shops. */
export const shipping = spellings('processing | in bearbeitung | en cours | procesando | in lavorazione');

/** Of a plug-in for shipments; the file does not say how much is left. */
export const shippedInPart = spellings(
  'partial shipped | partially shipped | teilweise versandt | teilweise versendet',
);

/** Statuses of WooCommerce and of plug-ins that stop an order, in the languages of shops. */
export const stopping = {
  cancelled: spellings(`
    cancelled | canceled | failed | trash | storniert | abgebrochen | fehlgeschlagen | annulée | échouée | échec |
    cancelado | cancelada | fallido | annullato | cancellato | fallito | non riuscito | geannuleerd | mislukt |
    anulowane | nieudane | falhou | malsucedido | avbruten | misslyckades`),
  refunded: spellings(`
    refunded | returned | erstattet | rückerstattet | remboursée | reembolsado | rimborsato | terugbetaald |
    zwrócone | återbetald`),
  fulfilled: spellings(`
    completed | complete | shipped | dispatched | despatched | delivered | in transit | updated tracking |
    abgeschlossen | fertiggestellt | versandt | versendet | geliefert | terminée | expédiée | livrée | completado |
    enviado | entregado | completato | spedito | consegnato | afgerond | voltooid | verzonden | geleverd |
    zrealizowane | wysłane | concluído | enviada | slutförd | färdigbehandlad | skickad`),
  unpaid: spellings(`
    pending | pending payment | checkout draft | draft | partial payment | partially paid | zahlung ausstehend |
    entwurf | attente paiement | en attente de paiement | brouillon | pendiente de pago | pago pendiente | borrador |
    in attesa di pagamento | pagamento in sospeso | bozza | wachtend op betaling | in afwachting van betaling |
    concept | oczekujące na płatność | pagamento pendente | rascunho | väntar på betalning | utkast`),
  'partly-refunded': spellings('partially refunded | partial refunded'),
  pickup: spellings('pickup | ready pickup | ready for pickup | picked up'),
} as const;
