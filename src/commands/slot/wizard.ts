import { askText, orBack } from '../../cli/ask.ts';
import type { Prompts } from '../../cli/prompts.ts';
import type { CommandContext, Settings } from '../../cli/settings.ts';
import { sameButCase, warehouseNames } from '../../client/api/lookups.ts';
import type { Api } from '../../client/types.ts';
import { isClosedDay, limits, skuBucketText, takesMondays, windowHours } from '../../contract/limits.ts';
import {
  deliveryTypes,
  skuBuckets,
  suggestedContainerSizes,
  suggestedLoadingTypes,
} from '../../contract/slot.ts';
import { booking, mondayIsClosed } from '../../desk/questions.ts';
import { readSlots } from '../../desk/read.ts';
import { instantOf, slotReference } from '../../desk/slot-record.ts';
import { cellForPeople } from '../../render/text.ts';
import { reviewed } from '../../report/review.ts';
import { chooseWarehouse } from '../../report/warehouses.ts';
import { type Fields, field as fieldOf, textField } from '../../text/records.ts';
import { spokenDay } from '../../text/time/spoken.ts';
import { ukDate } from '../../text/time/zone.ts';
import {
  bookableDay,
  bookableWindows,
  bookedAlready,
  dateChoices,
  dayIsOver,
  overText,
  sameReferences,
} from './booking.ts';

/** A partial slot request. */
type Draft = Record<string, unknown>;

/** What the questions depend on. */
interface StepWorld {
  readonly prompts: Prompts;
  /** The last booked slot, whose values come first in the choices. */
  readonly last: Fields | undefined;
  /** Known warehouses; empty if they cannot be read. */
  readonly warehouses: readonly string[];
  readonly settings: Settings;
  /** Now by the service's clock, milliseconds. */
  now(): number;
}

/** The question for one field of the request. */
interface Step {
  readonly field: string;
  readonly label: string;
  readonly message: string;
  readonly values?: readonly string[];
  /** The value that a typed line means. */
  takes?(line: string): string | undefined;
  /** The answer beside its label, if people say it in other words; `now` by the service's clock, ms. */
  nameOf?(answer: string, now: number): string;
  isNeeded?(draft: Draft): boolean;
  /** True, or what is wrong with an answer that is typed. */
  check?(answer: string): true | string;
  /** Undefined if an optional question is not answered. */
  ask(world: StepWorld, step: Step, draft: Draft): Promise<unknown>;
}

/** A question, and what its label is in the review. */
const stepFor = (
  field: string,
  label: string,
  message: string,
  ask: Step['ask'],
  more: Partial<Step> = {},
): Step => ({ field, label, message, ask, ...more });

const other = 'other';

const lastAnswer = ({ last }: StepWorld, name: string): string => cellForPeople(fieldOf(last, name));

/** A choice of values, starting with that of the last booking. */
function choose(world: StepWorld, { field, message, values = [], nameOf = String, takes }: Step) {
  const last = lastAnswer(world, field).toLowerCase();
  const first = values.find((value) => value.toLowerCase() === last);
  const ordered = first === undefined ? values : [first, ...values.filter((value) => value !== first)];
  const choices = ordered.map((value) => ({ value, name: nameOf(value, world.now()) }));
  return world.prompts.choose({ message, choices, ...(takes === undefined ? {} : { takes }) });
}

/** The range that a number of SKUs is in. */
const bucketOf = (line: string): string | undefined => {
  if (!/^\d{1,6}$/.test(line)) return undefined;
  return Number(line) < 10 ? 'lt_10' : Number(line) <= 20 ? '10_to_20' : 'gt_20';
};

/** A choice that also lets the user type another value. */
async function chooseOpen(world: StepWorld, step: Step): Promise<string> {
  const { field, message, values = [] } = step;
  const last = lastAnswer(world, field);
  const known = last === '' || values.includes(last) ? values : [last, ...values];
  const nameOf = (value: string): string => (value === other ? 'another…' : value);
  const answer = await choose(world, { ...step, values: [...known, other], nameOf });
  if (answer !== other) return answer;
  const ask = () => askText(world.prompts, { message });
  return orBack(ask, () => chooseOpen(world, step));
}

async function askWarehouse(world: StepWorld, step: Step): Promise<string> {
  const { prompts, warehouses } = world;
  if (warehouses.length > 0) return choose(world, { ...step, values: warehouses });
  const last = lastAnswer(world, step.field);
  return askText(prompts, { message: step.message, default: last === '' ? undefined : last });
}

async function askDate(world: StepWorld, step: Step, draft: Draft): Promise<string> {
  const { prompts, now } = world;
  const warehouse = String(draft.warehouse);
  const isOpenOnMondays = takesMondays(warehouse, world.settings.mondayWarehouses);
  const soon = dateChoices(now(), isOpenOnMondays);
  const last = lastAnswer(world, step.field);
  const isLater = last > (soon.at(-1)?.value ?? '') && !isClosedDay(last, isOpenOnMondays);
  const days = isLater ? [{ value: last, name: spokenDay(last, now()) }, ...soon] : soon;
  const open = days.filter(({ disabled }) => disabled === undefined).map(({ value }) => value);
  const today = ukDate(now());
  const initial = open.includes(last) ? last : open.find((day) => day !== today);
  let typed: string | undefined;
  const choice = await prompts.choose({
    message: step.message,
    choices: [...days, { value: other, name: 'another day…' }],
    // A day that is not listed is suggested as the other one.
    takes: (line) => {
      const found = bookableDay(line, now());
      if (!('day' in found)) return undefined;
      typed = line;
      return open.includes(found.day) ? found.day : other;
    },
    ...(initial === undefined ? {} : { default: initial }),
  });
  if (choice !== other) return choice;
  const validate = (value: string): true | string => {
    const found = bookableDay(value, now());
    if ('problem' in found) return found.problem;
    return isClosedDay(found.day, isOpenOnMondays) ? mondayIsClosed(world.settings, warehouse) : true;
  };
  const again = () => askDate(world, step, draft);
  return orBack(async () => {
    const day = await prompts.text({
      message: 'The day (for example 18 dec)',
      validate,
      ...(typed === undefined ? {} : { default: typed }),
    });
    const found = bookableDay(day, now());
    return 'day' in found ? found.day : again();
  }, again);
}

const dateStep = stepFor('date', 'Day', 'Which day?', askDate, { nameOf: spokenDay });

/** Asks for the day again if its last window has passed while a question was open. */
async function askWindow(world: StepWorld, step: Step, draft: Draft): Promise<string> {
  let values = bookableWindows(String(draft.date), world.now());
  while (values.length === 0) {
    draft.date = await askDate(world, dateStep, draft);
    values = bookableWindows(String(draft.date), world.now());
  }
  const nameOf = (window: string): string => {
    const hour = windowHours[window as keyof typeof windowHours];
    return `${window} (arrive ${String(hour).padStart(2, '0')}:00 UK time)`;
  };
  return choose(world, { ...step, values, nameOf });
}

/** An optional text; if the last answer is suggested, `-` means none. */
async function askOptional(world: StepWorld, { field, message, check }: Step): Promise<string | undefined> {
  const last = lastAnswer(world, field);
  const answer = await world.prompts.text({
    message: `${message} (optional${last === '' ? '' : '; - for none'})`,
    validate: (value) => value.trim() === '' || value.trim() === '-' || (check?.(value.trim()) ?? true),
    ...(last === '' ? {} : { default: last }),
  });
  const given = answer.trim();
  return given === '' || given === '-' ? undefined : given;
}

async function askPallets(world: StepWorld, step: Step): Promise<number | undefined> {
  const count = await askOptional(world, step);
  return count === undefined ? undefined : Number(count);
}

const { minPalletCount, maxContainerTruckNumberLength: longestVehicle } = limits;

/** The questions in order: later ones may depend on earlier answers. */
const answerSteps: readonly Step[] = [
  stepFor('warehouse', 'Warehouse', 'Which warehouse?', askWarehouse),
  dateStep,
  stepFor('window', 'Window', 'Which window?', askWindow),
  stepFor('deliveryType', 'Vehicle', 'How is it delivered?', choose, { values: deliveryTypes }),
  stepFor('containerSize', 'Container size', 'Which container size?', chooseOpen, {
    values: suggestedContainerSizes,
    isNeeded: ({ deliveryType }) => deliveryType === 'container',
  }),
  stepFor('loadingType', 'Loading', 'How are the goods loaded?', chooseOpen, {
    values: suggestedLoadingTypes,
  }),
  stepFor('numberOfSkus', 'Number of SKUs', 'How many SKUs?', choose, {
    values: skuBuckets,
    nameOf: skuBucketText,
    takes: bucketOf,
  }),
  stepFor('palletCount', 'Pallets', 'How many pallets, roughly?', askPallets, {
    check: (count) => /^[1-9]\d{0,8}$/.test(count) || `a whole number of ${minPalletCount} or more, or empty`,
  }),
  stepFor('containerTruckNumber', 'Vehicle number', 'Container number or truck registration?', askOptional, {
    check: (text) => text.length <= longestVehicle || `at most ${longestVehicle} characters`,
  }),
];

const bookedAt = (slot: Fields): number =>
  instantOf(textField(slot, 'createdAt')) ?? Number.NEGATIVE_INFINITY;

/** The last booked slot. Within one second, the references decide, because the service counts them up. */
const lastBooked = (slots: readonly Fields[]): Fields | undefined =>
  slots.toSorted((a, b) => bookedAt(b) - bookedAt(a) || (slotReference(a) < slotReference(b) ? 1 : -1))[0];

/**
 * Fills in what is missing from a slot request, offering only what the service allows, and the values of the last booking
 * first. It ends with a review, unless the booking `isSeen`; `b` goes back to any answer. One that `isComplete` is asked
 * nothing before. Resolves to the references of the equal slots that the review has shown.
 */
export async function askForSlot(
  context: CommandContext,
  api: Api,
  draft: Draft,
  { isSeen, isComplete }: { readonly isSeen: boolean; readonly isComplete: boolean },
): Promise<readonly string[]> {
  const { slots, now } = await readSlots(api);
  const { settings } = context;
  let world: StepWorld = {
    prompts: await context.deps.prompts(),
    last: lastBooked(slots),
    warehouses: await warehouseNames(api),
    settings,
    now,
  };
  const warehouse = sameButCase(String(draft.warehouse ?? ''), world.warehouses);
  if (warehouse !== undefined) {
    draft.warehouse = warehouse;
    context.notice(`--warehouse: ${warehouse}`);
  }
  if (draft.date !== undefined && bookableWindows(String(draft.date), now()).length === 0)
    throw dayIsOver(String(draft.date), now());
  const isUnknown = draft.warehouse !== undefined && !world.warehouses.includes(String(draft.warehouse));
  if (isUnknown && !isSeen && world.warehouses.length > 0)
    draft.warehouse = await chooseWarehouse(context, String(draft.warehouse), world.warehouses);
  const isOver = (): boolean => overText(String(draft.date), String(draft.window), now()) !== undefined;
  const review = () => booking(draft, bookedAlready(draft, slots, now()), now(), settings.mondayWarehouses);
  const said = ({ field, nameOf = String }: Step): string =>
    draft[field] === undefined ? '(none)' : nameOf(String(draft[field]), now());
  /** The fields that need no question any more; an optional one may be without a value. */
  const decided = new Set(
    isComplete
      ? answerSteps.map(({ field }) => field)
      : Object.keys(draft).filter((field) => draft[field] !== undefined),
  );
  /** A Monday that was given stands, for the warehouse that it was given for. */
  let givenDay = draft.date;
  const isUnfit = (field: string): boolean => {
    const date = String(draft.date);
    const takes = takesMondays(String(draft.warehouse), settings.mondayWarehouses);
    if (field === 'date') return draft.date !== givenDay && isClosedDay(date, takes);
    return field === 'window' && !bookableWindows(date, now()).includes(String(draft.window));
  };
  const askAgain = (field: string): void => {
    decided.delete(field);
    if (field === 'warehouse') givenDay = undefined;
    // Its answer comes first when it is asked for again.
    world = { ...world, last: { ...world.last, [field]: draft[field] } };
  };
  /** The fields that were asked for, the last one first. */
  const asked: string[] = [];
  for (;;) {
    for (const { field } of answerSteps.filter(({ isNeeded }) => isNeeded?.(draft) === false)) {
      delete draft[field];
      decided.delete(field);
    }
    const needed = answerSteps.filter(({ isNeeded }) => isNeeded?.(draft) ?? true);
    const step = needed.find(({ field }) => !decided.has(field) || isUnfit(field));
    if (step !== undefined) {
      const { field } = step;
      const ask = async (): Promise<void> => {
        draft[field] = await step.ask(world, step, draft);
        decided.add(field);
        asked.unshift(field);
      };
      await (asked.length === 0 ? ask() : orBack(ask, () => askAgain(asked.shift() ?? '')));
      continue;
    }
    // Over while a question was open: the loop asks for another.
    if (isOver()) continue;
    if ((await reviewed(context, review(), { isSeen, back: true })) === 'send') {
      if (isOver()) continue;
      return sameReferences(draft, slots);
    }
    const choices = needed.map((each) => ({ value: each.field, name: `${each.label}: ${said(each)}` }));
    const message = 'Which answer do you want to change?';
    const change = async () => askAgain(await world.prompts.choose({ message, choices }));
    await orBack(change, () => {});
  }
}
