// Writes fixtures/csv/orders.csv, always with the same content: node scripts/make-orders-csv.mjs
import { writeFileSync } from 'node:fs';

const orderCount = 250;

const countries = [
  {
    country: 'United Kingdom',
    code: 'GB',
    currency: 'GBP',
    phone: '+44 113 496',
    taxRate: '20',
    towns: [
      ['Leeds', 'West Yorkshire', 'LS1 4AB'],
      ['Bristol', '', 'BS1 5TR'],
      ['Llanfairfechan', 'Conwy', 'LL33 0AA'],
      ['Dundee', 'Angus', 'DD1 1AA'],
    ],
    streets: ['High Street', 'Station Road', 'Mill Lane', 'The Crescent'],
  },
  {
    country: 'Germany',
    code: 'DE',
    currency: 'EUR',
    phone: '+49 30 5550',
    taxRate: '19',
    towns: [
      ['München', 'Bayern', '80331'],
      ['Köln', '', '50667'],
      ['Lübeck', 'Schleswig-Holstein', '23552'],
    ],
    streets: ['Hauptstraße', 'Gärtnerweg', 'Am Mühlbach'],
  },
  {
    country: 'France',
    code: 'FR',
    currency: 'EUR',
    phone: '+33 1 99 00',
    taxRate: '20',
    towns: [
      ['Orléans', '', '45000'],
      ['Saint-Étienne', 'Loire', '42000'],
      ['Bourg-en-Bresse', 'Ain', '01000'],
    ],
    streets: ["Rue de l'Église", 'Avenue Général Leclerc', 'Chemin des Prés'],
  },
  {
    country: 'Poland',
    code: 'PL',
    currency: 'EUR',
    phone: '+48 42 555',
    taxRate: '23',
    towns: [
      ['Łódź', 'Łódzkie', '90-001'],
      ['Kraków', 'Małopolskie', '30-001'],
    ],
    streets: ['ul. Piotrkowska', 'ul. Świętego Ducha'],
  },
  {
    country: 'United States',
    code: 'US',
    currency: 'USD',
    phone: '+1 555 01',
    taxRate: '',
    towns: [
      ['Portland', 'OR', '97201'],
      ['Boston', 'MA', '02108'],
      ['San José', 'CA', '95110'],
      ['Newark', 'NJ', '07102'],
    ],
    streets: ['Oak Avenue', 'Main Street', '2nd Avenue'],
  },
];
const names = [
  'Ada Example',
  'Zoë Sample',
  'Jürgen Muster',
  'Łucja Przykład',
  'François Modèle',
  'Siân Enghraifft',
  'José Ejemplo',
  'Aoife Sampla',
  'Åsa Exempel',
  "Niamh O'Sample",
  'Đorđe Primer',
  'Mary-Ann Instance',
];
const companies = ['', '', '', 'Example Outdoor Ltd', 'Muster GmbH & Co. KG', 'Sample, Son and Partners'];
const kinds = ['TENT', 'PACK', 'STOVE', 'LAMP', 'ROPE', 'BOOT', 'MAT', 'FLASK', 'POLE', 'TARP'];
const variants = ['2', '3', 'S', 'M', 'L'];
const warehouses = ['Northgate FC', 'Midlands FC', 'Thames Reach FC'];
const known = [
  ['AC-TENT-2', 'Two-person tent', '129.00'],
  ['AC-STOVE-GAS', 'Gas stove', '34.50'],
  ['AC-MUG-BLUE', 'Enamel mug, blue', '9.99'],
];

// A multiplicative congruential generator: small, and the same on every machine.
let state = 20260901;
const below = (limit) => {
  state = (state * 48271) % 2147483647;
  return state % limit;
};
const of = (list) => list[below(list.length)];

function product() {
  if (below(4) === 0) return of(known);
  const kind = of(kinds);
  const variant = of(variants);
  const title = `${kind[0]}${kind.slice(1).toLowerCase()} ${variant.toLowerCase()} 1`;
  return [`AC-${kind}-${variant}-1`, title, `${5 + below(190)}.${String(below(100)).padStart(2, '0')}`];
}

const time = (minutes) =>
  new Date(Date.UTC(2030, 7, 28, 6) + minutes * 60_000).toISOString().replace('.000Z', 'Z');

const columns = [
  'ReferenceNumber',
  'ReceivedDate',
  'DispatchBy',
  'Currency',
  'PaymentStatus',
  'ChannelBuyerName',
  'warehouse_name',
  'PostalServiceCost',
  'DeliveryAddress.FullName',
  'DeliveryAddress.Company',
  'DeliveryAddress.Address1',
  'DeliveryAddress.Address2',
  'DeliveryAddress.Town',
  'DeliveryAddress.Region',
  'DeliveryAddress.PostCode',
  'DeliveryAddress.Country',
  'DeliveryAddress.CountryCode',
  'DeliveryAddress.PhoneNumber',
  'DeliveryAddress.EmailAddress',
  'SKU',
  'ItemTitle',
  'Qty',
  'PricePerUnit',
  'OrderLineNumber',
  'TaxRate',
];

function orderRows(index) {
  const place = index === 0 ? countries[0] : of(countries);
  const [town, region, postCode] = of(place.towns);
  const name = of(names);
  const received = index * 17;
  const reference = `WEB-${10001 + index}`;
  const order = [
    reference,
    time(received),
    time(received + 2160),
    place.currency,
    'PAID',
    name,
    of(warehouses),
    `${3 + below(6)}.95`,
    name,
    index === 0 ? '' : of(companies),
    `${1 + below(180)} ${of(place.streets)}`,
    index > 0 && below(5) === 0 ? `Flat ${1 + below(30)}, Block ${'ABC'[below(3)]}` : '',
    town,
    region,
    postCode,
    place.country,
    place.code,
    `${place.phone}${String(below(10000)).padStart(4, '0')}`,
    `buyer${10001 + index}@example.com`,
  ];
  const lineCount = index === 0 ? 1 : [1, 1, 1, 2, 2, 3][below(6)];
  return Array.from({ length: lineCount }, (_, line) => {
    const [sku, title, price] = index === 0 ? known[0] : product();
    const own = line === 0 ? order : [reference, ...Array(order.length - 1).fill('')];
    return [...own, sku, title, String(1 + below(4)), price, String(line + 1), place.taxRate];
  });
}

const quoted = (cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const rows = [columns, ...Array.from({ length: orderCount }, (_, index) => orderRows(index)).flat()];
const text = rows.map((row) => `${row.map(quoted).join(',')}\n`).join('');
writeFileSync(new URL('../fixtures/csv/orders.csv', import.meta.url), text);
