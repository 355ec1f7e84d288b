import { field } from '../../text/records.ts';

/**
 * Whether an answer comes from an emulator that was reached by a name that it does not allow; it then refuses every
 * request.
 */
export const isUnknownHost = (body: unknown): boolean => field(body, 'refused') === 'host';

/** What to do about an emulator that does not know the host of that address. */
export const allowHostHint = (baseUrl: string): string =>
  `start the emulator with --allow-host ${new URL(baseUrl).hostname.replace(/^\[|\]$/g, '')}`;
