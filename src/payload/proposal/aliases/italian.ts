import type { Language } from './language.ts';

export const italian: Language = {
  delivery: `spedizione | di spedizione | indirizzo di spedizione | indirizzo spedizione | consegna | di consegna | indirizzo di consegna |
    del destinatario | destinazione`,
  payer: `fatturazione | di fatturazione | indirizzo di fatturazione | fattura | del cliente | dell'acquirente | pagante`,
  recipients: 'destinatario | destinatario spedizione | destinatario merce | destinatario ordine',
  payers: `cliente | acquirente | intestatario | contatto`,
  parts: {
    name: `nome | nome completo | nome e cognome | cognome e nome | nominativo`,
    firstName: 'nome | nome di battesimo',
    lastName: 'cognome',
    middleName: 'secondo nome',
    salutation: 'titolo di cortesia | appellativo',
    company: 'azienda | società | ragione sociale | ditta | nome azienda',
    address1: `indirizzo | via | via e numero | via e numero civico | riga indirizzo | indirizzo riga | indirizzo e civico`,
    street: 'nome della via',
    houseNumber: 'numero civico | civico | n civico | nr civico',
    addition: 'interno civico | esponente',
    address2: `complemento indirizzo | indirizzo aggiuntivo | indirizzo complementare | informazioni aggiuntive indirizzo`,
    district: 'frazione',
    town: 'città | comune | località',
    region: 'provincia | prov | regione | provincia sigla',
    postcode: 'cap | codice postale',
    country: 'paese | nazione',
    countryCode: 'codice paese | codice nazione | sigla nazione | codice iso paese | paese iso',
    phone: `telefono | tel | cellulare | cell | numero di telefono | recapito telefonico | telefono cellulare`,
    email: 'email | indirizzo email | posta elettronica | mail',
  },
  line: "articolo | prodotto | riga | riga ordine | dell'articolo | del prodotto | articoli | prodotti",
  goods: {
    sku: `sku | codice articolo | cod articolo | codice prodotto | cod prodotto | riferimento prodotto | riferimento articolo | cod art | codice sku |
      sku prodotto`,
    title: `articolo | prodotto | descrizione | nome prodotto | nome del prodotto | titolo | titolo prodotto | descrizione articolo |
      descrizione prodotto | nome articolo | denominazione`,
    quantity: 'quantità | q tà | quantità ordinata | q tà ordinata | pezzi',
    unit: 'unità | unità di misura | um',
    unitPrice: `prezzo unitario | prezzo unit | prezzo per unità | prezzo cadauno | prezzo singolo | p unitario`,
    price: 'prezzo | prezzo di vendita | prezzo vendita | prezzo ivato',
    linePrice:
      'importo | subtotale | valore | importo ivato | importo riga | prezzo riga | prezzo riga ordine',
    lineTotal: 'totale riga | prezzo totale | totale articolo | totale prodotto | totale di riga',
    lineNumber: 'numero riga | n riga | nr riga | riga',
    taxRate: 'aliquota iva | aliquota',
    shippedCount: `quantità spedita | quantità evasa | q tà evasa | q tà spedita | quantità consegnata | q tà consegnata`,
    cancelledCount: 'quantità annullata | q tà annullata',
    refundedCount: 'quantità rimborsata | q tà rimborsata | quantità resa | q tà resa',
    openCount: `quantità residua | quantità da spedire | quantità da evadere | q tà residua | q tà da evadere`,
  },
  tax: 'ivato | con iva | senza iva | iva inclusa | iva incl | iva esclusa | ivata | lordo | netto',
  order: {
    reference: `ordine | numero ordine | n ordine | nr ordine | num ordine | id ordine | numero d'ordine | riferimento ordine | codice ordine |
      numero dell'ordine`,
    received: `data | data ordine | data dell'ordine | data d'ordine | data acquisto | data di acquisto | ordinato il | data creazione |
      data di creazione | data e ora ordine`,
    dispatchBy: `spedire entro | spedire entro il | da spedire entro | da spedire entro il | data limite di spedizione | data limite spedizione`,
    currency: 'valuta | divisa | codice valuta',
    status: 'stato',
    paymentStatus: 'stato pagamento | stato del pagamento | stato di pagamento',
    buyer: 'nome utente acquirente | nickname acquirente | utente acquirente',
    warehouse: 'magazzino | nome magazzino',
    postage: `spese di spedizione | spese spedizione | costo spedizione | costo di spedizione | costi di spedizione | costo della spedizione |
      spese di trasporto`,
    orderTotal: `totale ordine | totale dell'ordine | importo totale | totale complessivo | importo ordine | totale da pagare`,
    tracking: `numero di tracking | codice di tracciamento | numero di tracciamento | codice tracking | tracking | lettera di vettura |
      numero tracking | codice tracciamento | n tracking`,
    shippedAt: 'spedito il | consegnato il | evaso il',
    cancelledAt: 'annullato il | data annullamento | data di annullamento',
    refundedAt: 'rimborsato il | data rimborso | data di rimborso',
  },
};
