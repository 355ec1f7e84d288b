import type { Database } from '../../storage/sqlite/database.ts';
import { allFaults, countFault, type Fault } from '../store/faults.ts';
import { seededFraction } from './context.ts';
import type { FaultRule } from './fault-rule.ts';

/** The properties of a request that fault rules match. */
export interface FaultSubject {
  readonly method: string;
  /** Decoded, without the version segment. */
  readonly path: string;
  /** The account's `client_id`. */
  readonly client: string | undefined;
  /** The references in the path and the body. */
  readonly references: readonly string[];
}

/** Whether `text` matches the pattern, in which `*` matches any text. */
export function matchesPattern(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return pattern === text;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - at >= last.length && text.endsWith(last);
}

const fits = (pattern: string | undefined, texts: readonly (string | undefined)[]): boolean =>
  pattern === undefined || texts.some((text) => text !== undefined && matchesPattern(pattern, text));

function matches({ match = {} }: FaultRule, subject: FaultSubject): boolean {
  return (
    fits(match.method?.toUpperCase(), [subject.method]) &&
    fits(match.path, [subject.path]) &&
    fits(match.client, [subject.client]) &&
    fits(match.reference, subject.references)
  );
}

function strikes(db: Database, rule: FaultRule, { id, matched, fired }: Fault): boolean {
  const { skip = 0, times, probability = 1 } = rule.when ?? {};
  if (matched < skip || (times !== undefined && fired >= times)) return false;
  return probability >= 1 || seededFraction(db, `fault-${id}/${matched}`) < probability;
}

/**
 * The first rule that matches the request and applies to it. A rule that is still skipping requests, or is used up,
 * passes to the next. Updates the rules' counts, so the caller must commit its transaction even if the request fails.
 */
export function pickFault(db: Database, subject: FaultSubject): FaultRule | undefined {
  for (const fault of allFaults(db)) {
    // Checked when it was added or imported.
    const rule = fault.rule as FaultRule;
    if (!matches(rule, subject)) continue;
    const fires = strikes(db, rule, fault);
    countFault(db, fault.id, fires);
    if (fires) return rule;
  }
  return undefined;
}
