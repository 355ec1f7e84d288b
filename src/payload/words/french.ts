import type { Language } from './language.ts';

/** French. */
export const french: Language = {
  header: {
    delivery: 'livraison, expédition, destinataire, envoi, de livraison, livré à, adresse de livraison, dest',
    addressee: 'destinataire',
    dispatch:
      "expédition, envoi, d'expédition, d expédition, date limite d'expédition, à expédier avant, expédier avant",
    billing: 'facturation, facture, de facturation, payeur',
    buyer: 'client, cliente, acheteur, du client',
    seller: 'vendeur, boutique, magasin, marchand, expéditeur, fournisseur',
    order: 'cde, cmd, cmde, commande, achat, vente, de la commande, de commande, ventes',
    line: 'total ligne, article, produit, ligne, de produit, du produit',
    warehouse: 'entrepôt, code wms, sku wms, code logistique, référence logistique',
    name: 'nom complet, nom du client, nom et prénom, contact, nom',
    first: 'prénom',
    last: 'nom de famille',
    company: 'société, entreprise, raison sociale',
    salutation: 'civilité',
    street: 'rue et numéro, rue, voie, nom de rue',
    address: 'adresse de livraison, adresse, ligne adresse',
    houseNumber: 'numéro de rue, n rue, numéro de voie',
    extra:
      "complément, complément d'adresse, complément adresse, adresse complément, lieu dit, digicode, adresse complémentaire, bp, boîte postale, cedex, interphone, sonnette, code porte, code d accès, code portail, code d entrée, code entrée, boîte aux lettres",
    apartment: 'appartement, appt, apt',
    building: 'bâtiment, bât, immeuble, résidence',
    floor: 'étage, escalier, porte, cage d escalier',
    suburb: 'quartier',
    town: 'ville, commune, localité',
    region: 'région, département',
    postcode: 'code postal, cp',
    country: 'pays, code pays',
    phone: 'téléphone, tél, portable, mobile, téléphone portable, téléphone fixe',
    email: 'e mail, courriel, adresse e mail, adresse email, mail',
    number: 'numéro, n, num, no, nº, n°',
    itemReference: 'référence, réf',
    sku: 'référence vendeur, référence article, référence produit, réf produit, sku vendeur, code article, code produit, référence fournisseur, réf article, étiquette personnalisée, code wms, sku wms, code logistique, référence logistique',
    barcode: 'ean, code barre, code barres, gencod, code ean',
    title:
      'nom du produit, désignation, libellé, titre, titre produit, description, article, produit, intitulé, nom produit, nom article',
    variant:
      'variante, taille, couleur, déclinaison, pointure, coloris, parfum, saveur, modèle, motif, format',
    quantity: 'combien, quantité expédiée, quantité, qté, qte, nb, nombre d articles, quantités, unités',
    parent:
      'parent, article parent, article principal, produit principal, composant, composant de, fait partie de',
    type: 'type, nature, type de ligne',
    kind: 'catégorie, famille',
    price: 'prix, tarif, prix de vente, pu',
    unit: 'unitaire, unité, à l unité, pu',
    total: "total, montant total, sous total, prix total, chiffre d'affaires, total ligne, somme",
    amount: 'montant, valeur, solde',
    currency: 'devise, monnaie',
    tax: 'tva, taxe, taux de tva',
    discount: 'remise, réduction, bon de réduction, code promo, remisé, promo, promotionnel, spécial, avoir',
    cost: 'frais, frais de port, commission, port, coût, frais de livraison',
    otherPrice: "d'achat, achat, catalogue, barré, conseillé, origine",
    date: 'date, jour, le',
    clock: 'heure',
    created:
      'date de commande, date commande, créé le, date de création, commandé le, date achat, date ajout, passée le',
    due: "date limite, limite, au plus tard, à expédier avant, expédier avant, avant le, date limite d'expédition, échéance",
    notBefore:
      'prochaine expédition, prochain envoi, prochaine livraison, pas avant, pas avant le, expédier après, expédier à partir du, livrer après, livrer à partir du, disponible le',
    expected: 'prévue, prévu, estimée, souhaitée, date de livraison prévue, prévisionnelle',
    modified: 'modifié, modifié le, mise à jour, dernière modification',
    status: 'statut, état, état de la commande, état commande, avancement',
    payment: 'paiement, règlement',
    method:
      'mode de paiement, moyen de paiement, mode de livraison, méthode de livraison, mode, moyen, méthode',
    shipped:
      'expédié, expédiée, envoyé, envoyée, livré, livrée, expédié le, envoyé le, expédiés, expédiées, livrées, livrés, terminé, quantité expédiée, expédiés le, remis au transporteur, parti',
    cancelled: 'annulé, annulée, annulés, annulées, annulation, supprimé, supprimée',
    refunded: 'remboursé, remboursée, remboursement, retourné, retournée, retour, retours, remboursés',
    paid: 'payé, payée, payé le, date de paiement, réglé',
    open: 'restante, restant, à expédier, restant, reste à livrer, à livrer, reste',
    ordered: 'commandé, commandée, commandés, commandées',
    handled: 'facturé, préparé, réservé',
    done: 'traité, traitée, exporté, exportée, bon de livraison, nr bon de livraison, numéro de bon de livraison',
    held: 'bloqué, bloquée, en pause, suspendu, suspendue, précommande, reliquat, en rupture, litige, réclamation, fraude',
    collected: 'retrait, retrait en magasin, point relais, point retrait, click and collect',
    requested: 'demande',
    tracking:
      'nr de colis, nr d envoi, numéro d envoi, nr d expédition, numéro d expédition, bordereau, numéro du colis, colis, nr de suivi, nr suivi, numéro de suivi, suivi, n de suivi, numéro de colis, code de suivi, numéro suivi, lien de suivi, numero de colis',
    carrier: 'transporteur',
    whoShips: 'logistique, expédié par',
    note: 'commentaire, commentaires, remarque, remarques, note, message, instructions, motif, texte carte, texte de la carte, carte message',
    noise:
      'à ce jour, de, du, des, la, le, les, l, d, général, et, ou, à, au, aux, en, ttc, ht, par, pour, un, une, est, votre, hors',
    aside:
      'poids, identifiant, id client, numéro client, numéro de facture, n facture, code client, canal, langue, sku cdiscount, id produit, numéro de ligne, source, cadeau, emballage cadeau, newsletter, nouveau client, urgent, abonnement, retour gratuit, retours gratuits, annulation gratuite, droit de retour, anniversaire, eco participation, éco participation, origine, parrain, salon, cgv, cgv acceptées, client pro, client premium, avis demandé, rappel demandé, facture demandée, campagne, points, points fidélité, livraison partielle autorisée',
    notGoods: 'produit physique, téléchargement, sans livraison',
    personal:
      'gravure, texte de gravure, texte gravure, texte à graver, personnalisation, broderie, texte personnalisé, monogramme, marquage',
    further:
      'article offert, produit offert, cadeau offert, article gratuit, produit gratuit, échantillon, échantillons, article supplémentaire, produit supplémentaire, accessoire, accessoires',
  },
  values: {
    send: "contre remboursement, paiement accepté, paiement à distance accepté, prêt à expédier, prête à expédier, validé, validée, non expédié, non expédiée, non livré, non livrée, préparation en cours, en préparation, à préparer, à expédier, nouveau, nouvelle, payé, payée, en cours, en cours de préparation, en cours de traitement, confirmé, confirmée, accepté, acceptée, facture, en attente d'expédition, vente, commande, produit, article, standard, livraison, expédition en cours, commandé, commandée, non traité, non traitée, à traiter",
    cancelled:
      'échouée, échoué, échec, annulée, annulé, annulée par le client, annulée par le vendeur, refusée, refusée par le vendeur, annulation, supprimé, supprimée',
    refunded: 'remboursée, remboursé, avoir, retournée, retourné, remboursement, retour',
    'partly-refunded': 'partiellement remboursé, partiellement remboursée',
    fulfilled:
      'expédié, expédiée, partiellement expédié, partiellement expédiée, partiellement livré, partiellement livrée, envoyé, envoyée, livré, livrée, terminé, terminée, clôturée, clôturé',
    unpaid:
      'attente paiement, impayé, impayée, non payé, non payée, en attente, en attente de paiement, en attente du paiement par chèque, en attente de virement bancaire, erreur de paiement, devis, brouillon',
    'on-hold':
      "bloqué, bloquée, en attente de réapprovisionnement, en attente d'acceptation, précommande, réclamation, litige, ne pas envoyer, ne pas expédier, ne pas livrer",
    pickup: 'retrait, retrait en magasin, click and collect, enlèvement',
    'not-goods': 'frais de port, livraison, remise, bon de réduction, carte cadeau, service, frais, port',
    set: 'lot, kit, pack, composé',
    condition:
      "neuf, occasion, d'occasion, comme neuf, très bon état, bon état, état correct, état acceptable, reconditionné, reconditionnée",
  },
};
