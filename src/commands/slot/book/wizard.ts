import type { CommandContext } from '../../../cli/settings.ts';
import { warehouseNames } from '../../../client/api/lookups.ts';
import { commandFor } from '../../../client/auth/account.ts';
import type { Api } from '../../../client/types.ts';
import { type Fields, textField } from '../../../text/records.ts';
import { sanitizeLine } from '../../../text/sanitize.ts';
import { spokenDay } from '../../../text/time/spoken.ts';
import { parseInstant } from '../../../text/time/time.ts';
import { bookingText } from '../../desk/questions.ts';
import { readSlots } from '../../desk/read.ts';
import { slotReference } from '../../desk/slot-record.ts';
import { answerSteps, type Draft, type Step, type StepWorld } from './answer-steps.ts';
import { bookableWindows, dayIsOver, isClosedDay, windowIsOver } from './delivery-days.ts';

const bookedAt = (slot: Fields): number => {
  const instant = parseInstant(textField(slot, 'createdAt') ?? '');
  return Number.isNaN(instant) ? Number.NEGATIVE_INFINITY : instant;
};

/** The last booked slot, whose values are likely to be used again; undefined if there is none. */
function lastBooked(slots: readonly Fields[]): Fields | undefined {
  let last: Fields | undefined;
  for (const slot of slots) {
    const later = last === undefined ? 1 : bookedAt(slot) - bookedAt(last);
    // Within one second, the references decide, because the service counts them up.
    if (later > 0 || (!(later < 0) && slotReference(slot) > slotReference(last ?? {}))) last = slot;
  }
  return last;
}

/**
 * Asks for what is missing from a slot request, offering only what the service allows, and the values of the last booking
 * first. It ends with a review: Enter accepts the answers, `b` goes back to any of them.
 */
export async function askForSlot(context: CommandContext, api: Api, given: Readonly<Draft>): Promise<Draft> {
  const { slots, now } = await readSlots(api);
  const { mondayWarehouses = [], profile } = context.settings;
  const world: StepWorld = {
    prompts: await context.deps.prompts(),
    last: lastBooked(slots),
    warehouses: await warehouseNames(api),
    takesMondays: (warehouse) =>
      mondayWarehouses.some((name) => name.toLowerCase() === warehouse.toLowerCase()),
    mondayIsClosed: (warehouse) => {
      const names = [...mondayWarehouses, warehouse].join(',');
      const command = commandFor({ profile, emulator: false }, 'config', 'set', 'monday_warehouses', names);
      return `that is a Monday, and ${sanitizeLine(warehouse)} is not known to open then; if it does, save it: ${command}`;
    },
    now,
  };
  const draft: Draft = { ...given };
  if (draft.date !== undefined && bookableWindows(String(draft.date), now()).length === 0)
    throw dayIsOver(String(draft.date), now());
  for (const step of answerSteps)
    if (given[step.field] === undefined || isUnfit(step, draft, world)) await ask(step, draft, world);
  while (await wantsBack(draft, world)) {
    const field = await world.prompts.choose({
      message: 'Which answer?',
      choices: answerSteps
        .filter(({ isNeeded }) => isNeeded?.(draft) ?? true)
        .map(({ field: value, label, nameOf = String }) => {
          const answer = draft[value];
          return {
            value,
            name: `${label}: ${answer === undefined ? '(none)' : nameOf(String(answer), world.now())}`,
          };
        }),
    });
    await change(field, draft, world);
  }
  return draft;
}

async function ask(step: Step, draft: Draft, world: StepWorld): Promise<void> {
  if (step.isNeeded?.(draft) === false) return;
  const answer = await step.ask(draft, world);
  if (answer === undefined) delete draft[step.field];
  else draft[step.field] = answer;
}

/** Asks one question again, and then those whose answers have become invalid or necessary. */
async function change(field: string, draft: Draft, world: StepWorld): Promise<void> {
  const current = { ...world.last, [field]: draft[field] };
  for (const step of answerSteps) {
    if (step.isNeeded?.(draft) === false) delete draft[step.field];
    else if (step.field === field) await ask(step, draft, { ...world, last: current });
    else if (isUnfit(step, draft, world, field)) await ask(step, draft, world);
  }
}

function isUnfit({ field, optional }: Step, draft: Draft, world: StepWorld, changed?: string): boolean {
  const { now, takesMondays } = world;
  if (draft[field] === undefined) return optional !== true;
  if (field === 'date')
    return changed === 'warehouse' && isClosedDay(String(draft.date), takesMondays(String(draft.warehouse)));
  return field === 'window' && !bookableWindows(String(draft.date), now()).includes(String(draft.window));
}

async function wantsBack(draft: Draft, { prompts, now }: StepWorld): Promise<boolean> {
  const [date, window] = [String(draft.date), String(draft.window)];
  const answer = await prompts.text({
    message: `${bookingText(draft, now())}. Enter books, b goes back`,
    validate(value) {
      const typed = value.trim().toLowerCase();
      if (typed === '' && windowIsOver(date, window, now()))
        return `the ${window} of ${spokenDay(date, now())} is over: type b`;
      return ['', 'b'].includes(typed) || 'Enter, or b';
    },
  });
  return answer.trim() !== '';
}
