import type { Language } from './language.ts';

export const dutch: Language = {
  delivery: `verzend | verzending | verzendadres | aflever | afleveradres | lever | levering | leveradres | bezorg | bezorging |
    bezorgadres | van de ontvanger`,
  payer: 'factuur | facturatie | factuuradres | van de klant | van de koper | betaler',
  recipients: 'ontvanger | naam van ontvanger',
  payers: 'klant | koper | besteller | afnemer',
  parts: {
    name: 'naam | volledige naam | contactpersoon | voor en achternaam | klantnaam',
    firstName: 'voornaam',
    lastName: 'achternaam | familienaam',
    company: 'bedrijf | bedrijfsnaam | firma | organisatie | firmanaam',
    address1: 'adres | straat | straat en huisnummer | adresregel | straat en nummer | straat huisnummer',
    street: 'straatnaam',
    houseNumber: 'huisnummer | huisnr',
    addition: `toevoeging | huisnummertoevoeging | huisnr toevoeging | huisnummer toev | toev | bus | busnummer`,
    address2: 'adresaanvulling | extra adresregel | aanvullend adres',
    town: 'plaats | woonplaats | stad | plaatsnaam',
    region: 'provincie | regio',
    postcode: 'postcode',
    country: 'land',
    countryCode: 'landcode | land iso | landcode iso',
    phone: 'telefoon | telefoonnummer | tel | mobiel | gsm | mobiel nummer | telefoonnr',
    email: 'e mail | e mailadres | mailadres',
  },
  line: 'artikel | product | regel | orderregel | bestelregel | item',
  goods: {
    sku: 'sku | artikelnummer | artikelnr | artikelcode | productcode | productnummer | productnr',
    title: `artikel | product | titel | omschrijving | productnaam | artikelnaam | artikelomschrijving | productomschrijving |
      beschrijving | producttitel`,
    quantity: 'aantal | hoeveelheid | besteld aantal | aantal besteld | stuks | bestelde hoeveelheid',
    unitPrice: 'stukprijs | prijs per stuk | eenheidsprijs | prijs per eenheid',
    price: 'prijs | verkoopprijs | productprijs | artikelprijs',
    linePrice: 'bedrag | subtotaal | waarde | regelbedrag | omzet',
    lineTotal: 'regeltotaal | totaalprijs | totaal regel | producttotaal',
    lineNumber: 'regelnummer | regelnr | regel',
    taxRate: 'btw percentage | btw tarief',
    shippedCount: 'aantal geleverd | aantal verzonden | geleverd aantal | verzonden aantal | reeds geleverd',
    cancelledCount: 'aantal geannuleerd | geannuleerd aantal',
    refundedCount: 'aantal terugbetaald | aantal geretourneerd | aantal retour | geretourneerd aantal',
    openCount: `nog te leveren | aantal te leveren | openstaand aantal | te verzenden aantal | nog te verzenden aantal | aantal open |
      backorder aantal`,
  },
  tax: 'incl btw | excl btw | inclusief btw | exclusief btw | inc btw | ex btw | bruto | netto',
  order: {
    reference: `bestelling | bestelnummer | bestelnr | ordernummer | ordernr | bestellingnummer | bestellingsnummer | order id |
      bestelling id`,
    received: `datum | besteldatum | orderdatum | besteld op | datum bestelling | aankoopdatum | bestelmoment | datum van bestelling |
      aangemaakt op`,
    dispatchBy: `verzenden voor | uiterste verzenddatum | uiterlijke verzenddatum | uiterlijk verzenden | verzenden uiterlijk`,
    currency: 'valuta | munteenheid | valutacode',
    paymentStatus: 'betaalstatus | betalingsstatus | status betaling',
    buyer: 'gebruikersnaam koper | gebruikersnaam klant',
    warehouse: 'magazijn | magazijnnaam',
    postage: 'verzendkosten | bezorgkosten | leverkosten | portokosten',
    orderTotal: 'ordertotaal | totaalbedrag | totaal bestelling | orderbedrag | eindtotaal | bestelbedrag',
    tracking: `track trace | track en trace | track trace code | trackingnummer | trackingcode | tracking | zendingsnummer | zendingnummer |
      barcode zending | pakketnummer | track and trace code | track trace nummer | track trace link`,
    shippedAt: 'verzonden op | geleverd op | bezorgd op | verstuurd op',
    cancelledAt: 'geannuleerd op | annuleringsdatum | datum annulering',
    refundedAt: 'terugbetaald op | geretourneerd op | datum terugbetaling',
    channelRef: `externe referentie | extern ordernummer | extern bestelnummer | klantreferentie | referentie klant | uw referentie`,
  },
};
