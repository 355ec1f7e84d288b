import { orderRow, ordersCsv } from './orders-csv.ts';

/** A file for each kind of document that `startWritingService` takes, by its name. */
export const filesToSend = {
  'orders.csv': ordersCsv([orderRow('R-1'), orderRow('R-2')]),
  'in.csv': 'PO_REFERENCE,Warehouse_Name,barcode,Quantity\nIN-1,Northgate FC,2000000001012,3\n',
  'po.csv':
    'PO_REFERENCE,Warehouse_Name,slotReference,SKU,barcode,Quantity\nPO-1,Northgate FC,S-1,AC-TENT-2,2000000001012,5\n',
  'slots.csv':
    'date,window,warehouse,loadingType,numberOfSkus\n2030-09-03,morning,Northgate FC,palletised,lt_10\n' +
    '2030-09-04,morning,Northgate FC,palletised,lt_10\n',
};

/** The options that describe a slot. */
export const slotToBook = [
  ...['--date', '2030-09-03', '--window', 'morning', '--warehouse', 'Northgate FC'],
  ...['--loading-type', 'palletised', '--number-of-skus', 'lt_10', '--delivery-type', 'truck'],
];
