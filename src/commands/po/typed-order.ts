import { missingValues } from '../../cli/ask.ts';
import { waitNotice } from '../../cli/progress.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { commandFor } from '../../client/auth/account.ts';
import { openApi } from '../../client/auth/session.ts';
import type { Api } from '../../client/types.ts';
import { deliveryTypes, suggestedLoadingTypes } from '../../contract/slot.ts';
import { CfiError, usageError } from '../../errors.ts';
import type { Source } from '../../payload/document/types.ts';
import { textSource } from '../../payload/source/text-source.ts';
import { type Fields, textField } from '../../text/records.ts';
import { ukDate } from '../../text/time/zone.ts';
import { shownWord } from '../../text/words.ts';
import { inOrder } from '../slot/order.ts';
import { readSlot, readSlots } from '../slot/read-slot.ts';
import { agreedInstant, agreedTime, isUsed, slotPhase, slotReference } from '../slot/record.ts';
import { slotTimeText } from '../slot/times.ts';
import { slotLine, statusText } from '../slot/view.ts';
import { askForItems, type PoItem } from './items.ts';

/** A purchase order given on the command line. */
interface Typed {
  readonly slot: string | undefined;
  readonly item: readonly PoItem[];
  readonly reference: string | undefined;
  readonly dryRun: boolean | undefined;
  readonly set: readonly (readonly [field: string, value: string])[] | undefined;
}

/**
 * A purchase order from the given slot and items, as a source to read. Warehouse and vehicle come from the slot. On a
 * terminal, asks for what is missing; otherwise throws a usage error.
 */
export async function typedPurchaseOrder(context: CommandContext, typed: Typed): Promise<Source> {
  const { settings } = context;
  if (!settings.interactive) checkComplete(typed);
  const api = await openApi(context, { onWait: waitNotice(context) });
  try {
    const reference = typed.slot ?? (await askForSlot(context, api));
    const { slot, now } = await readSlot(api, reference);
    if (typed.item.length === 0 && typed.dryRun !== true) refuseUnusable(context, slot);
    if (!isUsed(slot) && dayIsPast(slot, now()))
      context.warn(`the day of slot ${reference} is past: it was for ${slotTimeText(agreedTime(slot))}`);
    const vehicle = await vehicleOf(context, slot, typed.set ?? []);
    const items = typed.item.length > 0 ? typed.item : await askForItems(context, api);
    const body = {
      PO_REFERENCE: typed.reference ?? `PO-${reference}`,
      Warehouse_Name: textField(slot, 'warehouse'),
      slotReference: reference,
      ...vehicle,
      items,
    };
    return textSource(JSON.stringify(body));
  } finally {
    await api.close();
  }
}

/** Nobody types in the items for a slot that the service would refuse. A status that is not published may be usable. */
function refuseUnusable({ settings }: CommandContext, slot: Fields): void {
  if (!isUsed(slot) && ['confirmed', 'other'].includes(slotPhase(slot))) return;
  throw new CfiError(
    'conflict',
    `slot ${slotReference(slot)} cannot take a purchase order: it is ${statusText(slot)}`,
    { hint: `see which can: ${commandFor(settings, 'slot', 'list', '--available')}` },
  );
}

function checkComplete({ slot, item }: Typed): void {
  if (slot !== undefined && item.length > 0) return;
  if (slot === undefined && item.length === 0) {
    throw usageError(
      'missing FILE, or --slot and --item',
      'name a CSV or JSON file, or see cfi help po create',
    );
  }
  throw missingValues([slot === undefined ? '--slot' : 'FILE or --item']);
}

/** Whether a slot with an agreed time was for a day before today; one of earlier today may still need its order. */
function dayIsPast(slot: Fields, now: number): boolean {
  const time = agreedInstant(slot);
  return time !== undefined && ukDate(time) < ukDate(now);
}

/** Asks for a free slot. Those of past days come last, because Enter alone takes the first. */
async function askForSlot(context: CommandContext, api: Api): Promise<string> {
  const { slots, now } = await readSlots(api, { available: true });
  if (slots.length === 0) {
    throw new CfiError('invalid-input', 'no confirmed slot is available', {
      hint: `book one: ${commandFor(context.settings, 'slot', 'book')}`,
    });
  }
  const choices = inOrder(slots).map((slot) => {
    const isPast = dayIsPast(slot, now());
    return { isPast, value: slotReference(slot), name: slotLine(slot) + (isPast ? ' (past)' : '') };
  });
  const prompts = await context.deps.prompts();
  return prompts.choose({
    message: 'Which slot?',
    choices: choices.sort((a, b) => Number(a.isPast) - Number(b.isPast)),
  });
}

const vehicleFields = {
  deliveryType: { message: 'How is it delivered?', choices: deliveryTypes },
  loadingType: { message: 'How are the goods loaded?', choices: suggestedLoadingTypes },
} as const;

/** What the slot leaves open and the purchase order needs; the rest is inherited. */
async function vehicleOf(
  context: CommandContext,
  slot: Fields,
  set: NonNullable<Typed['set']>,
): Promise<Record<string, string>> {
  const vehicle: Record<string, string> = {};
  for (const [name, { message, choices }] of Object.entries(vehicleFields)) {
    if (textField(slot, name) !== undefined || set.some(([field]) => field === name)) continue;
    if (!context.settings.interactive) {
      throw usageError(
        `slot ${slotReference(slot)} has no ${name}`,
        `give it: --set ${shownWord(`${name}=${choices[0]}`)}`,
      );
    }
    const prompts = await context.deps.prompts();
    vehicle[name] = await prompts.choose({ message, choices: choices.map((value) => ({ value })) });
  }
  return vehicle;
}
