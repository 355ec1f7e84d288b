import { isReason, leaveOutReasons, type Reason } from '../../../../payload/document/reasons.ts';
import type { StatusMeaning } from '../../../../payload/proposal/status-column.ts';
import { counted } from '../../../../text/words.ts';
import { backChoice, goBack } from '../answers.ts';
import type { Question } from './question.ts';

/** The meanings to choose from for a status word; undefined for reasons that no word alone can mean. */
const meanings: Readonly<Record<Reason, string | undefined>> = {
  cancelled: 'cancelled',
  refunded: 'refunded or returned',
  'partly-refunded': 'refunded in part',
  fulfilled: 'already shipped',
  unpaid: 'not paid yet',
  'on-hold': 'on hold until somebody decides',
  pickup: 'collected by the buyer',
  'not-goods': 'needs no shipping',
  'not-kept': undefined,
};

/** Asks what a word in a status column means. */
export const statusQuestion = (at: number, value: string): Question => ({
  id: `status ${at} ${value}`,
  async ask({ prompts, proposal: { draft } }) {
    const status = draft.statuses[at];
    const found = status?.values.find((each) => each.value === value);
    if (status === undefined || found === undefined) return true;
    const answer = await prompts.choose({
      message: `${status.column.name} is ${JSON.stringify(value)} in ${counted(found.rows, 'row')}: what does that mean?`,
      choices: [
        { value: 'send', name: 'send the order' },
        ...leaveOutReasons
          .filter((reason) => meanings[reason] !== undefined)
          .map((reason) => ({ value: reason, name: `leave it out: ${meanings[reason] ?? reason}` })),
        backChoice,
      ],
      default: found.meaning ?? 'on-hold',
    });
    if (answer === goBack) return false;
    const meaning: StatusMeaning = answer === 'send' ? 'send' : isReason(answer) ? answer : undefined;
    const values = status.values.map((each) => (each.value === value ? { ...each, meaning } : each));
    draft.statuses = draft.statuses.with(at, { ...status, values });
    return true;
  },
});
