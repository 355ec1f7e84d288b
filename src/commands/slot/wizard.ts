import type { Choice } from '../../cli/prompts.ts';
import type { Context } from '../../cli/settings.ts';
import type { Api } from '../../client/types.ts';
import { isCalendarDay } from '../../contract/primitives.ts';
import {
  deliveryTypes,
  skuBuckets,
  slotWindows,
  suggestedContainerSizes,
  suggestedLoadingTypes,
  windowHours,
} from '../../contract/slot.ts';
import { CfiError } from '../../errors.ts';
import { listField, textField } from '../../text/records.ts';
import { ukDate } from '../../text/zone.ts';
import { skuBucketText } from './view.ts';

type Draft = Record<string, unknown>;

const other = 'other';
const dayMs = 86_400_000;
/** Days ahead that the list of dates offers. */
const daysOffered = 14;

/** Asks for the values that a slot request lacks, offering only those that the service allows. */
export async function askForSlot(context: Context, api: Api, given: Readonly<Draft>): Promise<Draft> {
  const prompts = await context.deps.prompts();
  const draft: Draft = { ...given };
  const choose = (message: string, values: readonly string[], nameOf = (value: string) => value) =>
    prompts.choose({ message, choices: values.map((value) => ({ value, name: nameOf(value) })) });
  const chooseOpen = async (message: string, values: readonly string[]) => {
    const choice = await choose(message, [...values, other], (value) =>
      value === other ? 'another…' : value,
    );
    return choice === other ? prompts.text({ message, validate: notBlank }) : choice;
  };

  draft.warehouse ??= await askWarehouse(context, api);
  draft.date ??= await askDate(context, api, String(draft.warehouse));
  draft.window ??= await choose('Which window?', slotWindows, windowText);
  draft.deliveryType ??= await choose('What delivers?', deliveryTypes);
  if (draft.deliveryType === 'container') {
    draft.containerSize ??= await chooseOpen('Which container size?', suggestedContainerSizes);
  }
  draft.loadingType ??= await chooseOpen('How are the goods loaded?', suggestedLoadingTypes);
  draft.numberOfSkus ??= await choose('How many SKUs?', skuBuckets, skuBucketText);
  if (draft.palletCount === undefined) {
    const count = await prompts.text({
      message: 'How many pallets, roughly? (optional)',
      validate: (value) => /^\s*([1-9]\d*)?\s*$/.test(value) || 'a whole number of 1 or more, or empty',
    });
    if (count.trim() !== '') draft.palletCount = Number(count);
  }
  if (draft.containerTruckNumber === undefined) {
    const vehicle = await prompts.text({
      message: 'Container number or truck registration? (optional)',
    });
    if (vehicle.trim() !== '') draft.containerTruckNumber = vehicle.trim();
  }
  return draft;
}

const windowText = (window: string): string => {
  const hour = windowHours[window as keyof typeof windowHours];
  return `${window} (arrive ${String(hour).padStart(2, '0')}:00 UK time)`;
};

const notBlank = (value: string): true | string => value.trim() !== '' || 'a value is needed';

/** The account's own locations to choose from; typed when they cannot be read. */
async function askWarehouse(context: Context, api: Api): Promise<string> {
  const prompts = await context.deps.prompts();
  const message = 'Which fulfilment centre?';
  const names = await warehouseNames(api);
  if (names.length === 0) return prompts.text({ message, validate: notBlank });
  return prompts.choose({ message, choices: names.map((value) => ({ value })) });
}

async function warehouseNames(api: Api): Promise<string[]> {
  try {
    const { data } = await api.call('inventory', { query: { page: 1, page_size: 1 } });
    return listField(data, 'locations').flatMap((location) => textField(location, 'location_name') ?? []);
  } catch (error) {
    if (error instanceof CfiError && error.code !== 'unauthorized') return [];
    throw error;
  }
}

const weekdayOf = (ms: number): string =>
  ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][new Date(ms).getUTCDay()] ?? '';

/** The days of the next two weeks; Mondays are disabled unless the warehouse takes them. */
export function dateChoices(now: number, takesMondays: boolean): Choice[] {
  const today = Date.parse(`${ukDate(now)}T00:00:00Z`);
  return Array.from({ length: daysOffered }, (_, index): Choice => {
    const time = today + index * dayMs;
    const value = new Date(time).toISOString().slice(0, 10);
    const closed = new Date(time).getUTCDay() === 1 && !takesMondays;
    const name = `${weekdayOf(time)} ${value}${index === 0 ? ' (today)' : ''}`;
    return closed ? { value, name, disabled: 'closed on Mondays' } : { value, name };
  });
}

async function askDate(context: Context, api: Api, warehouse: string): Promise<string> {
  const prompts = await context.deps.prompts();
  const message = 'Which day?';
  const takesMondays =
    context.settings.mondayWarehouses?.some((name) => name.toLowerCase() === warehouse.toLowerCase()) ===
    true;
  const days = dateChoices(api.transport.now(), takesMondays);
  const initial = days.slice(1).find(({ disabled }) => disabled === undefined)?.value;
  const choice = await prompts.choose({
    message,
    choices: [...days, { value: other, name: 'another day…' }],
    ...(initial === undefined ? {} : { default: initial }),
  });
  if (choice !== other) return choice;
  const today = ukDate(api.transport.now());
  const day = await prompts.text({
    message: 'The day (YYYY-MM-DD)',
    validate: (value) =>
      (isCalendarDay(value.trim()) && value.trim() >= today) ||
      `a day from ${today} on, written like ${today}`,
  });
  return day.trim();
}
