import { describe, expect, it } from 'vitest';
import { meaningsOf } from '../../../src/payload/proposal/column-names.ts';

describe('the name of a column', () => {
  it.each<[string, string]>([
    ['Order #', 'any.ReferenceNumber'],
    ['OrderNumber', 'any.ReferenceNumber'],
    ['N° de commande', 'any.ReferenceNumber'],
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
    ['Prezzo unitario', 'any.PricePerUnit'],
  ])('%s means %s', (name, expected) => {
    const [first] = meaningsOf(name);
    expect(`${first?.side}.${first?.meaning}`).toBe(expected);
  });

  it.each(['', '###', 'Internal flag', 'zzz'])('%j means nothing', (name) => {
    expect(meaningsOf(name)).toEqual([]);
  });
});
