import type { Context } from '../../cli/settings.ts';
import { offeredTime, slotReference } from '../../client/slots.ts';
import type { Api } from '../../client/types.ts';
import { isZonedTime } from '../../contract/primitives.ts';
import type { Fields } from '../../text/records.ts';
import { londonTime } from '../../text/zone.ts';
import { respond } from './respond.ts';

/** Asks the person at the terminal how to answer an offer; false when it is left open. */
export async function answerOnTheSpot(context: Context, api: Api, slot: Fields): Promise<boolean> {
  const prompts = await context.deps.prompts();
  const reference = slotReference(slot);
  const offered = offeredTime(slot);
  const when = offered === undefined ? 'another time' : londonTime(Date.parse(offered));
  const choice = await prompts.choose({
    message: `The warehouse proposes ${when} for ${reference}. Your answer?`,
    choices: [
      { value: 'accept', name: 'accept it' },
      { value: 'counter', name: 'propose another time' },
      { value: 'leave', name: 'leave it open' },
    ],
    default: 'accept',
  });
  if (choice === 'leave') return false;
  if (choice === 'accept') {
    await respond(api, reference, {});
    return true;
  }
  const counter = await prompts.text({
    message: 'Your time, with its zone (2026-09-04T13:00:00+01:00)',
    validate: (value) => isZonedTime(value.trim()) || 'write it as 2026-09-04T13:00:00+01:00',
  });
  const comment = await prompts.text({ message: 'A word to the warehouse (may be left empty)' });
  await respond(api, reference, { counter: counter.trim(), ...(comment.trim() === '' ? {} : { comment }) });
  return true;
}
