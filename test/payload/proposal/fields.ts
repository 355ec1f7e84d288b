import { proposed } from './proposed.ts';

/** The header of an export without amounts. */
export const header =
  'Order #,Date,Customer,Ship To Address 1,Ship To City,Ship To Post Code,Ship To Country,SKU,Product';
/** A row below it; `more` are the cells of further columns. */
export const row = (order: string, date: string, ...more: string[]): string =>
  [order, date, 'Ada', '1 High St', 'Leeds', 'LS1 4AB', 'United Kingdom', 'AC-1', 'Tent', ...more].join();
/** A file with further columns, a row for each list of their cells. */
export const file = (columns: string, ...cells: (readonly string[])[]): string =>
  [`${header},${columns}`, ...cells.map((each, at) => row(`R-${at}`, '2026-08-28', ...each))].join('\n');
/** The proposal for one field of a file. */
export const fieldOf = async (name: string, ...given: Parameters<typeof proposed>) => {
  const { proposal } = await proposed(...given);
  return proposal.draft.fields.get(name);
};
