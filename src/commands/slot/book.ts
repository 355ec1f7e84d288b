import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeSending, missingValues } from '../../cli/ask.ts';
import { longName, type OptionsOf, optionKey, type Run } from '../../cli/command.ts';
import { readingFlags } from '../../cli/reading-options.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { dayOf, isWholeDate } from '../../cli/values.ts';
import { commandFor } from '../../client/auth/account.ts';
import { openApi } from '../../client/auth/session.ts';
import type { Api } from '../../client/types.ts';
import type { SlotRequest } from '../../contract/slot.ts';
import { readSlots, rememberSeen } from '../../desk/read.ts';
import { slotReference } from '../../desk/slot-record.ts';
import { slotCsv, slotResult } from '../../desk/slot-view.ts';
import { mondayOf } from '../../desk/week.ts';
import { CfiError, type FieldProblem, stated, usageError } from '../../errors.ts';
import { textSource } from '../../payload/source/sources.ts';
import { slotTemplate } from '../../payload/templates.ts';
import type { Result } from '../../render/result.ts';
import { uploadColumns } from '../../report/dry-run.ts';
import { beforeSignIn, upload } from '../../report/upload.ts';
import { keysOf, present, tableOf } from '../../text/records.ts';
import { dayAfter } from '../../text/time/typed-time.ts';
import { ukDate } from '../../text/time/zone.ts';
import { capital, counted, quoteSpaces, shownWord } from '../../text/words.ts';
import { slots } from '../../upload/run/kinds/slots.ts';
import type { Spool } from '../../upload/terms/spool.ts';
import {
  bookedAlready,
  bookSingle,
  checkedRequest,
  checkGiven,
  overText,
  requestFlags,
  requestLike,
} from './booking.ts';
import type { bookCommand, templateCommand } from './definition.ts';
import { watch } from './watch.ts';
import { askForSlot } from './wizard.ts';

type SlotBookOptions = OptionsOf<typeof bookCommand>;

/** The options for booking a single slot. */
const ofOneSlot = [...Object.values(requestFlags), '--like', '--watch'];

/** The options for reading and sending a file. Those that the profile may set as well say nothing about this line. */
const ofFiles = readingFlags
  .filter((option) => !('setting' in option) && longName(option) !== '--dry-run')
  .map(longName);

const given = (options: Readonly<Record<string, unknown>>, flag: string): unknown =>
  options[optionKey({ flags: flag })];

const firstGiven = (options: SlotBookOptions, flags: readonly string[]): string | undefined =>
  flags.find((flag) => {
    const value = given(options, flag);
    return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
  });

/** Books each slot in a file once. Throws a usage error for options for a single slot. */
async function bookFile(context: CommandContext, file: string, options: SlotBookOptions): Promise<Result> {
  const wrong = firstGiven(options, ofOneSlot);
  if (wrong !== undefined) {
    const isFile = file === '-' || existsSync(resolve(context.deps.cwd, file));
    const hint = !isFile
      ? `${shownWord(file)} was read as FILE; ${quoteSpaces}`
      : wrong === '--watch'
        ? `book the file, then wait for the answers: ${commandFor(context.settings, 'slot', 'watch')}`
        : 'the same value for every row: --set FIELD=VALUE';
    throw usageError(`${wrong} and FILE cannot be combined`, hint);
  }
  // One at a time, because two identical slots could not be told apart if both answers are lost.
  return upload(context, slots, [file], { ...options, concurrency: 1 }, { check: refuseOver });
}

/** Before a question, throws for slots of a window that is over, apart from those that are `known`. */
async function refuseOver(api: Api, spool: Spool, known?: ReadonlyMap<string, unknown>): Promise<void> {
  if (known === undefined) return;
  const { now } = await readSlots(api);
  const errors: FieldProblem[] = [];
  for (const { reference, body, lines } of spool.documents(['reference', 'body', 'lines'], 'sendable')) {
    const { date, window } = JSON.parse(body) as SlotRequest;
    const over = known.has(reference) ? undefined : overText(date, window, now());
    const place = { reference, line: lines[0] as number, field: 'date', found: date };
    if (over !== undefined) errors.push({ ...place, message: over, [stated]: ['found'] });
  }
  const message = `${counted(errors.length, 'slot')} cannot be booked any more; nothing was sent`;
  const details = { hint: 'give them a later day, or remove them', errors };
  if (errors.length > 0) throw new CfiError('invalid-input', message, details);
}

/**
 * The fields that the options of a booking without a file give, and no others: the profile may set further options as
 * defaults for files. Throws a usage error for options that need a file.
 */
function givenFields(options: SlotBookOptions): Record<string, unknown> {
  const wrong = firstGiven(options, ofFiles);
  if (wrong !== undefined)
    throw usageError(
      `${wrong} is for slot book FILE`,
      'name a CSV or JSON file or a workbook, or remove the option',
    );
  const { date: _, ...flags } = requestFlags;
  return present(tableOf(keysOf(flags), (name) => given(options, flags[name])));
}

/** What would be sent for one slot. */
const dryRunOf = (context: CommandContext, request: SlotRequest): Promise<Result> => {
  const sources = [textSource(JSON.stringify(request))];
  const line = commandLine(context, request, false);
  return upload(context, slots, [], { dryRun: true }, { sources, line });
};

const required = ['date', 'window', 'warehouse', 'loadingType', 'numberOfSkus'] as const;

/** Books a delivery slot; on a terminal, prompts for missing values. */
export async function run(context: CommandContext, options: SlotBookOptions): Promise<Result> {
  if (options.file !== undefined) return bookFile(context, options.file, options);
  const { watch: watching = false, like, dryRun, yes, date: day, fresh } = options;
  const draft = givenFields(options);
  if (day !== undefined && isWholeDate(day)) draft.date = dayOf(context, day, 0, 'next');
  checkGiven(draft);
  if (like === undefined) {
    const missing = missingFields(context, { ...draft, date: day });
    // Complete without anything from the service, so that it needs neither sign-in nor address.
    if (dryRun && missing.length === 0) {
      if (day !== undefined) draft.date ??= dayOf(context, day, (await beforeSignIn(context)).now, 'next');
      return dryRunOf(context, checkedRequest(draft));
    }
  }
  const api = await openApi(context, { keepsData: true });
  let handedOn = false;
  try {
    // The service's clock says what day `tomorrow` is.
    if (day !== undefined) draft.date ??= dayOf(context, day, (await readSlots(api)).now(), 'next');
    if (like !== undefined) Object.assign(draft, { ...(await requestLike(api, like, draft)), ...draft });
    const missing = missingFields(context, draft);
    const isSeen = yes === true || dryRun === true;
    const isTyped = missing.length > 0 || (like !== undefined && day === undefined && !isSeen);
    const asks = missing.length > 0 || (context.settings.interactive && !isSeen);
    if (asks && missing.length === 0) checkedRequest(draft);
    const tellAnswers = (error: unknown): never => {
      // Sent again, a booking that may have been taken would be a second one.
      const mayBeTaken = error instanceof CfiError && error.details.maybeSent === true;
      if (isTyped && !mayBeTaken && missingFields(context, draft).length === 0)
        context.notice(`your answers: ${commandLine(context, draft, watching)}`);
      throw error;
    };
    const ask = () => askForSlot(context, api, draft, { isSeen, isComplete: missing.length === 0 });
    const seen = asks ? await beforeSending('nothing was sent', ask).catch(tellAnswers) : undefined;
    const request = checkedRequest(draft);
    if (dryRun) return await dryRunOf(context, request);
    const booked = await bookSingle(context, api, request, { seen, fresh }).catch(tellAnswers);
    const { data, slot, errors, before } = booked;
    await rememberSeen(context, api, [slot]);
    // A review has named equal slots before.
    const now = context.clock.now();
    const over = overText(request.date, request.window, now);
    const others = [...before.values()].filter((each) => slotReference(each) !== slotReference(slot));
    const remarks = [asks ? undefined : bookedAlready(request, others, now), over && capital(over)];
    for (const remark of remarks.filter((each) => each !== undefined)) {
      const cancel = commandFor(context.settings, 'slot', 'cancel', slotReference(slot));
      context.warn(`${remark}; if the new slot is a mistake: ${cancel}`);
    }
    const notices = [
      ...(request.deliveryType === undefined
        ? ['without --delivery-type, the purchase order must say container or truck']
        : []),
      ...(isTyped ? [`the same without prompts: ${commandLine(context, request, watching)}`] : []),
    ];
    if (!watching || errors.length > 0) {
      const result = slotResult(context, data, slot);
      return { ...result, notices: [...result.notices, ...notices], errors };
    }
    for (const line of [`booked ${slotReference(slot)}`, ...notices]) context.notice(line);
    handedOn = true;
    return await watch(context, api, { refs: [slotReference(slot)] }, { isBooked: true });
  } finally {
    if (!handedOn) await api.close();
  }
}

type Field = keyof typeof requestFlags;

/** The fields to ask for. Throws a usage error if there are any, and nobody can be asked. */
function missingFields({ settings }: CommandContext, draft: Readonly<Record<string, unknown>>): Field[] {
  const missing: Field[] = required.filter((name) => draft[name] === undefined);
  if (draft.deliveryType === 'container' && draft.containerSize === undefined) missing.push('containerSize');
  if (missing.length === 0 || settings.interactive) return missing;
  throw missingValues(missing.map((name) => requestFlags[name]));
}

type Values = Readonly<Partial<Record<Field, unknown>>>;

/** The command line that makes the same booking without prompts, for the same account. */
function commandLine({ settings }: CommandContext, request: Values, watching: boolean): string {
  const words = keysOf(requestFlags).flatMap((name) => {
    const value = String(request[name] ?? '');
    // A value that looks like an option belongs to its flag.
    if (value.startsWith('-')) return [`${requestFlags[name]}=${value}`];
    return value === '' ? [] : [requestFlags[name], value];
  });
  return commandFor(settings, 'slot', 'book', ...words, ...(watching ? ['--watch'] : []));
}

/** The columns in csv: of the slot, or of the outcomes of a file. */
export const columns = ({ file, dryRun }: Partial<SlotBookOptions>) =>
  file === undefined && !dryRun ? slotCsv : uploadColumns('slot', dryRun);

/** A template file for `slot book`: two slots of next week. */
export const template: Run<typeof templateCommand> = async ({ clock }, { format = 'csv' }) => {
  const nextWeek = dayAfter(mondayOf(ukDate(clock.now())), 7);
  const bare = slotTemplate(format, dayAfter(nextWeek, 1), dayAfter(nextWeek, 2));
  return { data: bare, blocks: [], bare };
};
