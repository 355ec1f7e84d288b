/** The names with and without the prefix that WooCommerce stores. */
const stored = (...names: string[]): string[] => names.flatMap((name) => [name, `wc-${name}`]);

/**
 * What WooCommerce and common plug-ins for payment and shipping call the status of an order, by what it means for the
 * warehouse. Customer/Order/Coupon Export writes the stored name, Advanced Order Export the title in the language of the
 * shop: English, German, French, Spanish, Italian, Dutch. A name that means different things in different translations is
 * in none of the lists.
 */
export const statuses = {
  ships: [...stored('processing'), 'in bearbeitung', 'en cours', 'procesando', 'in lavorazione'],
  cancelled: [
    ...stored('cancelled', 'canceled', 'failed', 'trash'),
    ...['storniert', 'abgebrochen', 'fehlgeschlagen'],
    ...['annulée', 'échouée', 'échec'],
    ...['cancelado', 'fallido'],
    ...['annullato', 'cancellato', 'fallito', 'non riuscito'],
    ...['geannuleerd', 'mislukt'],
  ],
  refunded: [
    ...stored('refunded', 'returned'),
    ...['erstattet', 'rückerstattet', 'remboursée', 'reembolsado', 'rimborsato', 'terugbetaald'],
  ],
  partlyRefunded: [...stored('partially-refunded'), 'partially refunded'],
  fulfilled: [
    ...stored('completed', 'shipped', 'delivered', 'dispatched', 'in-transit'),
    ...['abgeschlossen', 'fertiggestellt', 'terminée', 'completado', 'completato', 'afgerond', 'voltooid'],
    ...['versandt', 'versendet', 'geliefert', 'expédiée', 'livrée', 'enviado', 'entregado'],
    ...['spedito', 'consegnato', 'verzonden', 'geleverd'],
    // Which goods of an order are left is not in the file.
    ...stored('partial-shipped', 'partially-shipped', 'updated-tracking'),
    ...['partially shipped', 'updated tracking', 'teilweise versandt', 'teilweise versendet'],
  ],
  unpaid: [
    ...stored('pending', 'checkout-draft', 'draft', 'partial-payment', 'partially-paid'),
    ...['pending payment', 'partially paid'],
    ...['zahlung ausstehend', 'entwurf'],
    ...['attente paiement', 'en attente de paiement', 'brouillon'],
    ...['pendiente de pago', 'pago pendiente', 'borrador'],
    ...['in attesa di pagamento', 'pagamento in sospeso', 'bozza'],
    ...['wachtend op betaling', 'in afwachting van betaling', 'concept'],
  ],
  collected: [...stored('ready-pickup', 'pickup'), 'ready for pickup', 'picked up'],
} as const;
