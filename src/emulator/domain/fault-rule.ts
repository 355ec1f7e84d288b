import * as z from 'zod/mini';
import { count } from '../../contract/primitives.ts';
import { parseDuration } from '../../text/time/time.ts';
import { bodyFaults, domainFaults, socketFaults } from './fault-names.ts';

/** Whether a pattern can match a path of the service: one with the version in it, or without its slash, never does. */
export const isPathPattern = (text: string): boolean => /^[/*]/.test(text) && !/^\/v1(\/|$)/.test(text);

/** What such a pattern is. */
export const pathPatternWords = 'a path without /v1, for example /outbound or /order/*';

const pattern = z.string().check(z.minLength(1));

export const faultPath = z.string().check(z.refine(isPathPattern, { error: pathPatternWords }));

export const duration = z.string().check(
  z.refine((text) => parseDuration(text) !== undefined, {
    error: 'a duration, for example 500ms, 30s or PT15M',
  }),
);

const list = (names: readonly string[]): string => names.join('|');

const actionWords =
  `one of {status: 200 to 599, headers?: {name: text}, body?}, {latency}, {socket: ${list(socketFaults)}}, ` +
  `{body: ${list(bodyFaults)}}, {domain: ${list(domainFaults)}}`;

/** What a fault does to the answer, or instead of it: exactly one of these. */
const faultAction = z.union(
  [
    z.strictObject({
      status: z.int().check(z.minimum(200), z.maximum(599)),
      headers: z.exactOptional(
        z.record(
          z.string().check(z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/)),
          z.string().check(z.regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'one line of Latin text')),
        ),
      ),
      body: z.exactOptional(z.unknown()),
    }),
    z.strictObject({ latency: duration }),
    z.strictObject({ socket: z.enum(socketFaults) }),
    z.strictObject({ body: z.enum(bodyFaults) }),
    z.strictObject({ domain: z.enum(domainFaults) }),
  ],
  actionWords,
);

/** A rule that makes requests fail on purpose: which ones, when, at what point, and how. */
export const faultRule = z.strictObject({
  match: z.exactOptional(
    z.strictObject({
      method: z.exactOptional(pattern),
      path: z.exactOptional(faultPath),
      client: z.exactOptional(pattern),
      reference: z.exactOptional(pattern),
    }),
  ),
  when: z.exactOptional(
    z.strictObject({
      skip: z.exactOptional(count),
      times: z.exactOptional(count),
      probability: z.exactOptional(z.number().check(z.minimum(0), z.maximum(1))),
    }),
  ),
  phase: z.exactOptional(z.enum(['before', 'after-commit'])),
  do: faultAction,
});

export type FaultRule = z.infer<typeof faultRule>;
