import { describe, expect, it } from 'vitest';
import { type ShopName, shops } from '../../src/tracking/shops.ts';

const shipment = {
  reference: '123-1234567-1234567',
  number: 'T-1',
  service: null,
  url: null,
  processedOn: null,
  shippedAt: Date.parse('2026-09-01T08:00:00Z'),
  isUnfinished: false,
  row: 1,
};

/** The cells that name the carrier, or why the order is left out. */
function carrierOf(shop: ShopName, vendor: string, renamed?: string): string | readonly string[] {
  const reference = shop === 'amazon' ? shipment.reference : '1001';
  const row = shops[shop].row({ ...shipment, reference, vendor }, { dates: 'dmy', renamed: () => renamed });
  if (typeof row === 'string') return row;
  const { columns } = shops[shop];
  const names = [
    'carrier-code',
    'carrier-name',
    'tracking_provider',
    'Carrier Slug',
    'Fulfillment: Tracking Company',
  ];
  return columns.flatMap((column, at) => (names.includes(column) ? [row[at] ?? ''] : []));
}

const none = undefined;
/** What each shop calls a carrier; on Amazon, with the name beside `Other`. */
const carriers: readonly (readonly [
  names: string,
  amazon: readonly [string, string],
  matrixify: string,
  villatheme: string | undefined,
])[] = [
  ['Royal Mail', ['Royal Mail', ''], 'Royal Mail', 'royal-mail'],
  ['Evri, Hermes UK, myHermes', ['Other', 'Evri'], 'Evri', 'myhermes-uk'],
  ['DPD, DPD UK, DPD Local', ['DPD', ''], 'DPD UK', 'dpd-uk'],
  ['DHL, DHL Parcel', ['DHL', ''], 'DHL Parcel', 'dhl-uk'],
  ['DHL eCommerce', ['DHL eCommerce', ''], 'DHL eCommerce', 'dhlglobalmail'],
  ['DHL Express', ['DHL', ''], 'DHL Express', 'dhl'],
  ['UPS', ['UPS', ''], 'UPS', 'ups'],
  ['FedEx', ['FedEx', ''], 'FedEx', 'fedex'],
  ['Parcelforce', ['Parcelforce', ''], 'Parcelforce', 'parcelforce-uk'],
  ['Yodel', ['Yodel', ''], 'Yodel', none],
  ['USPS', ['USPS', ''], 'USPS', 'usps'],
  ['GLS', ['GLS', ''], 'GLS', 'gls'],
  ['Hermes (Germany)', ['Hermes Logistik Gruppe', ''], 'Hermes', 'hermes-de'],
  ['PostNL', ['Other', 'PostNL'], 'PostNL', 'postnl'],
  ['Deutsche Post', ['Deutsche Post', ''], 'Deutsche Post', 'deutsche-post'],
  ['La Poste', ['La Poste', ''], 'La Poste', 'la-poste-fr'],
  ['Colissimo', ['Other', 'Colissimo'], 'Colissimo', 'colissimo-fr'],
  ['Chronopost', ['Chronopost', ''], 'Chronopost', 'chronopost-fr'],
  ['Mondial Relay', ['Other', 'Mondial Relay'], 'Mondial Relay', 'mondial-relay-fr'],
  ['InPost', ['Other', 'InPost'], 'Inpost', none],
  ['TNT', ['TNT', ''], 'TNT', none],
  ['An Post', ['Other', 'An Post'], 'An Post', none],
];

describe('the carrier in the spelling of each shop', () => {
  it.each(carriers)('%s', (names, amazon, matrixify, villatheme) => {
    for (const name of names.split(', ')) {
      const spellings = [
        name,
        name.toUpperCase(),
        name.replaceAll(' ', '-'),
        ` ${name.replaceAll(' ', '')}. `,
      ];
      for (const spelling of spellings) {
        expect(carrierOf('amazon', spelling)).toEqual(amazon);
        expect(carrierOf('matrixify', spelling)).toEqual([matrixify]);
        const slug = villatheme === undefined ? expect.stringContaining('no slug') : [villatheme];
        expect(carrierOf('villatheme', spelling)).toEqual(slug);
        expect(carrierOf('woocommerce', spelling)).toEqual([spelling]);
      }
    }
  });

  it('is the name itself where a shop does not know it', () => {
    expect(carrierOf('amazon', 'My Van')).toEqual(['Other', 'My Van']);
    expect(carrierOf('amazon', 'V'.repeat(60))).toEqual(['Other', 'V'.repeat(50)]);
    expect(carrierOf('matrixify', 'My Van')).toEqual(['My Van']);
    expect(carrierOf('villatheme', 'My Van')).toContain('--carrier-map');
  });

  it('is first of all what --carrier-map says', () => {
    expect(carrierOf('amazon', 'DPD', 'Royal Mail')).toEqual(['Royal Mail', '']);
    expect(carrierOf('amazon', 'DPD', 'royal mail')).toEqual(['Other', 'royal mail']);
    expect(carrierOf('matrixify', 'DPD', 'Own')).toEqual(['Own']);
    expect(carrierOf('villatheme', 'Yodel', 'yodel-own')).toEqual(['yodel-own']);
    expect(carrierOf('woocommerce', 'DPD', 'DPD UK')).toEqual(['DPD UK']);
  });
});
