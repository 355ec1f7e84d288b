import * as z from 'zod/mini';

/** A successful answer: `success` true, an optional `message`, and the resource in `data`. */
export const envelope = <T extends z.core.$ZodType>(data: T) =>
  z.looseObject({ success: z.literal(true), message: z.optional(z.string()), data });

/** A failure: `success` false and the reason in `error`; a failed PO adds `retryable` and its reserved number. */
export const failure = z.looseObject({
  success: z.literal(false),
  error: z.string(),
  retryable: z.optional(z.boolean()),
  lw_po_number: z.optional(z.string()),
});

/** The pagination block beside `data`; its members differ by endpoint. */
export const pagination = z.looseObject({
  current_page: z.int(),
  page_size: z.int(),
  has_more: z.optional(z.boolean()),
  next_page: z.optional(z.int()),
  total_pages: z.optional(z.int()),
  total_items: z.optional(z.int()),
});
