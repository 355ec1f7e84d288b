/** The control API's records as this page uses them; see docs/emulator.md. Times are ISO 8601. */

interface Owned {
  /** The client_id. */
  readonly client: string;
  readonly client_name: string;
  /** Null for marketplace orders. */
  readonly warehouse_name: string | null;
}

interface Proposal {
  readonly proposedBy: 'client' | 'ops';
  readonly proposedTime: string;
  readonly comment: string | null;
}

/** A delivery slot request and its negotiation. */
export interface Slot extends Owned {
  readonly slotReference: string;
  readonly requestedTime: string;
  readonly loadingType: string;
  readonly numberOfSkus: string;
  readonly deliveryType?: string | null;
  readonly containerSize?: string | null;
  readonly palletCount?: number | null;
  readonly containerTruckNumber?: string | null;
  readonly proposals: readonly Proposal[];
}

/** A customer order. */
export interface Order extends Owned {
  readonly ReferenceNumber: string;
  readonly Status: string;
  readonly ShipFrom: string | null;
  readonly DispatchBy?: string;
  readonly ChannelBuyerName?: string;
  readonly OrderItems: readonly { readonly SKU: string; readonly ItemTitle: string; readonly Qty: number }[];
}

/** Units ordered and delivered of one SKU. */
interface PurchaseOrderLine {
  readonly SKU: string;
  readonly title: string;
  readonly ordered: number;
  readonly delivered: number;
}

/** Goods that a client sends to the warehouse. */
export interface PurchaseOrder extends Owned {
  readonly lw_po_number: string;
  readonly PO_REFERENCE: string;
  readonly status: string;
  readonly deliveryDate: string | null;
  readonly lines: readonly PurchaseOrderLine[];
  readonly updatedAt: string;
}

/** A delivery of the legacy inbound flow. */
export interface Delivery extends Owned {
  readonly delivery_number: string;
  readonly external_delivery_number: string | null;
  readonly received_at: string;
  readonly items: readonly { readonly SKU: string; readonly Quantity: number }[];
}

/** Units of a SKU in a warehouse. */
export interface Stock extends Owned {
  readonly SKU: string;
  readonly title: string;
  readonly StockLevel: number;
  readonly InOrderBook: number;
  readonly Available: number;
}

/** A fault rule, and how often it has fired. */
export interface Fault {
  readonly id: number;
  readonly fired: number;
  readonly match?: Readonly<Record<string, string>>;
  readonly when?: { readonly skip?: number; readonly times?: number; readonly probability?: number };
  readonly phase?: string;
  readonly do: Readonly<Record<string, unknown>>;
}

/** A request to the service and its answer. */
export interface LoggedRequest {
  readonly id: number;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly query?: string;
  readonly client?: string;
  readonly status: number;
  readonly error?: string;
  readonly fault?: unknown;
  readonly assumptions?: readonly string[];
  readonly body?: unknown;
  readonly answer?: unknown;
}

/** A marker that changes with the state, and the emulator's clock. */
export interface Changes {
  readonly token: string;
  readonly now: string;
  readonly mode: 'running' | 'frozen';
}

/** Units of a line that have not arrived. */
export const openUnits = ({ ordered, delivered }: PurchaseOrderLine): number =>
  Math.max(0, ordered - delivered);

/** `3 short`, `2 over` or an empty string: how a count differs from the expected quantity. */
export function difference(expected: number, counted: number): string {
  if (counted === expected) return '';
  return counted < expected ? `${expected - counted} short` : `${counted - expected} over`;
}

/** Merges the lines of a purchase order by SKU, since the warehouse counts by SKU. */
export function bySku(lines: readonly PurchaseOrderLine[]): PurchaseOrderLine[] {
  const known = new Map<string, PurchaseOrderLine>();
  for (const line of lines) {
    const { ordered = 0, delivered = 0 } = known.get(line.SKU) ?? {};
    known.set(line.SKU, {
      ...line,
      ordered: ordered + line.ordered,
      delivered: delivered + line.delivered,
    });
  }
  return [...known.values()];
}
