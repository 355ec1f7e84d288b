/** What is recorded as a run, by the ledger's word for it. */
export interface RunKind {
  /** The word of the column `kind`. */
  readonly kind: string;
  readonly reference: string;
  /** The list of documents in json. */
  readonly list: string;
}

/** Not in the ledger: there it is `slot`. */
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

/** The words for a kind, the ledger's own word where it is none of these. */
export const kindOf = (kind: string): RunKind =>
  kinds[kind] ?? { kind, reference: 'reference', list: 'documents' };
