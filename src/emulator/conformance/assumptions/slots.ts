import type { AssumptionTexts } from '../rule.ts';

/** Delivery slots. */
export const slotAssumptions = {
  'A-15': ['loading types', 'palletised, loose, mixed', 'floor_loaded in place of loose'],
  'A-16': ['container sizes', '20ft, 40ft, 40ft_hc, 45ft_hc', '20FT, 40FT, 40HC'],
  'A-17': [
    'fields of a slot',
    'those of the request, its reference, state, client, times, usedByPoReference and the schedule',
    'created_at in place of createdAt',
    'with further fields',
  ],
  'A-18': [
    'state of a used and of a cancelled slot',
    'confirmed with usedByPoReference; cancelled, still readable',
    'consumed once used',
    'a cancelled one is 404',
  ],
  'A-19': [
    'status codes of the slot endpoints',
    '201 for booking, otherwise 200; 409 for a response without an open offer and for cancelling a used slot',
    '204 without a body for cancelling',
  ],
  'A-20': ['weekends', 'can be booked', '400'],
  'A-43': ['what usedByPoReference holds', 'the lw_po_number', 'the PO_REFERENCE'],
  'A-49': ['how delivery times are written', 'with the offset of London', 'with Z'],
  'A-50': [
    'answer to a response, and which slots are listed',
    'the whole slot; all of them, cancelled ones too',
    'the schedule alone',
  ],
  'A-53': [
    'a proposedTime in the past, or on a Monday at a warehouse that takes none, in respond',
    '400',
    'accepted',
  ],
  'A-54': ['a window of today that has already opened', 'can be booked: only the date is ruled', '400'],
} as const satisfies AssumptionTexts;
