import { type OutboundOrder, outboundOrder } from '../../../contract/order.ts';
import { isZonedTime } from '../../../contract/primitives.ts';
import { keysOf } from '../../../text/records.ts';
import { isoUtc, parseInstant } from '../../../text/time/time.ts';
import { type RuleContext, ServiceError } from '../../engine/context.ts';

const knownFields = keysOf(outboundOrder.shape);
const isKnown = new Set<string>(knownFields);

/** The stored part of a request to create an order. */
export interface OrderBody {
  /** The request's own body if it is stored unchanged. */
  readonly fields: OutboundOrder;
  readonly channelRef: string | null;
  /** Set when a time is ambiguous. */
  readonly warning?: string;
}

const wholeSecond = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** Converts a valid time to UTC. Most already are, and rewriting them would cost time. */
const utc = (time: string): string => (wholeSecond.test(time) ? time : isoUtc(parseInstant(time)));

const noteMark = 'Channel_Ref:';

/** The reference in a note `Channel_Ref: X`; empty when there is none. */
function channelRefIn(note: unknown): string {
  const text = String(note ?? '').trim();
  return text.startsWith(noteMark) ? text.slice(noteMark.length).trim() : '';
}

/** The channel reference of an order: its own field or, in one variant, a note `Channel_Ref: X`. */
function channelRefOf(context: RuleContext, order: OutboundOrder): string | null {
  const notes = context.variants.pick('A-03', [false, true]) && Array.isArray(order.Notes) ? order.Notes : [];
  const refInNotes = notes.map((entry) => channelRefIn(entry?.Note)).find((found) => found !== '');
  const channelRef = order.Channel_Ref?.trim() ? order.Channel_Ref : refInNotes;
  if (channelRef !== undefined) context.assume('A-03');
  return channelRef ?? null;
}

/** The fields to store: those of the request itself if none changes, because a copy takes time. */
function storedFields(order: OutboundOrder, channelRef: string | null): OutboundOrder {
  const ReceivedDate = utc(order.ReceivedDate);
  const DispatchBy = utc(order.DispatchBy);
  const isStoredAsSent =
    ReceivedDate === order.ReceivedDate &&
    DispatchBy === order.DispatchBy &&
    (channelRef === null || channelRef === order.Channel_Ref) &&
    Object.keys(order).every((name) => isKnown.has(name));
  if (isStoredAsSent) return order;
  const fields: Record<string, unknown> = {};
  for (const name of knownFields) fields[name] = order[name];
  Object.assign(fields, { ReceivedDate, DispatchBy }, channelRef === null ? {} : { Channel_Ref: channelRef });
  return fields as OutboundOrder;
}

/**
 * The fields of a request as they are stored. Unknown fields are dropped, so that a caller cannot set fields
 * that belong to the service, such as `Status`. Times are converted to UTC. A `DispatchBy` without a zone is read as
 * UTC with a warning, or refused with 400, as chosen for A-12.
 */
export function orderBody(context: RuleContext, order: OutboundOrder): OrderBody {
  const channelRef = channelRefOf(context, order);
  const fields = storedFields(order, channelRef);
  const body = { fields, channelRef };
  if (fields.DispatchBy === order.DispatchBy || isZonedTime(order.DispatchBy)) return body;
  context.assume('A-12');
  if (context.variants.pick('A-12', [false, true])) {
    throw new ServiceError(400, 'DispatchBy must carry a time zone (Z or an offset)');
  }
  return { ...body, warning: `DispatchBy has no time zone and was read as ${fields.DispatchBy}` };
}
