import * as z from 'zod/mini';
import { orderItem, sendableOrder, sendableToOneAddress } from '../../contract/order.ts';
import {
  inboundDelivery,
  inboundItem,
  purchaseOrder,
  purchaseOrderItem,
  serviceManagedInboundFields,
} from '../../contract/purchase-order.ts';
import { slotRequest } from '../../contract/slot.ts';
import type { DocumentKind } from './types.ts';

/** Whether files of a kind may be shop exports: with rows to leave out, and SKUs, prices and times to fill in. */
export const fromShops: Readonly<Record<DocumentKind, boolean>> = {
  order: true,
  inbound: false,
  'purchase-order': false,
  slot: false,
};

/** The most lines, or rows, of a document: more than one request has room for, and as many are put together at one go. */
export const mostLines = 20_000;

export type CellType = 'text' | 'reference' | 'barcode' | 'number' | 'whole' | 'utc-time' | 'time' | 'day';

/** What a date without a time means: the start or the end of the day, or just the day. */
export type BareDate = 'start' | 'end' | 'day';

/** A field of the service's body that a column can fill. */
export interface Target {
  /** The name of its column: `DeliveryAddress.Town`, `SKU`. */
  readonly name: string;
  /** Where it is: a nested object, the list of lines, or the document itself. */
  readonly section: string;
  readonly field: string;
  readonly type: CellType;
  readonly required: boolean;
  readonly perLine: boolean;
}

/** The structure of a body of one kind, from its schema, in the schema's order. */
export interface Layout {
  readonly kind: DocumentKind;
  readonly schema: z.core.$ZodType;
  /** The same for a body whose BillingAddress is its DeliveryAddress. */
  readonly schemaOfOneAddress?: z.core.$ZodType;
  /** The field that rows are grouped by. */
  readonly reference: string;
  /** The reference is our own and not a field of the service: each row is then a document, and a column may name it. */
  readonly namesOwn?: true;
  /** The list of lines; empty for a document without lines. */
  readonly lines: string;
  /** Nested objects of the document: the two addresses. */
  readonly sections: readonly string[];
  /** By name; a line's field also has a long name, `OrderItems.SKU`. */
  readonly targets: ReadonlyMap<string, Target>;
  /** Each target once, in the schema's order. */
  readonly ordered: readonly Target[];
  /** Fields that only the service sets. */
  readonly managed: readonly string[];
  readonly managedOnLines: readonly string[];
  readonly warehouse: string;
  /** Each line needs a SKU or a barcode, though neither is required on its own. */
  readonly linesNameProducts?: true;
  /** A blank optional field counts as absent even if the schema accepts a blank, because a purchase order inherits it. */
  readonly inheritsBlanks?: true;
}

type Shape = Omit<Layout, 'kind' | 'sections' | 'targets' | 'ordered'> & {
  readonly line?: z.core.$ZodType;
};

const unmanaged = { managed: [], managedOnLines: [] };
const ofDelivery = { reference: 'PO_REFERENCE', lines: 'items', warehouse: 'Warehouse_Name' };

const shapes: Readonly<Record<DocumentKind, Shape>> = {
  order: {
    ...unmanaged,
    schema: sendableOrder,
    schemaOfOneAddress: sendableToOneAddress,
    reference: 'ReferenceNumber',
    lines: 'OrderItems',
    line: orderItem,
    warehouse: 'warehouse_name',
    managed: ['Status'],
  },
  slot: {
    ...unmanaged,
    schema: slotRequest,
    reference: 'reference',
    namesOwn: true,
    lines: '',
    warehouse: 'warehouse',
  },
  inbound: {
    ...ofDelivery,
    schema: inboundDelivery,
    line: inboundItem,
    managed: serviceManagedInboundFields,
    managedOnLines: serviceManagedInboundFields,
  },
  'purchase-order': {
    ...unmanaged,
    ...ofDelivery,
    schema: purchaseOrder,
    line: purchaseOrderItem,
    linesNameProducts: true,
    inheritsBlanks: true,
  },
};

/** Type by what the field accepts: a number before a whole one, and any text before a time or a day. */
function cellTypeOf(field: string, schema: z.core.$ZodType): CellType {
  const takes = (value: unknown): boolean => z.safeParse(schema, value).success;
  if (field === 'ReferenceNumber' || field === 'PO_REFERENCE') return 'reference';
  if (takes(1.5)) return 'number';
  if (takes(1)) return 'whole';
  if (takes('text')) return field === 'barcode' ? 'barcode' : 'text';
  if (takes('2026-09-01T08:00:00Z')) return field === 'ReceivedDate' ? 'utc-time' : 'time';
  return takes('2026-09-01') ? 'day' : 'text';
}

function target(section: string, field: string, schema: z.core.$ZodType, perLine: boolean): Target {
  const name = section === '' || perLine ? field : `${section}.${field}`;
  const required = !z.safeParse(schema, undefined).success;
  return { name, section, field, type: cellTypeOf(field, schema), required, perLine };
}

/** What a date without a time means in a field; undefined if the field is no date. */
export function bareDateOf({ type, field }: Pick<Target, 'type' | 'field'>): BareDate | undefined {
  if (type === 'day') return 'day';
  if (type !== 'time' && type !== 'utc-time') return undefined;
  return field === 'DispatchBy' ? 'end' : 'start';
}

const fieldsOf = (schema: z.core.$ZodType | undefined): [string, z.core.$ZodType][] =>
  schema instanceof z.core.$ZodObject ? Object.entries<z.core.$ZodType>(schema._zod.def.shape) : [];

function build(kind: DocumentKind): Layout {
  const shape = shapes[kind];
  const ordered: Target[] = [];
  const sections: string[] = [];
  for (const [name, field] of fieldsOf(shape.schema)) {
    const isSection = field instanceof z.core.$ZodObject;
    const isLines = name === shape.lines;
    if (isSection) sections.push(name);
    for (const [key, nested] of fieldsOf(isLines ? shape.line : field))
      ordered.push(target(name, key, nested, isLines));
    if (!isSection && !isLines) ordered.push(target('', name, field, false));
  }
  const targets = new Map(ordered.map((entry) => [entry.name, entry]));
  for (const entry of ordered) if (entry.perLine) targets.set(`${entry.section}.${entry.field}`, entry);
  return { kind, ...shape, sections, targets, ordered };
}

const layouts: Partial<Record<DocumentKind, Layout>> = {};

/** The layout of a kind of document. Built when it is first asked for: every field's type is found by trying values. */
export function layoutOf(kind: DocumentKind): Layout {
  layouts[kind] ??= build(kind);
  return layouts[kind];
}

/** A name without what people write differently: case, spaces, `_` and `-`. */
export const looseName = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, '');

/** What documents of a kind are called, and the command that takes a file of them. */
export const kindNames = {
  order: { one: 'order', many: 'orders', command: 'cfi order create' },
  'purchase-order': { one: 'purchase order', many: 'purchase orders', command: 'cfi po create' },
  inbound: { one: 'delivery', many: 'deliveries', command: 'cfi inbound create' },
  slot: { one: 'slot', many: 'slots', command: 'cfi slot book' },
} as const satisfies Record<DocumentKind, object>;
