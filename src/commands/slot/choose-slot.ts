import type { Choice } from '../../cli/prompts.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { commandFor } from '../../client/auth/account.ts';
import { openApi } from '../../client/auth/session.ts';
import { CfiError } from '../../errors.ts';
import type { Fields } from '../../text/records.ts';
import { readSlots } from '../desk/read.ts';
import { inOrder, isOpen, openOffer, slotReference } from '../desk/slot-record.ts';
import { offerText, slotLine } from '../desk/slot-words.ts';

type Given = Readonly<Record<string, unknown>>;

/**
 * The slots with an offer to answer, with the offer. None to choose from if the answer is on the command line: it would
 * go to an offer that may have changed since it was shown here.
 */
export async function slotsToAnswer(context: CommandContext, given: Given): Promise<Choice[] | undefined> {
  if (given.accept === true || given.counter !== undefined) return undefined;
  return choices(context, {
    isChoice: (slot) => openOffer(slot) !== undefined,
    none: 'no slot needs your answer',
    nameOf(slot, now) {
      const offer = openOffer(slot);
      return offer === undefined ? slotLine(slot, now) : offerText(slot, offer, now);
    },
  });
}

/** The slots that are neither cancelled nor used nor past. */
export const slotsToCancel = (context: CommandContext): Promise<Choice[]> =>
  choices(context, { isChoice: isOpen, none: 'no slot is left to cancel', nameOf: slotLine });

/** All slots of the account. */
export const allSlots = (context: CommandContext): Promise<Choice[]> =>
  choices(context, { isChoice: () => true, none: 'there are no slots', nameOf: slotLine });

interface Kind {
  isChoice(slot: Fields, now: number): boolean;
  /** The error if there is no slot to choose. */
  readonly none: string;
  nameOf(slot: Fields, now: number): string;
}

async function choices(context: CommandContext, { isChoice, none, nameOf }: Kind): Promise<Choice[]> {
  const api = await openApi(context);
  try {
    const { slots, now } = await readSlots(api);
    const fitting = inOrder(slots.filter((slot) => isChoice(slot, now())));
    if (fitting.length > 0)
      return fitting.map((slot) => ({
        value: slotReference(slot),
        name: nameOf(slot, now()),
        short: slotReference(slot),
      }));
    throw new CfiError('invalid-input', none, {
      hint: `see all: ${commandFor(context.settings, 'slot', 'list')}`,
    });
  } finally {
    await api.close();
  }
}
