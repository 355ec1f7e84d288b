import type { Words } from './words.ts';

export const french: Words = {
  values: {
    ship: `payé | payée | payés | entièrement payé | paiement accepté | paiement reçu | paiement effectué | paiement validé |
      paiement à distance accepté | contre remboursement | non expédié | non expédiée | pas encore expédié | à expédier | prêt à expédier |
      prête à expédier | prêt à être expédié | en attente d'expédition | en attente d'envoi | à envoyer`,
    cancelled: `annulé | annulée | annulés | annulées | commande annulée | annulé par le client | annulée par le client | annulé par le vendeur |
      annulation`,
    refunded: `remboursé | remboursée | remboursés | remboursement | remboursement effectué | entièrement remboursé | totalement remboursé |
      commande remboursée`,
    'partly-refunded': `partiellement remboursé | partiellement remboursée | remboursement partiel | remboursé partiellement`,
    fulfilled: `expédié | expédiée | expédiés | commande expédiée | livrée | livré | entièrement expédié | déjà expédié | en cours de livraison |
      en cours d'acheminement | remis au transporteur`,
    unpaid: `impayé | impayée | non payé | non payée | en attente de paiement | en attente du paiement | paiement en attente |
      en attente du paiement par chèque | en attente de paiement par chèque | en attente de virement bancaire | en attente du virement |
      erreur de paiement | paiement refusé | paiement échoué | partiellement payé | partiellement payée | paiement partiel`,
    'on-hold': `bloqué | bloquée | mis en attente | mise en attente | suspicion de fraude | fraude suspectée | ne pas expédier | ne pas envoyer |
      ne pas livrer | annulation demandée | demande d'annulation | en attente de réapprovisionnement | en réapprovisionnement`,
    pickup: `retrait en magasin | retrait magasin | retrait au magasin | retrait en boutique | retrait boutique | retrait sur place |
      retiré en magasin | enlèvement sur place`,
    'not-goods': 'produit dématérialisé | produit numérique | produit virtuel | produit téléchargeable',
  },
  stems: `réclam | statut | emballé | pas avant | au plus tôt | préparé | imprimé | état | etat | payé | payée | réglé | annul | rembours | avoir | retour | renvoi | expédi | expedi | envoi |
    envoy | livr | retrait | retiré | relais | enlèvement | bloqu | suspen | fraud | litige | type | traité | termin | clôtur | validé | confirm | brouillon |
    précommande | rupture | suivi | numéro de colis`,
  forms: `non réglé | annuler | rembourser | expédier | envoyé | envoyée | retiré | retrait | suspendu | fraude | en attente | reçu | reçue | terminée | traitée |
    refusé | refusée | payé | payée`,
  stopping: `annul | rembours | suspendre | bloquer | stopper | arrêter | en attente | ne pas expédier | ne pas envoyer | ne pas livrer |
    ne plus expédier | ne plus envoyer | n'envoyez pas | n'expédiez pas | ne livrez pas | ne l'envoyez pas | attendre avant | rétract |
    retour à l'expéditeur`,
  notes: {
    words: `note | notes | commentaire | commentaires | remarque | remarques | message | messages | observation | observations | instructions`,
    whose: `client | du client | acheteur | de l'acheteur | vendeur | du vendeur | commande | de commande | de la commande | sur la commande |
      interne | internes | privée | privées | cadeau | livraison | de livraison | transporteur`,
    names: 'instructions pour la livraison | message cadeau | note interne | mot du client',
  },
  yes: 'oui | o | vrai',
  no: 'non | faux',
  none: 'aucun | aucune | néant | rien | vide | sans | jamais',
  totals: 'total | totaux | somme | total général | sous total | total des commandes | montant total',
  charges: `livraison | frais de port | frais de livraison | port | remise | réduction | bon de réduction | carte cadeau | pourboire`,
};
