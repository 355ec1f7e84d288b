import type { DocumentKind } from '../../payload/document/types.ts';

/** The names for documents of one kind. */
export interface Words {
  readonly one: string;
  readonly many: string;
  /** The field that identifies a document. */
  readonly reference: string;
  /** The list of documents in json. */
  readonly list: string;
  /** The command that uploads them. */
  readonly command: string;
}

const words: Readonly<Record<DocumentKind, Words>> = {
  order: {
    one: 'order',
    many: 'orders',
    reference: 'ReferenceNumber',
    list: 'orders',
    command: 'cfi order create',
  },
  inbound: {
    one: 'delivery',
    many: 'deliveries',
    reference: 'PO_REFERENCE',
    list: 'documents',
    command: 'cfi inbound create',
  },
  'purchase-order': {
    one: 'purchase order',
    many: 'purchase orders',
    reference: 'PO_REFERENCE',
    list: 'documents',
    command: 'cfi po create',
  },
  slot: {
    one: 'slot',
    many: 'slots',
    reference: 'reference',
    list: 'slots',
    command: 'cfi slot book',
  },
};

/** The names for a kind of document. */
export const wordsOf = (kind: DocumentKind): Words => words[kind];
