/** The kinds of runs, by the ledger's word. */
export interface RunKind {
  /** The value in the column `kind`. */
  readonly kind: string;
  readonly reference: string;
  /** The member of the list in json. */
  readonly list: string;
}

/** In the ledger, this is `slot`. */
export const slotFile = 'slots of a file';
const orderKind: RunKind = { kind: 'order', reference: 'ReferenceNumber', list: 'orders' };
const kinds: Readonly<Record<string, RunKind>> = {
  order: orderKind,
  cancel: { ...orderKind, kind: 'cancel' },
  inbound: { kind: 'inbound', reference: 'PO_REFERENCE', list: 'documents' },
  'purchase-order': { kind: 'po', reference: 'PO_REFERENCE', list: 'documents' },
  slot: { kind: 'slot', reference: 'slotReference', list: 'slots' },
  [slotFile]: { kind: 'slot', reference: 'reference', list: 'slots' },
};

/** The names of a kind; an unknown kind keeps the ledger's word. */
export const kindOf = (kind: string): RunKind =>
  kinds[kind] ?? { kind, reference: 'reference', list: 'documents' };
