import { describe, expect, it } from 'vitest';
import { needsTimezone } from '../../../src/payload/proposal/propose.ts';
import { read } from '../support.ts';
import { header, row } from './orders.ts';
import { proposed } from './proposed.ts';

const german = [
  'Bestellungen September 2026',
  'Bestell-Nr.;Bestelldatum;Status;Vorname;Nachname;Straße;Haus-Nr.;PLZ;Ort;Land;E-Mail;Art.-Nr.;Bezeichnung;Menge;Einzelpreis',
  'B-1;28.08.2026 14:05;Bezahlt;Jörg;Groß;Ahornweg;12a;04109;Leipzig;DE;j@example.com;AC-TENT-2;Zelt;1;1.129,00 €',
  'B-1;28.08.2026 14:05;Bezahlt;Jörg;Groß;Ahornweg;12a;04109;Leipzig;DE;j@example.com;AC-GAS;Kocher;2;34,50 €',
  'B-2;29.08.2026 09:00;Storniert;Anna;Klein;Am Markt;3;60311;Frankfurt;DE;a@example.com;AC-MUG;Becher;4;9,90 €',
  'B-3;31.08.2026 22:11;Wartet auf Teile;Max;Muster;Hauptstr.;7;1010;Wien;AT;m@example.com;AC-MUG;Becher;2;9,90 €',
  'Summe;;;;;;;;;;;;;;1.237,60 €',
].join('\n');

describe('a proposal', () => {
  it('reads a file below a title, with its own names, dates, prices and statuses', async () => {
    const { map, missing, proposal } = await proposed(german);
    expect(map).toEqual({
      $skipRows: [{ column: 'Bestell-Nr.', in: ['Summe'] }],
      $leaveOut: [
        { column: 'Status', in: ['Storniert', 'abgebrochen', 'storno'], reason: 'cancelled' },
        { column: 'Status', in: ['Wartet auf Teile'], reason: 'on-hold' },
        { column: 'Status', in: ['erstattet', 'retourniert', 'zurückerstattet'], reason: 'refunded' },
      ],
      $keep: [{ column: 'Status', in: ['Bezahlt'] }],
      ReferenceNumber: 'Bestell-Nr.',
      ReceivedDate: { column: 'Bestelldatum', date: 'DD.MM.YYYY HH:mm' },
      ChannelBuyerName: { join: ['Vorname', 'Nachname'], with: ' ' },
      'DeliveryAddress.FullName': { join: ['Vorname', 'Nachname'], with: ' ' },
      'DeliveryAddress.Address1': { join: ['Straße', 'Haus-Nr.'], with: ' ' },
      'DeliveryAddress.Town': 'Ort',
      'DeliveryAddress.PostCode': 'PLZ',
      'DeliveryAddress.CountryCode': 'Land',
      'DeliveryAddress.EmailAddress': 'E-Mail',
      SKU: 'Art.-Nr.',
      ItemTitle: 'Bezeichnung',
      Qty: 'Menge',
      PricePerUnit: { column: 'Einzelpreis', number: { decimal: 'comma', currency: true } },
    });
    expect(missing).toEqual(['DispatchBy', 'PaymentStatus', 'warehouse_name']);
    expect(needsTimezone(proposal)).toBe(true);
  });

  it.each([
    ['a status', 'paid', 'cancelled'],
    ['a country', 'GB', 'FR'],
    ['a time', '2026-08-28T14:05:00Z', '2026-08-29T14:05:00Z'],
    ['a number', '0', '1'],
  ])('leaves alone a column without a name, even if its cells look like %s', async (_, first, second) => {
    const file = [`${header},`, row('R-1', first), row('R-2', second)].join('\n');
    const plain = [header, row('R-1'), row('R-2')].join('\n');
    expect((await proposed(file)).map).toEqual((await proposed(plain)).map);
  });

  it('is a map that reads the file: the order is sent, the cancelled one and the unknown status are not', async () => {
    const { map } = await proposed(german);
    const reading = {
      map,
      warehouse: 'Northgate FC',
      dispatchWithin: 86_400_000,
      timezone: 'Europe/Berlin',
      set: [['PaymentStatus', 'PAID']] as const,
    };
    const { bodies, problems, leftOut } = await read(german, { name: 'export.csv', options: reading });
    expect(problems).toEqual([]);
    expect(bodies).toMatchObject([
      {
        ReferenceNumber: 'B-1',
        ReceivedDate: '2026-08-28T12:05:00Z',
        Currency: 'EUR',
        ChannelBuyerName: 'Jörg Groß',
        DeliveryAddress: { Address1: 'Ahornweg 12a', PostCode: '04109', CountryCode: 'DE' },
        OrderItems: [
          { SKU: 'AC-TENT-2', PricePerUnit: 1129 },
          { SKU: 'AC-GAS', Qty: 2, PricePerUnit: 34.5 },
        ],
      },
    ]);
    expect(leftOut.map(({ reason, orders }) => [reason, orders])).toEqual([
      ['cancelled', 1],
      ['on-hold', 1],
    ]);
  });

  it('recognises a column with a meaningless name by its content', async () => {
    const cells =
      'x1,x2,x3,x4,x5,x6\nA-1,2026-08-28,ada@example.com,GB,LS1 4AB,3\nA-2,2026-08-29,bo@example.com,DE,LS1 4AB,1';
    const { map, proposal } = await proposed(cells);
    expect(map).toMatchObject({
      ReferenceNumber: 'x1',
      ReceivedDate: { column: 'x2', date: 'YYYY-MM-DD' },
      'DeliveryAddress.EmailAddress': 'x3',
      'DeliveryAddress.CountryCode': 'x4',
      'DeliveryAddress.PostCode': 'x5',
      Qty: 'x6',
    });
    expect(proposal.draft.fields.get('Qty')?.confidence).toBe('guess');
  });

  it('uses a preset that reads the file', async () => {
    const { map, missing } = await proposed(
      'Sale Date,Item Name,Quantity,Price,Currency,Transaction ID,Date Paid,Date Shipped,Ship Name,Ship Address1,Ship City,Ship Zipcode,Ship Country,Order ID,Order Type,SKU,Warehouse\n',
    );
    expect(map).toEqual({ $extends: 'etsy', warehouse_name: 'Warehouse' });
    expect(missing).toEqual(['DispatchBy']);
  });

  it('drops half a billing address', async () => {
    const { map, missing } = await proposed(
      `${header},Billing Address,Billing Name\n${row('R-1', 'x', 'y')}`,
    );
    expect(Object.keys(map).filter((name) => name.startsWith('Billing'))).toEqual([]);
    expect(map).toMatchObject({ 'DeliveryAddress.Town': 'Ship To City', SKU: 'SKU' });
    expect(missing.filter((name) => name.startsWith('Billing'))).toEqual([]);
  });

  it('reads a file that is not UTF-8 as windows-1252', async () => {
    const { map, sample } = await proposed(Buffer.from('Bestellnummer;Straße\nB-1;Königsweg\n', 'latin1'));
    expect(sample.encoding).toBe('windows-1252');
    expect(map['DeliveryAddress.Address1']).toBe('Straße');
  });

  it('refuses JSON, an empty file and a report that cannot be used', async () => {
    await expect(proposed('[{}]', {}, 'orders.json')).rejects.toThrow('is JSON, which needs no map');
    await expect(proposed('')).rejects.toThrow('is empty');
    const all = 'amazon-order-id\tpurchase-date\tship-postal-code\n';
    await expect(proposed(all, {}, 'all.txt')).rejects.toThrow('Amazon "All orders" report');
  });
});
