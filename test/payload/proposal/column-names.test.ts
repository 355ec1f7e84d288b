import { describe, expect, it } from 'vitest';
import { meaningsOf } from '../../../src/payload/proposal/column-names.ts';

describe('the name of a column', () => {
  it.each<[string, string]>([
    ['Order #', 'any.ReferenceNumber'],
    ['OrderNumber', 'any.ReferenceNumber'],
    ['N° de commande', 'any.ReferenceNumber'],
    ['Nº pedido', 'any.ReferenceNumber'],
    ['Adresse livraison 2', 'delivery.Address2'],
    ['Número de pedido', 'any.ReferenceNumber'],
    ['Date de commande', 'any.ReceivedDate'],
    ['ShipToCity', 'delivery.Town'],
    ['City (Shipping)', 'delivery.Town'],
    ['Lieferort', 'delivery.Town'],
    ['Rechnungs-PLZ', 'billing.PostCode'],
    ['delivery_address_line_1', 'delivery.Address1'],
    ['Billing Zip Code', 'billing.PostCode'],
    ['Code postal', 'any.PostCode'],
    ['Shipping', 'any.PostalServiceCost'],
    ['Quantité', 'any.Qty'],
    ['Qauntity', 'any.Qty'],
    ['Titel', 'any.ItemTitle'],
    ['My shop order number', 'any.ReferenceNumber'],
    ['Artikel-SKU', 'any.SKU'],
    ['Bill to', 'billing.FullName'],
    ['Buyer name', 'any.ChannelBuyerName'],
    ...[
      ['sku', 'SKU'],
      ['email', 'EmailAddress'],
      ['mail', 'EmailAddress'],
      ['postcode', 'PostCode'],
      ['zip', 'PostCode'],
      ['plz', 'PostCode'],
      ['qty', 'Qty'],
      ['quantity', 'Qty'],
      ['phone', 'PhoneNumber'],
      ['telephone', 'PhoneNumber'],
      ['town', 'Town'],
      ['city', 'Town'],
      ['country', 'Country'],
      ['currency', 'Currency'],
      ['menge', 'Qty'],
      ['anzahl', 'Qty'],
      ['telefon', 'PhoneNumber'],
      ['artikelnummer', 'SKU'],
      ['bestellnummer', 'ReferenceNumber'],
      ['bestelldatum', 'ReceivedDate'],
    ].map(([word, meaning]): [string, string] => [`Our own ${word}`, `any.${meaning}`]),
    ['Prezzo unitario', 'any.PricePerUnit'],
  ])('%s means %s', (name, expected) => {
    const [first] = meaningsOf(name);
    expect(`${first?.side}.${first?.meaning}`).toBe(expected);
  });

  it.each([
    '',
    '###',
    'Internal flag',
    'zzz',
    'Tile',
    'Rates',
    'Zip area',
    'Our own code',
    'Versand',
    'Kundennummer',
    'Customer ID',
    'Lieferstatus',
  ])('%j means nothing', (name) => {
    expect(meaningsOf(name)).toEqual([]);
  });
});
