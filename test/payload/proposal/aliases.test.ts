import { expect, test } from 'vitest';
import { meaningsOf } from '../../../src/payload/proposal/aliases/names.ts';

test.each([
  ['Ship-to City', ['delivery town']],
  ['shippingCity', ['delivery town']],
  ['Shipping: City', ['delivery town']],
  ['City (shipping)', ['delivery town']],
  ['DeliveryAddress.Town', ['delivery town']],
  ['address_shipping_number', ['delivery houseNumber']],
  ['Recipient', ['delivery name']],
  ['ship_to', ['delivery name']],
  ['City', ['bare town']],
  ['Billing City', ['payer town']],
  ['Customer name', ['payer name']],
  ['Contact phone', ['payer phone']],
  ['Shipping Address 1', ['delivery address1']],
  ['Address line 2', ['bare address2']],
  ['Shipping Street', ['delivery address1']],
  ['Lineitem quantity', ['line quantity']],
  ['Qty', ['goods quantity']],
  ['Item', ['goods title']],
  ['Name', ['bare name', 'goods title']],
  ['Unit price (incl. VAT)', ['goods unitPrice']],
  ['Item total', ['line lineTotal']],
  ['Line price', ['line linePrice']],
  ['Prix ligne de commande', ['line linePrice']],
  ['Positionspreis', ['line linePrice']],
  ['EmpfangLKZ', ['delivery countryCode']],
  ['Prix unitaire TTC', ['goods unitPrice']],
  ['Product_price_incl', ['line price']],
  ['Shipping cost (EUR)', ['order postage']],
  ['Order #', ['order reference']],
  ['Must Ship By', ['order dispatchBy']],
  ['Lieferadresse Straße', ['delivery address1']],
  ['Lieferadresse Strasse', ['delivery address1']],
  ['Adresse 2 des Käufers', ['payer address2']],
  ['Adresse 2 des Kaeufers', ['payer address2']],
  ['Einzelpreis brutto', ['goods unitPrice']],
  ['Versand nach - Ort', ['delivery town']],
  ['Adresse livraison 1', ['delivery address1']],
  ['Nom (livraison)', ['delivery name', 'delivery lastName']],
  ['Código postal', ['bare postcode']],
  ['Teléfono para el envío', ['delivery phone']],
  ['Q.tà evasa', ['goods shippedCount']],
  ['CAP spedizione', ['delivery postcode']],
  ['Aflever huisnummer', ['delivery houseNumber']],
  ['Stukprijs incl. BTW', ['goods unitPrice']],
  ['Imię i nazwisko odbiorcy', ['delivery name']],
  ['Nr zamówienia', ['order reference']],
  ['CEP Entrega', ['delivery postcode']],
  ['Valor Unitário', ['goods unitPrice']],
  ['Leverans förnamn', ['delivery firstName']],
  ['Kolli-ID', ['order tracking']],
  ['Qty Canceled', ['goods cancelledCount']],
  ['Despatched on', ['order shippedAt']],
])('a whole name %s: %j', (name, meanings) => {
  expect(meaningsOf(name)).toEqual(meanings);
});

test.each([
  ...[
    'first_shipment',
    'Shipping',
    'Delivery?',
    'Ship date',
    'Delivery date',
    'Expected delivery',
    'Product line',
  ],
  ...[
    'Item ID',
    'Product weight',
    'Order weight',
    'Due date',
    'Type',
    'Reference',
    'Number',
    'Customer number',
    'Address type',
  ],
  ...['Shipment number', 'Township', 'Parcel name plate', 'Carrier', ''],
])('%s is no known name', (name) => {
  expect(meaningsOf(name)).toEqual([]);
});

test('the fields of the service are known by their own names', () => {
  const part = 'Company Address1 Address2 Town Region PostCode Country'.split(' ');
  expect(part.map((name) => meaningsOf(`DeliveryAddress.${name}`))).toEqual(
    part.map((name) => [`delivery ${name.charAt(0).toLowerCase()}${name.slice(1).replace('Code', 'code')}`]),
  );
  const others =
    'DeliveryAddress.FullName DeliveryAddress.CountryCode DeliveryAddress.PhoneNumber BillingAddress.EmailAddress';
  expect(others.split(' ').map((name) => meaningsOf(name))).toEqual(
    ['delivery name', 'delivery countryCode', 'delivery phone', 'payer email'].map((meaning) => [meaning]),
  );
  const fields =
    'ReferenceNumber ReceivedDate DispatchBy Currency PaymentStatus ChannelBuyerName warehouse_name';
  expect(fields.split(' ').map((name) => meaningsOf(name))).toEqual(
    'reference received dispatchBy currency paymentStatus buyer warehouse'
      .split(' ')
      .map((name) => [`order ${name}`]),
  );
  const goods = 'SKU ItemTitle Qty PricePerUnit OrderLineNumber TaxRate';
  expect(goods.split(' ').map((name) => meaningsOf(name)[0]?.split(' ')[1])).toEqual(
    'sku title quantity unitPrice lineNumber taxRate'.split(' '),
  );
});
