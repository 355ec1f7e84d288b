import type { AssumptionTexts } from '../rule.ts';

/** Purchase orders. */
export const purchaseOrderAssumptions = {
  'A-22': [
    'answer to a created purchase order',
    '201 with number, reference, slot, state, date and count',
    '200',
    'the number alone',
  ],
  'A-23': [
    "a purchase order for a slot that is not confirmed, is used, is cancelled or is another client's",
    '409, 409, 409, 404',
    '400 for one that is not confirmed',
  ],
  'A-24': ['a purchase order with neither slot nor date', '201 with deliveryDate null'],
  'A-25': ['a PO_REFERENCE used twice', '409'],
  'A-26': ['slot and purchase order in different warehouses', '400'],
  'A-27': [
    'status of a failure after the slot was claimed',
    '500; the reserved number is used again on the retry',
    '502',
    '503',
  ],
  'A-28': ['states of a purchase order', 'OPEN, PARTIAL, DELIVERED', 'PENDING first'],
  'A-29': [
    'fields of a purchase order',
    'those of the request and the slot, items with ordered and delivered, the schedule and the report',
    'the lines under lines',
    'quantity_ordered and quantity_delivered',
  ],
  'A-42': ['purchase order items without any known product, or no items', '400 listing them'],
  'A-45': ['Expected_Arrival_Date beside a slotReference', 'accepted and ignored'],
  'A-46': ['an item whose barcode is unknown or absent', 'found by its SKU'],
  'A-51': ['a purchase order without slot', 'must declare deliveryType and loadingType: 400'],
  'A-52': [
    'a purchase order that contradicts the deliveryType or loadingType of its slot',
    '400 naming the field; a blank or absent one is inherited',
    'what the slot declared holds',
  ],
  'A-57': ['a container purchase order whose size nobody named', 'accepted, containerSize null', '400'],
} as const satisfies AssumptionTexts;
