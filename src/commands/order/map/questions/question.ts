import type { Prompts } from '../../../../cli/prompts.ts';
import type { Proposal } from '../../../../payload/proposal/propose.ts';

/** The answers so far, besides the draft. */
export interface Answers {
  timezone?: string;
  dispatchWithin?: number;
}

/** What a question needs. */
export interface Talk {
  readonly prompts: Prompts;
  readonly proposal: Proposal;
  readonly answers: Answers;
  readonly decimal: 'point' | 'comma';
}

/** One question; false if the user wants to go back. */
export interface Question {
  readonly id: string;
  /** Whether to ask it, given what is known so far; absent means always. */
  isNeeded?(talk: Talk): boolean;
  ask(talk: Talk): Promise<boolean>;
}

const backHint = '< is back';

/** A text, or undefined for `<`. */
export async function askText(
  { prompts }: Talk,
  message: string,
  initial: string | undefined,
  check: (text: string) => true | string,
): Promise<string | undefined> {
  const answer = await prompts.text({
    message: `${message} (${backHint})`,
    ...(initial === undefined ? {} : { default: initial }),
    validate: (text) =>
      text.trim() === '<' ? true : text.trim() === '' ? 'a value is needed' : check(text.trim()),
  });
  return answer.trim() === '<' ? undefined : answer.trim();
}
