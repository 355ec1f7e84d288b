import type { Language } from './language.ts';

export const french: Language = {
  delivery: `livraison | de livraison | adresse de livraison | de l'adresse de livraison | adresse livraison | expédition | envoi | du destinataire`,
  payer: `facturation | de facturation | adresse de facturation | de l'adresse de facturation | adresse facturation | facture | du client | de l'acheteur`,
  recipients: 'destinataire',
  payers: `client | acheteur | payeur | contact`,
  parts: {
    name: `nom | nom complet | nom et prénom | prénom et nom | nom prénom | prénom nom`,
    firstName: 'prénom',
    lastName: 'nom | nom de famille',
    middleName: 'deuxième prénom',
    salutation: 'civilité',
    company: 'société | entreprise | raison sociale | nom de société',
    address1: `adresse | rue | adresse ligne | ligne d'adresse | voie | numéro et rue | adresse rue | adresse postale | numéro et nom de rue`,
    street: 'nom de rue | nom de la voie',
    houseNumber: 'numéro de rue | n° de rue | numéro de voie | numéro de maison',
    addition: 'complément de numéro',
    address2: `complément d'adresse | complément adresse | adresse complémentaire | adresse complément | complément | suite adresse | bâtiment`,
    district: 'quartier | lieu dit',
    town: 'ville | commune | localité',
    region: 'région | département | province',
    postcode: 'code postal | cp',
    country: 'pays',
    countryCode: 'code pays | pays code | code iso pays | pays iso',
    phone: `téléphone | tél | téléphone portable | portable | mobile | numéro de téléphone | n° de téléphone | téléphone mobile | téléphone fixe`,
    email: 'e mail | courriel | adresse e mail | adresse mail | mail',
  },
  line: "article | produit | ligne | ligne de commande | de l'article | du produit | articles | produits",
  goods: {
    sku: `sku | référence produit | référence article | référence vendeur | référence du produit | code article | code produit | sku vendeur |
      réf produit | réf article | sku du produit`,
    title: `article | produit | désignation | titre | nom du produit | nom produit | titre produit | libellé | libellé produit | libellé article |
      nom de l'article | description | intitulé`,
    quantity: 'quantité | qté | quantité commandée | qté commandée',
    unit: 'unité | unité de mesure | unité de vente',
    unitPrice: "prix unitaire | pu | prix à l'unité | prix unitaire produit",
    price: 'prix | prix de vente | prix vente',
    linePrice:
      'montant | sous total | valeur | montant ligne | prix ligne | prix de la ligne | prix ligne de commande',
    lineTotal: `total ligne | total de la ligne | prix total | total produit | montant total ligne | total article`,
    lineNumber: 'numéro de ligne | n° de ligne | n° ligne | ligne',
    taxRate: 'taux tva | taux de tva',
    shippedCount: 'quantité expédiée | qté expédiée | quantité livrée | qté livrée',
    cancelledCount: 'quantité annulée | qté annulée',
    refundedCount: 'quantité remboursée | qté remboursée | quantité retournée | qté retournée',
    openCount: 'quantité restante | quantité à expédier | reste à livrer | reste à expédier | qté restante',
  },
  tax: 'ttc | ht | toutes taxes comprises | hors taxes | tva incluse | hors tva',
  order: {
    reference: `commande | numéro de commande | numéro commande | n° de commande | n° commande | num commande | référence commande |
      référence de commande | référence de la commande | id commande | réf commande | identifiant de commande`,
    received: `date | date de commande | date commande | date de la commande | commandé le | date de création | date d'achat | créée le |
      date de création de la commande`,
    dispatchBy: `date limite d'expédition | à expédier avant | à expédier avant le | date limite d'envoi | expédier avant le`,
    currency: 'devise | code devise | monnaie',
    status: '',
    paymentStatus: `statut du paiement | statut de paiement | statut paiement | état du paiement | état de paiement`,
    buyer: "pseudo acheteur | pseudo de l'acheteur | pseudo client | identifiant acheteur",
    warehouse: "entrepôt | nom de l'entrepôt",
    postage: `frais de port | frais de livraison | frais d'expédition | coût de livraison | frais de port ttc | frais de port ht | frais d'envoi`,
    orderTotal: `total commande | total de la commande | montant total | total ttc | montant de la commande | montant total ttc | montant commande`,
    tracking: `numéro de suivi | n° de suivi | n° suivi | code de suivi | numéro de tracking | n° de tracking | tracking | lien de suivi |
      numéro de colis`,
    shippedAt: 'expédié le | expédiée le | livré le | livrée le | envoyé le',
    cancelledAt: "annulé le | annulée le | date d'annulation | date annulation",
    refundedAt: 'remboursé le | remboursée le | date de remboursement | date remboursement',
  },
};
