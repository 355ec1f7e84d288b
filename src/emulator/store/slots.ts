import type { Database } from '../../storage/sqlite/database.ts';
import type { FcPolicy } from './clients.ts';
import { insertRow, type Placed, updateRow, withJson } from './tables.ts';

export interface Proposal {
  readonly proposedBy: 'client' | 'ops';
  /** ISO 8601 with its offset. */
  readonly proposedTime: string;
  readonly comment: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

export const slotStatuses = ['pending_ops', 'pending_customer', 'confirmed', 'cancelled'] as const;

/** A slot with the names of its client and warehouse. Times are milliseconds since the epoch. */
export interface Slot extends Placed {
  readonly reference: string;
  readonly client: number;
  readonly warehouse: number;
  readonly accepts_monday: number;
  readonly fc_policy: FcPolicy;
  /** A used slot stays `confirmed` and sets `used_by`. */
  readonly status: (typeof slotStatuses)[number];
  readonly body: Readonly<Record<string, unknown>>;
  /** The time that the client last asked for. */
  readonly requested_time: number;
  readonly confirmed_time: number | null;
  readonly proposals: readonly Proposal[];
  readonly used_by: string | null;
  /** The client's own reference of that purchase order. */
  readonly used_by_reference: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

export const selectSlots = `SELECT s.*, c.client_id, c.client_name, w.name AS warehouse_name, w.accepts_monday, w.fc_policy
  FROM slots s JOIN clients c ON c.id = s.client JOIN warehouses w ON w.id = s.warehouse`;

/** A slot with its content parsed. */
export const slotOf = (row: object): Slot => withJson(row, 'body', 'proposals');

/** A slot of any client, as the warehouse sees it. */
export const slotByReference = (db: Database, reference: string): Slot | undefined =>
  db.all<object>(`${selectSlots} WHERE s.reference = ?`, [reference]).map(slotOf)[0];

/** The slots of one client, by reference. */
export const slotsOfClient = (db: Database, client: number): Slot[] =>
  db.all<object>(`${selectSlots} WHERE s.client = ? ORDER BY s.reference`, [client]).map(slotOf);

/** A slot to store, which no purchase order uses yet. */
type NewSlot = Omit<Slot, keyof Placed | 'accepts_monday' | 'fc_policy' | 'used_by' | 'used_by_reference'>;

/** Stores a slot. */
export const insertSlot = (db: Database, slot: NewSlot): number => insertRow(db, 'slots', { ...slot });

/** Stores the negotiation's new state. */
export function updateSchedule(db: Database, slot: Slot): void {
  const { reference, status, requested_time, confirmed_time, proposals, updated_at } = slot;
  updateRow(db, 'slots', { reference }, { status, requested_time, confirmed_time, proposals, updated_at });
}

/** Claims a confirmed, unused slot for a purchase order; returns false if it is taken or not confirmed. */
export const claimSlot = (db: Database, slot: string, number: string, reference: string, at: number) =>
  db.run(
    `UPDATE slots SET used_by = ?, used_by_reference = ?, updated_at = ?
     WHERE reference = ? AND status = 'confirmed' AND used_by IS NULL`,
    [number, reference, at, slot],
  ) === 1;

/** Releases a claimed slot and restores its `updatedAt`, so that another purchase order can use it. */
export const releaseSlot = (db: Database, reference: string, updated_at: number): void =>
  updateRow(db, 'slots', { reference }, { used_by: null, used_by_reference: null, updated_at });
