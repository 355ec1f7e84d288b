import { specified } from './rule.ts';

const creating = {
  'PO-CREATE':
    "the order exists under its lw_po_number when the call returns, dated at its slot's confirmed time",
  'PO-CREATE-REQUIRED': 'PO_REFERENCE, Warehouse_Name and items are required; the error names a missing one',
  'PO-CLAIM': 'the order uses up its slot, which names it in usedByPoReference and cannot be used again',
  'PO-CLAIM-RACE': 'if several orders claim one slot, exactly one gets it',
  'PO-INHERIT': "the order inherits the slot's vehicle and load",
  'PO-CORRECT': "a palletCount or containerTruckNumber in the order replaces the slot's",
  'PO-DELIVERY-TYPE': 'deliveryType is container or truck, and required if the slot did not declare it',
  'PO-LOADING-TYPE': 'loadingType is required if no slot declared it',
  'PO-PALLETS': 'palletCount is a whole number',
  'PO-VEHICLE-LENGTH': 'containerTruckNumber has at most 100 characters',
  'PO-QUANTITY': 'Quantity is a whole number of at least 1',
  'PO-ITEM-BARCODE': 'an item matches its product by barcode, or else by SKU',
  'PO-ITEM-UNKNOWN': 'unknown or ambiguous items reject the whole request with 400 listing them',
  'PO-EXPECTED-DATE': 'Expected_Arrival_Date without a slotReference gives 409',
  'PO-FAIL-RELEASE':
    'a failure after the claim releases the slot and returns retryable and the reserved lw_po_number',
};

const reading = {
  'PO-GET': 'the order is read by its lw_po_number and shows lines, delivery and live status',
  'PO-GET-UNKNOWN': 'an unknown number gives 404',
  'PO-READ-SCHEDULE': 'the order shows the whole negotiation of its slot',
  'PO-READ-DELIVERED': 'each line shows what was ordered and what was delivered',
  'PO-READ-REPORT': 'once received, it shows the report: times, checklist, discrepancies',
  'PO-READ-PARTIAL': 'the report says whether the delivery is partial',
  'PO-SCOPE': 'an order of another client cannot be read',
};

/** Rules for purchase orders. */
export const purchaseOrderRules = specified({ ...creating, ...reading });
