import { describe, expect, it } from 'vitest';
import { file, plan, sentOf } from './proposed.ts';

/** Two orders with a column of this name: the first is to be sent, the second has been shipped. */
const second = async (column: string, first: string, filled: string) =>
  plan(file(column, first, filled.replaceAll(';', ',')));

describe('what was shipped is not sent again, whatever the language', () => {
  it.each([
    ...[
      'Tracking #',
      'Consignment no',
      'AWB',
      'Sendungsnummer',
      'Paketnummer',
      'N° de suivi',
      'Numéro de colis',
    ],
    ...[
      'Número de seguimiento',
      'Numero di tracking',
      'Lettera di vettura',
      'Track & Trace',
      'Numer przesyłki',
    ],
    ...['Código de rastreio', 'Spårningsnummer', 'Kollinummer', 'trackingNumber', 'TRACKING_CODE'],
  ])('%s is filled', async (column) => {
    expect(await second(column, '', 'JD0001')).toMatchObject({ asked: [], leftOut: ['P-2 fulfilled'] });
  });

  it.each([
    ...[
      'Ship date',
      'Dispatch date',
      'Date sent',
      'Shipped at',
      'Versanddatum',
      'Verschickt am',
      "Date d'expédition",
    ],
    ...['Expédié le', 'Fecha de envío', 'Data spedizione', 'Verzenddatum', 'Data wysyłki', 'Data de envio'],
    ...['Leveransdatum', 'Skickad'],
  ])('%s is filled', async (column) => {
    expect(await second(column, '', '2026-11-25')).toMatchObject({ asked: [], leftOut: ['P-2 fulfilled'] });
  });

  it.each([
    ...[
      'Dispatched',
      'Sent?',
      'Versendet',
      'Expédié',
      'Enviado',
      'Spedito',
      'Verzonden',
      'Wysłane',
      'Enviada',
      'Skickad',
    ],
  ])('%s is yes', async (column) => {
    expect(await second(column, 'no', 'yes')).toMatchObject({ asked: [], leftOut: ['P-2 fulfilled'] });
  });

  it.each([
    ['Shipped qty', 'Cancelled qty'],
    ['Gelieferte Menge', 'Stornierte Menge'],
    ['Quantité expédiée', 'Quantité annulée'],
    ['Cantidad enviada', 'Cantidad cancelada'],
    ['Quantità spedita', 'Quantità annullata'],
    ['Aantal verzonden', 'Aantal geannuleerd'],
    ['Ilość wysłana', 'Ilość anulowana'],
    ['Quantidade enviada', 'Quantidade cancelada'],
    ['Antal levererade', 'Antal makulerade'],
  ])('%s and %s count', async (shipped, cancelled) => {
    const found = await plan(file(`${shipped},${cancelled}`, '1,2', '1,0'));
    expect(found).toMatchObject({ asked: [], leftOut: ['P-2 fulfilled'] });
    expect(sentOf(found)).toEqual(['P-1 × 1']);
  });

  it.each([
    ['Número de rastreo', 'JD0002200000000001'],
    ['Barcode zending', 'JD0002200000000001'],
    ['Código de envio', 'JD0002200000000001'],
    ['Data realizacji', '2026-11-25 12:00:00'],
  ])('leaves out what has something in %s', async (header, cell) => {
    const { asked, leftOut } = await plan(file(header, '', cell));
    expect([asked, leftOut]).toEqual([[], ['P-2 fulfilled']]);
  });

  it.each([
    ...['Lieferdatum', 'Date de livraison', 'Fecha de entrega', 'Data consegna', 'Leverdatum'],
    ...['Data dostawy', 'Data de entrega', 'Delivery date'],
  ])('asks about a day in %s that has passed, where others have none', async (header) => {
    const past = await plan(file(header, '', '2026-11-24'));
    expect([past.asked, past.leftOut]).toEqual([[header], ['P-2 fulfilled']]);
    // A promise.
    for (const cells of [
      ['', '2026-11-26'],
      ['', '2026-11-29'],
      ['2026-11-24', '2026-11-29'],
    ])
      expect((await plan(file(header, ...cells))).asked).toEqual([]);
  });

  it('asks nothing about days of which some are to come', async () => {
    const { asked, leftOut } = await plan(file('Delivery date', '2026-11-20', '', '2027-02-01'));
    expect([asked, leftOut]).toEqual([['Delivery date'], ['P-3 on-hold']]);
  });

  it.each([
    ['Shipped', 'not yet'],
    ['Shipped', 'tomorrow'],
    ['Ship date', 'TBC'],
    ['Ship date', 'ASAP'],
    ['Versanddatum', 'folgt'],
    ['Versendet am', 'noch nicht'],
    ['Delivered', 'not yet'],
  ])('asks whether %s means that it was, with %s in it', async (header, word) => {
    expect((await plan(file(header, '', word))).asked).toEqual([header]);
  });

  it.each(['partial', 'Teilgeliefert', 'Partially shipped'])(
    'sends the rest of what is %s by the counts beside it',
    async (word) => {
      const { asked, sent } = await plan(file('Qty shipped,Fulfillment status', `1,${word}`, '0,Processing'));
      expect([asked, sentOf({ sent })]).toEqual([[], ['P-1 × 3', 'P-2 × 1']]);
    },
  );

  it.each([
    'Shipped to date',
    'Dispatched to date',
    'Shipped so far',
    'Total shipped',
    'Bis heute versendet',
  ])('counts units in %s', async (header) => {
    const { asked, sent } = await plan(file(header, '2', '0'));
    expect([asked, sentOf({ sent })]).toEqual([[], ['P-1 × 2', 'P-2 × 1']]);
  });

  it('takes a day of zeros for none', async () => {
    const zeros = '0000-00-00 00:00:00';
    const { asked, leftOut } = await plan(file('Ship date', zeros, '2026-11-25 10:00:00'));
    expect([asked, leftOut]).toEqual([[], ['P-2 fulfilled']]);
  });

  it.each(['Shipped', 'Cancelled', 'Deleted'])(
    'does not take a 0 in %s for a count: a 1 of another day may be a yes',
    async (header) => {
      const { map } = await plan(file(header, '0', '0'));
      expect(map).toMatchObject({ Qty: 'Quantity', $keep: [{ column: header, in: ['', '0'] }] });
    },
  );

  it.each(['Zahldatum', 'Bezahldatum', 'Data zapłaty'])(
    'leaves out what is not paid by %s',
    async (header) => {
      const { asked, leftOut } = await plan(file(header, '2026-11-25', ''));
      expect([asked, leftOut]).toEqual([[], ['P-2 unpaid']]);
    },
  );

  it.each([
    ['Payment status', 'Paid', 'unpaid'],
    ['Status', 'Paid', 'on-hold'],
    ['Order status', 'New', 'on-hold'],
  ])('asks about a blank %s, where the others say %s', async (header, word, reason) => {
    const { asked, leftOut } = await plan(file(header, word, ''));
    expect([asked, leftOut]).toEqual([[`${header}: blank`], [`P-2 ${reason}`]]);
  });

  it.each([
    ['Status', 'Shipped', ''],
    ['Wholesale status', 'approved', ''],
    ['Return status', 'open', ''],
    ['Dispute status', 'closed', ''],
  ])('but not where it is the usual one: %s', async (header, ...cells) => {
    expect((await plan(file(header, ...cells))).asked).not.toContain(`${header}: blank`);
  });

  it.each([
    ['Order status,Cancelled at', 'processing,', ',2026-11-25'],
    ['Order status,Tracking number', 'processing,', ',JD0002233445566'],
    ['Payment status,Paid at', 'paid,2026-11-25 10:00', ',2026-11-25 10:00'],
  ])('nor where another column tells: %s', async (header, ...cells) => {
    expect((await plan(file(header, ...cells))).asked).toEqual([]);
  });

  it.each(['Return status', 'Dispute status', 'Hold status'])('asks about an open %s', async (header) => {
    const { asked, leftOut } = await plan(file(header, '', 'open'));
    expect([asked, leftOut]).toEqual([[`${header}: open`], ['P-2 on-hold']]);
  });

  it.each(['Case open', 'Dispute open', 'Return open', 'Reklamation offen'])(
    'takes %s for what it is',
    async (header) => {
      const { asked, leftOut } = await plan(file(header, 'No', 'Yes'));
      expect([asked, leftOut]).toEqual([[header], ['P-2 on-hold']]);
    },
  );

  it.each([
    ['Parcel ID', 'P1'],
    ['Shipment reference', 'P1'],
    ['Handed to carrier', '2026-11-25'],
    ['Royal Mail reference', 'P1'],
    ['DPD number', '15'],
    ['Connote', 'P1'],
    ['Barcode label', 'P1'],
    ['Drop ship vendor', 'Acme'],
  ])('asks about %s, which only some orders have', async (header, cell) => {
    const { asked, leftOut } = await plan(file(header, '', cell));
    expect([asked, leftOut]).toEqual([[header], ['P-2 on-hold']]);
  });

  it.each([
    ['Parcel weight', '2.1'],
    ['Package type', 'box'],
    ['Courier notes', 'leave at the door'],
    ['Parcel instructions', 'leave at the door'],
  ])('asks nothing about %s', async (header, cell) => {
    expect((await plan(file(header, '', cell))).asked).toEqual([]);
  });

  it.each([
    ...['Partial shipment allowed', 'Allow partial shipment', 'Teillieferung erlaubt'],
    ...['Livraison partielle autorisée', 'Entrega parcial permitida', 'Deellevering toegestaan'],
  ])('asks nothing about %s', async (header) => {
    expect((await plan(file(header, 'yes', 'no'))).asked).toEqual([]);
  });

  // A part may be all that is allowed, or have been shipped.
  it.each(['Partial delivery', 'Split shipment', 'Livraison partielle', 'Teillieferung'])(
    'asks about %s',
    async (header) => {
      expect((await plan(file(header, 'yes', 'no'))).asked).toEqual([header]);
    },
  );

  it('asks whether a 1 in a bare column is one unit or a yes, once for all of them', async () => {
    const content = file('Geliefert,Storniert', '1,1', '0,0');
    const units = await plan(content, { Qty: 'one unit: send the rest' });
    expect(units.asked).toEqual(['Qty']);
    expect(sentOf(units)).toEqual(['P-1 × 2', 'P-2 × 1']);
    const yes = await plan(content, { Qty: 'a yes' });
    expect(sentOf(yes)).toEqual(['P-2 × 1']);
  });

  it('asks about a shipping date that every order has', async () => {
    const { asked, sent } = await plan(file('Ship date', '2026-11-27', '2026-11-27'));
    expect(asked).toEqual(['Ship date']);
    expect(sent).toHaveLength(2);
  });
});

describe('a status or a type', () => {
  it.each([
    ['Transaction type', 'Sale', 'Refund', 'refunded'],
    ['Status', 'NOT_STARTED', 'DONE', 'fulfilled'],
    ['Status', 'Not yet processed', 'Shipped', 'fulfilled'],
    ['Status', 'Bestellt', 'Versendet', 'fulfilled'],
    ['Status', 'À préparer', 'Expédiée', 'fulfilled'],
    ['Status', 'Por preparar', 'Enviado', 'fulfilled'],
    ['Status', 'Da preparare', 'Spedito', 'fulfilled'],
    ['Status', 'Besteld', 'Verzonden', 'fulfilled'],
    ['Status', 'Do spakowania', 'Wysłane', 'fulfilled'],
    ['Status', 'Pronto para envio', 'Entregue', 'fulfilled'],
    ['Status', 'Beställd', 'Skickad', 'fulfilled'],
    ['Status', 'Processing', 'Cancelled', 'cancelled'],
    ['Bestellstatus', 'Offen', 'Storniert', 'cancelled'],
    ['Statut', 'En préparation', 'Remboursée', 'refunded'],
    ['Estado del pedido', 'Procesando', 'Enviado', 'fulfilled'],
    ['Stato ordine', 'In lavorazione', 'Evaso', 'fulfilled'],
    ['Orderstatus', 'In behandeling', 'Geannuleerd', 'cancelled'],
    ['Status zamówienia', 'Nowe', 'Anulowane', 'cancelled'],
    ['Situação', 'Em processamento', 'Devolvido', 'refunded'],
    ['Orderstatus', 'Behandlas', 'Makulerad', 'cancelled'],
    ['Delivery method', 'DPD', 'Click & Collect', 'pickup'],
    ['Fulfilled by', 'Merchant', 'Amazon', 'fulfilled'],
    ['On hold', '', 'customer asked', 'on-hold'],
    ['Cancel reason', '', 'customer', 'cancelled'],
    ['Notes', '', 'CANCELLED', 'cancelled'],
    ['Paid', 'yes', 'no', 'unpaid'],
  ])('%s sends %s and leaves out %s', async (column, sends, stops, reason) => {
    expect(await second(column, sends, stops)).toMatchObject({ asked: [], leftOut: [`P-2 ${reason}`] });
  });

  it.each(['Status', 'Transaction type', 'Payment status'])(
    '%s of an unknown word is a question',
    async (column) => {
      const content = file(column, 'Paid', 'Warten auf Chef');
      const id = `${column}: Warten auf Chef`;
      const { asked, leftOut } = await plan(content);
      expect(asked).toEqual([id]);
      expect(leftOut).toEqual(['P-2 on-hold']);
      expect((await plan(content, { [id]: 'send the order' })).sent).toHaveLength(2);
    },
  );

  it('of a later file is not sent unseen', async () => {
    const { map } = await plan(file('Status', 'Processing', 'Cancelled'));
    expect(map.$keep).toEqual([{ column: 'Status', in: ['Processing'] }]);
  });
});
