import type { PresetName } from '../text/preset-names.ts';
import { ukDate } from '../text/time/zone.ts';
import type { Parcel } from './order-state.ts';

/** What a shop's file says of one parcel of an order. */
interface Shipment extends Parcel {
  readonly reference: string;
  /** As the record has it. */
  readonly processedOn: string | null;
  /** When it was shipped, or first seen to be; ms since the epoch. */
  readonly shippedAt: number;
  /** The order has other parcels after this one, or has shipped only in part. */
  readonly isUnfinished: boolean;
  /** Counted from 1 within the file. */
  readonly row: number;
}

type DateOrder = 'dmy' | 'mdy';

export interface RowOptions {
  readonly dates: DateOrder;
  /** A carrier in the user's own spelling, which goes before the shop's; undefined if there is none. */
  renamed(carrier: string): string | undefined;
}

/** A file that a shop takes to mark orders as shipped. */
export interface Shop {
  /** By which the ledger remembers what was written for it. */
  readonly name: string;
  readonly title: string;
  /** The preset that reads its export: what another preset has read is of another shop. */
  readonly preset: PresetName;
  readonly columns: readonly string[];
  readonly separator: ',' | '\t';
  readonly lineEnd: '\n' | '\r\n';
  readonly byteOrderMark: boolean;
  /** Whether its reader knows quotes; otherwise no cell may hold a separator or a line break. */
  readonly quotes: boolean;
  readonly ascii: boolean;
  readonly mostRows: number;
  /** Whether it takes several parcels of an order, and an order that is partly shipped. */
  readonly takesParts: boolean;
  readonly nameEnd: '.csv' | '.txt';
  readonly nameHolds?: string;
  /** What its user has to know of the file besides. */
  readonly says?: string;
  /** The cells of a row, or why the order is left out. */
  row(shipment: Shipment, options: RowOptions): readonly string[] | string;
}

type Names = readonly [names: readonly string[], ...spelt: (string | undefined)[]];

/** What the warehouse may call a carrier, and its name on shops' lists; on Amazon, one on no list is `Other`. */
const carriers: readonly Names[] = [
  [['Royal Mail'], 'Royal Mail', 'Royal Mail', 'royal-mail'],
  [['Evri', 'Hermes UK', 'myHermes'], undefined, 'Evri', 'myhermes-uk'],
  [['DPD', 'DPD UK', 'DPD Local'], 'DPD', 'DPD UK', 'dpd-uk'],
  [['DHL', 'DHL Parcel'], 'DHL', 'DHL Parcel', 'dhl-uk'],
  [['DHL eCommerce'], 'DHL eCommerce', 'DHL eCommerce', 'dhlglobalmail'],
  [['DHL Express'], 'DHL', 'DHL Express', 'dhl'],
  [['UPS'], 'UPS', 'UPS', 'ups'],
  [['FedEx'], 'FedEx', 'FedEx', 'fedex'],
  [['Parcelforce'], 'Parcelforce', 'Parcelforce', 'parcelforce-uk'],
  [['Yodel'], 'Yodel', 'Yodel'],
  [['USPS'], 'USPS', 'USPS', 'usps'],
  [['GLS'], 'GLS', 'GLS', 'gls'],
  [['Hermes (Germany)'], 'Hermes Logistik Gruppe', 'Hermes', 'hermes-de'],
  [['PostNL'], undefined, 'PostNL', 'postnl'],
  [['Deutsche Post'], 'Deutsche Post', 'Deutsche Post', 'deutsche-post'],
  [['La Poste'], 'La Poste', 'La Poste', 'la-poste-fr'],
  [['Colissimo'], undefined, 'Colissimo', 'colissimo-fr'],
  [['Chronopost'], 'Chronopost', 'Chronopost', 'chronopost-fr'],
  [['Mondial Relay'], undefined, 'Mondial Relay', 'mondial-relay-fr'],
  [['InPost'], undefined, 'Inpost'],
  [['TNT'], 'TNT', 'TNT'],
  [['An Post'], undefined, 'An Post'],
];

/** A carrier's name without case, spaces and punctuation. */
export const plainCarrier = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

const byName = new Map(
  carriers.flatMap((carrier) => carrier[0].map((name) => [plainCarrier(name), carrier] as const)),
);
const spellings = (name: string): Names => byName.get(plainCarrier(name)) ?? [[]];

const amazonCodes = new Set(carriers.flatMap(([, amazon]) => amazon ?? []));

/** Amazon's code for a carrier, and its name where it has none. */
function amazonCarrier(carrier: string, renamed: string | undefined): readonly [code: string, name: string] {
  const [[known], spelt] = spellings(carrier);
  const code = renamed ?? spelt;
  if (code !== undefined && amazonCodes.has(code)) return [code, ''];
  return ['Other', (renamed ?? known ?? carrier).slice(0, 50)];
}

const withoutHash = (reference: string): string => reference.replace(/^#/, '');

function shortDay(ms: number, dates: DateOrder): string {
  const [year, month, day] = ukDate(ms).split('-');
  return (dates === 'dmy' ? [day, month, year] : [month, day, year]).join('-');
}

/** A CSV file for a shop that asks for nothing special. */
const plainFile = {
  separator: ',',
  lineEnd: '\n',
  byteOrderMark: false,
  quotes: false,
  ascii: false,
  mostRows: Number.POSITIVE_INFINITY,
  nameEnd: '.csv',
  takesParts: false,
} as const;

const amazon: Shop = {
  ...plainFile,
  name: 'amazon',
  title: 'Amazon',
  preset: 'amazon',
  columns: [
    ...['order-id', 'order-item-id', 'quantity', 'ship-date', 'carrier-code', 'carrier-name'],
    ...['tracking-number', 'ship-method', 'transparency_code', 'ship_from_address_name'],
    ...['ship_from_address_line1', 'ship_from_address_line2', 'ship_from_address_line3'],
    ...['ship_from_address_city', 'ship_from_address_county', 'ship_from_address_state_or_region'],
    ...['ship_from_address_postalcode', 'ship_from_address_countrycode'],
  ],
  separator: '\t',
  lineEnd: '\r\n',
  ascii: true,
  nameEnd: '.txt',
  row({ reference, number, vendor: carrier, service, shippedAt }, { renamed }) {
    if (!/^\d{3}-\d{7}-\d{7}$/.test(reference)) return 'the reference is not an Amazon order number';
    if (carrier === null) return 'no carrier is known';
    const [code, name] = amazonCarrier(carrier, renamed(carrier));
    const first = [reference, '', '', ukDate(shippedAt), code, name, number, service ?? ''];
    return [...first, ...Array<string>(10).fill('')];
  },
};

const woocommerce: Shop = {
  ...plainFile,
  name: 'woocommerce',
  title: 'Advanced Shipment Tracking for WooCommerce',
  preset: 'woocommerce',
  columns: ['order_id', 'tracking_provider', 'tracking_number', 'date_shipped', 'status_shipped'],
  mostRows: 150,
  takesParts: true,
  row({ reference, number, vendor: carrier, shippedAt, isUnfinished }, { dates, renamed }) {
    if (carrier === null) return 'no carrier is known';
    const provider = renamed(carrier) ?? carrier;
    const status = isUnfinished ? '0' : '1';
    return [withoutHash(reference), provider, number, shortDay(shippedAt, dates), status];
  },
};

const villatheme: Shop = {
  ...plainFile,
  name: 'villatheme',
  title: 'Orders Tracking for WooCommerce (VillaTheme)',
  preset: 'woocommerce',
  columns: ['Order ID', 'Order Item ID', 'Tracking Number', 'Carrier Slug', 'Order Status'],
  byteOrderMark: true,
  quotes: true,
  row({ reference, number, vendor: carrier }, { renamed }) {
    const id = withoutHash(reference);
    if (!/^\d+$/.test(id)) return 'the reference is not a number';
    if (carrier === null) return 'no carrier is known';
    const [, , , spelt] = spellings(carrier);
    const slug = renamed(carrier) ?? spelt;
    if (slug === undefined)
      return `no slug is known for the carrier ${carrier}; --carrier-map FILE can give one`;
    return [id, '', number, slug, 'completed'];
  },
};

const matrixify: Shop = {
  ...plainFile,
  name: 'matrixify',
  title: 'Matrixify for Shopify',
  preset: 'shopify',
  columns: [
    ...['Name', 'Command', 'Line: Type', 'Fulfillment: ID', 'Fulfillment: Status'],
    ...['Fulfillment: Tracking Company', 'Fulfillment: Tracking Number', 'Fulfillment: Tracking URL'],
    ...['Fulfillment: Processed At', 'Fulfillment: Send Receipt'],
  ],
  quotes: true,
  nameHolds: 'Orders',
  row({ reference, number, vendor: carrier, url, processedOn, row }, { renamed }) {
    const name = /^\d+$/.test(reference) ? `#${reference}` : reference;
    const [, , spelt] = spellings(carrier ?? '');
    const company = carrier === null ? '' : (renamed(carrier) ?? spelt ?? carrier);
    const tracking = [company, number, url ?? '', processedOn ?? '', 'TRUE'];
    return [name, 'UPDATE', 'Fulfillment Line', String(row), 'success', ...tracking];
  },
};

/** Whoever asks for Shopify may not know Matrixify, and what it wants of the file's name. */
const { nameHolds, ...anyName } = matrixify;
const shopify: Shop = {
  ...anyName,
  says: `Shopify itself imports no such file: this one is for the Matrixify app, which wants ${nameHolds} in its name, for example ${nameHolds}.csv`,
};

/** The shops whose files `order track --for` writes, by the name on the command line. */
export const shops = { amazon, woocommerce, villatheme, matrixify, shopify } as const;

export type ShopName = keyof typeof shops;
