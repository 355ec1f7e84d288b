import { bookSlotOnce } from '../../bulk/slot-booking.ts';
import type { Context } from '../../cli/settings.ts';
import { openApi } from '../../client/session.ts';
import type { Api } from '../../client/types.ts';
import { problemsOf } from '../../contract/problems.ts';
import { type SlotRequest, slotRequest } from '../../contract/slot.ts';
import { CfiError, usageError } from '../../errors.ts';
import type { Result } from '../../render/result.ts';
import { fieldsOf } from '../../text/records.ts';
import { quoteWord } from '../../text/words.ts';
import { remember } from './seen.ts';
import { nextStep, slotBlocks, slotColumns } from './view.ts';
import { watch } from './watch.ts';
import { askForSlot } from './wizard.ts';

export interface SlotBookOptions {
  readonly date?: string;
  readonly window?: string;
  readonly warehouse?: string;
  readonly loadingType?: string;
  readonly numberOfSkus?: string;
  readonly deliveryType?: string;
  readonly containerSize?: string;
  readonly palletCount?: number;
  readonly vehicle?: string;
  readonly watch?: boolean;
}

/** The option that gives each field of the request. */
const flags = {
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

const required = ['date', 'window', 'warehouse', 'loadingType', 'numberOfSkus'] as const;

/** Books a delivery slot; on a terminal what is missing is asked for. */
export async function run(context: Context, options: SlotBookOptions): Promise<Result> {
  const { vehicle, watch: _watch, ...given } = options;
  const draft: Record<string, unknown> = {
    ...given,
    ...(vehicle === undefined ? {} : { containerTruckNumber: vehicle }),
  };
  const missing = missingFields(draft);
  if (missing.length > 0 && !context.settings.interactive) {
    throw usageError(`missing ${missing.map((name) => flags[name]).join(', ')}`, 'cfi help slot book');
  }
  const api = await openApi(context);
  let watching = false;
  try {
    const request = check(missing.length > 0 ? await askForSlot(context, api, draft) : draft);
    const slot = await book(context, api, request);
    if (missing.length > 0) context.notice(`the same without questions: ${commandLine(request)}`);
    if (!options.watch) return shown(slot);
    context.notice(`booked ${slot.slotReference}`);
    watching = true;
    return await watch(context, api, { refs: [String(slot.slotReference)] });
  } finally {
    if (!watching) await api.close();
  }
}

function missingFields(draft: Readonly<Record<string, unknown>>): (keyof typeof flags)[] {
  const missing: (keyof typeof flags)[] = required.filter((name) => draft[name] === undefined);
  if (draft.deliveryType === 'container' && draft.containerSize === undefined) missing.push('containerSize');
  return missing;
}

function check(draft: Readonly<Record<string, unknown>>): SlotRequest {
  const parsed = slotRequest.safeParse(draft);
  if (parsed.success) return parsed.data;
  const problems = problemsOf(parsed.error, draft);
  const said = problems.map((problem) => {
    const flag = flags[problem.field as keyof typeof flags] ?? problem.field;
    return problem.missing ? `${flag} is required` : `${flag} must be ${problem.expected}`;
  });
  throw new CfiError('usage', said.join('; '), {
    hint: 'cfi help slot book',
    field: problems[0]?.field ?? '',
  });
}

/** Books, then reads the record, for the answer to a booking need not hold more than its reference. */
async function book(context: Context, api: Api, request: SlotRequest): Promise<Record<string, unknown>> {
  const answer = fieldsOf((await bookSlotOnce(api, request)).data);
  const slot = { ...request, ...answer };
  await remember(context, api, [slot]);
  return slot;
}

function shown(slot: Record<string, unknown>): Result {
  return {
    data: slot,
    blocks: slotBlocks(slot),
    csv: { columns: slotColumns, rows: [slot] },
    notices: [nextStep(slot)].filter((line) => line !== undefined),
  };
}

/** The booking as one line that asks nothing. */
function commandLine(request: SlotRequest): string {
  const words = Object.entries(flags).flatMap(([name, flag]) => {
    const value = request[name as keyof SlotRequest];
    return value === undefined ? [] : [flag, quoteWord(String(value))];
  });
  return ['cfi slot book', ...words].join(' ');
}
