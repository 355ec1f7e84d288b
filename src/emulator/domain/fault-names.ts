/** How a connection fails: reset, closed without a byte, or closed in the middle of the answer. */
export const socketFaults = ['reset', 'empty', 'truncate'] as const;
/** How the body of an answer is broken. */
export const bodyFaults = ['malformed', 'html'] as const;
/** Effects inside a rule of the service. */
export const domainFaults = [
  'slot-changed',
  'po-fails-after-claim',
  'snapshot-stale',
  'revoke-tokens',
] as const;

export type SocketFaultKind = (typeof socketFaults)[number];
export type BodyFaultKind = (typeof bodyFaults)[number];
export type DomainFault = (typeof domainFaults)[number];
