import { expect, it } from 'vitest';
import { reasonOfCount } from '../../../src/payload/words/states.ts';

it.each([
  [
    'cancelled',
    ['Cancelled qty', 'qty_canceled', 'Stornierte Menge', 'Quantité annulée', 'Geannuleerd aantal'],
  ],
  ['refunded', ['Refunded', 'qtyReturned', 'Erstattete Menge', 'Quantité remboursée', 'Ilość zwrócona']],
  ['fulfilled', ['Shipped', 'Verschickt', 'Quantity dispatched', 'Sent', 'Acme units']],
])('units are counted as %s by the name of a column', (reason, names) => {
  expect(names.map(reasonOfCount)).toEqual(names.map(() => reason));
});
