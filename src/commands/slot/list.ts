import { resolve } from 'node:path';

import type { ChosenFrom, OptionsOf } from '../../cli/command.ts';
import { readAsSaid } from '../../cli/references.ts';
import type { CommandContext, Settings } from '../../cli/settings.ts';
import { dayOf, oneOf } from '../../cli/values.ts';
import { checkNamed } from '../../client/api/records.ts';
import { commandFor } from '../../client/auth/account.ts';
import { withApi } from '../../client/auth/session.ts';
import type { Api } from '../../client/types.ts';
import { calendarEvent, calendarOf, earlierCalendar } from '../../desk/calendar.ts';
import { readSlots, rememberSeen, serviceClock } from '../../desk/read.ts';
import {
  expectedTime,
  isOpen,
  isUsed,
  openOffer,
  orderSteps,
  slotPhase,
  slotReference,
  slotStatus,
} from '../../desk/slot-record.ts';
import {
  nextSteps,
  pastOffers,
  slotColumns,
  slotCsv,
  slotInFull,
  slotOrOffer,
  slotResult,
} from '../../desk/slot-view.ts';
import { mondayOf, usualRoom, weekSteps } from '../../desk/week.ts';
import { CfiError, usageError } from '../../errors.ts';
import type { Block, Result } from '../../render/result.ts';
import { wrapText } from '../../render/text.ts';
import { writeOut } from '../../storage/output-file.ts';
import { nearestNames, saidAs } from '../../text/nearest.ts';
import { addAll, type Fields, field, fieldsOf, isFields, textField, texts } from '../../text/records.ts';
import { spokenDay } from '../../text/time/spoken.ts';
import { dayAfter } from '../../text/time/typed-time.ts';
import { ukDate } from '../../text/time/zone.ts';
import { counted } from '../../text/words.ts';
import { eachOf, inSlices } from '../../timers.ts';
import { accountKey } from '../../upload/ledger/ledger-account.ts';
import type { getCommand, listCommand } from './definition.ts';

type SlotListOptions = OptionsOf<typeof listCommand>;

/** The account's slots, those that need an answer first; `--available` asks the service for usable slots only. */
async function listSlots(context: CommandContext, options: SlotListOptions): Promise<Result> {
  if (options.week !== undefined && (options.from !== undefined || options.to !== undefined))
    throw usageError('--week cannot be combined with --from or --to', 'use only one of them');
  const list = async (api: Api): Promise<Result> => {
    const { answer, slots, now } = await readSlots(api, options.available ? { available: true } : {});
    const days = daysOf(context, options, now());
    checkStatuses(options.status, slots);
    await rememberSeen(context, api, slots);
    const wanted = slots.filter((slot) => isWanted(slot, options, days, now()));
    const rows = await inSlices(orderSteps(wanted));
    const notices = unknownWarehouse(options.warehouse, slots);
    if (options.ics !== undefined) {
      const listed = options.available ? (await readSlots(api)).slots : slots;
      const written = await writtenFor(context, api, options.ics);
      const calendar = await inSlices(calendarOf(rows, written, listed));
      if (options.ics === '-') return { data: listedIn(answer.data, rows), blocks: [], bare: calendar };
      await writeOut(options.ics, context.deps, calendar);
      notices.push(`calendar written to ${options.ics}`);
      const timeless = rows.filter((slot) => expectedTime(slot) === undefined).length;
      if (timeless > 0) notices.push(`${counted(timeless, 'slot')} without a time: not in the calendar`);
    }
    const drawn = context.settings.accessible ? undefined : days.monday;
    if (drawn === undefined) addAll(notices, pastOffers(rows, now()));
    else if (rows.length === 0) notices.push('no slot is in this week');
    if (rows.some((slot) => openOffer(slot) !== undefined))
      notices.push(`to answer: ${commandFor(context.settings, 'slot', 'respond')}`);
    return {
      data: listedIn(answer.data, rows),
      ...(answer.pagination === undefined ? {} : { pagination: answer.pagination }),
      items: rows,
      blocks: drawn
        ? await weekBlocks(context, rows, drawn, now())
        : [
            {
              kind: 'table',
              columns: slotColumns,
              rows,
              empty: emptyText(context.settings, options, slots.length),
              inFull: (slot: Fields, cut, short) => slotInFull(slot, cut, now(), short),
            },
          ],
      csv: { columns: slotCsv, rows },
      names: () => ({ po: texts(slots, 'usedByPoReference') }),
      notices,
    };
  };
  return withApi(context, list, { keepsData: options.ics !== undefined });
}

/** The first and the last day that the options mean, `YYYY-MM-DD`, and the Monday of the week to draw. */
function daysOf(context: CommandContext, options: SlotListOptions, now: number) {
  const { week } = options;
  if (week !== undefined) {
    const monday = mondayOf(week === true ? ukDate(now) : dayOf(context, week, now, 'next'));
    return { from: monday, to: dayAfter(monday, 6), monday };
  }
  const from = options.from && dayOf(context, options.from, now, 'nearest');
  const to = options.to && dayOf(context, options.to, now, 'nearest', from);
  if (from && to && from > to)
    throw usageError(
      `--from ${spokenDay(from, now)} is after --to ${spokenDay(to, now)}`,
      'give the first day as --from',
    );
  return { from, to };
}

/** The week for people, as wide as the terminal or as usual, and the open offers, for which it has no room. */
async function weekBlocks(context: CommandContext, slots: readonly Fields[], monday: string, now: number) {
  const { deps, settings } = context;
  const isTerminal = settings.out === undefined && deps.stdout.isTTY === true;
  const room = isTerminal ? deps.stdout.columns || 80 : undefined;
  const offered = slots.filter((slot) => openOffer(slot) !== undefined);
  const width = (room ?? usualRoom) - 4;
  const offer = (slot: Fields): string => `  ${wrapText(slotOrOffer(slot, now), width).join('\n    ')}`;
  const offers = await inSlices(eachOf(offered, offer));
  const texts = [
    await inSlices(weekSteps(slots, monday, now, room)),
    ...(offers.length === 0 ? [] : [['Offers that need your answer:', ...offers]]),
  ];
  return texts.map((lines): Block => ({ kind: 'text', text: lines.join('\n') }));
}

/** What the calendar in a file is written for: it replaces the one that is there. */
const writtenFor = async (context: CommandContext, api: Api, file: string) => ({
  now: context.clock.now(),
  account: accountKey(context, api),
  before: file === '-' ? '' : await earlierCalendar(resolve(context.deps.cwd, file)),
});

const sameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

const warehouseOf = (slot: Fields): string => textField(slot, 'warehouse') ?? '';

function isWanted(slot: Fields, options: SlotListOptions, days: ReturnType<typeof daysOf>, now: number) {
  const { needsAnswer, open, status, warehouse } = options;
  const { from, to } = days;
  if (needsAnswer && slotPhase(slot) !== 'answer-needed') return false;
  if (open && !isOpen(slot, now)) return false;
  if (status.length > 0 && !status.some((wanted) => hasStatus(slot, wanted))) return false;
  if (warehouse !== undefined && !sameName(warehouseOf(slot), warehouse)) return false;
  if (from === undefined && to === undefined) return true;
  const time = expectedTime(slot);
  if (time === undefined) return false;
  const day = ukDate(time);
  return (from === undefined || day >= from) && (to === undefined || day <= to);
}

/** `your-answer`, `waiting` and `used` are our words; all others are the service's. */
function hasStatus(slot: Fields, wanted: string): boolean {
  const word = wanted.trim().toLowerCase();
  if (word === 'your-answer') return slotPhase(slot) === 'answer-needed';
  if (word === 'waiting') return slotPhase(slot) === 'pending';
  if (word === 'used') return isUsed(slot);
  return slotStatus(slot).toLowerCase() === word;
}

/** The service's own `data` with the list filtered and sorted; its other members stay. */
function listedIn(data: unknown, rows: readonly Fields[]): unknown {
  if (!isFields(data)) return rows;
  const list = field(data, 'slots', 'items');
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, value === list ? rows : value]),
  );
}

/** What an empty list means; of several filters, only that nothing matches all of them. `all` is the number before. */
function emptyText(settings: Settings, options: SlotListOptions, all: number): string {
  const { available, needsAnswer, open, status, warehouse, from, to } = options;
  const isNarrower = status.length > 0 || [open, warehouse, from, to].some(Boolean);
  if (needsAnswer && !available && !isNarrower) return 'no slot needs your answer';
  if (all > 0) return 'no slot matches these filters';
  return available
    ? 'no confirmed slot is available'
    : `no slots; book one: ${commandFor(settings, 'slot', 'book')}`;
}

function unknownWarehouse(wanted: string | undefined, slots: readonly Fields[]): string[] {
  if (wanted === undefined) return [];
  const names = [...new Set(slots.map(warehouseOf).filter((name) => name !== ''))];
  if (names.some((name) => sameName(name, wanted))) return [];
  const near = nearestNames(wanted, names);
  return [`no slot is at ${wanted}${near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`}`];
}

/** Throws a usage error for a status that is neither a word of ours, nor published, nor a slot's. */
function checkStatuses(wanted: readonly string[], slots: readonly Fields[]): void {
  const known = [
    ...['your-answer', 'waiting', 'used'],
    ...['pending_ops', 'pending_customer', 'confirmed', 'consumed', 'cancelled'],
    ...slots.map((slot) => slotStatus(slot).toLowerCase()),
  ];
  for (const word of wanted) oneOf('--status', word.trim(), [...new Set(known)], true);
}

export const list = { columns: () => slotCsv, run: listSlots };

/** One slot with its negotiation; `--ics` writes its time as a calendar event, tentative until it is agreed. */
function getSlot(context: CommandContext, options: OptionsOf<typeof getCommand>): Promise<Result> {
  const get = async (api: Api): Promise<Result> => {
    const read = async (slotReference: string) => {
      const answer = await api.call('getSlot', { params: { slotReference } });
      checkNamed(answer.data, 'slot', slotReference, context.warn);
      return answer;
    };
    const { ref } = options;
    const wordsFor = saidAs([ref]);
    const answer = await readAsSaid(context, ref, read, async () =>
      (await readSlots(api)).slots.map(slotReference).filter((each) => wordsFor(each).size > 0),
    );
    const slot = fieldsOf(answer.data);
    await rememberSeen(context, api, [slot]);
    const notices = nextSteps(slot, context.settings, serviceClock(api, answer.received)());
    if (options.ics !== undefined) {
      const event = await inSlices(calendarEvent(slot, await writtenFor(context, api, options.ics)));
      if (options.ics === '-') return { data: answer.data, blocks: [], bare: event };
      await writeOut(options.ics, context.deps, event);
      notices.unshift(`calendar event written to ${options.ics}`);
    }
    return { ...slotResult(context, answer.data, slot), notices };
  };
  return withApi(context, get, { keepsData: options.ics !== undefined });
}

export const get = { columns: () => slotCsv, run: getSlot };

/**
 * The slots with an offer to answer, with the offer. None to choose from if the answer is on the command line: it would
 * go to an offer that may have changed since it was shown here.
 */
export const slotsToAnswer: ChosenFrom = async (context, given) =>
  given.accept === true || given.counter !== undefined
    ? undefined
    : choices(context, 'no slot needs your answer', (slot) => openOffer(slot) !== undefined);

/** The slots that are neither cancelled nor used nor past. */
export const slotsToCancel: ChosenFrom = (context) => choices(context, 'no slot is left to cancel', isOpen);

/** All slots of the account. */
export const allSlots: ChosenFrom = (context) => choices(context, 'there are no slots', () => true);

/** The slots to choose from; `none` is the error if there are slots, but none of these. */
function choices(context: CommandContext, none: string, isChoice: (slot: Fields, now: number) => boolean) {
  return withApi(context, async (api) => {
    const { slots, now } = await readSlots(api);
    const fitting = await inSlices(orderSteps(slots.filter((slot) => isChoice(slot, now()))));
    if (fitting.length > 0)
      return fitting.map((slot) => ({
        value: slotReference(slot),
        name: slotOrOffer(slot, now()),
        short: slotReference(slot),
      }));
    const [message, hint] =
      slots.length === 0
        ? ['there are no slots', `book one: ${commandFor(context.settings, 'slot', 'book')}`]
        : [none, `see all: ${commandFor(context.settings, 'slot', 'list')}`];
    throw new CfiError('invalid-input', message, { hint });
  });
}
