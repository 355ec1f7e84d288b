import type { Words } from './words.ts';

export const polish: Words = {
  values: {
    ship: `opłacone | opłacony | opłacona | zapłacone | zapłacono | w pełni opłacone | płatność otrzymana | płatność zaakceptowana | za pobraniem |
      pobranie | niewysłane | nie wysłano | jeszcze nie wysłane | do wysłania | do wysyłki | gotowe do wysyłki | gotowe do wysłania |
      oczekuje na wysyłkę | oczekuje na wysłanie | do spakowania`,
    cancelled: `anulowane | anulowany | anulowana | anulowano | anulowane przez klienta | anulowane przez kupującego | anulowane przez sprzedawcę |
      zamówienie anulowane`,
    refunded: 'zwrócone | zwrócono | zwrócony | zwrot | zwrot środków | zwrot płatności | zwrócono środki',
    'partly-refunded': 'częściowo zwrócone | częściowo zwrócono | częściowy zwrot | zwrot częściowy',
    fulfilled: `wysłane | wysłany | wysłana | wysłano | zamówienie wysłane | dostarczone | dostarczono | dostarczony | doręczone | doręczono |
      w doręczeniu | w drodze | przekazane kurierowi | nadane`,
    unpaid: `nieopłacone | nieopłacony | niezapłacone | nie zapłacono | oczekuje na płatność | oczekiwanie na płatność | oczekuje na wpłatę |
      oczekujące na płatność | płatność odrzucona | błąd płatności | częściowo opłacone | częściowo zapłacone`,
    'on-hold': `wstrzymane | wstrzymano | zablokowane | podejrzenie oszustwa | nie wysyłać | nie wysyłaj | prośba o anulowanie | oczekuje na towar`,
    pickup: 'odbiór osobisty | odbiór w sklepie | odbiór w punkcie sprzedaży | odebrane osobiście',
    'not-goods': 'produkt cyfrowy | produkt wirtualny',
  },
  stems: `status | spakow | wydruk | opłac | nieopłac | zapłac | anulo | zwrot | zwróc | reklam | wysył | wysłan | nadan | dostaw | dostarcz | doręcz |
    odbi | odebran | wstrzym | zablok | blokad | oszust | spór | typ | rodzaj | zrealiz | realizac | zakończ | potwierdz | szkic | przedsprzed |
    stan zam | stan pła | stan real | przesył | list przewozowy | listu przewozowego | śledz | numer paczki | nr paczki`,
  forms: `nieopłacone | anulować | anulowanie | anuluj | odebrane | oczekuje | oczekiwanie | otrzymano | odrzucone | zrealizowane | zakończone | zwrot`,
  stopping: `anulo | anuluj | zwrot | zwróc | rezygn | wstrzym | zatrzym | nie wysyłać | nie wysyłaj | nie wysyłajcie | proszę nie wysyłać |
    nie nadawać | nie dostarczać | poczekać z | zaczekać z | odstąp`,
  notes: {
    words: 'uwagi | uwaga | notatka | notatki | komentarz | komentarze | wiadomość | adnotacja | adnotacje',
    whose: `klienta | kupującego | od kupującego | od klienta | sprzedawcy | do zamówienia | zamówienia | wewnętrzne | wewnętrzna | prywatna |
      prezent | do dostawy | dla kuriera | dla magazynu | do dokumentu | do wysyłki | sklepu`,
    names: 'dedykacja | wiadomość do sprzedającego | wiadomość dla sprzedawcy | uwagi dla sprzedającego',
  },
  yes: 'tak | t | prawda',
  no: 'nie | fałsz',
  none: 'brak | nic | puste | bez | nigdy',
  totals: 'razem | suma | łącznie | podsumowanie | ogółem',
  charges: `wysyłka | dostawa | koszt dostawy | koszty dostawy | rabat | kupon | bon | dopłata`,
};
