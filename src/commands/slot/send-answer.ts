import type { Api, ApiAnswer } from '../../client/types.ts';
import { CfiError } from '../../errors.ts';
import { type Fields, field, fieldsOf } from '../../text/records.ts';
import { shownWord } from '../../text/words.ts';
import { slotPhase } from './record.ts';

/** What is said to an offer: with `counter` another time, else yes. */
export interface Answer {
  readonly counter?: string;
  readonly comment?: string;
}

/**
 * Sends the answer and reads the slot as it then stands, for whether the answer holds the record or only the schedule
 * is not published.
 */
export async function respond(
  api: Api,
  reference: string,
  { counter, comment }: Answer,
): Promise<{ answer: ApiAnswer; slot: Fields }> {
  const body =
    counter === undefined
      ? { action: 'accept' }
      : { action: 'counter', proposedTime: counter, ...(comment === undefined ? {} : { comment }) };
  const params = { slotReference: reference };
  const answer = await sendAnswer(api, reference, body);
  const shown = fieldsOf(answer.data);
  const whole = field(shown, 'slotReference') !== undefined && field(shown, 'scheduleStatus') !== undefined;
  return { answer, slot: whole ? shown : fieldsOf((await api.call('getSlot', { params })).data) };
}

async function sendAnswer(api: Api, reference: string, body: unknown): Promise<ApiAnswer> {
  const params = { slotReference: reference };
  try {
    return await api.call('respondToSlot', { params, body });
  } catch (error) {
    if (!(error instanceof CfiError) || error.code !== 'conflict') throw error;
    const now = await api.attempt('getSlot', { params });
    const open = now.kind === 'answer' && slotPhase(fieldsOf(now.answer.data)) === 'answer-needed';
    if (!open) throw noOffer(reference, error.message, error.details);
    throw new CfiError('conflict', error.message, {
      ...error.details,
      hint: `the schedule changed meanwhile; read it again, then answer: cfi slot get ${shownWord(reference)}`,
    });
  }
}

/** The conflict of an answer to an offer that there is not. */
export const noOffer = (reference: string, message: string, details: CfiError['details']): CfiError =>
  new CfiError('conflict', message, {
    ...details,
    hint: `there is no open offer to answer; see where it stands: cfi slot get ${shownWord(reference)}`,
  });
