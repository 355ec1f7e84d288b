import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext, Settings } from '../../cli/settings.ts';
import { commandFor } from '../../client/auth/account.ts';
import { openApi } from '../../client/auth/session.ts';
import { usageError } from '../../errors.ts';
import type { Result } from '../../render/result.ts';
import { nearest, nearestNames } from '../../text/nearest.ts';
import { type Fields, field, isFields, textField, texts } from '../../text/records.ts';
import { ukDate } from '../../text/time/zone.ts';
import type { listCommand } from './definition.ts';
import { howToAnswer } from './next-step.ts';
import { inOrder, isOpen } from './order.ts';
import { readSlots } from './read-slot.ts';
import { expectedTime, openOffer, slotPhase, slotStatus } from './record.ts';
import { offerText, slotColumns, slotCsv } from './view.ts';
import { rememberReferences } from './watch/last-reported.ts';

type SlotListOptions = OptionsOf<typeof listCommand>;

/** The account's slots, those that need an answer first; `--available` asks the service for usable slots only. */
export async function run(context: CommandContext, options: SlotListOptions): Promise<Result> {
  const { from, to } = options;
  if (from !== undefined && to !== undefined && from > to)
    throw usageError(`--from ${from} is after --to ${to}`);
  const api = await openApi(context);
  try {
    const { answer, slots, now } = await readSlots(api, options.available ? { available: true } : {});
    await rememberReferences(context, api, slots);
    const rows = inOrder(slots.filter((slot) => isWanted(slot, options, now())));
    const offers = offersText(rows, now());
    return {
      data: listed(answer.data, rows),
      ...(answer.pagination === undefined ? {} : { pagination: answer.pagination }),
      items: rows,
      blocks: [
        {
          kind: 'table',
          columns: slotColumns,
          rows,
          empty: emptyText(context.settings, options, slots.length),
        },
        ...(offers === undefined ? [] : [{ kind: 'text', text: offers } as const]),
      ],
      csv: { columns: slotCsv, rows },
      names: () => ({ po: texts(slots, 'usedByPoReference') }),
      notices: [
        ...unknownWarehouse(options.warehouse, slots),
        ...unknownStatuses(options.status, slots),
        ...(offers === undefined ? [] : [`to answer: ${howToAnswer(context.settings, 'REF', 'TIME')}`]),
      ],
    };
  } finally {
    await api.close();
  }
}

const sameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

const warehouseOf = (slot: Fields): string => textField(slot, 'warehouse') ?? '';

function isWanted(slot: Fields, options: SlotListOptions, now: number): boolean {
  const { needsAnswer, open, status, warehouse, from, to } = options;
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

/** `your-answer` and `waiting` are our words; all others are the service's. */
function hasStatus(slot: Fields, wanted: string): boolean {
  const word = wanted.trim().toLowerCase();
  if (word === 'your-answer') return slotPhase(slot) === 'answer-needed';
  if (word === 'waiting') return slotPhase(slot) === 'pending';
  return slotStatus(slot).toLowerCase() === word;
}

/** The service's own `data` with the list filtered and sorted; its other members stay. */
function listed(data: unknown, rows: readonly Fields[]): unknown {
  if (!isFields(data)) return rows;
  const list = field(data, 'slots', 'items');
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, value === list ? rows : value]),
  );
}

/** What an empty list means; of several filters, only that nothing matches all of them. `all` is the number before. */
function emptyText(settings: Settings, options: SlotListOptions, all: number): string {
  const { available, needsAnswer, ...others } = options;
  const { open, status, warehouse, from, to } = others;
  const isNarrower = open === true || status.length > 0 || [warehouse, from, to].some(Boolean);
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

const usualStatuses = ['your-answer', 'waiting', 'pending_ops', 'pending_customer', 'confirmed', 'cancelled'];

/** A status that is neither usual nor in the list may be a mistake, or one that no slot has at the moment. */
const unknownStatuses = (wanted: readonly string[], slots: readonly Fields[]): string[] =>
  wanted
    .filter((word) => !slots.some((slot) => hasStatus(slot, word)))
    .filter((word) => !usualStatuses.includes(word.trim().toLowerCase()))
    .map((word) => {
      const near = nearest(word, usualStatuses);
      return `no slot has the status ${word}${near === undefined ? '' : `; did you mean ${near}?`}`;
    });

/** The open offers in full, because the table may have no room for warehouse and comment. */
function offersText(slots: readonly Fields[], now: number): string | undefined {
  const lines = slots.flatMap((slot) => {
    const offer = openOffer(slot);
    return offer === undefined ? [] : [`  ${offerText(slot, offer, now)}`];
  });
  if (lines.length === 0) return undefined;
  return ['Offers that need your answer:', ...lines].join('\n');
}

/** The columns in csv. */
export const columns = () => slotCsv;
