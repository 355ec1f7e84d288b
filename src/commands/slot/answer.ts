import type { Context } from '../../cli/settings.ts';
import type { Api } from '../../client/types.ts';
import { isZonedTime } from '../../contract/primitives.ts';
import { CfiError } from '../../errors.ts';
import { timeText } from '../../render/cell.ts';
import type { Fields } from '../../text/records.ts';
import { offeredTime, slotReference } from './record.ts';
import { type Answer, respond } from './send-answer.ts';

const example = '2026-09-04T13:00:00+01:00';

/** Asks the person at the terminal how to answer the open offer of a slot; undefined when it is left open. */
export async function askForAnswer(context: Context, slot: Fields): Promise<Answer | undefined> {
  const prompts = await context.deps.prompts();
  const offered = offeredTime(slot);
  const when = offered === undefined ? 'another time' : timeText(offered);
  const choice = await prompts.choose({
    message: `The warehouse proposes ${when} for ${slotReference(slot)}. Your answer?`,
    choices: [
      { value: 'accept', name: 'accept it' },
      { value: 'counter', name: 'propose another time' },
      { value: 'leave', name: 'leave it open' },
    ],
    default: 'accept',
  });
  if (choice !== 'counter') return choice === 'accept' ? {} : undefined;
  const counter = await prompts.text({
    message: `Your time, with its offset (${example})`,
    validate: (value) => isZonedTime(value.trim()) || `write it as ${example}`,
  });
  const comment = (await prompts.text({ message: 'A word to the warehouse (may be left empty)' })).trim();
  return { counter: counter.trim(), ...(comment === '' ? {} : { comment }) };
}

/**
 * Answers an offer while it is being watched, and gives the slot as it then is; undefined when it is left open. An
 * offer that has changed meanwhile is told of and read again.
 */
export async function answerOnTheSpot(context: Context, api: Api, slot: Fields): Promise<Fields | undefined> {
  const answer = await askForAnswer(context, slot);
  if (answer === undefined) return undefined;
  try {
    return (await respond(api, slotReference(slot), answer)).slot;
  } catch (error) {
    if (!(error instanceof CfiError) || error.code === 'unauthorized' || error.code === 'cancelled')
      throw error;
    context.warn(`the answer was not taken: ${error.message}`);
    return undefined;
  }
}
