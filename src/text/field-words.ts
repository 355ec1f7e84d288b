import { entryOf } from './records.ts';

/** What each field of the service is called for people: in errors, warnings, questions and reviews. */
const words: Readonly<Record<string, string>> = {
  ReferenceNumber: 'reference',
  PO_REFERENCE: 'reference',
  Secondary_PO_Reference: 'second reference',
  Channel_Ref: 'channel reference',
  ReceivedDate: 'order date',
  DispatchBy: 'dispatch-by date',
  Currency: 'currency',
  PaymentStatus: 'payment status',
  ChannelBuyerName: "buyer's name",
  PostalServiceCost: 'postage',
  PostalServiceTaxRate: 'postage tax rate',
  warehouse_name: 'warehouse',
  Warehouse_Name: 'warehouse',
  DeliveryAddress: 'delivery address',
  BillingAddress: 'billing address',
  OrderItems: 'order line',
  SKU: 'SKU',
  ItemTitle: 'item title',
  Qty: 'quantity',
  Quantity: 'quantity',
  PricePerUnit: 'unit price',
  TaxRate: 'tax rate',
  OrderLineNumber: 'line number',
  items: 'line',
  transport_id: 'transport number',
  slotReference: 'slot',
  deliveryType: 'delivery type',
  loadingType: 'loading type',
  containerSize: 'container size',
  palletCount: 'number of pallets',
  containerTruckNumber: 'vehicle',
  numberOfSkus: 'number of SKUs',
  proposedTime: 'proposed time',
  Expected_Arrival_Date: 'arrival date',
};

/** What the parts of an address are called. */
const parts: Readonly<Record<string, string>> = {
  FullName: 'name',
  Company: 'company',
  Address1: 'street',
  Address2: 'address line 2',
  Town: 'city',
  Region: 'region',
  PostCode: 'postcode',
  Country: 'country',
  CountryCode: 'country code',
  PhoneNumber: 'phone number',
  EmailAddress: 'e-mail address',
};

/** What a table calls a name, which may be that of a column; a name that is not in it as it is. */
const named = (table: typeof words, name: string): string => entryOf(table, name) ?? name;

/** A field of the service in words of people: `city`, `billing city`, `quantity of line 2`; any other name as it is. */
export function fieldWord(field: string): string {
  const [, list, at, member] = /^([A-Za-z]+)\[(\d+)\]\.(\w+)$/.exec(field) ?? [];
  if (list !== undefined && at !== undefined && member !== undefined)
    return `${named(words, member)} of line ${Number(at) + 1}`;
  const [section = '', part] = field.split('.', 2);
  if (part === undefined) return named(words, field);
  if (section === 'BillingAddress') return `billing ${named(parts, part)}`;
  return entryOf(section === 'DeliveryAddress' ? parts : words, part) ?? field;
}

/** The same where people must tell the addresses apart: `recipient's city`, `payer's city`. */
export function labelOf(field: string): string {
  const [section = '', part = ''] = field.split('.', 2);
  const whose = entryOf({ DeliveryAddress: "recipient's", BillingAddress: "payer's" }, section);
  return whose === undefined || part === '' ? fieldWord(field) : `${whose} ${named(parts, part)}`;
}

/** A message of the service with the states of a slot in words of people: `Slot S-1 is waiting for your answer`. */
export const spokenStates = (message: string): string =>
  message
    .replaceAll(/\bpending_customer\b/g, 'waiting for your answer')
    .replaceAll(/\bpending_ops\b/g, 'waiting for the warehouse');

const fieldName = /^[A-Za-z_][\w.[\]]*$/;

/** A message whose end is a list of fields, with their words. */
function withFieldsAtEnd(message: string): string {
  const from = message.lastIndexOf(': ') + 2;
  const names = message.slice(from).split(', ');
  if (from < 2 || !names.every((name) => fieldName.test(name))) return message;
  return message.slice(0, from) + names.map(fieldWord).join(', ');
}

/** The same with the field it begins with, and a list of fields at its end, in words of people: `city is required`. */
export const spokenMessage = (message: string): string =>
  spokenStates(withFieldsAtEnd(message.replace(/^[A-Za-z_][\w.[\]]*/, fieldWord)));
