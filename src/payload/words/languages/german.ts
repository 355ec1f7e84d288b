import type { Words } from './words.ts';

export const german: Words = {
  values: {
    ship: `bezahlt | komplett bezahlt | vollständig bezahlt | vorab bezahlt | zahlung eingegangen | zahlung erhalten | nachnahme | per nachnahme |
      nicht versandt | nicht versendet | nicht verschickt | noch nicht versandt | noch nicht versendet | noch nicht verschickt | zu versenden |
      versandbereit | versandfertig | bereit zum versand | zum versand bereit | wartet auf versand | warten auf versand | freigabe versand |
      zum versand freigegeben | unversandt`,
    cancelled: `storniert | komplett storniert | vollständig storniert | storniert durch kunde | storniert durch kunden | vom kunden storniert |
      storniert durch käufer | storniert durch verkäufer | auftrag storniert | bestellung storniert | storno | stornierung | annulliert`,
    refunded: `erstattet | rückerstattet | zurückerstattet | komplett erstattet | vollständig erstattet | erstattung | rückerstattung | retourniert |
      zurückgesendet | komplett retourniert`,
    'partly-refunded': `teilweise erstattet | teilerstattet | teilweise rückerstattet | teilerstattung | teilweise retourniert`,
    fulfilled: `versandt | versendet | verschickt | komplett versandt | komplett versendet | vollständig versandt | bereits versandt | ausgeliefert |
      komplett ausgeliefert | geliefert | komplett geliefert | vollständig geliefert | zugestellt | an versanddienstleister übergeben |
      in zustellung | warenausgang gebucht`,
    unpaid: `unbezahlt | nicht bezahlt | noch nicht bezahlt | zahlung ausstehend | zahlung offen | offene zahlung | warten auf zahlung |
      wartet auf zahlung | warte auf zahlung | teilweise bezahlt | teilbezahlt | teilzahlung | zahlung fehlgeschlagen | zahlung abgelehnt`,
    'on-hold': `angehalten | zurückgestellt | gesperrt | liefersperre | versandsperre | nicht senden | nicht versenden | nicht verschicken |
      nicht liefern | stornierung angefragt | storno angefragt | stornoanfrage | betrugsverdacht | klärung notwendig | im rückstand`,
    pickup: `selbstabholung | selbstabholer | abholung im laden | abholung in der filiale | abholung vor ort | filialabholung | ladenabholung |
      vom kunden abgeholt | abholer`,
    'not-goods': 'kein versand nötig | versand nicht erforderlich',
  },
  stems: `status | zustand | bearbeitungsstand | bezahl | unbezahlt | versand | versend | verschick | liefer |
    geliefert | zugestellt | zustell | ausgeliefert | gesendet | warenausgang | storn | abgebrochen | annull | erstatt | gutschrift | retour |
    rücksend | rückgabe | zurück | widerruf | abhol | abgeholt | gesperrt | sperr | angehalten | freigabe | freigegeben | gepackt | verpackt | kommission | frühest | nicht vor | gedruckt | betrug | rückstand |
    vorbestell | typ | positionstyp | belegtyp | auftragstyp | artikeltyp | auftragsart | bestellart | belegart | positionsart | vorgangsart | abgeschlossen | erledigt | gelöscht | reklam | bearbeitet |
    offen | entwurf | sendung | paketnummer | paketschein`,
  forms: `offen | stornieren | gutschrift | retoure | rücksendung | versenden | gesendet | eingegangen | abgeholt | abholung | betrug | freigegeben |
    ausstehend | abgeschlossen | erledigt | abgelehnt | fehlgeschlagen | vorbestellt | in bearbeitung`,
  stopping: `storn | annull | erstatt | rückerstatt | widerruf | gutschrift | anhalten | angehalten | zurückhalten | zurückgehalten | zurückstellen |
    stopp | nicht senden | nicht versenden | nicht verschicken | nicht liefern | nicht ausliefern | nicht rausschicken | noch nicht senden |
    noch nicht versenden | noch nicht verschicken | warten mit | warten bis | bitte warten | geld zurück | sperren | gesperrt | retoure | retournier`,
  notes: {
    words: `notiz | notizen | bemerkung | bemerkungen | kommentar | kommentare | anmerkung | anmerkungen | hinweis | hinweise | nachricht |
      mitteilung`,
    whose: `kunden | kunde | des kunden | vom kunden | käufer | des käufers | vom käufer | an verkäufer | bestell | bestellung | zur bestellung |
      auftrags | auftrag | zum auftrag | liefer | lieferung | zur lieferung | versand | interne | interner | intern | geschenk | shop | händler`,
    names: 'grußkarte | grußtext | geschenktext | kartentext | lieferhinweise | kundenwunsch | sonderwünsche',
  },
  yes: 'ja | j | wahr',
  no: 'nein | falsch',
  none: 'keine | keiner | kein | leer | nichts | ohne | nie',
  totals: 'summe | gesamt | gesamtsumme | insgesamt | zwischensumme | gesamtbetrag | endsumme | summen',
  charges: `versand | versandkosten | versandposition | porto | fracht | rabatt | gutschein | gutscheinposition | zuschlag | nachnahmegebühr | zahlungsgebühr | mindermengenzuschlag`,
};
