import type { OptionsOf } from '../../../cli/command.ts';
import type { CommandContext } from '../../../cli/settings.ts';
import { commandFor } from '../../../client/auth/account.ts';
import type { SlotRequest } from '../../../contract/slot.ts';
import { usageError } from '../../../errors.ts';
import { textSource } from '../../../payload/source/text-source.ts';
import type { Result } from '../../../render/result.ts';
import { keysOf } from '../../../text/records.ts';
import { slots } from '../../../upload/run/kinds/slots.ts';
import { upload } from '../../../upload/upload.ts';
import type { bookCommand } from '../definition.ts';

type SlotBookOptions = OptionsOf<typeof bookCommand>;

/** The option that gives each field of a request. */
export const requestFlags = {
  date: '--date',
  window: '--window',
  warehouse: '--warehouse',
  loadingType: '--loading-type',
  numberOfSkus: '--number-of-skus',
  deliveryType: '--delivery-type',
  containerSize: '--container-size',
  palletCount: '--pallet-count',
  containerTruckNumber: '--vehicle',
} as const satisfies Record<string, string>;

const { containerTruckNumber: vehicle, ...sameNames } = requestFlags;

/** The options for booking a single slot. */
const ofOneSlot = {
  ...sameNames,
  vehicle,
  like: '--like',
  watch: '--watch',
  yes: '--yes',
} as const satisfies Partial<Record<keyof SlotBookOptions, string>>;

/** The options for reading and sending a file. */
const ofFiles = {
  format: '--format',
  encoding: '--encoding',
  map: '--map',
  set: '--set',
  timezone: '--timezone',
  decimal: '--decimal',
  skipInvalid: '--skip-invalid',
  failed: '--failed',
  results: '--results',
  reviewed: '--reviewed',
  fresh: '--fresh',
} as const satisfies Partial<Record<keyof SlotBookOptions, string>>;

const given = <Key extends keyof SlotBookOptions>(
  options: Readonly<Partial<Record<NoInfer<Key>, unknown>>>,
  names: Readonly<Record<Key, string>>,
): string[] =>
  keysOf(names).flatMap((key) => {
    const value = options[key];
    return value === undefined || value === false || (Array.isArray(value) && value.length === 0)
      ? []
      : [names[key]];
  });

/** Books each slot in a file once. Throws a usage error for options for a single slot. */
export async function bookFile(
  context: CommandContext,
  file: string,
  options: SlotBookOptions,
): Promise<Result> {
  const [wrong] = given(options, ofOneSlot);
  if (wrong !== undefined) {
    const hint =
      wrong === '--watch'
        ? `book the file, then wait for the answers: ${commandFor(context.settings, 'slot', 'watch')}`
        : 'the same value for every row: --set FIELD=VALUE';
    throw usageError(`${wrong} and FILE cannot be combined`, hint);
  }
  // One at a time, because two identical slots could not be told apart if both answers are lost.
  return upload(context, slots, [file], { ...options, concurrency: 1 });
}

/** The options of a booking without a file. Throws a usage error for options that need a file. */
export function slotFields(options: SlotBookOptions) {
  // The profile may set these as defaults for files.
  const { timezone: _, decimal: __, ...typed } = options;
  const [wrong] = given(typed, ofFiles);
  if (wrong !== undefined)
    throw usageError(`${wrong} is for slot book FILE`, 'name a CSV or JSON file, or remove the option');
  const { file, format, encoding, map, set, skipInvalid, failed, results, reviewed, fresh, ...fields } =
    typed;
  return fields;
}

/** What would be sent for one slot. */
export const dryRunOf = (context: CommandContext, request: SlotRequest): Promise<Result> => {
  const source = textSource(JSON.stringify(request));
  return upload(context, slots, [], { dryRun: true }, { sources: [source] });
};
