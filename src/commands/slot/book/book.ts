import { missingValues } from '../../../cli/ask.ts';
import type { OptionsOf } from '../../../cli/command.ts';
import { waitNotice } from '../../../cli/progress.ts';
import type { CommandContext } from '../../../cli/settings.ts';
import { accountFlags } from '../../../client/auth/account.ts';
import { openApi } from '../../../client/auth/session.ts';
import type { SlotRequest } from '../../../contract/slot.ts';
import { CfiError, exitCodes } from '../../../errors.ts';
import type { Result } from '../../../render/result.ts';
import { keysOf } from '../../../text/records.ts';
import { quoteWord } from '../../../text/words.ts';
import { uploadColumns } from '../../../upload/output/dry-run.ts';
import type { bookCommand } from '../definition.ts';
import { nextStep } from '../next-step.ts';
import { slotReference } from '../record.ts';
import { slotBlocks, slotCsv } from '../view.ts';
import { rememberReferences } from '../watch/last-reported.ts';
import { watch } from '../watch/watch.ts';
import { bookFile, dryRunOf, requestFlags, slotFields } from './book-file.ts';
import { bookSingle } from './book-single.ts';
import { checkedRequest, checkGiven } from './checked-request.ts';
import { requestLike } from './request-like.ts';
import { askForSlot } from './wizard.ts';

type SlotBookOptions = OptionsOf<typeof bookCommand>;

const required = ['date', 'window', 'warehouse', 'loadingType', 'numberOfSkus'] as const;

/** Books a delivery slot; on a terminal, prompts for missing values. */
export async function run(context: CommandContext, options: SlotBookOptions): Promise<Result> {
  if (options.file !== undefined) return bookFile(context, options.file, options);
  const { vehicle, watch: watching = false, like, dryRun, ...given } = slotFields(options);
  const draft: Record<string, unknown> = {
    ...given,
    ...(vehicle === undefined ? {} : { containerTruckNumber: vehicle }),
  };
  checkGiven(draft);
  if (like === undefined) {
    const missing = missingFields(draft);
    demandAll(context, missing);
    // Complete without anything from the service, so that it needs neither sign-in nor address.
    if (dryRun && missing.length === 0) return dryRunOf(context, checkedRequest(draft));
  }
  const api = await openApi(context, { onWait: waitNotice(context) });
  let handedOn = false;
  try {
    if (like !== undefined) Object.assign(draft, { ...(await requestLike(api, like, draft)), ...draft });
    const missing = missingFields(draft);
    demandAll(context, missing);
    const asks = missing.length > 0 || isUnseen(context, options);
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
      return shown(answer.data, slot, twins, [
        nextStep(slot, context.settings, api.transport.now()),
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
  slot: Record<string, unknown>,
  errors: readonly CfiError[],
  notices: readonly (string | undefined)[],
): Result {
  return {
    data,
    blocks: slotBlocks(slot),
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
