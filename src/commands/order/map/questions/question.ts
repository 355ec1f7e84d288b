import type { Prompts } from '../../../../cli/prompts.ts';
import type { Proposal } from '../../../../payload/proposal/propose.ts';

/** What the conversation has come to besides the draft. */
export interface Answers {
  timezone?: string;
  dispatchWithin?: number;
}

/** What questions are asked with. */
export interface Talk {
  readonly prompts: Prompts;
  readonly proposal: Proposal;
  readonly answers: Answers;
  readonly decimal: 'point' | 'comma';
}

/** One question; false when the person wants to go back. */
export interface Question {
  readonly id: string;
  /** Whether it has to be asked, by what is known so far; always when left out. */
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
