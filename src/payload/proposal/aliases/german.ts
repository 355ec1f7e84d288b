import type { Language } from './language.ts';

export const german: Language = {
  delivery: `liefer | lieferung | lieferadresse | lieferadress | lieferanschrift | versand | versandadresse | versandanschrift | versand nach |
    empfängers | des empfängers | empfang | empfangs`,
  payer: `rechnung | rechnungs | rechnungsadresse | rechnungsanschrift | kunden | käufers | des käufers | des kunden | bestellers | kundenadresse |
    re`,
  recipients: 'empfänger | warenempfänger | lieferempfänger',
  payers: `kunde | käufer | besteller | auftraggeber | rechnungsempfänger | ansprechpartner`,
  parts: {
    name: `name | vollständiger name | vor und nachname | name vollständig`,
    firstName: 'vorname',
    lastName: 'nachname | familienname | zuname',
    middleName: 'zweiter vorname',
    salutation: 'anrede',
    company: 'firma | firmenname | unternehmen',
    address1: `adresse | anschrift | straße | str | straße und hausnummer | straße hausnummer | straße hausnr | straße nr | adresszeile |
      straße und nr`,
    street: 'straßenname',
    houseNumber: 'hausnummer | hausnr | hnr',
    addition: 'hausnummerzusatz | hausnummernzusatz | hausnr zusatz',
    address2: `adresszusatz | adresszusatz 1 | zusatz | anschriftzusatz | adresszusatzzeile | zusätzliche adresszeile`,
    district: 'ortsteil | stadtteil',
    town: 'ort | stadt | wohnort',
    region: 'bundesland | kanton',
    postcode: 'plz | postleitzahl',
    country: 'land | staat',
    countryCode: `ländercode | länderkürzel | landkürzel | land iso | land code | länderkennzeichen | landescode | lkz`,
    phone: `telefon | telefonnummer | tel | telefonnr | tel nr | handy | handynummer | mobil | mobilnummer | mobiltelefon | rufnummer`,
    email: 'e mail | e mail adresse | mail | mailadresse',
  },
  line: 'artikel | produkt | position | positions | waren | ware',
  goods: {
    sku: `sku | artikelnummer | artikel nr | art nr | produktnummer | produktnr | artikelcode | produktcode | bestandseinheit | variantennummer |
      verkäufer sku | händler sku`,
    title: `artikel | produkt | bezeichnung | artikelbezeichnung | artikelname | artikeltitel | produktname | produkttitel | produktbezeichnung |
      warenbezeichnung | artikelbeschreibung | angebotstitel | titel | beschreibung`,
    quantity: 'menge | anzahl | stückzahl | stück | stk | bestellmenge | bestellte menge | anz',
    unit: 'einheit | mengeneinheit | me | verpackungseinheit | verkaufseinheit',
    unitPrice: `einzelpreis | stückpreis | preis pro stück | preis je stück | preis pro einheit | preis je einheit | einheitspreis | e preis`,
    price: 'preis | verkaufspreis | vk | vk preis | verkauft für',
    linePrice: 'betrag | zwischensumme | wert | umsatz | warenwert | positionspreis | zeilenpreis',
    lineTotal: `gesamtpreis | positionssumme | positionsbetrag | zeilensumme | artikelsumme | gesamt pos | positionspreis gesamt | summe pos`,
    lineNumber: 'positionsnummer | positionsnr | pos nr | pos | positions id | zeilennummer | position',
    taxRate: 'steuersatz | mwst satz | mehrwertsteuersatz | ust satz | inklusive mwst satz | mwst prozent',
    shippedCount: `gelieferte menge | versendete menge | versandte menge | bereits geliefert | menge geliefert | liefermenge geliefert`,
    cancelledCount: 'stornierte menge | stornomenge | menge storniert',
    refundedCount: 'erstattete menge | retournierte menge | retourenmenge | menge retourniert',
    openCount: 'offene menge | restmenge | zu liefernde menge | noch zu liefern | zu versendende menge',
  },
  tax: `brutto | netto | inkl mwst | inkl ust | inklusive mwst | exkl mwst | exkl ust | ohne mwst | zzgl mwst | mit mwst`,
  order: {
    reference: `bestellung | bestellnummer | bestell nr | bestell id | auftrag | auftragsnummer | auftrags nr | auftrag nr | auftrags id |
      bestellreferenz | verkaufsprotokollnummer`,
    received: `datum | bestelldatum | bestellzeit | bestellt am | auftragsdatum | kaufdatum | verkauft am | datum der bestellung | bestellung vom |
      eingegangen am | eingangsdatum | bestellzeitpunkt | erstellt am`,
    dispatchBy: `versand bis | versenden bis | zu versenden bis | spätester versand | spätestes versanddatum | versandfrist`,
    currency: 'währung | währungscode | währungskürzel',
    status: '',
    paymentStatus: 'zahlungsstatus | zahlstatus | bezahlstatus | status zahlung',
    buyer: 'nutzername des käufers | benutzername des käufers | käufer benutzername',
    warehouse: 'lager | lagername | warenlager',
    postage: `versandkosten | porto | versandpreis | versandkosten gesamt | lieferkosten | verpackung und versand | frachtkosten`,
    orderTotal: `gesamtbetrag | gesamtsumme | rechnungsbetrag | bestellwert | auftragssumme | auftragswert | bestellsumme | endbetrag`,
    tracking: `sendungsnummer | sendungsnummern | sendungsnr | trackingnummer | tracking nr | trackingcode | paketnummer | sendungsverfolgung |
      sendungsverfolgungsnummer | versandnummer | paketscheinnummer | tracking id`,
    shippedAt: `versandt am | versendet am | verschickt am | verschickt am datum | geliefert am | zugestellt am | ausgeliefert am`,
    cancelledAt: 'storniert am | stornodatum | stornierungsdatum',
    refundedAt: 'erstattet am | erstattungsdatum | retourniert am',
  },
};
