import type { AssumptionTexts } from '../rule.ts';

/** Purchase orders. */
export const purchaseOrderAssumptions = {
  'A-22': [
    'answer to the creation of a purchase order',
    '201 with number, reference, slot, status, delivery date and item count',
    '200',
    'only the number',
  ],
  'A-23': [
    "a purchase order for a slot that is not confirmed, is used, is cancelled or is another client's",
    '409, 409, 409, 404',
    '400 for an unconfirmed slot',
  ],
  'A-24': ['a purchase order with neither slot nor date', '201 with deliveryDate null'],
  'A-25': ['a PO_REFERENCE used twice', '409'],
  'A-26': ['slot and purchase order at different warehouses', '400'],
  'A-27': [
    'status when creation fails after the slot is claimed',
    '500; a retry uses the reserved number',
    '502',
    '503',
  ],
  'A-28': ['states of a purchase order', 'OPEN, PARTIAL, DELIVERED', 'PENDING first'],
  'A-29': [
    'fields of a purchase order',
    'the fields of the request and the slot, items with ordered and delivered, the schedule and the report',
    'lines instead of items',
    'quantity_ordered and quantity_delivered',
  ],
  'A-42': ['purchase order items that match no product, or no items', '400 listing them'],
  'A-45': ['Expected_Arrival_Date together with a slotReference', 'accepted and ignored'],
  'A-46': ['an item whose barcode is unknown or absent', 'found by its SKU'],
  'A-51': ['a purchase order without a slot', '400 unless it declares deliveryType and loadingType'],
  'A-52': [
    'a purchase order that contradicts the deliveryType or loadingType of its slot',
    '400 naming the field; a blank or missing field is inherited',
    "the slot's value is used",
  ],
  'A-57': ['a purchase order for a container whose size is unknown', 'accepted, containerSize null', '400'],
} as const satisfies AssumptionTexts;
