import { redactData } from '../../text/redact.ts';
import type { Attempt } from '../types.ts';

/** The outcome with its data free of secrets, for callers that keep what the service returns on this machine. */
export function hiddenOutcome(outcome: Attempt, redact: (text: string) => string): Attempt {
  if (outcome.kind === 'failure') return outcome;
  if (outcome.kind === 'refusal') return { ...outcome, body: redactData(outcome.body, redact) };
  const { received, ...shown } = outcome.answer;
  const hidden = redactData(shown, redact) as typeof shown;
  return { kind: 'answer', answer: { ...hidden, received } };
}
