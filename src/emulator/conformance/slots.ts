import { specified } from './rule.ts';

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

const reading = {
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
export const slotRules = specified({ ...booking, ...negotiating, ...reading });
