import { specified } from './rule.ts';

const creating = {
  'PO-CREATE':
    'the order exists on return under its lw_po_number, with the confirmed time of its slot as its date',
  'PO-CREATE-REQUIRED': 'PO_REFERENCE, Warehouse_Name and items are required, and a missing one is named',
  'PO-CLAIM': 'the order consumes its slot, which names it in usedByPoReference and serves no other',
  'PO-CLAIM-RACE': 'of several orders for one slot exactly one gets it',
  'PO-INHERIT': 'what the slot declared of vehicle and load is taken over',
  'PO-CORRECT': 'an exact palletCount and a later containerTruckNumber replace those of the slot',
  'PO-DELIVERY-TYPE': 'deliveryType is container or truck, and required where the slot did not declare it',
  'PO-LOADING-TYPE': 'loadingType is required where no slot declared it',
  'PO-PALLETS': 'palletCount is a whole number',
  'PO-VEHICLE-LENGTH': 'containerTruckNumber has at most 100 characters',
  'PO-QUANTITY': 'Quantity is a whole number of at least 1',
  'PO-ITEM-BARCODE': 'an item leads to its product by barcode first, then by SKU',
  'PO-ITEM-UNKNOWN': 'unknown and ambiguous items refuse the whole request with 400 listing them',
  'PO-EXPECTED-DATE': 'Expected_Arrival_Date without a slotReference gives 409',
  'PO-FAIL-RELEASE':
    'a failure after the claim releases the slot and tells retryable and the reserved lw_po_number',
};

const reading = {
  'PO-GET': 'the order is read by its lw_po_number and shows lines, delivery and live status',
  'PO-GET-UNKNOWN': 'an unknown number is 404',
  'PO-READ-SCHEDULE': 'the order shows the whole negotiation of its slot',
  'PO-READ-DELIVERED': 'each line shows what was ordered and what was delivered',
  'PO-READ-REPORT': 'once received it shows the report: times, checklist, discrepancies',
  'PO-READ-PARTIAL': 'the report tells whether the delivery is partial',
  'PO-SCOPE': 'an order of another client cannot be read',
};

/** Rules for purchase orders. */
export const purchaseOrderRules = specified({ ...creating, ...reading });
