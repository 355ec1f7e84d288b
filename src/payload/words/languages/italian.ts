import type { Words } from './words.ts';

export const italian: Words = {
  values: {
    ship: `pagato | pagata | pagati | interamente pagato | pagamento ricevuto | pagamento accettato | pagamento effettuato | pagamento confermato |
      contrassegno | non spedito | non spedita | non ancora spedito | da spedire | pronto per la spedizione | pronto per spedizione |
      pronto da spedire | in attesa di spedizione | non evaso | da evadere`,
    cancelled: `annullato | annullata | annullati | ordine annullato | annullato dal cliente | annullato dal venditore | cancellato | cancellata |
      stornato | annullamento`,
    refunded: `rimborsato | rimborsata | rimborsati | rimborso | rimborso effettuato | interamente rimborsato | totalmente rimborsato |
      reso al mittente`,
    'partly-refunded': `parzialmente rimborsato | parzialmente rimborsata | rimborso parziale | rimborsato parzialmente`,
    fulfilled: `spedito | spedita | spediti | ordine spedito | consegnato | consegnata | consegnati | già spedito | evaso | completamente evaso |
      in consegna | in transito | affidato al corriere`,
    unpaid: `non pagato | non pagata | da pagare | in attesa di pagamento | in attesa del pagamento | pagamento in attesa | pagamento in sospeso |
      pagamento rifiutato | pagamento fallito | errore di pagamento | in attesa di bonifico | in attesa di bonifico bancario |
      in attesa di pagamento con assegno | parzialmente pagato | parzialmente pagata | pagamento parziale`,
    'on-hold': `bloccato | bloccata | trattenuto | sospetta frode | non spedire | non inviare | non consegnare | annullamento richiesto |
      richiesta di annullamento | richiesta annullamento | in attesa di rifornimento`,
    pickup: `ritiro in sede | ritiro in negozio | ritiro a mano | ritiro di persona | ritiro in magazzino | ritirato in negozio |
      ritirato dal cliente`,
    'not-goods': 'prodotto digitale | prodotto virtuale | prodotto scaricabile',
  },
  stems: `reclam | contest | stato | imballat | non prima | preparat | stampat | status | pagat | saldat | annull | cancell | storn | rimbors | restitu | spedi | spediz | consegn | inviat | evas |
    ritir | bloccat | blocco | sospes | frod | contest | tipo | tipologia | complet | conferm | elabor | chius | bozza | preordine | prenot | tracciamento | lettera di vettura`,
  forms: `da pagare | annullare | rimborsare | spedire | inviato | inviata | ritirato | sospeso | frode | in attesa | ricevuto | rifiutato | completato`,
  stopping: `annull | cancell | rimbors | stornare | sospende | trattenere | bloccare | fermare | in attesa | non spedire | non spedite |
    non inviare | non inviate | non consegnare | non mandare | attendere | aspettare prima | recesso`,
  notes: {
    words: `nota | note | commento | commenti | osservazioni | messaggio | messaggi | annotazione | annotazioni | istruzioni`,
    whose: `cliente | del cliente | acquirente | dell'acquirente | venditore | del venditore | ordine | dell'ordine | interna | interne | privata |
      private | regalo | consegna | di consegna | per la consegna | corriere | per il corriere | spedizione`,
    names: 'messaggio regalo | biglietto regalo | dedica',
  },
  yes: 'sì | s | vero',
  no: 'no | falso',
  none: 'nessuno | nessuna | niente | vuoto | senza | mai',
  totals: `totale | totali | somma | totale generale | subtotale | totale complessivo | totale ordini | importo totale`,
  charges: `spedizione | spese di spedizione | trasporto | sconto | buono | buono sconto | mancia | supplemento`,
};
