import { field } from '../../text/records.ts';

/**
 * Whether an answer's body is that of an emulator that was reached by a name it was not told of; then it refuses every
 * request.
 */
export const isUnknownHost = (body: unknown): boolean => field(body, 'refused') === 'host';

/** What to do about an emulator that does not know the host of that address. */
export const allowHostHint = (baseUrl: string): string =>
  `start the emulator with --allow-host ${new URL(baseUrl).hostname.replace(/^\[|\]$/g, '')}`;
