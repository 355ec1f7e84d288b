import type { Prompts } from '../../../cli/prompts.ts';
import { limits, windowHours } from '../../../contract/limits.ts';
import {
  deliveryTypes,
  skuBuckets,
  suggestedContainerSizes,
  suggestedLoadingTypes,
} from '../../../contract/slot.ts';
import { cellForPeople } from '../../../render/cell.ts';
import { type Fields, field as fieldOf } from '../../../text/records.ts';
import { spokenDay } from '../../../text/time/spoken.ts';
import { ukDate } from '../../../text/time/zone.ts';
import { skuBucketText } from '../../desk/slot-words.ts';
import { bookableDay, bookableWindows, dateChoices, isClosedDay } from './delivery-days.ts';

/** A partial slot request. */
export type Draft = Record<string, unknown>;

/** What the questions depend on. */
export interface StepWorld {
  readonly prompts: Prompts;
  /** The last booked slot, whose values come first in the choices. */
  readonly last: Fields | undefined;
  /** Known warehouses; empty if they cannot be read. */
  readonly warehouses: readonly string[];
  /** Whether that warehouse is known to take deliveries on Mondays. */
  takesMondays(warehouse: string): boolean;
  /** Why a Monday cannot be chosen there, and how to change that. */
  mondayIsClosed(warehouse: string): string;
  /** Now by the service's clock, milliseconds. */
  now(): number;
}

/** The question for one field of the request. */
export interface Step {
  readonly field: string;
  readonly label: string;
  readonly optional?: boolean;
  /** The answer beside its label, if people say it in other words; `now` by the service's clock, ms. */
  nameOf?(answer: string, now: number): string;
  isNeeded?(draft: Draft): boolean;
  /** Undefined if an optional question is not answered. */
  ask(draft: Draft, world: StepWorld): Promise<unknown>;
}

const other = 'other';
const notBlank = (value: string): true | string => value.trim() !== '' || 'a value is needed';

const lastAnswer = ({ last }: StepWorld, name: string): string => cellForPeople(fieldOf(last, name));

/** The values, starting with that of the last booking. */
function lastFirst(values: readonly string[], last: string): string[] {
  const match = values.find((value) => value.toLowerCase() === last.toLowerCase());
  return match === undefined ? [...values] : [match, ...values.filter((value) => value !== match)];
}

interface Closed {
  readonly message: string;
  readonly values: readonly string[];
  nameOf?(value: string): string;
}

const choose = (world: StepWorld, name: string, { message, values, nameOf }: Closed): Promise<string> =>
  world.prompts.choose({
    message,
    choices: lastFirst(values, lastAnswer(world, name)).map((value) => ({
      value,
      name: nameOf?.(value) ?? value,
    })),
  });

/** A choice that also lets the user type another value. */
async function chooseOpen(world: StepWorld, name: string, { message, values }: Closed): Promise<string> {
  const last = lastAnswer(world, name);
  const known = last === '' || values.includes(last) ? values : [last, ...values];
  const nameOf = (value: string): string => (value === other ? 'another…' : value);
  const answer = await choose(world, name, { message, values: [...known, other], nameOf });
  return answer === other ? (await world.prompts.text({ message, validate: notBlank })).trim() : answer;
}

async function askWarehouse(_: Draft, world: StepWorld): Promise<string> {
  const { prompts, warehouses } = world;
  const message = 'Which warehouse?';
  if (warehouses.length > 0) return choose(world, 'warehouse', { message, values: warehouses });
  const last = lastAnswer(world, 'warehouse');
  const name = await prompts.text({ message, validate: notBlank, ...(last === '' ? {} : { default: last }) });
  return name.trim();
}

async function askDate(draft: Draft, world: StepWorld): Promise<string> {
  const { prompts, now } = world;
  const takesMondays = world.takesMondays(String(draft.warehouse));
  const days = dateChoices(now(), takesMondays);
  const open = days.filter(({ disabled }) => disabled === undefined).map(({ value }) => value);
  const today = ukDate(now());
  const last = lastAnswer(world, 'date');
  const initial = open.includes(last) ? last : open.find((day) => day !== today);
  const choice = await prompts.choose({
    message: 'Which day?',
    choices: [...days, { value: other, name: 'another day…' }],
    ...(initial === undefined ? {} : { default: initial }),
  });
  if (choice !== other) return choice;
  const day = await prompts.text({
    message: 'The day (for example 18 dec)',
    validate: (value) => {
      const found = bookableDay(value, now());
      if ('problem' in found) return found.problem;
      return isClosedDay(found.day, takesMondays) ? world.mondayIsClosed(String(draft.warehouse)) : true;
    },
  });
  const found = bookableDay(day, now());
  return 'day' in found ? found.day : askDate(draft, world);
}

const windowText = (window: string): string => {
  const hour = windowHours[window as keyof typeof windowHours];
  return `${window} (arrive ${String(hour).padStart(2, '0')}:00 UK time)`;
};

/** Asks for the day again if its last window has passed while a question was open. */
async function askWindow(draft: Draft, world: StepWorld): Promise<string> {
  let values = bookableWindows(String(draft.date), world.now());
  while (values.length === 0) {
    draft.date = await askDate(draft, world);
    values = bookableWindows(String(draft.date), world.now());
  }
  return choose(world, 'window', { message: 'Which window?', values, nameOf: windowText });
}

/** An optional text; if the last answer is suggested, `-` means none. */
async function askOptional(
  world: StepWorld,
  name: string,
  message: string,
  validate: (value: string) => true | string,
): Promise<string | undefined> {
  const last = lastAnswer(world, name);
  const answer = await world.prompts.text({
    message: `${message} (optional${last === '' ? '' : '; - for none'})`,
    validate: (value) => value.trim() === '' || value.trim() === '-' || validate(value.trim()),
    ...(last === '' ? {} : { default: last }),
  });
  const given = answer.trim();
  return given === '' || given === '-' ? undefined : given;
}

const isPalletCount = (value: string): true | string =>
  /^[1-9]\d{0,8}$/.test(value) || `a whole number of ${limits.minPalletCount} or more, or empty`;

const fitsVehicle = (value: string): true | string =>
  value.length <= limits.maxContainerTruckNumberLength ||
  `at most ${limits.maxContainerTruckNumberLength} characters`;

/** The questions in order: later ones may depend on earlier answers. */
export const answerSteps: readonly Step[] = [
  { field: 'warehouse', label: 'Warehouse', ask: askWarehouse },
  { field: 'date', label: 'Day', nameOf: spokenDay, ask: askDate },
  {
    field: 'window',
    label: 'Window',
    ask: askWindow,
  },
  {
    field: 'deliveryType',
    label: 'Vehicle',
    ask: (_, world) =>
      choose(world, 'deliveryType', { message: 'How is it delivered?', values: deliveryTypes }),
  },
  {
    field: 'containerSize',
    label: 'Container size',
    isNeeded: ({ deliveryType }) => deliveryType === 'container',
    ask: (_, world) =>
      chooseOpen(world, 'containerSize', {
        message: 'Which container size?',
        values: suggestedContainerSizes,
      }),
  },
  {
    field: 'loadingType',
    label: 'Loading',
    ask: (_, world) =>
      chooseOpen(world, 'loadingType', {
        message: 'How are the goods loaded?',
        values: suggestedLoadingTypes,
      }),
  },
  {
    field: 'numberOfSkus',
    label: 'SKUs',
    nameOf: skuBucketText,
    ask: (_, world) =>
      choose(world, 'numberOfSkus', { message: 'How many SKUs?', values: skuBuckets, nameOf: skuBucketText }),
  },
  {
    field: 'palletCount',
    label: 'Pallets',
    optional: true,
    ask: async (_, world) => {
      const count = await askOptional(world, 'palletCount', 'How many pallets, roughly?', isPalletCount);
      return count === undefined ? undefined : Number(count);
    },
  },
  {
    field: 'containerTruckNumber',
    label: 'Number',
    optional: true,
    ask: (_, world) =>
      askOptional(world, 'containerTruckNumber', 'Container number or truck registration?', fitsVehicle),
  },
];
