/** The header of an export without a status. */
export const header =
  'Order #,Date,Customer,Ship To Address 1,Ship To City,Ship To Post Code,Ship To Country,SKU,Product,Qty';

/** A row below it; `more` are the cells of further columns. */
export const row = (order: string, ...more: string[]) =>
  [
    order,
    '2026-08-28T10:00:00Z',
    'Ada',
    '1 High St',
    'Leeds',
    'LS1 4AB',
    'United Kingdom',
    'AC-1',
    'Tent',
    '2',
    ...more,
  ].join();
