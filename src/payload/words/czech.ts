import type { Language } from './language.ts';

/** Czech: what the statuses of shops say. */
export const czech: Language = {
  header: {
    order: 'objednávka, objednávky',
    number: 'číslo',
    date: 'datum',
    status: 'stav',
    quantity: 'kolik, kolik kusů, množství, počet',
    price: 'cena',
    total: 'celkem',
    country: 'země',
    town: 'město',
    postcode: 'psč',
    street: 'ulice',
    houseNumber: 'číslo popisné',
    phone: 'telefon',
    currency: 'měna',
    tracking: 'číslo zásilky',
    shipped: 'odesláno, odeslána, doručeno',
    cancelled: 'stornováno, zrušeno',
    paid: 'zaplaceno',
    tax: 'dph',
    personal: 'gravírování, personalizace, výšivka, potisk',
    further: 'dárek, příslušenství, vzorek',
  },
  values: {
    send: 'nová, přijatá, vyřizuje se, nevyřízena, zaplaceno, zaplacená, připravena k odeslání, ano',
    cancelled: 'stornována, storno, stornováno, zrušena, zrušeno',
    refunded: 'vrácena, vráceno, dobropis',
    fulfilled: 'vyřízena, odeslána, odesláno, expedována, doručena, doručeno',
    unpaid: 'nezaplaceno, nezaplacená, čeká na platbu',
    'on-hold': 'pozastavena',
    pickup: 'osobní odběr',
    'not-goods': 'doprava, platba, sleva',
  },
};
