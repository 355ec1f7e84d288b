import type { Words } from './words.ts';

export const swedish: Words = {
  values: {
    ship: `betald | betalad | betalt | helt betald | betalning mottagen | betalning genomförd | postförskott | ej skickad | inte skickad |
      ännu ej skickad | ej levererad | inte levererad | att skicka | redo att skickas | klar att skicka | klar för leverans | redo för leverans |
      väntar på leverans | väntar på att skickas | ska skickas`,
    cancelled: `avbruten | avbeställd | annullerad | makulerad | avbruten av kund | avbeställd av kund | order annullerad | annullering`,
    refunded: 'återbetald | återbetalad | helt återbetald | återbetalning | returnerad | krediterad',
    'partly-refunded': 'delvis återbetald | delåterbetald | delvis återbetalning | delvis returnerad',
    fulfilled: `levererad | helt levererad | redan skickad | order skickad | utlevererad | under transport | överlämnad till transportör`,
    unpaid: `obetald | ej betald | inte betald | ännu ej betald | väntar på betalning | inväntar betalning | avvaktar betalning |
      betalning misslyckades | betalning nekad | delvis betald | delbetald`,
    'on-hold': `spärrad | parkerad | misstänkt bedrägeri | skicka ej | skicka inte | leverera ej | avbeställning begärd | restnoterad`,
    pickup: 'hämtas i butik | hämta i butik | upphämtning i butik | hämtad i butik | avhämtning i butik',
    'not-goods': 'digital produkt | virtuell produkt | nedladdningsbar produkt',
  },
  stems: `status | packad | plockad | utskriv | tillstånd | betal | obetal | avbryt | avbrut | avbeställ | annuller | makuler | återbetal | retur | kredit | skickad | skickas |
    skickat | leverans | leverer | levererad | frakt | utlever | hämta | hämtad | upphämt | avhämt | spärr | parker | bedräg | tvist | typ | slutför |
    avslut | klar | bekräft | behandl | restnoter | förbeställ | utkast | kolli | spårning | sändning | försändelse`,
  forms: `obetald | avbryt | avbeställ | avbeställning | annullera | återbetala | retur | skickad | skickas | skicka | hämtas | hämtad | upphämtning |
    bedrägeri | väntar | mottagen | slutförd | nekad`,
  stopping: `avbryt | avbeställ | annuller | makuler | återbetal | stoppa | håll inne | spärra | skicka ej | skicka inte | inte skicka | ej skicka |
    leverera ej | leverera inte | vänta med | avvakta | pengarna tillbaka | ångra | returnera`,
  notes: {
    words: `anteckning | anteckningar | kommentar | kommentarer | meddelande | meddelanden | notering | noteringar | anmärkning`,
    whose: `kund | kunds | kundens | från kund | köparens | från köpare | säljarens | order | orderns | intern | interna | gåvo | present | leverans |
      butikens`,
    names: 'hälsning | kortext | leveransinstruktioner | gåvomeddelande',
  },
  yes: 'ja | sant',
  no: 'nej | falskt',
  none: 'ingen | inget | inga | tom | aldrig | saknas',
  totals: 'summa | totalt | totalsumma | delsumma | summa totalt',
  charges: `frakt | fraktkostnad | porto | rabatt | presentkort | kupong | avgift`,
};
