import * as z from 'zod/mini';
import { text } from '../../contract/primitives.ts';
import { type RuleContext, ServiceError } from '../engine/context.ts';
import { inboundRecord } from '../rules/inbound.ts';
import { inboundOfAnyClient, markReceived } from '../store/inbound.ts';
import { theOneMeant } from './owned.ts';

/** Body of a receive call; `client` is the client_id, required if several clients use the delivery number. */
export const receiveInboundBody = z.object({ client: z.optional(text) });

/**
 * Receives a legacy delivery. Its stock has counted since it was registered, so only its status changes. Returns the
 * delivery's record. 409 if it was already received.
 */
export function receiveInbound(
  context: RuleContext,
  number: string,
  { client }: z.infer<typeof receiveInboundBody>,
): Record<string, unknown> {
  const { db } = context;
  const delivery = theOneMeant(inboundOfAnyClient(db, number), `Inbound delivery ${number}`, client);
  if (delivery.status === 'received') {
    throw new ServiceError(409, `Inbound delivery ${number} has already been received`);
  }
  markReceived(db, delivery.id);
  return inboundRecord(context, { ...delivery, status: 'received' });
}
