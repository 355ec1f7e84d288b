import { type Fields, field, fieldsOf, isFields } from '../../text/records.ts';
import { parseInstant } from '../../text/time/time.ts';

/** How a sent document and the stored record compare. */
export interface Comparison {
  /** Fields that both show and that differ, for example `OrderItems[0].Qty`. */
  readonly differing: readonly string[];
  /** How many values could be compared, not counting the reference. */
  readonly compared: number;
}

/** Other names for a field in a record. Case and underscores are ignored. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  OrderItems: ['Items', 'OrderLines', 'LineItems', 'Lines'],
  items: ['lines', 'line_items', 'OrderItems'],
  Qty: ['Quantity', 'quantity_ordered', 'ordered'],
  Quantity: ['Qty', 'quantity_ordered', 'ordered'],
  SKU: ['PartNumber', 'ItemNumber'],
  ItemTitle: ['Title', 'ItemName'],
  PricePerUnit: ['UnitPrice', 'Price'],
  OrderLineNumber: ['LineNumber', 'Line'],
  PostCode: ['PostalCode', 'Zip', 'ZipCode'],
  Town: ['City'],
  Region: ['County', 'State', 'Province'],
  PhoneNumber: ['Phone', 'Telephone'],
  EmailAddress: ['Email'],
  FullName: ['Name'],
  Address1: ['AddressLine1', 'Line1', 'Street'],
  Address2: ['AddressLine2', 'Line2'],
  DeliveryAddress: ['ShippingAddress', 'ShipTo', 'DeliverTo'],
  BillingAddress: ['InvoiceAddress', 'BillTo'],
  ChannelBuyerName: ['BuyerName', 'Buyer', 'CustomerName'],
  warehouse_name: ['Warehouse', 'WarehouseLocation', 'LocationName'],
  Warehouse_Name: ['Warehouse', 'LocationName'],
  Channel_Ref: ['ChannelReference', 'ChannelReferenceNumber'],
  PO_REFERENCE: ['delivery_number', 'po_ref'],
  Secondary_PO_Reference: ['external_delivery_number'],
  transport_id: ['Transport'],
  ReceivedDate: ['ReceivedAt', 'OrderDate'],
  DispatchBy: ['DespatchBy', 'DispatchByDate'],
};

/** Set by the service, or used to find the record. */
const notContent = new Set(['Status', 'ReferenceNumber', 'PO_REFERENCE']);

/**
 * Compares a sent document with the service's record: numbers as numbers, times as instants, lines by number or SKU. A
 * field that the record does not show is not a difference.
 */
export function compareContent(sent: unknown, record: unknown): Comparison {
  const differing: string[] = [];
  let compared = 0;

  const value = (path: string, ours: unknown, theirs: unknown): void => {
    if (theirs === undefined || theirs === null || ours === undefined || ours === null) return;
    if (Array.isArray(ours)) list(path, ours, theirs);
    else if (isFields(ours)) members(`${path}.`, ours, fieldsOf(theirs));
    else if (typeof theirs !== 'object') {
      compared += 1;
      if (!sameValue(ours, theirs)) differing.push(path);
    }
  };

  const members = (prefix: string, ours: Fields, theirs: Fields): void => {
    for (const name of Object.keys(ours)) {
      if (name.startsWith('_') || (prefix === '' && notContent.has(name))) continue;
      value(prefix + name, ours[name], field(theirs, name, ...(otherNames[name] ?? [])));
    }
  };

  const list = (path: string, ours: readonly unknown[], theirs: unknown): void => {
    if (!Array.isArray(theirs)) return;
    compared += 1;
    if (theirs.length !== ours.length) {
      differing.push(path);
      return;
    }
    const inOrder = paired(ours, theirs);
    const before = differing.length;
    ours.forEach((entry, index) => {
      value(`${path}[${index}]`, entry, inOrder[index]);
    });
    if (differing.length > before && areSameLines(ours, theirs)) differing.length = before;
  };

  members('', fieldsOf(sent), fieldsOf(record));
  return { differing, compared };
}

/** Their lines in the order of ours, if line numbers, SKUs or barcodes identify them; otherwise unchanged. */
function paired(ours: readonly unknown[], theirs: readonly unknown[]): readonly unknown[] {
  for (const names of [['OrderLineNumber', 'LineNumber'], ['SKU'], ['barcode']]) {
    const [name = ''] = names;
    const key = (entry: unknown): string => String(field(entry, ...names));
    const byKey = new Map(theirs.map((entry) => [key(entry), entry]));
    const keys = new Set(ours.map((entry) => String(field(entry, name))));
    if (keys.has('undefined') || keys.size !== ours.length || byKey.size !== theirs.length) continue;
    if ([...keys].every((entry) => byKey.has(entry)))
      return ours.map((entry) => byKey.get(String(field(entry, name))));
  }
  return theirs;
}

/** What tells the lines of an order apart, besides their numbers. */
const lineContent = ['SKU', 'Qty', 'PricePerUnit', 'ItemTitle'] as const;

/**
 * Whether both have the same order lines under other numbers: lines without a number in the file are numbered in its order,
 * and an export may list them in another order the next day.
 */
function areSameLines(ours: readonly unknown[], theirs: readonly unknown[]): boolean {
  const isShown = (name: string): boolean =>
    theirs.every((entry) => field(entry, name, ...(otherNames[name] ?? [])) !== undefined);
  const shown = lineContent.filter(isShown);
  if (!shown.includes('SKU')) return false;
  const sorted = (lines: readonly unknown[]): unknown[] => {
    const keyOf = (entry: unknown): string =>
      shown
        .map((name) => field(entry, name, ...(otherNames[name] ?? [])))
        .map((shownValue) =>
          isNumeric(String(shownValue)) ? String(Number(shownValue)) : plainText(shownValue),
        )
        .join('\0');
    return lines
      .map((entry) => ({ entry, key: keyOf(entry) }))
      .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
      .map(({ entry }) => entry);
  };
  const inOrder = sorted(theirs);
  return sorted(ours).every(
    (line, index) =>
      compareContent({ ...fieldsOf(line), OrderLineNumber: undefined }, inOrder[index]).differing.length ===
      0,
  );
}

/** Longer text is neither a number nor a time, and is compared as text. */
const longestNumberOrTime = 64;

/** Each digit can be matched in one way only, so the time grows only in proportion to the length. */
const numeric = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

const isNumeric = (text: string): boolean => text.length <= longestNumberOrTime && numeric.test(text);

function sameValue(ours: unknown, theirs: unknown): boolean {
  if (ours === theirs) return true;
  if (typeof ours === 'number' || typeof theirs === 'number') {
    const [left, right] = [String(ours).trim(), String(theirs).trim()];
    return isNumeric(left) && isNumeric(right) && Math.abs(Number(left) - Number(right)) < 1e-9;
  }
  const [left, right] = [plainText(ours), plainText(theirs)];
  if (left === right) return true;
  if (left.length > longestNumberOrTime || right.length > longestNumberOrTime) return false;
  const [from, to] = [parseInstant(left), parseInstant(right)];
  return from === to && !Number.isNaN(from) && left.length > 9;
}

/** Text for comparison: outer white space and the composition of accents do not matter. */
const plainText = (value: unknown): string => String(value).normalize('NFC').trim();
