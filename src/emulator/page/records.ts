/** What the control API says of the things on this page; see docs/emulator.md. Times are ISO 8601. */

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

export interface Order extends Owned {
  readonly ReferenceNumber: string;
  readonly Status: string;
  readonly ShipFrom: string | null;
  readonly DispatchBy?: string;
  readonly ChannelBuyerName?: string;
  readonly OrderItems: readonly { readonly SKU: string; readonly ItemTitle: string; readonly Qty: number }[];
}

export interface PurchaseOrderLine {
  readonly SKU: string;
  readonly title: string;
  readonly ordered: number;
  readonly delivered: number;
}

export interface PurchaseOrder extends Owned {
  readonly lw_po_number: string;
  readonly PO_REFERENCE: string;
  readonly status: string;
  readonly deliveryDate: string | null;
  readonly lines: readonly PurchaseOrderLine[];
  readonly updatedAt: string;
}

export interface Delivery extends Owned {
  readonly delivery_number: string;
  readonly external_delivery_number: string | null;
  readonly received_at: string;
  readonly items: readonly { readonly SKU: string; readonly Quantity: number }[];
}

export interface Stock extends Owned {
  readonly SKU: string;
  readonly title: string;
  readonly StockLevel: number;
  readonly InOrderBook: number;
  readonly Available: number;
}

export interface Fault {
  readonly id: number;
  readonly fired: number;
  readonly match?: Readonly<Record<string, string>>;
  readonly when?: { readonly skip?: number; readonly times?: number; readonly probability?: number };
  readonly phase?: string;
  readonly do: Readonly<Record<string, unknown>>;
}

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

export interface Changes {
  readonly token: string;
  readonly now: string;
  readonly mode: 'running' | 'frozen';
}
