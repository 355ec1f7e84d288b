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
