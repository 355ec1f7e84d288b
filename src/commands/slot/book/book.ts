import { missingValues } from '../../../cli/ask.ts';
import type { OptionsOf } from '../../../cli/command.ts';
import { waitNotice } from '../../../cli/progress.ts';
import type { CommandContext } from '../../../cli/settings.ts';
import { dayOf, isWholeDate } from '../../../cli/typed-times.ts';
import { accountFlags } from '../../../client/auth/account.ts';
import { openApi } from '../../../client/auth/session.ts';
import type { Api } from '../../../client/types.ts';
import { type Problem, problemsOf } from '../../../contract/problems.ts';
import { type SlotRequest, slotRequest } from '../../../contract/slot.ts';
import { CfiError, exitCodes } from '../../../errors.ts';
import type { Block, Result } from '../../../render/result.ts';
import { type Fields, field, keysOf } from '../../../text/records.ts';
import { quoteWord } from '../../../text/words.ts';
import { uploadColumns } from '../../../upload/output/dry-run.ts';
import { beforeSignIn } from '../../../upload/upload.ts';
import { rememberReferences } from '../../desk/last-reported.ts';
import { readSlot, readSlots } from '../../desk/read.ts';
import { slotReference } from '../../desk/slot-record.ts';
import { slotBlocks, slotCsv } from '../../desk/slot-view.ts';
import { nextStep } from '../../desk/slot-words.ts';
import type { bookCommand } from '../definition.ts';
import { watch } from '../watch.ts';
import { bookFile, dryRunOf, requestFlags, slotFields } from './book-file.ts';
import { bookSingle } from './book-single.ts';
import { bookableWindows, dayIsOver } from './delivery-days.ts';
import { askForSlot } from './wizard.ts';

function refusal(problems: readonly Problem[]): CfiError {
  const said = problems.map(({ field, expected, found, missing }) => {
    const flag = requestFlags[field as keyof typeof requestFlags] ?? field;
    return missing ? `${flag} is missing` : `${flag} must be ${expected}; found ${JSON.stringify(found)}`;
  });
  return new CfiError('usage', said.join('; '), {
    hint: 'see cfi help slot book',
    field: problems[0]?.field ?? '',
  });
}

/** Checks the given values before anything is asked or sent; ignores missing ones. Throws a usage error. */
export function checkGiven(draft: Readonly<Record<string, unknown>>): void {
  const parsed = slotRequest.safeParse(draft);
  if (parsed.success) return;
  const problems = problemsOf(parsed.error, draft).filter(({ field }) => draft[field] !== undefined);
  if (problems.length > 0) throw refusal(problems);
}

/**
 * A complete request; an empty vehicle means none. Throws a usage error for values that the service would refuse, such as
 * those of an odd record.
 */
export function checkedRequest(draft: Readonly<Record<string, unknown>>): SlotRequest {
  const { containerTruckNumber: vehicle, ...rest } = draft;
  const request = typeof vehicle === 'string' && vehicle.trim() === '' ? rest : draft;
  const parsed = slotRequest.safeParse(request);
  if (parsed.success) return parsed.data;
  throw refusal(problemsOf(parsed.error, request));
}

const requestFields = [
  ...['date', 'window', 'warehouse', 'loadingType', 'numberOfSkus'],
  ...['deliveryType', 'containerSize', 'palletCount', 'containerTruckNumber'],
] as const;

/**
 * Fills in `draft` from a slot booked earlier, but not with a day or window that is over, nor with a day on which the
 * window in `draft` is. Throws a usage error if the day in `draft` is over.
 */
export async function requestLike(api: Api, reference: string, draft: Readonly<Fields>): Promise<Fields> {
  const { slot, now } = await readSlot(api, reference);
  const known = requestFields.flatMap((name) => {
    const value = field(slot, name);
    return value === undefined || value === null || value === '' ? [] : [[name, value] as const];
  });
  const taken: Record<string, unknown> = Object.fromEntries(known);
  const isTruck = (draft.deliveryType ?? taken.deliveryType) !== 'container';
  if (isTruck) delete taken.containerSize;
  const windows = bookableWindows(String(draft.date ?? taken.date), now());
  if (draft.date !== undefined && windows.length === 0) throw dayIsOver(String(draft.date), now());
  const isOver = !windows.includes(String(draft.window ?? taken.window));
  if (windows.length === 0 || (isOver && draft.window !== undefined)) delete taken.date;
  else if (isOver) delete taken.window;
  return taken;
}

type SlotBookOptions = OptionsOf<typeof bookCommand>;

const required = ['date', 'window', 'warehouse', 'loadingType', 'numberOfSkus'] as const;

/** Books a delivery slot; on a terminal, prompts for missing values. */
export async function run(context: CommandContext, options: SlotBookOptions): Promise<Result> {
  if (options.file !== undefined) return bookFile(context, options.file, options);
  const { vehicle, watch: watching = false, like, dryRun, yes, date: day, ...given } = slotFields(options);
  const draft: Record<string, unknown> = {
    ...given,
    ...(vehicle === undefined ? {} : { containerTruckNumber: vehicle }),
    ...(day === undefined || !isWholeDate(day) ? {} : { date: dayOf(context, day, 0, 'next') }),
  };
  checkGiven(draft);
  if (like === undefined) {
    const missing = missingFields({ ...draft, date: day });
    demandAll(context, missing);
    // Complete without anything from the service, so that it needs neither sign-in nor address.
    if (dryRun && missing.length === 0) {
      if (day !== undefined) draft.date ??= dayOf(context, day, (await beforeSignIn(context)).now, 'next');
      return dryRunOf(context, checkedRequest(draft));
    }
  }
  const api = await openApi(context, { onWait: waitNotice(context) });
  let handedOn = false;
  try {
    // The service's clock says what day `tomorrow` is.
    if (day !== undefined) draft.date ??= dayOf(context, day, (await readSlots(api)).now(), 'next');
    if (like !== undefined) Object.assign(draft, { ...(await requestLike(api, like, draft)), ...draft });
    const missing = missingFields(draft);
    demandAll(context, missing);
    const asks = missing.length > 0 || (isUnseen(context, options) && !yes);
    const wanted = checkedRequest(asks ? await askForSlot(context, api, draft) : draft);
    if (dryRun) return await dryRunOf(context, wanted);
    const { answer, request, slot, twins } = await bookSingle(context, api, wanted).catch(
      (error: unknown) => {
        // Sent again, a booking that may have been taken would be a second one.
        const mayBeTaken = error instanceof CfiError && error.details.maybeSent === true;
        if (asks && !mayBeTaken) context.notice(`your answers: ${commandLine(context, wanted, watching)}`);
        throw error;
      },
    );
    await rememberReferences(context, api, [slot]);
    const notices = [
      ...(request.deliveryType === undefined ? [undeclared] : []),
      ...(asks ? [`the same without prompts: ${commandLine(context, request, watching)}`] : []),
    ];
    if (!watching || twins.length > 0)
      return shown(answer.data, slotBlocks(slot, context.clock.now()), slot, twins, [
        nextStep(slot, context.settings, context.clock.now()),
        ...notices,
      ]);
    for (const line of [`booked ${slotReference(slot)}`, ...notices]) context.notice(line);
    handedOn = true;
    return await watch(context, api, { refs: [slotReference(slot)] });
  } finally {
    if (!handedOn) await api.close();
  }
}

const undeclared = 'without --delivery-type, the purchase order must say container or truck';

/** Whether a person is about to book a second slot on the day of another without having seen or named that day. */
const isUnseen = ({ settings }: CommandContext, { like, date, dryRun }: SlotBookOptions): boolean =>
  settings.interactive && like !== undefined && date === undefined && !dryRun;

type Field = keyof typeof requestFlags;

function demandAll({ settings }: CommandContext, missing: readonly Field[]): void {
  if (missing.length === 0 || settings.interactive) return;
  throw missingValues(missing.map((name) => requestFlags[name]));
}

function missingFields(draft: Readonly<Record<string, unknown>>): Field[] {
  const missing: Field[] = required.filter((name) => draft[name] === undefined);
  if (draft.deliveryType === 'container' && draft.containerSize === undefined) missing.push('containerSize');
  return missing;
}

function shown(
  data: unknown,
  blocks: readonly Block[],
  slot: Record<string, unknown>,
  errors: readonly CfiError[],
  notices: readonly (string | undefined)[],
): Result {
  return {
    data,
    blocks,
    csv: { columns: slotCsv, rows: [slot] },
    notices: notices.filter((line) => line !== undefined),
    ...(errors.length === 0 ? {} : { errors, exitCode: exitCodes.partial }),
  };
}

/** The command line that makes the same booking without prompts, for the same account. */
function commandLine({ settings }: CommandContext, request: SlotRequest, watching: boolean): string {
  const words = keysOf(requestFlags).flatMap((name) => {
    const value = request[name];
    return value === undefined ? [] : [requestFlags[name], quoteWord(String(value))];
  });
  if (watching) words.push('--watch');
  return ['cfi slot book', ...words, ...accountFlags(settings)].join(' ');
}

/** The columns in csv: of the slot, or of the outcomes of a file. */
export const columns = ({ file, dryRun }: Partial<SlotBookOptions>) =>
  file === undefined && !dryRun ? slotCsv : uploadColumns('slot', dryRun);
