import { askText, missingValues, orBack } from '../../cli/ask.ts';
import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { knownSkus } from '../../client/api/lookups.ts';
import { commandFor } from '../../client/auth/account.ts';
import { withApi } from '../../client/auth/session.ts';
import type { Api } from '../../client/types.ts';
import { deliveryTypes, suggestedLoadingTypes } from '../../contract/slot.ts';
import { readSlot, readSlots } from '../../desk/read.ts';
import {
  agreedInstant,
  agreedTime,
  isUsed,
  orderSteps,
  slotPhase,
  slotReference,
} from '../../desk/slot-record.ts';
import { slotLine, slotTimeText, statusWords } from '../../desk/slot-view.ts';
import { CfiError, usageError } from '../../errors.ts';
import { textSource } from '../../payload/source/sources.ts';
import { mostRows, reviewed } from '../../report/review.ts';
import { type Fields, once, textField } from '../../text/records.ts';
import { sanitizeLine } from '../../text/sanitize.ts';
import { ukDate } from '../../text/time/zone.ts';
import { firstFew, shownWord } from '../../text/words.ts';
import { inSlices } from '../../timers.ts';
import { knownDocument } from '../../upload/known-orders.ts';
import { ledgerAccount } from '../../upload/ledger/ledger-account.ts';
import type { createCommand } from './definition.ts';
import { askForItemAgain, askForItems, itemText, type PoItem, type ReadSkus } from './items.ts';

/** What the command line says of the order. */
type Typed = Pick<
  OptionsOf<typeof createCommand>,
  'slot' | 'item' | 'reference' | 'set' | 'dryRun' | 'yes' | 'reviewed' | 'fresh'
>;

/** What the questions about an order need. */
interface Making {
  readonly context: CommandContext;
  readonly api: Api;
  readonly typed: Typed;
  readonly skus: ReadSkus;
  /** Whether it is not asked about. */
  readonly isSeen: boolean;
}

interface Draft {
  readonly slot: Fields;
  /** Undefined: it is called after its slot. */
  readonly reference: string | undefined;
  readonly vehicle: Readonly<Record<string, string>>;
  readonly items: readonly PoItem[];
}

/**
 * A purchase order from the given slot and items, as a source to read, and the line that gives the same without prompts,
 * undefined if nothing was asked; `isSeen`: nobody need be asked any more. On a terminal, asks for what is missing, and ends with a review; else a usage error.
 */
export async function typedPurchaseOrder(context: CommandContext, typed: Typed) {
  if (!context.settings.interactive) checkComplete(typed);
  return withApi(context, async (api) => {
    const isSeen = typed.dryRun === true || typed.yes === true || typed.reviewed !== undefined;
    const making: Making = { context, api, typed, skus: once(() => knownSkus(api)), isSeen };
    const draft = await firstDraft(making);
    const isDone = !isSeen && (await earlier(making, draft))?.uploaded === true;
    const { slot, item } = typed;
    const isAsked = slot === undefined || item.length === 0 || Object.keys(draft.vehicle).length > 0;
    // Then the upload has nothing to send; should it have, it asks itself.
    const final = isSeen || isDone ? draft : await seen(making, draft, isAsked);
    const source = textSource(JSON.stringify(bodyOf(final)));
    return { source, isSeen: !isDone, line: isAsked ? lineOf(making, final) : undefined };
  });
}

/** The order from what the command line gives and what is asked; from the items, Esc goes back to the slot. */
async function firstDraft(making: Making): Promise<Draft> {
  const { context, typed } = making;
  const slot = await slotFor(making, typed.slot ?? (await askForSlot(making)));
  const rest = async (): Promise<Draft> => {
    const vehicle = await vehicleOf(making, slot);
    const items =
      typed.item.length > 0 ? typed.item : await askForItems(await context.deps.prompts(), making.skus);
    return { slot, reference: typed.reference, vehicle, items };
  };
  return typed.slot === undefined ? orBack(rest, () => firstDraft(making)) : rest();
}

const referenceOf = ({ reference, slot }: Pick<Draft, 'reference' | 'slot'>): string =>
  reference ?? `PO-${slotReference(slot)}`;

/** `cfi po create --slot SLOT-000001 --item AC-TENT-2=40`. */
function lineOf({ context, typed }: Making, { slot, reference, vehicle, items }: Draft): string {
  const set = [...typed.set, ...Object.entries(vehicle)].map(([field, value]) => `${field}=${value}`);
  return commandFor(
    context.settings,
    ...['po', 'create', '--slot', slotReference(slot)],
    ...(reference === undefined ? [] : ['--reference', reference]),
    ...items.flatMap(({ SKU = '', barcode, Quantity }) => [
      '--item',
      `${SKU}=${Quantity}${barcode === undefined ? '' : `,${barcode}`}`,
    ]),
    ...set.flatMap((pair) => ['--set', pair]),
  );
}

const bodyOf = (draft: Draft): Record<string, unknown> => ({
  PO_REFERENCE: referenceOf(draft),
  Warehouse_Name: textField(draft.slot, 'warehouse'),
  slotReference: slotReference(draft.slot),
  ...draft.vehicle,
  items: draft.items,
});

/** What the ledger knows of a purchase order that the command line gives whole: the same line may have created it. */
async function earlier({ context, api, typed }: Making, draft: Pick<Draft, 'reference' | 'slot'>) {
  if (typed.fresh === true || typed.slot === undefined || typed.item.length === 0) return undefined;
  return knownDocument(context, ledgerAccount(context, api), 'purchase-order', referenceOf(draft));
}

/** The slot; warns if its day is past. Throws for one that can take no order, unless the one that uses it may be this. */
async function slotFor(making: Making, reference: string): Promise<Fields> {
  const { context, api, typed, isSeen } = making;
  const { slot, now } = await readSlot(api, reference);
  const asks =
    context.settings.interactive && (!isSeen || (typed.item.length === 0 && typed.dryRun !== true));
  const why = asks ? whyNoPo(slot, now()) : undefined;
  const known = why === undefined ? undefined : await earlier(making, { slot, reference: typed.reference });
  const mayBeOwn = known !== undefined && (known.uploaded || known.atWarehouse !== 'no');
  if (why !== undefined && !(isUsed(slot) && mayBeOwn))
    throw new CfiError('conflict', `slot ${slotReference(slot)} ${why}`, {
      hint: `see which can: ${commandFor(context.settings, 'slot', 'list', '--available')}`,
    });
  if (!isUsed(slot) && dayIsPast(slot, now()))
    context.warn(`the day of slot ${reference} is past: it was for ${slotTimeText(agreedTime(slot), now())}`);
  return slot;
}

/** Shows the whole order until it is to be sent; where questions were asked, `b` goes back to any answer. */
async function seen(making: Making, first: Draft, back: boolean): Promise<Draft> {
  let draft = first;
  const asking = { isSeen: false, back };
  while ((await reviewed(making.context, await reviewOf(making, draft), asking)) === 'back') {
    const before = draft;
    const change = () => changed(making, before);
    draft = await orBack(change, () => before);
  }
  return draft;
}

async function itemTexts({ skus }: Making, { slot, items }: Draft): Promise<string[]> {
  const known = await skus();
  return items.map((item) => itemText(item, known, textField(slot, 'warehouse')));
}

async function reviewOf(making: Making, draft: Draft) {
  const items = await itemTexts(making, draft);
  const more = items.length - mostRows;
  const head = [
    slotTimeText(agreedTime(draft.slot), making.context.clock.now()),
    textField(draft.slot, 'warehouse') ?? '',
    ...Object.values(draft.vehicle),
  ];
  const lines = [
    head.filter((part) => part !== '').join(', '),
    ...items.slice(0, mostRows),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
  const text = lines.map(sanitizeLine).join('\n');
  const known = await making.skus();
  const unknown = draft.items.flatMap(({ SKU, barcode }) =>
    known.size === 0 || SKU === undefined || barcode !== undefined || known.has(SKU) ? [] : SKU,
  );
  const warnings =
    unknown.length === 0
      ? []
      : [sanitizeLine(`${firstFew(unknown)} ${unknown.length === 1 ? 'is' : 'are'} not in your inventory`)];
  const does = sanitizeLine(`Create ${referenceOf(draft)} for slot ${slotReference(draft.slot)}`);
  return { does, warnings, sent: [{ kind: 'text', text } as const] };
}

async function changed(making: Making, draft: Draft): Promise<Draft> {
  const prompts = await making.context.deps.prompts();
  const items = await itemTexts(making, draft);
  const which = await prompts.choose({
    message: 'Which answer do you want to change?',
    choices: [
      { value: 'slot', name: `Slot: ${slotReference(draft.slot)}` },
      { value: 'reference', name: `Reference: ${referenceOf(draft)}` },
      ...Object.entries(draft.vehicle).map(([value, answer]) => ({ value, name: `${value}: ${answer}` })),
      ...items.map((item, at) => ({ value: String(at), name: `Item: ${item}` })),
      { value: 'more', name: 'one more item' },
    ],
  });
  switch (which) {
    case 'slot': {
      const slot = await slotFor(making, await askForSlot(making, slotReference(draft.slot)));
      return { ...draft, slot, vehicle: await vehicleOf(making, slot) };
    }
    case 'reference': {
      const reference = await askText(prompts, { message: 'Your reference', default: referenceOf(draft) });
      // The proposed one follows the slot.
      const isProposed = reference === referenceOf({ ...draft, reference: undefined });
      return { ...draft, reference: isProposed ? undefined : reference };
    }
    case 'more':
      return { ...draft, items: await askForItems(prompts, making.skus, draft.items) };
    default:
      if (Object.hasOwn(draft.vehicle, which))
        return { ...draft, vehicle: await vehicleOf(making, draft.slot) };
      return { ...draft, items: await askForItemAgain(prompts, making.skus, draft.items, Number(which)) };
  }
}

/** Why a slot can take no purchase order; undefined if it can. A status that is not published may be usable. */
export function whyNoPo(slot: Fields, now: number): string | undefined {
  if (isUsed(slot) || !['confirmed', 'other'].includes(slotPhase(slot)))
    return `cannot take a purchase order: ${statusWords(slot, now)}`;
  return dayIsPast(slot, now) ? `is over: it was for ${slotTimeText(agreedTime(slot), now)}` : undefined;
}

function checkComplete({ slot, item }: Typed): void {
  if (slot === undefined && item.length === 0) {
    throw usageError(
      'missing FILE, or --slot and --item',
      'name a CSV or JSON file or a workbook, or see cfi help po create',
    );
  }
  if (slot === undefined) throw missingValues(['--slot']);
  if (item.length === 0) throw missingValues(['FILE or --item']);
}

/** Whether a slot with an agreed time was for a day before today; one of earlier today may still need its order. */
function dayIsPast(slot: Fields, now: number): boolean {
  const time = agreedInstant(slot);
  return time !== undefined && ukDate(time) < ukDate(now);
}

/** Asks for a free slot. Those of past days come last, and cannot be chosen. */
async function askForSlot({ context, api }: Making, present?: string): Promise<string> {
  const { slots, now } = await readSlots(api, { available: true });
  if (slots.length === 0) {
    throw new CfiError('invalid-input', 'no confirmed slot is available', {
      hint: `book one: ${commandFor(context.settings, 'slot', 'book')}`,
    });
  }
  const ordered = await inSlices(orderSteps(slots));
  const choices = ordered.map((slot) => {
    const disabled = dayIsPast(slot, now()) ? { disabled: 'past' } : {};
    return { value: slotReference(slot), name: slotLine(slot, now()), ...disabled };
  });
  const prompts = await context.deps.prompts();
  return prompts.choose({
    message: 'Which slot?',
    choices: choices.sort((a, b) => Number('disabled' in a) - Number('disabled' in b)),
    ...(choices.some(({ value }) => value === present) ? { default: present as string } : {}),
  });
}

const vehicleFields = {
  deliveryType: { message: 'How is it delivered?', choices: deliveryTypes },
  loadingType: { message: 'How are the goods loaded?', choices: suggestedLoadingTypes },
} as const;

/** What the slot leaves open and the purchase order needs; the rest is inherited. */
async function vehicleOf({ context, typed }: Making, slot: Fields): Promise<Record<string, string>> {
  const vehicle: Record<string, string> = {};
  for (const [name, { message, choices }] of Object.entries(vehicleFields)) {
    if (textField(slot, name) !== undefined || typed.set.some(([field]) => field === name)) continue;
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
