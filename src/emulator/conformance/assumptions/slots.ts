import type { AssumptionTexts } from '../rule.ts';

/** Delivery slots. */
export const slotAssumptions = {
  'A-15': ['loading types', 'palletised, loose, mixed', 'floor_loaded instead of loose'],
  'A-16': ['container sizes', '20ft, 40ft, 40ft_hc, 45ft_hc', '20FT, 40FT, 40HC'],
  'A-17': [
    'fields of a slot',
    'the request fields, reference, state, client, times, usedByPoReference and the schedule',
    'created_at instead of createdAt',
    'additional fields',
  ],
  'A-18': [
    'state of a used and of a cancelled slot',
    'confirmed with usedByPoReference; cancelled, still readable',
    'consumed once used',
    'a cancelled slot gives 404',
  ],
  'A-19': [
    'status codes of the slot endpoints',
    '201 for booking, otherwise 200; 409 for a response without an open offer and for cancelling a used slot',
    '204 without a body for a cancellation',
  ],
  'A-20': ['weekends', 'can be booked', '400'],
  'A-43': ['what usedByPoReference holds', 'the lw_po_number', 'the PO_REFERENCE'],
  'A-49': ['how delivery times are written', 'with the London offset', 'with Z'],
  'A-50': [
    'answer to a response, and which slots are listed',
    'the whole slot; every slot, including cancelled ones',
    'only the schedule',
  ],
  'A-53': [
    'a counter-offer with a proposedTime in the past, or on a Monday at a warehouse that accepts none',
    '400',
    'accepted',
  ],
  'A-54': ['a window today that has already opened', 'can be booked: only the date is restricted', '400'],
} as const satisfies AssumptionTexts;
