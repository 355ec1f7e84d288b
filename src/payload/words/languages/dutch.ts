import type { Words } from './words.ts';

export const dutch: Words = {
  values: {
    ship: `betaald | volledig betaald | betaling ontvangen | betaling geslaagd | onder rembours | rembours | niet verzonden | nog niet verzonden |
      niet verstuurd | te verzenden | nog te verzenden | klaar voor verzending | klaar om te verzenden | gereed voor verzending | verzendklaar |
      wacht op verzending | wachten op verzending | onverzonden`,
    cancelled: `geannuleerd | geannuleerd door klant | geannuleerd door koper | geannuleerd door verkoper | volledig geannuleerd |
      bestelling geannuleerd | annulering`,
    refunded: `terugbetaald | volledig terugbetaald | terugbetaling | geretourneerd | volledig geretourneerd | gecrediteerd`,
    'partly-refunded': `deels terugbetaald | gedeeltelijk terugbetaald | gedeeltelijke terugbetaling | deels geretourneerd |
      gedeeltelijk geretourneerd`,
    fulfilled: `verzonden | volledig verzonden | reeds verzonden | al verzonden | bestelling verzonden | bezorgd | geleverd | volledig geleverd |
      afgeleverd | uitgeleverd | onderweg | overgedragen aan vervoerder`,
    unpaid: `onbetaald | niet betaald | nog niet betaald | wacht op betaling | wachten op betaling | wachtend op betaling |
      in afwachting van betaling | betaling in afwachting | betaling mislukt | betaling geweigerd | deels betaald | gedeeltelijk betaald`,
    'on-hold': `in de wacht | geblokkeerd | vastgehouden | vermoeden van fraude | niet verzenden | niet versturen | niet leveren |
      annulering aangevraagd | annuleringsverzoek | in backorder | nalevering`,
    pickup: `afhalen in de winkel | afhalen in winkel | ophalen in de winkel | ophalen in winkel | zelf ophalen | zelf afhalen | afhalen op locatie |
      afgehaald in winkel | opgehaald door klant`,
    'not-goods': 'digitaal product | virtueel product | downloadbaar product',
  },
  stems: `klacht | geschil | status | ingepakt | niet voor | vroegst | gepickt | afgedrukt | toestand | betaald | onbetaald | annul | geannul | terugbetal | terugbetaald | retour | geretour |
    gecrediteerd | creditnota | verzend | verzond | verstuur | zending | lever | gelever | bezorg | afgelever | uitgelever | afhaal | afhal |
    afgehaald | ophaal | ophal | geblokk | blokk | vastgehouden | fraude | geschil | soort | type | ordertype | verwerkt | afgehandeld | afgerond |
    voltooid | concept | backorder | nalever | pakketnummer`,
  forms: `annuleren | terugbetalen | retour | verzenden | verstuurd | versturen | afhalen | afgehaald | ophalen | opgehaald | fraude | in afwachting |
    ontvangen | openstaand | afgehandeld | voltooid | afgerond | geweigerd`,
  stopping: `annul | geannul | terugbetal | vasthouden | vastgehouden | tegenhouden | in de wacht | niet verzenden | niet versturen | niet leveren |
    niet bezorgen | niet opsturen | nog niet verzenden | nog niet versturen | wachten met | wachten tot | geld terug | herroep | stop de |
    stopzetten | stop bestelling | retourneren | retour sturen`,
  notes: {
    words: `notitie | notities | opmerking | opmerkingen | bericht | berichten | toelichting | memo | commentaar | instructies`,
    whose: `klant | van klant | van de klant | koper | van koper | verkoper | bestelling | bij bestelling | order | interne | intern | cadeau |
      bezorg | lever | verzend | winkel`,
    names: `kaarttekst | wenskaart | tekst op kaartje | leverinstructies | bezorginstructies | cadeautekst | cadeaubericht`,
  },
  yes: 'ja | j | waar',
  no: 'nee | neen | onwaar',
  none: 'geen | niets | leeg | nooit | nvt',
  totals: 'totaal | totalen | som | eindtotaal | subtotaal | totaalbedrag | totaal bestellingen',
  charges: `verzending | verzendkosten | porto | korting | cadeaubon | kortingscode | toeslag | fooi`,
};
