import type { Language } from './language.ts';

/** German. */
export const german: Language = {
  header: {
    delivery:
      'liefer, lieferung, lieferungs, lieferadresse, lieferanschrift, versand, versandadresse, versand nach, empfänger, empfaenger, des empfängers, lieferadress, li, empf, lief',
    addressee: 'empfänger, empfaenger, des empfängers',
    dispatch:
      'spätester versand, versand bis, versandfrist, zu versenden bis, versenden bis, versand, verschickt, versandt, versendet, warenausgang, lieferstatus, versandstatus, fulfillmentstatus',
    billing: 'rechnung, rechnungs, rechnungsadresse, rechnungsanschrift, rechnungsempfänger, re',
    buyer: 'kunde, kunden, käufer, kaeufer, besteller, auftraggeber, käufers',
    seller: 'verkäufer, verkaeufer, händler, absender, lieferant, hersteller, shopname',
    order: 'bestellung, bestell, auftrag, auftrags, order, kauf, bestellungs, vorgang, beleg',
    line: 'art nr, artnr, art no, positionssumme, zeilensumme, artikel, produkt, position, positions, ware, warenkorb, art, angebots',
    warehouse:
      'lager, lagername, lagerartikel, lagerartikelnummer, lagerartikelnr, lager sku, lager artikelnummer, logistik artikelnummer',
    name: 'name, namen, ansprechpartner, vor und nachname, vollständiger name, kontakt',
    first: 'vorname, vornamen',
    last: 'nachname, familienname, nachnamen, zuname',
    company: 'firma, firmenname, unternehmen, firmen',
    salutation: 'anrede, titel anrede',
    street:
      'straße, strasse, str, straßenname, strassenname, straße und hausnummer, strasse und hausnummer, straße hausnummer',
    address:
      'lieferadresse, lieferanschrift, versandadresse, rechnungsadresse, rechnungsanschrift, adresse, anschrift, adress, adresszeile, anschriftzeile',
    houseNumber: 'hausnummer, haus nr, hausnr, hnr, h nr, hs nr, hsnr, haus no, hausno',
    addition: 'hausnummernzusatz, hausnummerzusatz, hausnr zusatz, haus nr zusatz, hnr zusatz, h nr zusatz',
    extra:
      'namenszusatz, namezusatz, name zusatz, zusatzname, zusatz, adresszusatz, adress zusatz, zusatzfeld, postnummer, abteilung, z hd, zhd, zu händen, klingel, klingelname, klingelschild, torcode',
    apartment:
      'wohnung, wohnungsnummer, appartement, tür, türnummer, tür nr, wohnungsnr, wohnungs nr, whg, whg nr',
    building: 'gebäude',
    floor: 'etage, stock, stockwerk, aufgang, stiege',
    suburb: 'ortsteil, stadtteil',
    town: 'ort, stadt, wohnort, gemeinde',
    region: 'bundesland, kanton, region, landkreis',
    postcode: 'plz, postleitzahl',
    country: 'land, ländercode, länderkürzel, landkürzel, staat, land iso',
    phone: 'telefon, telefonnummer, tel nr, handy, handynummer, mobil, mobilnummer, mobiltelefon, rufnummer',
    email: 'e mail adresse, emailadresse, mailadresse, email, mail',
    number: 'art nr, artnr, art no, nummer, nr, nummern, num',
    id: 'id, kennung',
    code: 'code, kürzel',
    reference: 'referenz, referenznummer',
    sku: 'bestandseinheit, sku, lagernummer, artikelcode, variantennummer, händler sku, verkäufer sku, artikelnummer verkäufer, lagerartikel, lagerartikelnummer, lagerartikelnr, lager sku, lager artikelnummer, logistik artikelnummer',
    barcode: 'ean, gtin, barcode, strichcode',
    title:
      'bezeichnung, artikelbezeichnung, artikelname, produktname, artikeltitel, produkttitel, beschreibung, artikelbeschreibung, angebotstitel, artikel, produkt, produktbezeichnung, warenbezeichnung, titel',
    variant:
      'variante, größe, farbe, ausführung, geschmack, geschmacksrichtung, duft, groesse, sorte, modell, auswahl, attribute',
    quantity:
      'wie viele, wieviele, wie viel, stornomenge, stornierte menge, erstattete menge, retournierte menge, gelieferte menge, versendete menge, menge, anz, anzahl, stück, stückzahl, stk, bestellmenge, mengen',
    pack: 'verpackungseinheit, ve, packungsgröße',
    parent:
      'gehört zu, stücklistenkopf, übergeordnet, hauptartikel, hauptposition, hauptprodukt, oberartikel, vaterartikel, komponente, bestandteil von, stücklistenebene',
    type: 'typ, art, auftragsart, belegart, positionstyp, positionsart, bestellart, vorgangsart',
    kind: 'kategorie, warengruppe, artikelgruppe',
    price:
      'stückpreis, stueckpreis, preis, vk, verkaufspreis, vk preis, verkauft für, sonderpreis, aktionspreis, angebotspreis, endpreis, schlusspreis',
    unit: 'stückpreis, stueckpreis, einzel, stück, je, pro stück, einzeln, stk',
    total:
      'gesamt, summe, gesamtbetrag, gesamtpreis, zwischensumme, gesamtsumme, positionssumme, zeilensumme, umsatz, endbetrag, rechnungsbetrag, warenwert',
    amount: 'betrag, wert, saldo, restbetrag, erstattungsbetrag, rückerstattungsbetrag',
    currency: 'währung, waehrung, währungscode',
    tax: 'mwst, mw st, steuer, ust, u st, umsatzsteuer, mehrwertsteuer, mwst satz, steuersatz',
    discount:
      'rabatt, gutschein, nachlass, skonto, sonderpreis, aktionspreis, angebotspreis, rabattiert, rabattierter, reduziert, reduzierter',
    cost: 'kosten, versandkosten, gebühr, gebühren, porto, provision, pfand, verpackung und versand, versandpreis',
    otherPrice: 'uvp, einkaufs, ek, einkaufspreis, original, listen, listenpreis, alter, streich, händler',
    minor: 'cent',
    date: 'datum, tag, zeitpunkt, am, zeit',
    clock: 'uhrzeit',
    created:
      'bestelldatum, bestellzeit, auftragsdatum, bestellt am, eingangsdatum, erstellt, erstellt am, verkauft am, kaufdatum, angelegt, bestellt, rechnungsdatum, eingang, datum bestellung, belegdatum',
    due: 'spätester, spätestes, spätester versand, versand bis, lieferfrist, versandfrist, zu versenden bis, versenden bis, bis, fällig, frist',
    notBefore:
      'nächste lieferung, nächster versand, nächstes versanddatum, nächstes lieferdatum, nächste sendung, nicht vor, nicht versenden vor, nicht liefern vor, frühestens, versand ab, versenden ab, lieferung ab, liefern ab, frühester versand, lieferbar ab, verfügbar ab',
    expected:
      'voraussichtlich, voraussichtliches, erwartet, erwartetes, geplant, wunsch, wunschtermin, liefertermin, lieferzeit, gewünscht',
    modified: 'geändert, geändert am, letzte änderung, aktualisiert, stand, mahndatum',
    status:
      'status, zustand, bestellstatus, auftragsstatus, lieferstatus, versandstatus, fulfillmentstatus, bearbeitungsstand',
    payment: 'zahlung, zahlungs, bezahl, zahl, zahlungsstatus',
    method:
      'zahlungsart, zahlungsweise, zahlart, zahlungsmethode, versandart, lieferart, versandmethode, versandservice, versandklasse',
    shipped:
      'versand erfolgt, versand erfolgt am, versendet, versandt, verschickt, geliefert, ausgeliefert, zugestellt, verschickt am, versendet am, versandt am, abgeschlossen, erledigt, gelieferte, versendete, gelieferte menge, versendete menge, bereits geliefert, ausgehende, gesendet, gesendet am, abgeschickt, abgesandt, herausgegangen, rausgeschickt, expediert',
    cancelled:
      'storniert, storno, stornierung, stornierte, abgebrochen, stornomenge, stornierte menge, gelöscht',
    refunded:
      'erstattet, erstattung, rückerstattung, retoure, retourniert, zurückgesendet, gutschrift, rücksendung, retouren, retournierte, erstattete, erstattete menge, retournierte menge, erstattungsbetrag, rückerstattungsbetrag',
    paid: 'bezahlt, bezahlt am, zahlungsdatum, zahldatum, bezahldatum, zahlungseingang, vorab bezahlt, paid',
    open: 'offen, offene, restmenge, zu versenden, zu liefern, zu liefernde, zu versendende, noch zu liefern, ausstehend, offene menge, offener, offenes, restbetrag',
    ordered: 'bestellt, bestellte',
    handled: 'berechnet, fakturiert, reserviert, gepackt, kommissioniert, gemahnt',
    done: 'bearbeitet, exportiert, lieferschein, lieferscheinnummer, lieferschein nr, lieferscheinnr, warenausgang',
    held: 'gesperrt, sperre, angehalten, vorbestellung, rückstand, im rückstand, rückständig, testbestellung, zurückgestellt, betrug',
    collected:
      'abgeholt, abgeholt am, abholung, selbstabholung, selbstabholer, abholer, filialabholung, packstation',
    requested: 'anfrage, wunsch, stornierungsanfrage, stornoanfrage',
    tracking:
      'paket id, versandnummer, versandnr, versand nr, paketschein, paketscheinnummer, sendungsnr, sendungs nr, trackingnr, tracking nr, sendung, sendungsnummer, sendungsnummern, sendungsverfolgung, trackingnummer, paketnummer, tracking, sendungs id, trackingcode, sendungsverfolgungsnummer, paket nr, frachtbrief',
    carrier:
      'versanddienstleister, transporteur, versender, paketdienst, spediteur, versandunternehmen, zusteller',
    whoShips: 'versand durch, verschickt durch',
    notGoods:
      'physischer artikel, physisches produkt, porto artikel, versandartikel, digital, download, elektronisch, kein versand',
    note: 'kommentar, bemerkung, bemerkungen, notiz, notizen, hinweis, hinweise, nachricht, kundenkommentar, anmerkung, anmerkungen, grund, abstellort, grußkarte, kartentext, grußtext, widmung',
    noise:
      'bis heute, der, die, das, des, dem, den, und, oder, von, vom, zum, zur, mit, in, im, für, brutto, netto, inkl, inklusive, exkl, zzgl, ist, wurde, noch, nach, an, eur, ohne, als, je bestellung',
    aside:
      'gewicht, verfügbare menge, menge verfügbar, lagermenge, kundennummer, kundennr, kunden nr, kundengruppe, nutzername, benutzername, geburtsdatum, sprache, kanal, verkaufskanal, plattform, projekt, herkunft, quelle, externe auftragsnummer, externe bestellnummer, internetnummer, positions id, positionsnummer, positionsnr, pos nr, pos, rechnungsnummer, rechnungsnr, transaktionsnummer, verkaufsprotokollnummer, steuernummer, ust id, u st id, ust idnr, u st id nr, u st idnr, bearbeiter, mitarbeiter, filiale, mandant, verkauft über anzeigen, lagerplatz, lagerbestand, bestand, charge, fax, telefax, volumen, breite, höhe, länge, status id, kundenkonto, geschenk, geschenkverpackung, newsletter, neukunde, stammkunde, eilig, express, abo, retoure kostenlos, kostenlose retoure, kostenloser rückversand, rückgaberecht, widerrufsrecht, aktionscode, gutscheincode, bonuspunkte, treuepunkte, geburtstag, kampagne, kostenstelle, kundenkarte, partner, referer, sachbearbeiter, woher, instagram, insta, agb, agb akzeptiert, datenschutz, erstkunde, bewertung, bewertung angefragt, trusted shops, avisierung, retourenschein, retourenschein beilegen, katalog, rechnung erwünscht, teillieferung erlaubt, teillieferung möglich',
    personal:
      'gravur, gravurtext, wunschtext, wunschname, wunschgravur, personalisierung, individualisierung, aufdruck, bestickung, stickerei, monogramm, beschriftung',
    further:
      'zugabe, gratiszugabe, gratis, gratisartikel, beigabe, dreingabe, zusatzartikel, zusatzprodukt, werbegeschenk, geschenkartikel, naturalrabatt, zubehör',
  },
  values: {
    send: 'bearbeitbar, komplett bezahlt, nachnahme, per nachnahme, neu, offen, bezahlt, in bearbeitung, bestätigt, versandbereit, versandfertig, zu versenden, in vorbereitung, wird bearbeitet, freigegeben, freigabe versand, nicht versandt, nicht versendet, nicht geliefert, auftrag, bestellung, artikel, ware, verkauf, rechnung, standard, versand, lieferung, zahlung eingegangen, zu liefern, lieferbar, bestellt, bestellung eingegangen, eingegangen, in kommissionierung, zu kommissionieren, nicht begonnen, unbearbeitet, nicht bearbeitet, noch nicht bearbeitet, zum versand, zum versand bereit, bereit zum versand, versandbereit gemeldet, wird vorbereitet, wird verpackt',
    cancelled:
      'fehlgeschlagen, storniert, abgebrochen, storno, storniert durch kunde, storniert durch partner, stornierung, gelöscht',
    refunded:
      'rückerstattet, erstattet, retourniert, zurückerstattet, gutschrift, rechnungskorrektur, retoure, rückgabe, erstattung, rücksendung, rückerstattung, widerrufen',
    'partly-refunded': 'teilweise erstattet, teilerstattet',
    fulfilled:
      'fertiggestellt, versendet, versandt, verschickt, abgeschlossen, komplett abgeschlossen, teilweise abgeschlossen, erledigt, geliefert, zugestellt, ausgeliefert, komplett ausgeliefert, teilweise ausgeliefert, warenausgang gebucht, teilweise versandt, teilweise versendet, teilweise geliefert, teilversendet, teilgeliefert',
    unpaid:
      'unbezahlt, nicht bezahlt, offene zahlung, zahlung ausstehend, ausstehend, warten auf zahlung, teilweise bezahlt, angebot, entwurf, zahlung offen, wartet auf zahlung',
    'on-hold':
      'reklamation, pausiert, ausgesetzt, angekündigt, angehalten, zurückgestellt, angelegt, vorbestellt, vorbestellung, gesperrt, rückstand, klärung notwendig, nicht senden, nicht versenden, nicht verschicken, nicht liefern',
    pickup: 'abholung, selbstabholung, abholer, selbstabholer, abholung im laden, filialabholung',
    'not-goods':
      'versandposition, versandkosten, versandkostenartikel, porto, gutschein, rabatt, pfand, gebühr, zuschlag, freitext, textposition, dienstleistung, geschenkgutschein, aufschlag, steuer',
    set: 'stückliste, set, stücklistenartikel',
    condition: 'gebraucht, wie neu, neuwertig, sehr gut, gut, akzeptabel, generalüberholt',
  },
};
