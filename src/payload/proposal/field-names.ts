/** What a column can contain besides the service's fields: parts of a name or an address to join. */
export type Meaning =
  | 'ReferenceNumber'
  | 'ReceivedDate'
  | 'DispatchBy'
  | 'Currency'
  | 'ChannelBuyerName'
  | 'warehouse_name'
  | 'PostalServiceCost'
  | 'Channel_Ref'
  | 'SKU'
  | 'ItemTitle'
  | 'Qty'
  | 'PricePerUnit'
  | 'LineTotal'
  | 'TaxRate'
  | AddressMeaning;

/** Parts of a delivery or billing address. */
export type AddressMeaning =
  | 'FullName'
  | 'FirstName'
  | 'LastName'
  | 'Company'
  | 'Address1'
  | 'HouseNumber'
  | 'Address2'
  | 'Address3'
  | 'Town'
  | 'Region'
  | 'PostCode'
  | 'Country'
  | 'PhoneNumber'
  | 'EmailAddress';

const words = (text: string): readonly string[] => text.split(',').map((word) => word.trim());

/**
 * Column names in English, German, French, Spanish, Italian, Dutch, Polish and Portuguese: lower case without accents, digits separated, the
 * most likely first.
 */
export const fieldNames: Readonly<Record<Exclude<Meaning, AddressMeaning>, readonly string[]>> = {
  ReferenceNumber: words(
    'order number, order no, order nr, order id, order reference, order ref, order name, order, ' +
      'order code, web order, web order no, sales order, sales order number, ' +
      'bestellnummer, bestell nr, bestellnr, bestellung, auftragsnummer, auftrags nr, auftragsnr, auftrag, ' +
      'numero de commande, numero de la commande, reference de commande, reference de la commande, n commande, no commande, n de commande, no de commande, num commande, num de commande, numero commande, commande, reference commande, ' +
      'numero de pedido, n pedido, pedido, id pedido, numero ordine, n ordine, ordine, id ordine, ' +
      'bestelnummer, ordernummer, order id number, reference number, reference, ref, ' +
      'purchase order number, sales record number, invoice number, invoice no, ' +
      'belegnummer, numer zamowienia, nr zamowienia, id zamowienia, zamowienie, numero do pedido, n do pedido, numero da encomenda, n da encomenda, n encomenda, encomenda, n de venda, n de venta, de venta, de venda, purchase order no, po number, referencia',
  ),
  ReceivedDate: words(
    'order date, ordered at, ordered on, date ordered, order placed, placed at, placed on, date placed, placed, created at, created, ' +
      'date created, purchase date, sale date, order time, order date time, order created, created time, received date, date received, date, paid at, paid on, date paid, payment date, ' +
      'bestelldatum, bestellt am, auftragsdatum, datum, date de commande, date commande, commande le, ' +
      'fecha de pedido, fecha del pedido, fecha pedido, fecha, data ordine, data dell ordine, data, besteldatum, orderdatum, ' +
      'sold on, verkauft am, fecha de venta, date vente, date de vente, date d achat, date achat, data zamowienia, data zlozenia, data zlozenia zamowienia, data do pedido, data da encomenda, data da venda, po date',
  ),
  DispatchBy: words(
    'dispatch by, dispatch by date, despatch by, despatch by date, ship by, ship by date, post by date, latest ship date, latest dispatch date, ' +
      'expected ship date, expected shipment date, expected dispatch date, ' +
      'promise date, ship before, send by, due date, required by, dispatch deadline, versand bis, versenden bis, spatester versand, ' +
      'expedier avant, a expedier avant, date limite d expedition, enviar antes de, spedire entro, verzenden voor, ' +
      'must ship by, latest shipping time, shipping deadline, versenden bis datum, wyslac do, termin wysylki, enviar ate',
  ),
  Currency: words(
    'currency, currency code, order currency, payment currency, wahrung, waehrung, devise, monnaie, moneda, divisa, valuta, munt, ' +
      'waluta, moeda',
  ),
  ChannelBuyerName: words(
    'buyer name, buyer, customer name, customer full name, customer, client name, client, purchaser, buyer full name, buyer username, ' +
      'kundenname, kunde, kaufer, kaeufer, besteller, nom du client, nom client, acheteur, cliente, nombre cliente, ' +
      'nombre del cliente, comprador, nome cliente, acquirente, klant, klantnaam, koper, ' +
      'retailer name, retailer, klient, kupujacy, nabywca, nome do cliente, nome do comprador',
  ),
  warehouse_name: words(
    'warehouse name, warehouse, fulfilment centre, fulfillment center, fulfilment location, fulfillment location, lager, lagername, entrepot, almacen, magazzino, magazijn',
  ),
  PostalServiceCost: words(
    'shipping cost, shipping costs, shipping price, shipping fee, shipping charge, shipping total, order shipping, shipping, postage cost, ' +
      'postage and packaging, postage and packing, postage, delivery cost, delivery charge, delivery fee, carriage, versandkosten, porto, ' +
      'frais de port, frais de livraison, gastos de envio, coste de envio, spese di spedizione, costo spedizione, verzendkosten, ' +
      'koszt wysylki, koszt dostawy, portes, portes de envio, custo de envio',
  ),
  Channel_Ref: words(
    'channel ref, channel reference, channel order id, marketplace order id, marketplace reference',
  ),
  SKU: words(
    'seller sku, merchant sku, contribution sku, partner sku, merchant article number, supplier sku, vendor sku, sku vendeur, sku marchand, reference vendeur, ' +
      'bestandseinheit, sku, item sku, product sku, variant sku, lineitem sku, stock code, item code, product code, article code, ' +
      'article number, article no, article, item number, item no, part number, part no, product number, style code, custom label, sku code, code, model, ' +
      'artikelnummer, artikel nr, artikelnr, art nr, artnr, artikel, reference article, ref article, reference produit, ref produit, code article, code produit, ' +
      'product reference, referencia producto, codigo articulo, codigo producto, codigo, codice articolo, codice prodotto, codice, artikelcode, productcode, ' +
      'product id, ' +
      'sku id, indeks, kod produktu, symbol, kod towaru, codigo do produto, codigo do artigo, external id, kod, referencia',
  ),
  ItemTitle: words(
    'item title, item name, product name, product title, lineitem name, title, description, item description, product description, ' +
      'article name, product, item, items, name of product, artikelname, artikelbezeichnung, bezeichnung, produkt, produktname, beschreibung, ' +
      'designation, libelle, nom du produit, nom produit, titre produit, titre du produit, produit, article description, descripcion, producto, nombre producto, ' +
      'nome prodotto, descrizione, prodotto, omschrijving, productnaam, artikel, ' +
      'angebotstitel, produkttitel, titulo de la publicacion, titulo do anuncio, nazwa produktu, nazwa towaru, nazwa, produto, nome do produto, descricao, sku name, article',
  ),
  Qty: words(
    'quantity, qty, item quantity, item qty, lineitem quantity, product quantity, product qty, order quantity, ordered quantity, qty ordered, quantity ordered, quantity purchased, pieces, pcs, units, count, ' +
      'number of items, no of items, amount ordered, menge, anzahl, stuck, stueck, stuckzahl, quantite, qte, nombre d articles, cantidad, cant, unidades, ' +
      'quantita, qta, pezzi, aantal, ' +
      'qty order, ilosc, liczba sztuk, sztuk, quantidade, qtd, qtde',
  ),
  PricePerUnit: words(
    'price per unit, unit price, unit cost, item price, price each, each, item cost, lineitem price, product price, selling price, sold for, price, price gbp, price eur, price usd, unit price gbp, unit price eur, ' +
      'einzelpreis, stuckpreis, stueckpreis, preis, verkaufspreis, prix unitaire, prix unitaire ttc, pu, prix, precio unitario, precio, prezzo unitario, prezzo, ' +
      'stukprijs, prijs, prijs per stuk, rate, unit price tax incl, unit price inc tax, unit price including tax, ' +
      'unit amount, article price, cena jednostkowa, cena za sztuke, cena, preco unitario, preco, precio unitario de venta de la publicacion, preco unitario de venda do anuncio',
  ),
  LineTotal: words(
    'line total, line total gbp, line total eur, line total usd, item total, item subtotal, row total, line amount, line value, total price, line price, net amount, amount, ' +
      'positionssumme, gesamtpreis, zeilensumme, total ligne, montant ligne, total linea, importe linea, importe, totale riga, regeltotaal, ' +
      'wartosc, wartosc pozycji, total da linha',
  ),
  TaxRate: words(
    'tax rate, vat rate, vat percent, item tax rate, mwst satz, ust satz, taux tva, tipo iva, aliquota iva, btw tarief, ' +
      'stawka vat, taxa iva',
  ),
};

/** Like `fieldNames`, for the parts of an address, without the word that says whose address it is. */
export const addressNames: Readonly<Record<AddressMeaning, readonly string[]>> = {
  FullName: words(
    'full name, name, recipient name, recipient, contact name, contact, contact person, addressee, consignee, receiver, attention, attn, to, deliver to, delivered to, post to, ' +
      'empfanger, empfaenger, empfangername, destinataire, nom complet, nom et prenom, destinatario, nombre completo, nombre y apellidos, ' +
      'nome completo, nome e cognome, ontvanger, naam, nom, nombre, nome, ' +
      'imie i nazwisko, odbiorca, nome e apelido, nome do destinatario',
  ),
  FirstName: words(
    'first name, firstname, forename, given name, name first, vorname, prenom, nombre de pila, voornaam, ' +
      'imie, primeiro nome',
  ),
  LastName: words(
    'last name, lastname, surname, family name, second name, name last, nachname, familienname, nom de famille, apellidos, apellido, cognome, achternaam, ' +
      'nazwisko, apelido, sobrenome',
  ),
  Company: words(
    'company, company name, organisation, organization, business, business name, firma, firmenname, societe, entreprise, raison sociale, empresa, ' +
      'azienda, ragione sociale, societa, bedrijf, bedrijfsnaam, ' +
      'nazwa firmy',
  ),
  Address1: words(
    'address 1, address line 1, address line one, address, street address, street, street 1, street line 1, line 1, addr 1, addr, road, street name, ' +
      'strasse, strasse 1, strasse und hausnummer, strasse hausnummer, strasse nr, anschrift, adresse, adresse 1, rue, direccion, direccion 1, calle, ' +
      'indirizzo, indirizzo 1, via, adres, straat, ' +
      'domicilio, adres 1, ulica, ulica i numer, morada, morada 1, endereco, rua',
  ),
  HouseNumber: words(
    'house number, house no, house nr, hausnummer, hausnr, haus nr, numero civico, civico, huisnummer, huisnr, street number, ' +
      'nr domu, numer domu, numero da porta',
  ),
  Address2: words(
    'address 2, address line 2, address line two, street 2, street line 2, line 2, addr 2, apartment, flat, suite, adresszusatz, adress zusatz, zusatz, adresse 2, ' +
      'complement, complement d adresse, direccion 2, indirizzo 2, toevoeging, huisnummertoevoeging, huisnummer toevoeging, huisnr toevoeging, hausnummerzusatz, hausnummer zusatz, ' +
      'house number addition, house number suffix, ' +
      'complement adresse, adres 2, nr lokalu, nr mieszkania, morada 2',
  ),
  Address3: words('address 3, address line 3, street 3, line 3, addr 3, adresse 3'),
  Town: words(
    'town, city, town city, city town, town or city, post town, locality, suburb, place, ort, stadt, wohnort, ville, ciudad, poblacion, localidad, ' +
      'citta, comune, localita, plaats, woonplaats, stad, ' +
      'miasto, miejscowosc, localidade, cidade',
  ),
  Region: words(
    'region, county, state, province, state province, province state, county state, state county, state code, bundesland, departement, provincia, provincie, ' +
      'wojewodztwo, distrito',
  ),
  PostCode: words(
    'post code, postcode, postal code, zip, zip code, zipcode, zip postal code, postcode zip, zip postcode, postal, plz, postleitzahl, code postal, cp, ' +
      'codigo postal, cap, codice postale, ' +
      'kod pocztowy, cep, address 5',
  ),
  Country: words(
    'country, country code, country name, country iso, iso country, country iso code, land, landercode, laendercode, landeskurzel, pays, code pays, pais, paese, ' +
      'nazione, landcode, ' +
      'kraj, kod kraju',
  ),
  PhoneNumber: words(
    'phone, phone number, phone no, telephone, telephone number, tel, tel no, mobile, mobile number, mobile phone, contact number, telefon, ' +
      'telefonnummer, handy, mobil, portable, telefono, movil, cellulare, telefoon, telefoonnummer, ' +
      'telephone portable, nr telefonu, numer telefonu, telefone, telemovel',
  ),
  EmailAddress: words(
    'email, e mail, email address, e mail address, mail, e mail adresse, mailadresse, courriel, adresse e mail, correo electronico, correo, posta elettronica, e mailadres, ' +
      'adres e mail, correio eletronico, virtual email',
  ),
};

/** Names that are similar to those of a field, and mean something else. */
export const notFields: ReadonlySet<string> = new Set(
  words(
    'customer id, customer no, customer number, client id, client no, client number, buyer id, kundennummer, kunden nr, kundennr, ' +
      'numero client, numero cliente, codice cliente, klantnummer, klant nr, store name, shop name, numer klienta',
  ),
);

/** Words before or after the part of an address that say whose address it is. */
export const sideWords = {
  delivery: words(
    'shipping address, delivery address, del address, del, ship to address, address shipping, address delivery, shipping, ship to, shipto, ship, delivery, deliver to, delivered to, post to, recipient, receiver, ' +
      'consignee, destination, lieferadresse, lieferanschrift, lieferung, liefer, versand nach, versand an, versand, des empfangers, empfanger, empfaenger, de livraison, d expedition, livraison, destinataire, ' +
      'de envio, de entrega, envio, entrega, destinatario, di spedizione, di consegna, spedizione, consegna, verzending, verzend, bezorg, levering, aflever, dostawy, wysylki, odbiorcy, do destinatario',
  ),
  billing: words(
    'billing address, invoice address, bill to address, address billing, billing, bill to, billto, bill, invoice, invoicing, buyer, customer, client, purchaser, payer, ' +
      'de facturation, de facturacion, di fatturazione, de faturacao, rechnungsadresse, rechnungsanschrift, rechnung, rechnungs, des kaufers, kaufer, kunde, kunden, facturation, client, acheteur, facturacion, factura, comprador, cliente, ' +
      'fatturazione, fattura, acquirente, factuur, facturatie, klant, faktury, kupujacego, nabywcy, faturacao, do comprador',
  ),
} as const;

/** Prefixes written without a space before a part of an address: `Lieferort`, `Rechnungs-PLZ`. */
export const compoundPrefixes = {
  delivery: [
    'lieferungs',
    'liefer',
    'versand',
    'empfanger',
    'empfaenger',
    'verzend',
    'bezorg',
    'aflever',
    'ship',
    'delivery',
  ],
  billing: ['rechnungs', 'kunden', 'factuur', 'bill', 'billing', 'klant'],
} as const;
