import { specified } from './rule.ts';

/** Rules for legacy deliveries. */
export const inboundRules = specified({
  'INB-CREATE': 'creating a delivery gives 201 with delivery_number, client, status pending and items_count',
  'INB-REQUIRED': 'PO_REFERENCE, Warehouse_Name and items are required; the error names a missing one',
  'INB-ITEMS': 'a delivery has at least one item',
  'INB-ITEM-REQUIRED': 'an item has a barcode and a quantity',
  'INB-QUANTITY': 'Quantity is a whole number of at least 1',
  'INB-OPTIONAL': "Secondary_PO_Reference, transport_id and an item's SKU are optional",
  'INB-WAREHOUSE': 'Warehouse_Name is the name of a location and is resolved to its identifier',
  'INB-STORED': 'PO_REFERENCE becomes delivery_number, Secondary_PO_Reference external_delivery_number',
  'INB-RECEIVED-AT': 'received_at is the time at which the delivery was registered',
  'INB-LINE-NUMBERS': 'itm_number numbers the lines from 1',
  'INB-MANAGED': 'received_at, status, docnum, plant, batch and itm_number must not be sent',
  'INB-STOCK': 'creating a delivery raises inventory',
  'INB-DUPLICATE': 'a PO_REFERENCE that the client has used gives 409',
  'INB-SCOPE': 'delivery numbers are unique per client: two clients may use the same one',
  'INB-RESOLVE':
    'every line must match a stock item; otherwise the whole delivery is rejected with 400 naming the lines',
  'INB-RESOLVE-SCOPE': "a line matches only the client's own stock items",
  'INB-GET': 'GET /inbound/{deliveryNumber} shows the delivery',
  'INB-GET-UNKNOWN': 'an unknown delivery number gives 404',
  'INB-GET-SCOPE': 'a delivery of another client cannot be read',
});

const booking = {
  'SLOT-BOOK-PENDING': 'a booked slot has a slotReference and waits for the warehouse as pending_ops',
  'SLOT-BOOK-REQUIRED':
    'date, window, warehouse, loadingType and numberOfSkus are required; the error names a missing one',
  'SLOT-BOOK-OPTIONAL': 'vehicle, pallet count and registration are optional',
  'SLOT-BOOK-DATE-FORMAT': 'date is a calendar day as YYYY-MM-DD',
  'SLOT-BOOK-PAST': 'a date in the past is rejected',
  'SLOT-BOOK-MONDAY': 'Mondays cannot be booked',
  'SLOT-BOOK-MONDAY-ACCEPTED': 'except at warehouses that accept Mondays',
  'SLOT-BOOK-WINDOW': 'morning means arrival at 09:00 UK time, afternoon at 13:00',
  'SLOT-BOOK-WAREHOUSE-LENGTH': 'a warehouse name has at most 200 characters',
  'SLOT-BOOK-LOADING': 'palletised is a loading type',
  'SLOT-BOOK-SKU-BUCKETS': 'numberOfSkus is lt_10, 10_to_20 or gt_20',
  'SLOT-BOOK-DELIVERY-TYPE': 'deliveryType is container or truck',
  'SLOT-BOOK-CONTAINER-SIZE': 'a container needs a containerSize',
  'SLOT-BOOK-PALLETS': 'palletCount is a whole number of at least 1',
  'SLOT-BOOK-VEHICLE-LENGTH': 'containerTruckNumber has at most 100 characters',
};

const negotiating = {
  'SLOT-CONFIRM': 'a confirmation by the warehouse makes a pending slot confirmed',
  'SLOT-CONFIRM-TIME': 'the warehouse may confirm a different time',
  'SLOT-COUNTER': 'a counter-offer makes the slot pending_customer and appears as a proposal by ops',
  'SLOT-RESPOND-ACCEPT': 'accepting an offer makes the slot confirmed',
  'SLOT-RESPOND-COUNTER': 'countering with a proposedTime makes the slot wait for the warehouse again',
  'SLOT-RESPOND-ROUNDS': 'the two sides may counter any number of times',
  'SLOT-RESPOND-CONFIRM-LAST':
    'a confirmation after a counter-offer sets the time that the client last asked for',
  'SLOT-RESPOND-FIELDS': 'action is accept or counter; a counter needs proposedTime',
  'SLOT-RESPOND-OFFSET': 'proposedTime carries its offset',
  'SLOT-RESPOND-COMMENT': 'a counter may carry a comment',
  'SLOT-RESPOND-CHANGED': 'a response to a schedule that has changed gives 409 until the slot is read again',
  'SLOT-RESPOND-RACE': 'of two simultaneous answers, one takes effect and the other gets 409',
  'SLOT-STATES': 'no sequence of calls leaves the published transitions',
};

const readingSlots = {
  'SLOT-GET': 'reading a slot shows its scheduleStatus and schedule.proposals',
  'SLOT-GET-UNKNOWN': 'an unknown slot gives 404',
  'SLOT-LIST': "the list holds the client's slots",
  'SLOT-LIST-AVAILABLE': 'available=true lists only slots that are ready to use',
  'SLOT-SCOPE': "another client's slot can be neither read nor changed",
  'SLOT-CANCEL': 'an unused slot can be cancelled',
  'SLOT-CANCEL-IDEMPOTENT': 'cancelling again is harmless',
  'SLOT-CANCEL-USED': 'a used slot cannot be cancelled',
  'SLOT-POLL': 'slots are polled a few times an hour at most',
};

/** Rules for delivery slots. */
export const slotRules = specified({ ...booking, ...negotiating, ...readingSlots });

const creatingOrders = {
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

const readingOrders = {
  'PO-GET': 'the order is read by its lw_po_number and shows lines, delivery and live status',
  'PO-GET-UNKNOWN': 'an unknown number gives 404',
  'PO-READ-SCHEDULE': 'the order shows the whole negotiation of its slot',
  'PO-READ-DELIVERED': 'each line shows what was ordered and what was delivered',
  'PO-READ-REPORT': 'once received, it shows the report: times, checklist, discrepancies',
  'PO-READ-PARTIAL': 'the report says whether the delivery is partial',
  'PO-SCOPE': 'an order of another client cannot be read',
};

/** Rules for purchase orders. */
export const purchaseOrderRules = specified({ ...creatingOrders, ...readingOrders });
